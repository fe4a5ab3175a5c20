// Looks laid out one after the other, each in all letters, and measured: in one call, as what a test and its page have to say to
// each other takes longer than what is measured. Evaluated in the page, after fits.js.
(() => {
  const stage = () => document.querySelector("#screen");
  let count = 0;

  // With its scripts at hand no page finds the time to paint what is only measured.
  let scripts = null;

  // A screen comes to a page that showed none, and has just heard from its box.
  window.drawAfresh = async (parts) => {
    const [{ draw }, { show }] = await (scripts ??= Promise.all(["drawing/nodes.js", "picture.js"].map(ours)));
    draw(stage());
    window.brings?.("beat", {});
    show({ parts: { ...parts, looks: ++count } });
  };

  // In these letters, of the size that its owner has chosen.
  function letters({ language, families, size }) {
    const sheet = new CSSStyleSheet();
    const breaks = language === "ja" ? "keep-all" : "normal";
    sheet.replaceSync(`:root, :root:lang(ja), :lang(ja) {
      font-family: ${families} !important; --serif: ${families} !important; word-break: ${breaks} !important;
    }`);
    document.adoptedStyleSheets = [sheet];
    document.documentElement.lang = language;
    document.documentElement.dataset.size = String(size);
    if (localStorage.getItem("size") !== String(size)) localStorage.setItem("size", size); // a page that draws dresses itself as it remembers
  }

  // The page as it is, in other letters. What it fits by itself it fits anew, as on a phone that is turned.
  window.dressed = (dress) => {
    letters(dress);
    dispatchEvent(new Event("resize"));
  };

  // Whether there is a cover; then keys keep it open, and what is under it is fitted to the letters. Clicks would count as too
  // early: no time passes on this page.
  window.uncovered = () => {
    const cover = document.querySelector(".cover");
    const press = (kind) => cover.dispatchEvent(new KeyboardEvent(kind, { key: "Enter", bubbles: true }));
    while (cover && !cover.matches(".kept")) ["keydown", "keyup"].forEach(press);
    return Boolean(cover);
  };

  // A page that has just heard from its box: one that has not says so in place of its now-line.
  window.heard = () => {
    document.querySelector(".quiet")?.remove();
    if (!document.body.classList.contains("alone")) return;
    document.querySelector(".lost")?.remove();
    document.body.classList.remove("alone");
    dispatchEvent(new Event("resize"));
  };

  // What is wrong on such a page.
  const faults = (thumbs) => {
    heard();
    return measured({ thumbs });
  };

  // The same in each of these letters: their name, the fault.
  window.worn = (dresses) => dresses.flatMap(({ name, ...dress }) => {
    dressed(dress);
    return faults(true).map((fault) => [name, fault.join(": ")]);
  });

  // Which parts of the room's screen do not wait for their turn.
  const STANDING = ".blocks > *, .blocks .timeline > li";
  const stands = () => [...document.querySelectorAll(STANDING)].map((at) => !at.matches(".later"));

  // What is wrong with each of these looks in each of these letters: the look's place, the letters' name, the fault. Letters that
  // have a `third` are worn by every third look, from that one on.
  window.laid = async ({ looks, dresses, thumbs, held }) => {
    const wrong = [];
    for (const [place, parts] of JSON.parse(looks).entries()) {
      letters(dresses[0]);
      await drawAfresh(parts);
      for (const [turn, { name, third = place % 3, ...dress }] of dresses.entries()) {
        if (third !== place % 3) continue;
        if (turn) dressed(dress);
        if (held && !uncovered()) continue;
        wrong.push(...faults(thumbs).map((fault) => [place, name, fault.join(": ")]));
      }
    }
    return wrong;
  };

  // The same of one look as the room has it at first, with what stands then.
  window.begun = async ({ parts, dress }) => {
    letters(dress);
    await drawAfresh(parts);
    return turn();
  };
  // From the sofa letters of 2.2 % of the height are read; the way in at the side is walked up to.
  // In the bands of a game letters have 32 dots of 1080.
  const tiny = () => [...smaller(".room .blocks *", 0.022), ...smaller(".room :is(.banner, .plates, .ribbons, .notes, .come, .poster-side) *", 32 / 1080)];
  const smaller = (where, least) => {
    const texts = [...document.querySelectorAll(where)].filter((at) => at.checkVisibility() && !at.closest("svg") && [...at.childNodes].some((one) => one.nodeType === 3 && one.data.trim()));
    const size = (at) => parseFloat(getComputedStyle(at).fontSize) * at.currentCSSZoom;
    return texts.filter((at) => getComputedStyle(at).clipPath === "none" && !at.closest(".unseen") && size(at) < innerHeight * least - 0.1)
      .map((at) => `letters of ${size(at).toFixed(1)} px: ${at.textContent.trim().slice(0, 40)}`);
  };
  const empty = () => (document.querySelector(".room .scene .paint, .room .paint") || document.querySelector(".room .blocks, .room table")?.innerText.trim() ? [] : ["nothing is shown"]);
  window.turn = () => ({ stands: stands(), faults: [...faults(false).map((fault) => fault.join(": ")), ...new Set(tiny()), ...empty()] });
})();
