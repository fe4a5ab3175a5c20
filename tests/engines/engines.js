// Functions that tests call in a page of any engine. None of them turns a clock, so the page runs as it does for people.
(() => {
  const failed = [];
  addEventListener("error", ({ message, error }) => failed.push(`${message} ${error?.stack}`));
  addEventListener("unhandledrejection", ({ reason }) => failed.push(`${reason} ${reason?.stack}`));

  const isSeen = (at) => at.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && at.getBoundingClientRect().width > 0;
  const all = ({ selector, words = "" }) => // by its words, or by its name
     [...document.querySelectorAll(selector)].filter((at) => isSeen(at) && ((at.innerText ?? at.textContent).includes(words) || at.ariaLabel === words));

  // It looks at every frame, because elements become visible without an event.
  const PATIENCE = 20_000; // milliseconds
  const once = async (find, what) => {
    const limit = performance.now() + PATIENCE;
    for (;;) {
      const found = find();
      if (found) return found;
      if (performance.now() > limit) throw new Error(`${what} of: ${document.body.innerText.slice(0, 400)}`);
      await new Promise((done) => setTimeout(done, 30));
    }
  };

  const middle = (at) => {
    const { left, top, width, height } = at.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const place = async (what) => {
    const at = await once(() => all(what)[0], `nothing to tap: ${JSON.stringify(what)}`);
    at.scrollIntoView({ block: "nearest" });
    return middle(at);
  };

  // A tap near the last one waits, as a person does who looks first.
  const NEAR = 48; // pixels
  const LOOKS = 550; // milliseconds
  let last = null;
  const aimed = async (n) => {
    const there = window.aim(n);
    if (last && Math.hypot(there.x - last.x, there.y - last.y) < NEAR) await new Promise((done) => setTimeout(done, LOOKS));
    last = window.aim(n);
    return last;
  };

  // Wait until the page draws the questions that the box asks now, and return its offers. The page draws by its own scripts,
  // because Firefox would give a test a second copy of them.
  const follows = async ({ lit, dues }) => {
    const drawn = () => [...document.querySelectorAll(".ask[data-due]")].map((at) => at.dataset.due);
    const isNow = () => document.querySelector("#now")?.matches(".lit") === lit && drawn().length > 0 === dues.length > 0;
    await once(() => isNow() && drawn().every((due) => dues.includes(due)), `not asked: ${dues}`);
    return window.offers();
  };

  window.engine = {
    failed, place, aimed, follows,
    sees: async (what) => { await once(() => all(what).length, `not in sight: ${JSON.stringify(what)}`); },
    has: async (selector) => { await once(() => document.querySelector(selector), `not there: ${selector}`); },
    misses: async (selector) => { await once(() => !all({ selector }).length, `still in sight: ${selector}`); },
  };
})();
