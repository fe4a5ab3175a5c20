// Functions with which a test waits until a phone has heard everything. They wait for events, because a test may have
// stopped the clock.
(() => {
  // True from the lifting of a finger until its click. On a busy machine the click comes long after the touch.
  let tapping = false;
  addEventListener("pointerup", ({ pointerType }) => { tapping = pointerType === "touch"; }, true);
  for (const kind of ["pointercancel", "click"]) addEventListener(kind, () => { tapping = false; }, true);

  const PATIENCE = 60_000; // milliseconds of real time

  // Wait until `isSo` is true, and the page has heard everything that came until then. Each event of `kinds` may have made
  // it true.
  window.until = async (isSo, ...kinds) => {
    let look;
    await new Promise((done, fail) => {
      look = () => isSo() && done();
      for (const kind of kinds) addEventListener(kind, look, true);
      AbortSignal.timeout(PATIENCE).addEventListener("abort", () => fail(new Error(`waited in vain: ${isSo}`)));
      look();
    });
    for (const kind of kinds) removeEventListener(kind, look, true);
    await all();
  };

  const all = () => new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = done;
    port2.postMessage(0);
  });

  // Import a module of the page's own scripts (web/drawing/files.py).
  window.ours = async (name) => (await import(document.querySelector("script[type=module]").src)).use(name);

  // Wait for the scripts that come later (LATER of web/drawing/files.py), and for the words of all games. In a game a phone asks for
  // those of another game when it needs one.
  window.allHere = async () => {
    if (!document.body.dataset.draws) return; // nothing comes later
    const { bring } = await import(document.querySelector("script[type=module]").src);
    await Promise.all(["later.js", "kits/drawn.js"].map(bring));
    const { say, text } = await ours("say.js");
    const isSaid = (key) => { try { return say(text(key)); } catch ({ coming }) { return coming; } };
    for (const key of ["bali.aim", "bali.aim", "buru.aim", "buru.aim"]) await isSaid(key);
  };

  // Wait until the last tap has become a click, or has only opened a fold or scrolled.
  window.tapped = () => until(() => !tapping, "click", "pointercancel");

  // Wait until the page has been drawn once more after the last tap. A fold tells that it opened, and a scroll that it moved,
  // only then. An observer of sizes hears of each drawing, also while the page's clock is stopped.
  window.drawnAgain = async () => {
    await tapped();
    await new Promise((done) => {
      const watch = new ResizeObserver(() => { watch.disconnect(); done(); });
      watch.observe(document.documentElement);
    });
    await all();
  };
})();
