/* Keeps the screen lit while a fight is open, where the browser allows it: only over https, and only while visible. */
(() => {
  "use strict";
  if (!("wakeLock" in navigator)) return;
  let lock = null;
  async function keep() {
    if (document.hidden || lock) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { lock = null; });
    } catch {
      // low battery or power saving: the device decides, and is asked again when the page is seen again
    }
  }
  document.addEventListener("visibilitychange", keep);
  keep();
})();
