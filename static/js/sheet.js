/* Sheets: points left while scores are chosen, and what was opened stays open when the sheet follows a fight. */
(() => {
  "use strict";
  const MINUS = "\u2212";
  const number = (text) => Number.parseInt(text.replace(MINUS, "-"), 10) || 0;

  function count() {
    const box = document.querySelector("[data-budget]");
    if (!box) return;
    const fields = box.parentElement.querySelectorAll(".attrs--in input");
    const left = Number(box.dataset.budget) - [...fields].reduce((sum, field) => sum + number(field.value), 0);
    box.querySelector("[data-left]").textContent = left < 0 ? MINUS + -left : String(left);
    box.classList.toggle("readout--over", left < 0);
  }

  document.addEventListener("input", count);
  count();

  const name = (details) => details.querySelector("summary")?.textContent.replace(/[\d+\u2212/\s]+/g, " ").trim();
  let open = [];
  document.addEventListener("htmx:beforeSwap", () => {
    open = [...document.querySelectorAll(".sheet details[open]")].map(name);
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const details of document.querySelectorAll(".sheet details")) if (open.includes(name(details))) details.open = true;
  });
})();
