/* Installs the service worker and tells it who reads this page, and whether the sheet on it may be kept for reading. */
(() => {
  "use strict";
  const { reader, page } = document.body.dataset, workers = navigator.serviceWorker;
  if (!workers) return;
  const tell = async () => {
    const { active } = await workers.ready;
    active.postMessage({ reader, page, language: document.documentElement.lang });
  };
  addEventListener("load", () => {
    workers.register("/trabajador.js", { updateViaCache: "none" }).then(tell).catch(() => {});
  });
  // What was read last is what is kept.
  if (page) document.addEventListener("visibilitychange", () => { if (document.hidden) tell(); });
})();
