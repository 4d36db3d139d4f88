/* Sheets: their parts on a phone, and what was opened stays open when the sheet follows a fight. */
(() => {
  "use strict";
  // On a phone one part of the sheet is seen at a time; without this all stand below each other, and the tabs lead there.
  const page = document.querySelector(".sheet-page");
  function show(part) {
    if (!page) return;
    page.dataset.part = part;
    for (const tab of page.querySelectorAll("[data-part]")) {
      if (tab.dataset.part === part) tab.setAttribute("aria-current", "true");
      else tab.removeAttribute("aria-current");
    }
  }
  const parts = () => [...(page?.querySelectorAll(".tabs--thumb [data-part]") ?? [])];
  const asked = parts().find((tab) => tab.hash === location.hash);
  if (parts().length) show(asked?.dataset.part ?? parts()[0].dataset.part);
  document.addEventListener("click", (event) => {
    const tab = event.target.closest?.(".tabs--thumb [data-part]");
    if (!tab || getComputedStyle(tab.parentElement).display === "none") return;
    event.preventDefault();
    history.replaceState(history.state, "", tab.hash);
    show(tab.dataset.part);
    scrollTo({ top: 0 });
  });
  document.addEventListener("htmx:afterSwap", () => show(page?.dataset.part));

  // What was asked for is done: the amounts fold away, and the points stand there anew.
  document.addEventListener("submit", ({ target }) => {
    const box = target.closest(".change-points");
    if (box) box.open = false;
  });

  const name = (details) => details.querySelector("summary")?.textContent.replace(/[\d+\u2212/\s]+/g, " ").trim();
  let open = [];
  document.addEventListener("htmx:beforeSwap", () => {
    open = [...document.querySelectorAll(".sheet details[open]")].map(name);
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const details of document.querySelectorAll(".sheet details")) if (open.includes(name(details))) details.open = true;
  });
})();
