/* Printing: the button of the browser's own dialogue, and choices that apply at once. */
(() => {
  "use strict";
  for (const button of document.querySelectorAll("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => window.print());
  }
  if (document.querySelector("[data-print-now]")) window.print();
  const form = document.querySelector("[data-print-options]");
  if (!form) return;
  const apply = form.querySelector("[data-print-apply]");
  if (apply) apply.hidden = true;
  form.addEventListener("change", () => form.requestSubmit());
})();
