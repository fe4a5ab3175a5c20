// Sends requests of the editor to the box, as JSON.

const LETTERS = 32; // hexadecimal digits of an id
const PATIENCE = 8000; // milliseconds

// Return a new id for a thing. randomUUID does not exist over plain http.
export const freshId = () =>
  [...crypto.getRandomValues(new Uint8Array(LETTERS / 2))].map((b) => b.toString(16).padStart(2, "0")).join("");

export const ask = (method, path, body) => send(method, path, body && JSON.stringify(body));

// Send `words` unchanged, and return the reply: { ok, status, said }. Rejects if none comes within PATIENCE.
export async function send(method, path, words, type = "application/json") {
  const quit = new AbortController();
  const timer = setTimeout(() => quit.abort(), PATIENCE);
  const headers = { Accept: "application/json", ...(words && { "Content-Type": type }) };
  try {
    const asked = { method, headers, body: words, signal: quit.signal, keepalive: true }; // also while the page is closing
    const reply = await fetch(path, asked);
    return { ok: reply.ok, status: reply.status, said: reply.status === 204 ? {} : await reply.json() };
  } finally {
    clearTimeout(timer);
  }
}
