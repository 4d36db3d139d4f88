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
      // what is refused is told above the map
      .then((answer) => (answer.ok || answer.status === 422 ? answer.text() : Promise.reject(new Error(String(answer.status)))))
      .then((text) => {
        const drawn = new DOMParser().parseFromString(text, "text/html"), stacked = drawn.querySelector(".stacked");
        if (stacked) sheet.querySelector(".stacked").replaceWith(stacked);
        for (const part of drawn.querySelectorAll("[data-live]")) document.getElementById(part.id)?.replaceWith(part);
      })
      .catch(() => form.requestSubmit());
  }

  const board = () => sheet.querySelector(".map[data-free]");
  const under = (event) => cellUnder(board(), event, form.elements.brush?.value?.startsWith("edge:"));

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

  // steps back and forth
  document.addEventListener("click", (event) => {
    const step = event.target.closest("[data-step]");
    if (!step) return;
    event.preventDefault();
    const sent = new FormData(form);
    sent.set("do", step.value);
    paint(sent);
  });

  // the cell under the pointer, and what lies on it
  const told = document.getElementById("map-cell");
  let read = null, words = {};
  const tell = (event) => {
    const stacked = sheet.querySelector(".stacked");
    if (stacked !== read) [read, words] = [stacked, JSON.parse(stacked.dataset.words)];
    const name = cellUnder(stacked.querySelector(".map:last-of-type"), event, false, stacked.dataset);
    told.value = name ? [name, words[name]].filter(Boolean).join(", ") : "";
  };
  for (const name of ["pointermove", "pointerdown"]) sheet.addEventListener(name, tell);
  sheet.addEventListener("pointerleave", () => { told.value = ""; });

  // what is painted on is no picture to be dragged away; a finger paints where it does not move the map
  sheet.addEventListener("dragstart", (event) => event.preventDefault());
  const moves = document.getElementById("map-moves");
  document.getElementById("map-finger").hidden = !board();

  // a second finger moves the map or makes it larger: nothing is painted
  sheet.addEventListener("pointerdown", (event) => {
    stroke = board() && event.isPrimary && event.button === 0 ? new Set([under(event)]) : null;
  });
  sheet.addEventListener("pointermove", (event) => {
    if (stroke && event.buttons === 1 && (event.pointerType === "mouse" || !moves.checked)) stroke.add(under(event));
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
