// The head of each page's script, put there by web/drawing/files.py. It runs a module when another one first uses it, and
// fetches the scripts that come later.

const bodies = {}; // each module as a function, by its name
const exportsOf = {}; // what each module that has run exports
const scripts = {}; // a promise of each later script that was asked for

// Return what a module exports. If its script is not here yet, ask for that, and throw an error with a promise of it:
// `coming`.
export function use(name, script) {
  if (!exportsOf[name]) {
    if (!bodies[name] && !script) throw new Error(`no script has ${name}`);
    if (!bodies[name]) throw Object.assign(new Error(`${name} comes later`), { coming: bring(script) });
    bodies[name]((exported) => (exportsOf[name] = exported));
  }
  return exportsOf[name];
}

// Return a function that calls a function of a module that may not be here yet.
const later = (script, name, called) => (...given) => use(name, script)[called](...given);

// Fetch a script that comes later, and first its styles, so that nothing is seen without them. Return a promise of it.
export const bring = (script) => (scripts[script] ??= fetchBoth(script));

async function fetchBoth(script) {
  const styles = fetchSheet(script.replace(".js", ".css"));
  const addModules = await fetchScript(script);
  await Promise.race([styles, after(LIMIT)]);
  addModules(bodies, use, later);
  use(script); // a script may begin to listen
}

const LIMIT = 8000; // milliseconds of the first try. Each further try is longer by as many, for a very slow Wi-Fi
const after = (ms) => new Promise((done) => setTimeout(done, ms));

// Try until the script is here, and return what it exports. Some browsers remember that an address failed, so each try has
// another address.
async function fetchScript(name, tries = 0) {
  const address = new URL(tries ? `${name}?${tries}` : name, FOLDER);
  const found = await Promise.race([import(address).catch(() => null), after(LIMIT * (tries + 1))]);
  if (found) return found.addModules;
  await after(1000);
  return fetchScript(name, tries + 1);
}

// Try until the sheet is here. A kit's sheet is before the page's own, which may change what it says.
function fetchSheet(name) {
  const sheets = [...document.querySelectorAll("link[rel=stylesheet]")];
  if (sheets.some(({ href }) => href.endsWith(`/${name}`))) return null;
  return new Promise((done) => {
    const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL(name, FOLDER), onload: done });
    sheet.onerror = () => {
      sheet.remove();
      setTimeout(() => done(fetchSheet(name)), 1000);
    };
    if (name.startsWith("kits/")) sheets[0].before(sheet);
    else sheets.at(-1).after(sheet);
  });
}
