/* The pages of moments that are past: the arrows go a step along the line, Escape goes back to now. */
(() => {
  "use strict";
  const KEYS = { ArrowLeft: "travel-back", ArrowRight: "travel-on", PageUp: "travel-turn-back", PageDown: "travel-turn-on" };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.matches("input, textarea, select")) return;
    const button = document.getElementById(event.key === "Escape" ? "then-now" : KEYS[event.key] ?? "");
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    event.preventDefault();
    button.click();
  });
})();
