/* Sends a text on: by the apps of the device, or else into the clipboard. Without either the button stays away. */
(() => {
  "use strict";
  if (!navigator.share && !navigator.clipboard) return;
  for (const button of document.querySelectorAll("[data-send]")) {
    // Fetched before it is tapped: a browser shares only at once after a tap.
    const text = fetch(button.dataset.send).then((answer) => (answer.ok ? answer.text() : Promise.reject(answer)));
    text.then(() => { button.hidden = false; }, () => {});
    button.addEventListener("click", async () => {
      const said = await text;
      try {
        if (navigator.share) return await navigator.share({ text: said });
      } catch (problem) {
        if (problem.name === "AbortError") return;
      }
      await navigator.clipboard?.writeText(said);
      button.querySelector("span").textContent = button.dataset.sent;
    });
  }
})();
