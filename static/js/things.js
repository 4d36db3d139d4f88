/* Each tap on − and + counts, however fast they come: what is tapped while the page is being answered waits its turn
   and is done on the page that comes back, under a key of its own. Only buttons with data-each-tap; of all others a
   second tap is taken for the same one. */
(() => {
  "use strict";
  const body = document.body;
  const waiting = [];
  let under = false;

  const isTap = ({ requestConfig }) => requestConfig?.verb === "post" && requestConfig.elt?.id === "do";

  function next() {
    for (let tap = waiting.shift(); tap; tap = waiting.shift()) {
      const [address, value] = tap;
      const same = [...document.querySelectorAll("button[data-each-tap]")].find((button) =>
        button.getAttribute("formaction") === address && button.value === value && !button.disabled);
      if (same) { same.click(); return; }
    }
  }

  document.addEventListener("click", (event) => {
    const button = under && event.target.closest?.("button[data-each-tap]");
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    waiting.push([button.getAttribute("formaction"), button.value]);
  }, true);

  body.addEventListener("htmx:beforeRequest", ({ detail }) => { if (isTap(detail)) under = true; });
  body.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (!isTap(detail)) return;
    under = false;
    // What was not answered is kept by the page and sent again by hand; the taps after it are not guessed at.
    if (!detail.successful) waiting.length = 0;
    setTimeout(next);
  });
})();
