/* hx-swap="merge": a live fragment takes in what is new and leaves alone what is not, with its focus, its place and the
   link that a finger is on. Not for what people fill in: it does not put fields back. */
(() => {
  "use strict";
  const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;
  const isLike = (one, other) => isElement(one) && isElement(other) && one.cloneNode(false).isEqualNode(other.cloneNode(false));

  const isBlank = (node) => node.nodeType === Node.TEXT_NODE && !node.data.trim();

  // What stands in the same place is changed inside where it is the same element, and else for the other. A fragment
  // of elements that were selected has no blanks between them, as the page has until its first fragment comes.
  function trade(target, before, all, fresh, added) {
    const blanks = fresh.some(isBlank) ? [] : all.filter(isBlank);
    for (const node of blanks) node.remove();
    const old = blanks.length ? all.filter((node) => !isBlank(node)) : all;
    fresh.forEach((node, place) => {
      const one = old[place];
      if (one?.isEqualNode(node)) return;
      if (one && isLike(one, node)) return merge(one, node, added);
      if (one) one.replaceWith(node);
      else target.insertBefore(node, before);
      added.push(node);
    });
    for (const node of old.slice(fresh.length)) node.remove();
  }

  function merge(target, source, added) {
    const old = [...target.childNodes];
    let from = 0, waiting = [];
    for (const node of [...source.childNodes]) {
      // text is found again only where it is expected: blanks between elements are all the same
      const last = isElement(node) ? old.length : from + 1;
      let at = from;
      while (at < last && !old[at]?.isEqualNode(node)) at += 1;
      if (at >= last) {
        waiting.push(node);
        continue;
      }
      trade(target, old[at], old.slice(from, at), waiting, added);
      from = at + 1;
      waiting = [];
    }
    trade(target, null, old.slice(from), waiting, added);
    return added;
  }

  // Opened details stay open, with the fields that are being filled in there.
  const named = (details) => details.querySelector("summary")?.textContent.replace(/[\d+\u2212/\s]+/g, " ").trim();

  function keepOpen(target, source) {
    const fresh = [...source.querySelectorAll("details")];
    for (const old of target.querySelectorAll("details")) {
      const place = fresh.findIndex((one) => named(one) === named(old));
      if (place >= 0) fresh.splice(place, 1)[0].open = old.open;
    }
  }

  function handleSwap(style, target, fragment) {
    if (style !== "merge") return false;
    // Other scripts make it what they have made of the page, so that only what is new differs.
    document.dispatchEvent(new CustomEvent("merge:arrives", { detail: fragment }));
    keepOpen(target, fragment);
    return merge(target, fragment, []);
  }

  window.htmx?.defineExtension("merge", { handleSwap });
})();
