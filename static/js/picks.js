/* Makes declared inputs quicker to fill in: ordered picks get their number as they are tapped, numbers get − and +,
   lists get one more row. Without it every form works as it stands. */
(() => {
  "use strict";
  const MINUS = "\u2212";

  // Ordered picks: the hidden field beside them holds the order in which they were tapped.
  function renumber(box, changed) {
    const field = box.parentElement.querySelector("[data-order]");
    const chosen = [...box.querySelectorAll("input[type=checkbox]:checked")].map((input) => input.value);
    const kept = field.value.split(",").filter((value) => chosen.includes(value) && value !== changed);
    const order = [...kept, ...chosen.filter((value) => !kept.includes(value))];
    field.value = order.join(",");
    for (const input of box.querySelectorAll("input[type=checkbox]")) {
      const mark = input.parentElement.querySelector("[data-place]");
      const place = order.indexOf(input.value);
      mark.textContent = place < 0 ? "" : box.dataset.ordinal.replace("0", place + 1);
    }
  }

  document.addEventListener("change", (event) => {
    const box = event.target.closest?.("[data-ordered]");
    if (box && event.target.type === "checkbox") renumber(box, event.target.value);
  });

  // Steppers.
  const read = (field) => Number.parseInt(field.value.replace(MINUS, "-"), 10);

  function step(button) {
    const field = button.parentElement.querySelector("input");
    const least = Number(field.dataset.minimum), most = Number(field.dataset.maximum), by = Number(button.dataset.by);
    const now = read(field);
    const next = Math.min(most, Math.max(least, Number.isNaN(now) ? Math.max(least, 0) : now + by));
    field.value = next < 0 ? MINUS + -next : String(next);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }

  // Rows.
  const cells = (row) => [...row.querySelectorAll("input, select, textarea")];
  // A row is empty while it is like the pattern of a new one.
  function empty(row) {
    const spare = [...row.closest("[data-rows]").querySelector("template[data-spare]").content.querySelectorAll("input, select, textarea")];
    return cells(row).every((cell, place) => (cell.type === "checkbox" ? cell.checked === spare[place].checked : cell.value === spare[place].value));
  }

  function add(rows) {
    const list = rows.querySelector("ul"), pattern = rows.querySelector("template[data-spare]");
    const next = 1 + Math.max(-1, ...cells(list).map((cell) => Number(/__(\d+)__/.exec(cell.name)?.[1] ?? -1)));
    const copy = pattern.content.cloneNode(true);
    for (const element of copy.querySelectorAll("*")) {
      for (const name of ["id", "name", "for", "aria-describedby"]) {
        if (element.hasAttribute(name)) element.setAttribute(name, element.getAttribute(name).replace("__0000__", `__${next}__`));
      }
    }
    list.append(copy);
    prepare(list.lastElementChild);
    limit(rows);
    cells(list.lastElementChild)[0]?.focus();
  }

  function limit(rows) {
    rows.querySelector("[data-add]").hidden = rows.querySelectorAll("[data-row]").length >= Number(rows.dataset.maximum);
  }

  function clear(row) {
    const rows = row.closest("[data-rows]");
    row.remove();
    limit(rows);
    rows.querySelector("[data-add]").focus();
    rows.dispatchEvent(new Event("change", { bubbles: true }));
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-by], [data-add], [data-clear]");
    if (!button) return;
    if (button.dataset.by) step(button);
    else if ("add" in button.dataset) add(button.closest("[data-rows]"));
    else clear(button.closest("[data-row]"));
  });

  // What only a script can serve is shown by the script; spare rows wait behind its button.
  function prepare(root) {
    for (const button of root.querySelectorAll("[data-by], [data-clear]")) button.hidden = false;
    for (const rows of root.querySelectorAll("[data-rows]")) {
      for (const row of rows.querySelectorAll("[data-row]")) if (empty(row)) row.remove();
      limit(rows);
    }
    for (const field of root.querySelectorAll("[data-step] input")) field.inputMode = "numeric";
  }

  prepare(document);
  document.addEventListener("merge:arrives", (event) => prepare(event.detail));
  // Panels also arrive later.
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node.nodeType === Node.ELEMENT_NODE) prepare(node);
  }).observe(document.body, { childList: true, subtree: true });
})();
