/* The board without reloading the page: a tap on a cell or an arrow fills in the panel, a tap on a combatant or a look
   only draws anew. Where one looks stays where it is. Without this file all of these are plain links. Where any cell
   or edge may be meant (data-free), a tap or a stroke writes its name into the field of the panel (data-field). */
(() => {
  "use strict";
  const box = document.getElementById("f-picture");
  if (!box) return;
  const view = box.closest(".picture__view");
  let kept = null, focused = null;

  function given() {
    const sent = new URLSearchParams();
    for (const one of document.querySelectorAll('#panel [form="command"][name]')) {
      if (!["radio", "checkbox"].includes(one.type) || one.checked) sent.append(one.name, one.value);
    }
    return sent;
  }

  box.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="?"]');
    const map = box.querySelector(".map");
    if (!link || !map || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const query = link.getAttribute("href").slice(1);
    focused = link.getAttribute("aria-label");
    if ("look" in link.dataset) {
      const chosen = new URLSearchParams(query), sent = given();
      for (const name of ["unit", "look"]) if (chosen.has(name)) sent.set(name, chosen.get(name));
      htmx.ajax("GET", `${map.dataset.picture}?${sent}`, { target: box, swap: "innerHTML" });
    } else {
      // of many cells in one link, the one under the finger; a key means none of them, and leads to where it is written
      const { expanse } = link.dataset, sent = new URLSearchParams(query), field = document.querySelector(`#panel [name="${expanse}"]`);
      if (expanse && !event.detail && field) return field.focus();
      if (expanse && event.detail) sent.set(expanse, cellUnder(map, event));
      htmx.ajax("GET", `${map.dataset.panel}?${sent}`, { target: "#panel", swap: "innerHTML" });
    }
  });

  // A tap anywhere: the cell under it, or its edge that is nearest, is written into the form.
  const field = (map) => document.querySelector(`#panel [name="${map.dataset.field}"]`);
  let stroke = null;

  function write(map, name) {
    const one = field(map);
    if (!one || !name) return;
    if (map.dataset.free === "cell") one.value = name;
    else if (!stroke.has(name)) {
      const names = one.value.split(/\s+/).filter(Boolean);
      // what was named already is taken off again, where the stroke begins with it
      if (!stroke.size) stroke.off = names.includes(name);
      stroke.add(name);
      one.value = (stroke.off ? names.filter((each) => each !== name) : [...new Set([...names, name])]).join(" ");
    }
  }

  const freely = (event) => {
    const map = event.target.closest?.(".map[data-free]");
    return map && !event.target.closest("a[href]") ? map : null;
  };
  box.addEventListener("pointerdown", (event) => {
    const map = event.isPrimary && event.button === 0 && freely(event);
    if (!map) return;
    stroke = new Set();
    write(map, cellUnder(map, event, map.dataset.free === "edges"));
  });
  box.addEventListener("pointermove", (event) => {
    const map = stroke && event.pointerType === "mouse" && event.buttons === 1 && freely(event);
    if (map && map.dataset.free !== "cell") write(map, cellUnder(map, event, map.dataset.free === "edges"));
  });
  box.addEventListener("pointercancel", () => { stroke = null; });
  window.addEventListener("pointerup", () => {
    const map = stroke && box.querySelector(".map[data-free]"), one = map && field(map);
    stroke = null;
    if (!one) return;
    const sent = given();
    sent.delete("token");
    htmx.ajax("GET", `${map.dataset.panel}?${sent}`, { target: "#panel", swap: "innerHTML" });
  });

  // The cell under the pointer is named above the board.
  const told = document.getElementById("picture-cell");
  const tell = (event) => {
    const map = box.querySelector(".map[data-shape]");
    told.value = map ? cellUnder(map, event, false) : "";
  };
  for (const name of ["pointermove", "pointerdown"]) box.addEventListener(name, tell);
  box.addEventListener("pointerleave", () => { told.value = ""; });

  // One stop for Tab: the arrows go from one place to the nearest in their direction.
  const places = () => [...box.querySelectorAll(".map a")];
  const middle = (one) => { const { x, y, width, height } = one.getBoundingClientRect(); return [x + width / 2, y + height / 2]; };
  const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

  function rove(to) {
    for (const one of places()) one.tabIndex = one === to ? 0 : -1;
  }

  function nearest(from, [right, down]) {
    const [x, y] = middle(from);
    let found = null, least = Infinity;
    for (const one of places()) {
      const [dx, dy] = middle(one).map((value, place) => value - [x, y][place]);
      const along = dx * right + dy * down, aside = Math.abs(dx * down) + Math.abs(dy * right);
      // within 60 degrees of the arrow; what lies straight ahead comes first
      if (along > 1 && aside < along * 1.8 && along + aside < least) [found, least] = [one, along + aside];
    }
    return found;
  }

  box.addEventListener("keydown", (event) => {
    const from = event.target.closest(".map a"), to = from && event.key in ARROWS && nearest(from, ARROWS[event.key]);
    if (!from || !(event.key in ARROWS) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    to?.focus();
  });
  box.addEventListener("focusin", ({ target }) => { if (target.closest(".map a")) rove(target); });

  const keep = () => { kept = [view.scrollLeft, view.scrollTop]; };
  const restore = () => {
    if (kept) [view.scrollLeft, view.scrollTop] = kept;
    // what was tapped does not stay under what is told of it
    const foot = box.querySelector(".map__foot")?.getBoundingClientRect().top ?? Infinity;
    const taken = [...box.querySelectorAll(".map :is(.go--on, .t--on, .face-to)")];
    const under = Math.max(0, ...taken.map((one) => one.getBoundingClientRect().bottom)) - foot;
    if (under > 0) view.scrollTop += under;
    if (!focused) return;
    for (const link of box.querySelectorAll("a")) if (link.getAttribute("aria-label") === focused) link.focus({ preventScroll: true });
    focused = null;
  };
  for (const name of ["htmx:beforeSwap", "htmx:oobBeforeSwap"]) document.body.addEventListener(name, ({ detail }) => { if (detail.target === box) keep(); });
  for (const name of ["htmx:afterSwap", "htmx:oobAfterSwap"]) document.body.addEventListener(name, ({ detail }) => { if (detail.target === box) { first(); restore(); turn(); ask(true); } });

  // The news bring what differs from the picture that they were made for: of a group of pieces all, each new, or
  // several that stay by the place of the first and their number.
  const everything = document.getElementById("f-all"), drawn = () => box.querySelector("[data-drawn]");
  everything?.addEventListener("live:content", (event) => {
    const { own } = event.detail;
    if (own?.picture && own.picture.was !== drawn()?.dataset.drawn) event.preventDefault();
  });
  everything?.addEventListener("live:own", ({ detail: { picture } }) => {
    if (!picture) return;
    keep();
    if ("whole" in picture) box.innerHTML = picture.whole;
    for (const [name, pieces] of Object.entries(picture.groups ?? {})) renew(box.querySelector(`[data-pieces="${name}"]`), pieces);
    drawn().dataset.drawn = picture.now;
    first();
    restore();
    turn();
    ask(false);
  });

  function renew(group, pieces) {
    const old = [...group.children], held = old.findIndex((one) => one.contains(document.activeElement));
    const now = pieces.flatMap((one) => (Array.isArray(one) ? old.slice(one[0], one[0] + one[1]) : [made(one, group)])), stay = new Set(now);
    for (const one of old) if (!stay.has(one)) one.remove();
    now.forEach((one, place) => { if (group.children[place] !== one) group.insertBefore(one, group.children[place] ?? null); });
    // who was in focus and moved is in focus still
    if (held >= 0 && !group.contains(document.activeElement)) (now[held]?.matches("a") ? now[held] : now[held]?.querySelector("a"))?.focus({ preventScroll: true });
  }

  function made(html, group) {
    const inside = group instanceof SVGElement, pattern = document.createElement("template");
    pattern.innerHTML = inside ? `<svg>${html}</svg>` : html;
    return inside ? pattern.content.firstChild.firstChild : pattern.content.firstChild;
  }

  const first = () => rove(box.querySelector(".map [aria-current], .map [data-here]") ?? places()[0]);
  first();

  // Who acts comes into sight when the turn passes on, and when it has gone where one does not look.
  let shown = "", stood = null;
  function turn() {
    const here = box.querySelector("[data-here]");
    const label = here?.dataset.here || (here?.querySelector("text")?.textContent ?? "");
    // between turns one goes on looking where one looked
    if (!here || (shown && "rests" in here.dataset)) return;
    const at = here.querySelector("[transform]")?.getAttribute("transform") ?? "";
    const frame = room(), place = here.getBoundingClientRect();
    const seen = place.left >= frame.left && place.right <= frame.right && place.top >= frame.top && place.bottom <= frame.bottom;
    const stays = label === shown && (at === stood || seen);
    [shown, stood] = [label, at];
    if (stays) return;
    centre(here);
  }
  function centre(one) {
    const frame = room(), place = one.getBoundingClientRect();
    view.scrollLeft += (place.left + place.right - frame.left - frame.right) / 2;
    view.scrollTop += (place.top + place.bottom - frame.top - frame.bottom) / 2;
  }
  // What is seen of the board: what is told below lies over it.
  function room() {
    const { left, right, top, bottom } = view.getBoundingClientRect(), foot = box.querySelector(".map__foot");
    return { left, right, top, bottom: Math.min(bottom, foot?.getBoundingClientRect().top ?? bottom) };
  }
  turn();

  // In another size one looks at what is chosen, else at who acts.
  for (const size of document.querySelectorAll('input[name="picture-size"]')) {
    size.addEventListener("change", () => {
      const one = box.querySelector(".map .go--on, .map .t--on") ?? box.querySelector("[data-here]");
      if (one) centre(one);
    });
  }

  // A form that asks for a place on the board brings the board into sight, where a telephone shows the form alone.
  let before = "";
  function ask(mine) {
    const action = document.querySelector('#panel [name="action"]')?.value ?? "";
    const now = Boolean(box.querySelector(".go:not(.go--begins)") && !box.querySelector(".go--on"));
    const frame = view.getBoundingClientRect();
    const shows = Math.min(frame.bottom, window.innerHeight) - Math.max(frame.top, 0);
    if (mine && now && action !== before && shows < frame.height / 2) view.closest(".picture")?.scrollIntoView({ block: "start" });
    before = action;
  }
  ask(false);
})();
