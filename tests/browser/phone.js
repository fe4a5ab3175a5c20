// What a test must know of every phone: what it has still to hear of. By events alone, as its clock may be a test's to turn.
(() => {
  // Whether a finger was lifted whose click has still to come: on a busy machine it comes long after the touch.
  let tapping = false;
  addEventListener("pointerup", ({ pointerType }) => { tapping = pointerType === "touch"; }, true);
  for (const kind of ["pointercancel", "click"]) addEventListener(kind, () => { tapping = false; }, true);

  const PATIENCE = 30_000; // milliseconds, by no clock that a test turns

  // Once this is so, which each event of these kinds may have made so, and the page has heard of all that has come by then.
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

  // A module of the page's own scripts (web/drawing/scripts.py).
  window.ours = async (name) => (await import(document.querySelector("script[type=module]").src)).use(name);

  // Once the last tap has clicked, and a fold has opened, or a scroll has come, if that was all.
  window.tapped = () => until(() => !tapping, "click", "pointercancel");
})();
