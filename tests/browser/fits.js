// Measures painted texts, and returns those that are cut, shortened, broken within a word, or covered by something else, as
// a list of [fault, words]. Evaluated in the page.
(() => {
  // Asking the browser takes long, and every text inside an element asks for it. So each reply is kept while one page is
  // measured.
  const known = [];
  const once = (ask) => {
    const answers = new Map();
    known.push(answers);
    return (at) => {
      if (!answers.has(at)) answers.set(at, ask(at));
      return answers.get(at);
    };
  };
  const styleOf = once((at) => {
    const { display, position, clipPath, overflowX, overflowY, textOverflow } = getComputedStyle(at);
    return { display, position, clipPath, overflowX, overflowY, textOverflow };
  });
  const wholeOf = once((node) => rects(node));
  const boxOf = once((at) => at.getBoundingClientRect());
  const widerOf = once((at) => at.scrollWidth - at.clientWidth);

  const apart = once((at) => at !== document.body && at !== null && (styleOf(at).clipPath !== "none" || apart(at.parentElement))); // for screen readers only
  const shown = once((at) => at.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !at.closest(".skip, .sprite, .apart") && !apart(at));
  const texts = () => {
    const walker = document.createTreeWalker(document.querySelector("dialog[open], #panel:not([hidden])") ?? document.body, NodeFilter.SHOW_TEXT); // the part that covers the rest
    const found = [];
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (node.data.trim() && shown(node.parentElement) && !node.parentElement.matches("details:not([open])")
        && !node.parentElement.closest("script, style, template, noscript")) found.push(node);
    }
    return found;
  };
  const rects = (node, from = 0, to = node.length) => {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].filter((box) => box.width > 0.5 && box.height > 0.5);
  };
  const lines = (boxes) => boxes.reduce((tops, box) => (tops.some((top) => Math.abs(top - box.top) < box.height / 2) ? tops : [...tops, box.top]), []);
  const says = (node) => node.data.trim().slice(0, 60);

  // A line may break at white space, after a hyphen, a dash or a slash, and at the marks that texts have for it. In Japanese
  // it may also break at punctuation, for which the browser has rules. The text between two such places is one piece.
  const pieces = (words) => {
    const found = [];
    const piece = /[^\s\u200b\u00ad\-‐–—×/・、。，．！？：；…「」『』（）()：]+/gu;
    for (let at = piece.exec(words); at; at = piece.exec(words)) found.push([at.index, at.index + at[0].length]);
    return found;
  };
  const japanese = (words) => /[\u3040-\u30ff\u4e00-\u9fff]/u.test(words);
  const broken = (node) => (lines(wholeOf(node)).length < 2 ? [] : pieces(node.data))
    .map(([from, to]) => [node.data[from - 1] === "\u00ad" ? from + 1 : from, to]) // the hyphen is measured with the word after it
    .filter(([from, to]) => to - from > 1 && lines(rects(node, from, to)).length > 1)
    .map(([from, to]) => node.data.slice(from, to))
    .filter((piece) => document.documentElement.lang === "ja" || !japanese(piece)) // in other languages a Japanese name may break anywhere
    .map((piece) => [japanese(piece) ? "phrase broken" : "word broken", piece]);

  const scrolls = (style, axis) => /auto|scroll/.test(style[`overflow${axis}`]);
  const cuts = (style, axis) => /hidden|clip/.test(style[`overflow${axis}`]);
  // Each ancestor that cuts makes a part invisible. An ancestor that scrolls only moves it out of sight for now.
  const cut = (node) => {
    const boxes = wholeOf(node);
    let [freeX, freeY] = [false, false];
    for (let at = node.parentElement; at && at !== document.documentElement; at = at.parentElement) {
      const style = styleOf(at);
      if (style.display === "inline" || style.display === "contents") continue;
      const box = boxOf(at);
      if (!freeX && cuts(style, "X") && boxes.some(({ left, right }) => left < box.left - 1 || right > box.right + 1)) return [["cut", says(node)]];
      if (!freeY && (cuts(style, "Y") || at.matches(".now:has(h1)") && node.parentElement.matches("h1")) && boxes.some(({ top, bottom }) => top < box.top - 3 || bottom > box.bottom + 3)) return [["cut", says(node)]];
      freeX ||= scrolls(style, "X") && widerOf(at) > 0;
      freeY ||= scrolls(style, "Y") && !node.parentElement.matches(".now h1");
      if (style.position === "fixed") break;
    }
    const wide = document.documentElement.clientWidth;
    if (!freeX && boxes.some(({ left, right }) => left < -1 || right > wide + 1)) return [["off the side", says(node)]];
    const isFixed = document.body.matches(".room, .phone") && !("column" in document.documentElement.dataset); // else the page scrolls
    if (isFixed && !freeY && boxes.some(({ bottom }) => bottom > innerHeight + 1)) return [["below the screen", says(node)]];
    return [];
  };
  // A thing with a border must hold its words.
  const spilled = (node) => {
    const own = node.parentElement.closest("button, .option, .card, .plain, .main, .refusal, td");
    if (!own) return [];
    const { left, right, top, bottom } = boxOf(own);
    const out = wholeOf(node).some((box) => box.left < left - 1 || box.right > right + 1 || box.top < top - 3 || box.bottom > bottom + 3);
    return out && ![...ancestors(node.parentElement, own)].some((at) => scrolls(styleOf(at), "X")) ? [["spilled", says(node)]] : [];
  };
  const dotted = (node) => {
    for (let at = node.parentElement; at && at !== document.body; at = at.parentElement) {
      if (styleOf(at).textOverflow === "ellipsis" && widerOf(at) > 1) return [["ellipsis", says(node)]];
    }
    return [];
  };

  // At each end of a line, and in its middle, the topmost element must be the text's own.
  const covered = (node) => {
    const own = node.parentElement;
    for (const box of wholeOf(node)) {
      const y = (box.top + box.bottom) / 2;
      // The last dot may belong to the next element if no space is between.
      for (const x of [box.left + 1, (box.left + box.right) / 2, box.right - 2]) {
        if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue;
        if (outOfSight(own, x, y)) continue;
        const top = document.elementFromPoint(x, y);
        if (top && top !== own && !own.contains(top) && !top.contains(own) && !over(top, own)) return [["covered", says(node)]];
      }
    }
    return [];
  };
  const scrollers = once((at) => {
    if (!at || at === document.body) return [];
    const style = styleOf(at);
    return [...(scrolls(style, "X") || scrolls(style, "Y") ? [boxOf(at)] : []), ...scrollers(at.parentElement)];
  });
  const outOfSight = (own, x, y) => scrollers(own).some((box) => x < box.left + 2 || x > box.right - 2 || y < box.top + 3 || y > box.bottom - 3);
  // Two things may be above a text: a transparent control over its own label, and a button that stays in sight while its
  // form scrolls beneath.
  const over = (top, own) => top.matches("input") && top.closest("label")?.contains(own)
    || [...ancestors(top)].some((at) => styleOf(at).position === "sticky");
  function* ancestors(at, last = document.body) {
    for (; at && at !== last; at = at.parentElement) yield at;
  }

  const small = () => [...document.querySelectorAll("button, a, summary, input:not([type=hidden])")]
    .filter((at) => shown(at) && !at.matches(".skip, label input"))
    .map((at) => [at, boxOf(at)])
    .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
    .map(([at]) => ["too small for a thumb", (at.textContent || at.className).trim().slice(0, 60)]);

  window.measured = ({ thumbs = true } = {}) => {
    for (const answers of known) answers.clear();
    const faults = texts().flatMap((node) => [...broken(node), ...cut(node), ...spilled(node), ...dotted(node), ...covered(node)]);
    if (thumbs) faults.push(...small());
    return [...new Map(faults.map((fault) => [fault.join(": "), fault])).values()];
  };
})();
