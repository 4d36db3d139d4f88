/* The fight's page: a panel that was filled in is only replaced when what it asks has changed. */
(() => {
  "use strict";
  const panel = document.getElementById("panel");
  if (!panel) return;
  // The token in the panel says what it asks; the server answers 204 when that is still the question.
  panel.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.elt !== panel) return;
    event.detail.parameters.delete?.("key");
  });
})();
