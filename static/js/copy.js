/* Copies a link. Where the browser withholds the clipboard (no https), the text is selected for the hand to copy. */
(() => {
  "use strict";
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    field.focus();
    field.select();
    let copied = false;
    try {
      await navigator.clipboard.writeText(field.value);
      copied = true;
    } catch {
      copied = document.execCommand("copy");
    }
    if (copied) button.querySelector("span").textContent = button.dataset.copied;
  });
})();
