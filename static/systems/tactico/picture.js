/* The board without reloading the page: a tap on a hex or an arrow fills in the panel, a tap on a machine or an arc
   only draws anew. Where one looks stays where it is. Without this file every hex is a plain link. */
(() => {
  "use strict";
  const box = document.getElementById("f-picture");
  if (!box) return;
  const view = box.parentElement;
  let kept = null, focused = null;

  box.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    const map = box.querySelector(".map");
    if (!link || !map || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const query = link.getAttribute("href").slice(1);
    focused = link.getAttribute("aria-label");
    if ("look" in link.dataset) {
      const chosen = new URLSearchParams(query), sent = new URLSearchParams();
      for (const field of document.querySelectorAll('#panel [form="command"][name]')) {
        if (!["radio", "checkbox"].includes(field.type) || field.checked) sent.append(field.name, field.value);
      }
      for (const name of ["unit", "arc"]) if (chosen.has(name)) sent.set(name, chosen.get(name));
      htmx.ajax("GET", `${map.dataset.picture}?${sent}`, { target: box, swap: "innerHTML" });
    } else {
      htmx.ajax("GET", `${map.dataset.panel}?${query}`, { target: "#panel", swap: "innerHTML" });
    }
  });

  const keep = () => { kept = [view.scrollLeft, view.scrollTop]; };
  const restore = () => {
    if (kept) [view.scrollLeft, view.scrollTop] = kept;
    if (!focused) return;
    for (const link of box.querySelectorAll("a")) if (link.getAttribute("aria-label") === focused) link.focus({ preventScroll: true });
    focused = null;
  };
  for (const name of ["htmx:beforeSwap", "htmx:oobBeforeSwap"]) document.body.addEventListener(name, ({ detail }) => { if (detail.target === box) keep(); });
  for (const name of ["htmx:afterSwap", "htmx:oobAfterSwap"]) document.body.addEventListener(name, ({ detail }) => { if (detail.target === box) { restore(); turn(); } });

  // The acting machine comes into sight when the turn passes on.
  let shown = "";
  function turn() {
    const here = box.querySelector("[data-here]");
    const label = here?.querySelector("text")?.textContent ?? "";
    if (!here || label === shown) return;
    shown = label;
    const frame = view.getBoundingClientRect(), place = here.getBoundingClientRect();
    view.scrollLeft += place.left + place.width / 2 - frame.left - frame.width / 2;
    view.scrollTop += place.top + place.height / 2 - frame.top - frame.height / 2;
  }
  turn();
})();
