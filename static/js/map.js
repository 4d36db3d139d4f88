/* A tap on the map, or a stroke over it, paints without loading the page anew. Without this file the tap is a plain
   form. */
(() => {
  "use strict";
  const form = document.getElementById("map"), sheet = document.getElementById("map-sheet");
  if (!form || !sheet || !window.FormData) return;
  let last = Promise.resolve(), stroke = null;

  // one after the other: each stroke is painted on what the one before has left
  function paint(sent) {
    last = last.then(() => fetch(location.href, { method: "POST", body: sent, headers: { "HX-Request": "true" } }))
      .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status)))))
      .then((text) => {
        const drawn = new DOMParser().parseFromString(text, "text/html").querySelector(".stacked");
        if (drawn) sheet.querySelector(".stacked").replaceWith(drawn);
      })
      .catch(() => form.requestSubmit());
  }

  const board = () => sheet.querySelector(".map[data-free]");
  const under = (event) => cellUnder(board(), event, form.querySelector("[name=brush]:checked")?.value.startsWith("edge:"));

  sheet.addEventListener("click", (event) => {
    const tap = event.target.closest("input[type=image]");
    if (!tap) return;
    event.preventDefault();
    if (board()) return;
    const frame = tap.getBoundingClientRect(), sent = new FormData(form);
    sent.set("at.x", String(Math.round(event.clientX - frame.left)));
    sent.set("at.y", String(Math.round(event.clientY - frame.top)));
    paint(sent);
  });

  sheet.addEventListener("pointerdown", (event) => {
    if (!board() || !event.isPrimary || event.button !== 0) return;
    stroke = new Set([under(event)]);
  });
  sheet.addEventListener("pointermove", (event) => {
    if (stroke && event.pointerType === "mouse" && event.buttons === 1) stroke.add(under(event));
  });
  sheet.addEventListener("pointercancel", () => { stroke = null; });
  window.addEventListener("pointerup", () => {
    const names = stroke && [...stroke].filter(Boolean);
    stroke = null;
    if (!names?.length) return;
    const sent = new FormData(form);
    sent.set(board().dataset.field, names.join(" "));
    paint(sent);
  });
})();
