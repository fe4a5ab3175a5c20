// Keeps what the stream has brought: thousands of parts. A push changes only the parts that it brings.

const KINDS = ["table", "result", "stands"];

export const kept = { table: new Map(), result: new Map(), stands: new Map(), rest: {}, evenings: 0 };

// Take a push. `evenings` counts changes of results and standings, so that their nodes are drawn again only when the count
// differs.
export function keep({ parts, changed = parts, gone = [] }) {
  if (parts) forget();
  for (const [name, part] of Object.entries(changed)) put(name, part);
  for (const name of gone) put(name);
}

function forget() {
  for (const kind of KINDS) kept[kind].clear();
  kept.rest = {};
  kept.evenings += 1;
}

function put(name, part) {
  const kind = name.slice(0, Math.max(0, name.indexOf(" ")));
  if (kind !== "table" && KINDS.includes(kind)) kept.evenings += 1;
  if (!KINDS.includes(kind)) kept.rest[name] = part;
  else if (part === undefined) kept[kind].delete(name);
  else kept[kind].set(name, part);
}
