/* Asks the browser for a passkey when a form with [data-passkey] is sent, and sends the answer in it. */
(() => {
  "use strict";
  if (!globalThis.webauthnJSON.supported()) return;
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    const options = JSON.parse(document.getElementById(form.dataset.options).textContent);
    const failed = form.querySelector("[data-failed]");
    const button = form.querySelector("button");
    form.hidden = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      failed.hidden = true;
      button.disabled = true;
      try {
        form.elements.credential.value = JSON.stringify(await globalThis.webauthnJSON[form.dataset.passkey](options));
        form.submit();
      } catch {
        // People who cancel, and devices without one; a browser does not tell which.
        failed.hidden = false;
        button.disabled = false;
      }
    });
  }
  for (const one of document.querySelectorAll("[data-without-passkeys]")) one.hidden = true;
})();
