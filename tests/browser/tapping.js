// Lists the offers of a page, and notes the effects of taps.
(() => {
  const $ = (selector) => document.querySelector(selector);
  let clicks = 0;
  let answers = 0;
  const plays = { open: 0, taken: 0, refused: [] }; // the posts to the box
  addEventListener("click", () => { clicks += 1; }, true);
  addEventListener("answered", () => { answers += 1; }, true);

  const known = window.fetch;
  window.fetch = async (path, options) => {
    if (path !== "/play") return known(path, options);
    plays.open += 1;
    try {
      const reply = await known(path, options);
      if (reply.status === 204) plays.taken += 1;
      if (reply.status >= 400) plays.refused.push([reply.status, options.body]);
      return reply;
    } finally {
      plays.open -= 1;
      dispatchEvent(new Event("replied"));
    }
  };

  // The buttons of each kind that this phone offers now. Dashed buttons are not offered.
  const KINDS = {
    main: '.asks .ask .main[data-do]:not(.no)', do: '.asks .ask :is(.option, .plain)[data-do]:not(.no)',
    choice: '.asks button[data-choice]:not(.no)', send: '.asks .compose > .main, .asks .leaf > .main:not([data-leaf])',
    lay: '.asks .board-map', turn: '.asks .turn', leaf: '.asks [data-leaf="1"]',
    fold: '.asks .fold:not([open]) > summary', close: '.asks .fold[open] > summary',
    pick: '.asks .compose .options:not(.places, :has(:checked:not([value=""]))) input:not([value=""])',
    most: '.asks .compose .options[data-unmet] input:not(:checked)', unseen: '.asks [data-unseen]:not([data-unseen=""])',
    lifted: '.asks :is([data-lifted], [data-number-lifted])', rather: '.asks .compose .last > .plain',
    place: '.asks :is(.places, .marks) input:not(:checked)', number: '.asks [data-number]', step: '.asks .step:not(.no)',
    tell: '.asks .palette:has([data-place]:not(.filled)) [data-tell]:not(.no)', untell: '.asks .palette [data-nth]',
  };
  let offered = [];
  window.offers = () => {
    offered = Object.entries(KINDS).flatMap(([kind, found]) => [...document.querySelectorAll(found)]
      .filter((at) => at.checkVisibility() && at.getBoundingClientRect().width).map((at) => ({ kind, at })));
    const offers = offered.map(({ kind, at }) => [
      kind, 'secret' in at.dataset || Boolean(at.closest('[data-closed]')), JSON.parse((['main', 'do'].includes(kind) && at.dataset.do) || 'null'),
    ]);
    return { lit: Boolean($('#now.lit')), offers, met: ![...document.querySelectorAll('.asks [data-unmet]')]
      .some((at) => at.checkVisibility() && at.querySelectorAll(':checked, [data-nth]').length < at.dataset.fewest) };
  };

  // Return the offers once the page shows the box's present screen.
  window.follows = async (said) => {
    const [{ draw }, { phone }] = await Promise.all(["drawing/nodes.js", "drawing/screens.js"].map(ours));
    const parts = JSON.parse(said);
    const shows = (root) => [...root.querySelectorAll('#now, .blocks > :not(.talk, .talk-start), .ask')]
      .map((at) => at.dataset.due ?? at.textContent).join('|');
    let wanted = null;
    const drawn = () => {
      const box = document.createElement('div');
      draw(box, phone(parts));
      return shows(box);
    };
    await until(() => {
      if (!$('#screen #now')) return false; // the page has not loaded its words yet
      wanted ??= drawn();
      return wanted === shows($('#screen'));
    }, "shown");
    return offers();
  };

  // Return one of the dots on a map that mark places for a piece, another one each time.
  let laid = 0;
  const hinted = (board) => {
    const box = board.getBoundingClientRect();
    const dots = [...board.querySelector('.hints').getAttribute('d').matchAll(/M(\d+) (\d+)/g)]
      .map(([, x, y]) => new DOMPoint(x, y).matrixTransform(board.firstChild.getScreenCTM()))
      .filter(({ x, y }) => x > box.left && x < box.right && y > box.top && y < box.bottom);
    laid += 1;
    const { x, y } = dots[(laid * 7) % dots.length];
    return [x, y];
  };

  // Return the point where a finger must tap for the nth offer.
  window.aim = (n) => {
    const { at } = offered[n];
    at.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = at.getBoundingClientRect();
    const [x, y] = at.matches('.board-map') ? hinted(at) : [left + width / 2, top + height / 2];
    const found = document.elementFromPoint(x, y);
    const meets = at.contains(found) || Boolean(found?.contains(at));
    return { x, y, meets, what: at.outerHTML.slice(0, 200), clicks };
  };

  // Wait for this number of clicks, and for the replies to all posts. Return whether the page asks for a second tap to
  // confirm, and the box's refusals.
  window.outcome = async (taps) => {
    await until(() => clicks >= taps, "click");
    await until(() => !plays.open && answers >= plays.taken, "replied", "answered");
    return { clicks, sure: Boolean($("[data-sure]")), refused: plays.refused.splice(0) };
  };
})();
