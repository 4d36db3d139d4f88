/* A link to a subject or to a rule opens the part in which it stands. Without this file it leads to the folded part. */
(() => {
  "use strict";
  function unfold() {
    const aim = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const part = aim?.closest("details");
    if (!part) return;
    part.open = true;
    aim.scrollIntoView();
  }
  addEventListener("hashchange", unfold);
  unfold();
})();
