/* A tap on the map paints without loading the page anew. Without this file the tap is a plain form. */
(() => {
  "use strict";
  const form = document.getElementById("map"), sheet = document.getElementById("map-sheet");
  if (!form || !sheet || !window.FormData) return;
  let last = Promise.resolve();

  sheet.addEventListener("click", (event) => {
    const tap = event.target.closest("input[type=image]");
    if (!tap) return;
    event.preventDefault();
    const frame = tap.getBoundingClientRect(), sent = new FormData(form);
    sent.set("at.x", String(Math.round(event.clientX - frame.left)));
    sent.set("at.y", String(Math.round(event.clientY - frame.top)));
    // one after the other: each stroke is painted on what the one before has left
    last = last.then(() => fetch(location.href, { method: "POST", body: sent, headers: { "HX-Request": "true" } }))
      .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status)))))
      .then((text) => {
        const drawn = new DOMParser().parseFromString(text, "text/html").querySelector("svg");
        if (drawn) sheet.querySelector("svg").replaceWith(drawn);
      })
      .catch(() => form.requestSubmit());
  });
})();
