// Puts the stream of a page, and the box's replies, into the hand of a test. All else is the page's own script.

window.EventSource = class extends EventTarget {
  constructor() {
    super();
    window.stream = this;
  }
  close() {}
};

window.posts = []; // {path, body, reply, fail}: a post of the page, and the functions that answer it

const known = window.fetch;
window.fetch = (path, options = {}) => options.method !== "POST" ? known(path, options) : new Promise((reply, fail) => {
  posts.push({ path, body: JSON.parse(options.body), reply, fail });
});

// Wait until the page has heard everything so far.
const heard = () => new Promise((done) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = done;
  port2.postMessage(0);
});

window.brings = (kind, said) => {
  stream.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(said) }));
  return heard();
};

const open = () => posts.filter(({ isOver }) => !isOver);

const isAnswer = ({ path }) => path === "/play";

function settle(post, status, said) {
  post.isOver = true;
  if (status) post.reply(new Response(said ? JSON.stringify(said) : null, { status }));
  else post.fail(new TypeError("unsent"));
}

// Let the box answer all posts without a reply. Status 0: the posts never came.
window.replies = (status, said) => {
  for (const post of open()) settle(post, status, said);
  return heard();
};

// Let the box take every answer of a player, and refuse all other posts. Return the last answer.
window.acceptsAnswers = async () => {
  while (open().length) {
    for (const post of open()) settle(post, ...(isAnswer(post) ? [204] : [409, { text: "No." }]));
    await heard();
  }
  return posts.findLast(isAnswer)?.body;
};

const THINGS = "button, summary, label, a";
const seen = (root) => [...document.querySelectorAll(root)].flatMap((at) => [...at.querySelectorAll(THINGS)])
  .filter((at) => at.checkVisibility() && at.getBoundingClientRect().width > 0);
const middle = (at) => {
  const { left, top, width, height } = at.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
};
const thingAt = (x, y) => document.elementFromPoint(x, y)?.closest(THINGS);
const meets = (at) => thingAt(...middle(at)) === at;
const nameOf = (at) => `${at.closest("[data-due]")?.dataset.due ?? ""} ${at.ariaLabel ?? at.textContent.trim()}`;

// Return all buttons with their places, and whether a finger would meet each of them.
window.places = (root = "body") => seen(root).map((at) => {
  const { left, top, width, height } = at.getBoundingClientRect();
  return [nameOf(at), ...[left, top, width, height].map(Math.round), meets(at)].join(" ");
});

const kindOf = (at) => [at.closest(".asks, dialog, .bar, .blocks")?.className.split(" ")[0], at.tagName, at.classList[0]].join(" ");
const times = {};

// Return a button that a finger can meet, of the kind that was pressed least so far.
window.aim = () => {
  const often = (at) => times[kindOf(at)] ?? 0;
  const [at] = seen("body").filter((one) => meets(one) && !one.closest(".cover")).sort((one, two) => often(one) - often(two));
  times[kindOf(at)] = often(at) + 1;
  [window.aimed, window.met] = [at, null];
  const { do: answer, why, confirm } = at.dataset;
  const due = at.closest("[data-due]")?.dataset.due;
  const sends = answer && !why && !confirm ? { due: JSON.parse(due), do: JSON.parse(answer) } : null;
  return { name: `${kindOf(at)}: ${nameOf(at)}`, middle: middle(at), sends, looks: at.matches(".covered[aria-pressed]") };
};

// Return the middle of a button in the questions that was not at its place in `before`, or null.
window.fresh = (before) => {
  const found = seen(".asks").filter((at, n) => meets(at) && !before.includes(places(".asks")[n]));
  return found.length ? middle(found[0]) : null;
};

window.lies = (x, y) => (thingAt(x, y) ? nameOf(thingAt(x, y)) : "");

window.met = null; // the element that heard the last tap
document.addEventListener("click", ({ target, detail }) => { if (detail) window.met ??= target.closest(THINGS); }, true);
document.addEventListener("click", (event) => { if (event.target.closest("a")) event.preventDefault(); });
