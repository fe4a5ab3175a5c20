// Lays screens out one after the other, each with all fonts, and measures them. All happens in one call, because a call
// between test and page takes longer than the measuring. Evaluated in the page, after fits.js.
(() => {
  const stage = () => document.querySelector("#screen");
  let count = 0;

  // The scripts are loaded once. Waiting for them would give the browser time to paint screens that are only measured.
  let scripts = null;

  // Draw a screen on a page that showed none, and that has just heard from its box.
  window.drawAfresh = async (parts) => {
    const [{ draw }, { show }] = await (scripts ??= allHere().then(() => Promise.all(["drawing/nodes.js", "picture.js"].map(ours))));
    draw(stage());
    window.brings?.("beat", {});
    show({ parts: { ...parts, looks: ++count } });
  };

  // Use these fonts, in the size of text that the phone's owner has chosen.
  function useLetters({ language, families, size }) {
    const sheet = new CSSStyleSheet();
    const breaks = language === "ja" ? "keep-all" : "normal";
    sheet.replaceSync(`:root, :root:lang(ja), :lang(ja) {
      font-family: ${families} !important; --serif: ${families} !important; word-break: ${breaks} !important;
    }`);
    document.adoptedStyleSheets = [sheet];
    document.documentElement.lang = language;
    document.documentElement.dataset.size = String(size);
    if (localStorage.getItem("size") !== String(size)) localStorage.setItem("size", size); // the page reads its size of text from here when it draws
  }

  // Show the present page with other fonts. The page then fits its parts to the screen, as on a phone that is turned.
  window.showIn = (letters) => {
    useLetters(letters);
    dispatchEvent(new Event("resize"));
  };

  // Return whether there is a cover. If so, open it by keys, which keep it open, and the page fits the secrets to the
  // letters. Clicks would count as too early, because no time passes on this page.
  window.uncovered = () => {
    const cover = document.querySelector(".cover");
    const press = (kind) => cover.dispatchEvent(new KeyboardEvent(kind, { key: "Enter", bubbles: true }));
    for (let n = 0; cover && n < 3 && !cover.matches(".kept"); n += 1) ["keydown", "keyup"].forEach(press);
    if (cover && !cover.matches(".kept")) throw new Error("The cover does not open by keys.");
    return Boolean(cover);
  };

  // Make the page one that has just heard from its box. After a silence a page replaces its now-line by a warning.
  window.heard = () => {
    document.querySelector(".quiet")?.remove();
    if (!document.body.classList.contains("alone")) return;
    document.querySelector(".lost")?.remove();
    document.body.classList.remove("alone");
    dispatchEvent(new Event("resize"));
  };

  // Return the faults of such a page.
  const faults = (thumbs) => {
    heard();
    return measured({ thumbs });
  };

  // Return the faults of the page with each of these fonts: the name of the font, and the fault.
  window.faultsInEach = (allLetters) => allLetters.flatMap(({ name, ...letters }) => {
    showIn(letters);
    return faults(true).map((fault) => [name, fault.join(": ")]);
  });

  // Return which parts of the room's screen are shown now. The others wait for their turn.
  const PARTS = ".blocks > *, .blocks .timeline > li";
  const shown = () => [...document.querySelectorAll(PARTS)].map((at) => !at.matches(".later"));

  // Return the faults of each of these looks with each of these fonts: the number of the look, the name of the font, and the
  // fault. A font with a `third` is used on every third look, beginning with that one.
  window.faultsOfLooks = async ({ looks, allLetters, thumbs, held }) => {
    const wrong = [];
    for (const [place, parts] of JSON.parse(looks).entries()) {
      useLetters(allLetters[0]);
      await drawAfresh(parts);
      for (const [turn, { name, third = place % 3, ...letters }] of allLetters.entries()) {
        if (third !== place % 3) continue;
        if (turn) showIn(letters);
        if (held && !uncovered()) continue;
        wrong.push(...faults(thumbs).map((fault) => [place, name, fault.join(": ")]));
      }
    }
    return wrong;
  };

  // Show one look in the room. Return its first visible parts and their faults.
  window.firstTurn = async (said) => {
    const { parts, letters } = JSON.parse(said);
    useLetters(letters);
    await drawAfresh(parts);
    return turn();
  };
  // Return texts that are too small. From a sofa people can read letters of 2.2 % of the screen's height. People walk up to
  // the code at the side, so its letters may be smaller. In a game's bands letters must have 32 of 1080 dots.
  const tiny = () => [...smaller(".room .blocks *", 0.022), ...smaller(".room :is(.banner, .plates, .ribbons, .notes, .come, .poster-side) *", 32 / 1080)];
  const smaller = (where, least) => {
    const texts = [...document.querySelectorAll(where)].filter((at) => at.checkVisibility() && !at.closest("svg") && [...at.childNodes].some((one) => one.nodeType === 3 && one.data.trim()));
    const size = (at) => parseFloat(getComputedStyle(at).fontSize) * at.currentCSSZoom;
    return texts.filter((at) => getComputedStyle(at).clipPath === "none" && !at.closest(".unseen") && size(at) < innerHeight * least - 0.1)
      .map((at) => `letters of ${size(at).toFixed(1)} px: ${at.textContent.trim().slice(0, 40)}`);
  };
  const empty = () => (document.querySelector(".room .scene .paint, .room .paint") || document.querySelector(".room .blocks, .room table")?.innerText.trim() ? [] : ["nothing is shown"]);
  window.turn = () => ({ shown: shown(), faults: [...faults(false).map((fault) => fault.join(": ")), ...new Set(tiny()), ...empty()] });
})();
