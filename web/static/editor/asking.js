// What is asked of the box: the page's own data, in JSON.

const PATIENCE = 8000; // milliseconds

export const ask = (method, path, body) => send(method, path, body && JSON.stringify(body));

// `words` are sent as they are.
export async function send(method, path, words) {
  const quit = new AbortController();
  const timer = setTimeout(() => quit.abort(), PATIENCE);
  const headers = { Accept: "application/json", ...(words && { "Content-Type": "application/json" }) };
  try {
    const reply = await fetch(path, { method, headers, body: words, signal: quit.signal });
    return { ok: reply.ok, status: reply.status, said: reply.status === 204 ? {} : await reply.json() };
  } finally {
    clearTimeout(timer);
  }
}
