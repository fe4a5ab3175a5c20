// Finds controls whose name, for screen readers and for voice control, does not begin with their visible words. Evaluated in the
// page: `unnamed(root)` returns for each such control these words and the name.
window.unnamed = (root) => {
  const plain = (words) => words.replace(/[\u00ad\u200b]/gu, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim().toLowerCase();
  const isSeen = (at) => at.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const isHeard = (at) => at.checkVisibility({ visibilityProperty: true }) && !at.closest("[aria-hidden=true]");

  // Return the words in a control for which `isWanted` is true of their element. Words around a place where a line may break are
  // one. With `pictures` the names of pictures are among them.
  const wordsIn = (at, isWanted, pictures = "") => {
    const kinds = NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT;
    const walker = document.createTreeWalker(at, kinds, ({ parentElement }) => (parentElement.closest("svg[role=img]") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
    const found = [];
    while (walker.nextNode()) {
      const { data, role, parentElement, previousSibling, ariaLabel } = walker.currentNode;
      if (data === undefined && pictures && role === "img" && ariaLabel && isWanted(walker.currentNode)) found.push(ariaLabel);
      if (data === undefined || !isWanted(parentElement)) continue;
      if (previousSibling?.nodeName === "WBR" && found.length) found.push(found.pop() + data);
      else found.push(data);
    }
    return found.map(plain).filter(Boolean);
  };

  // Return the first printed words of a control, with each number printed before them, or without: what is printed in a row may
  // be read as one. After its name, a blocked control gives its reason. The face of a covered card is not its name, so that nobody
  // has to say a secret aloud.
  const printed = (at) => {
    const all = wordsIn(at, (one) => isSeen(one) && !one.closest(".unseen, .short, .covered"));
    const first = all.findIndex((words) => /\p{L}/u.test(words));
    return first < 0 ? all.slice(0, 1) : [all[first], ...all.slice(0, first).map((number) => `${number} ${all[first]}`)];
  };
  const nameOf = (at) => plain(at.ariaLabel ?? at.querySelector("input[aria-label]")?.ariaLabel ?? wordsIn(at, isHeard, "pictures").join(" "));
  const begins = (name, words) => name.startsWith(words) && !/^[\p{Script=Latin}\p{N}]/u.test(name.slice(words.length));

  return [...root.querySelectorAll("button, a[href], summary, label")]
    .filter(isSeen)
    .map((at) => [printed(at), nameOf(at)])
    .filter(([printed, name]) => printed.length && !printed.some((words) => begins(name, words)));
};
