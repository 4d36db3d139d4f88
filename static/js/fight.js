/* The fight's page: says in the dock what the panel will do, keeps the threads of the points, the keypad and the faces
   of real dice in step. The server judges; without this file every panel is a plain form. */
(() => {
  "use strict";
  const panel = document.getElementById("panel");
  if (!panel) return;
  const MINUS = "\u2212", ARROW = "\u2192", NARROW = 26, DOUBLE_TAP = 250;
  const $ = (selector, root = panel) => root.querySelector(selector);
  const all = (selector, root = panel) => [...root.querySelectorAll(selector)];
  const number = (text) => Number.parseInt(String(text).replace(MINUS, "-"), 10) || 0;
  const said = (value) => (value < 0 ? MINUS + -value : String(value));
  const make = (name, properties, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };
  const listed = (parts, and) => (parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ${and} ${parts.at(-1)}`);
  const small = (name) => name.charAt(0).toLowerCase() + name.slice(1);

  // The token in the panel says what it asks; the server leaves it alone while that is still the question. After an
  // act of one's own the panel goes on in any case, and what has been sent cannot be pressed again meanwhile.
  const everything = document.getElementById("f-all"), dock = document.getElementById("f-dock");
  let acted = 0, sending = 0, byKeys = false;
  const onNext = () => dock.contains(document.activeElement) && document.activeElement.matches(".btn--next");
  document.body.addEventListener("htmx:beforeRequest", ({ detail }) => { if (detail.requestConfig.verb === "post") byKeys = onNext(); });
  function rest(resting) {
    for (const one of [panel, dock, document.getElementById("f-picture")]) if (one) one.inert = resting;
  }

  // The second of two quick taps meets nothing that was not there for the first. The page itself is at rest meanwhile.
  const apart = new CSSStyleSheet({ disabled: true });
  apart.replaceSync("#panel, #f-dock, #f-picture { pointer-events: none; }");
  document.adoptedStyleSheets.push(apart);
  let apartUntil;
  function goOn(before) {
    if (acted !== before) return;
    rest(false);
    apart.disabled = false;
    clearTimeout(apartUntil);
    apartUntil = setTimeout(() => {
      apart.disabled = true;
      // who pressed the next step by keyboard stands on the one after it
      if (byKeys && document.activeElement === document.body) toNext();
      byKeys = false;
    }, DOUBLE_TAP);
  }

  // A dock that is made anew under the focus hands it on.
  let handed = false;
  for (const name of ["htmx:beforeSwap", "htmx:oobBeforeSwap"]) {
    document.body.addEventListener(name, ({ detail }) => { if (detail.target === dock) handed = onNext(); });
  }
  for (const name of ["htmx:afterSwap", "htmx:oobAfterSwap"]) {
    document.body.addEventListener(name, ({ detail }) => { if (detail.target === dock && handed && !onNext()) toNext(); });
  }

  // Control and Enter: from wherever one reads or types to the next step, which Enter then takes.
  const toNext = () => (dock.querySelector(".btn--next:not([disabled])") ?? dock).focus({ preventScroll: true });
  document.addEventListener("keydown", (event) => {
    const leads = event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    // a key that is held down presses once, not also what comes next
    if (leads || (event.key === "Enter" && event.repeat && !event.target.matches("textarea"))) event.preventDefault();
    if (leads && !event.repeat) toNext();
  });
  everything.addEventListener("live:acted", () => { acted += 1; rest(true); });

  // A form in which nothing was chosen or typed is not half filled in: it is asked for anew, with what is proposed now.
  // In one that is, a target that was only proposed goes with the proposal.
  const formName = () => $("input[name=filled]")?.value ?? "";
  const touch = () => { touched = formName(); };
  let touched = /[?&]filled=/.test(location.search) ? formName() : "";
  const chosen = new Set();
  const proposed = () => all("[data-follows] input:checked").map(({ name }) => name).filter((name) => !chosen.has(name));
  for (const name of ["input", "change"]) {
    panel.addEventListener(name, ({ target }) => {
      touch();
      chosen.add(target.name);
    });
  }
  panel.addEventListener("click", ({ target }) => { if (target.closest("button[type=button]")) touch(); });
  document.body.addEventListener("htmx:configRequest", ({ detail: { verb, parameters } }) => {
    if (verb !== "get") return;
    // a question and the end of a turn are no form: their name is empty
    if (!touched || touched !== formName()) parameters.delete?.("filled");
    else for (const name of proposed()) parameters.delete?.(name);
  });
  function came({ path, parameters, verb }, counted = false) {
    const acted = parameters.has("acted") || (verb === "post" && counted), kept = parameters.get("kept") ?? "";
    // after an act nothing is left of its form; what a question interrupted comes back
    const form = acted ? "" : `${path.split("?")[1] ?? ""}&${new URLSearchParams(parameters)}`, sent = new URLSearchParams(kept || form);
    if (acted) {
      touched = "";
      chosen.clear();
    }
    if (sent.has("filled") && !isAsked()) touch();
    for (const name of proposed()) if (sent.has(name)) chosen.add(name);
  }

  // It outlives a page that is loaded anew.
  const SAVED = `panel ${location.pathname}`;
  window.addEventListener("pagehide", () => {
    const data = new FormData(document.getElementById("command"));
    for (const name of ["key", "csrfmiddlewaretoken", "token"]) data.delete(name);
    for (const name of proposed()) data.delete(name);
    if (touched && touched === formName()) sessionStorage.setItem(SAVED, new URLSearchParams(data));
  });
  const saved = sessionStorage.getItem(SAVED);
  sessionStorage.removeItem(SAVED);
  if (saved && new URLSearchParams(saved).get("filled") === formName()) {
    window.htmx.ajax("GET", `${panel.dataset.url}?${saved}`, { target: panel, swap: "innerHTML" });
  }

  // A question that comes by itself is read from its top too.
  const isAsked = () => $("[data-ask]") !== null;
  let asked = isAsked();
  const readIt = () => { if (isAsked() && !asked && panel.getBoundingClientRect().top < 0) toTop(); };
  everything.addEventListener("htmx:configRequest", ({ detail }) => {
    asked = isAsked();
    detail.parameters.delete?.("key");
    sending = acted;
    if (acted) detail.parameters.set("acted", "1");
  });
  everything.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.successful) came(detail.requestConfig);
    if (!sending) return readIt();
    const others = acted - sending;
    if (detail.successful) {
      acted = others;
      toTop(true);
    }
    sending = 0;
    if (!others) goOn(acted);
  });

  // What came next came with the answer.
  document.body.addEventListener("acted_on", () => {
    const before = acted;
    rest(true);
    setTimeout(() => { toTop(true); goOn(before); });
  });

  // What the news bring of one's own is for a page that shows what they were made for, with nothing chosen or typed.
  const given = (name) => $(`input[type=hidden][name="${name}"]`)?.value;
  function isShown(shows) {
    const same = [...Object.keys(shows), "panel", "kept"].every((name) => given(name) === shows[name]);
    asked = isAsked();
    return same && !acted && (!touched || touched !== formName());
  }
  everything.addEventListener("live:own", readIt);

  // Others fare better or worse: a form that names one of them may read differently, and if it reads the same, then
  // what is chosen there or cannot be.
  everything.addEventListener("live:content", (event) => {
    const { about = [], same = [], own } = event.detail, form = $("input[name=filled]")?.value;
    if (own && !isShown(own.shows)) return event.preventDefault();
    const counts = same.includes(form) ? ({ checked, selected, disabled, type }) => checked || selected || disabled || type === "hidden" : () => true;
    const names = ({ name = "", value }) => about.some((who) => value === who || name.endsWith(`__${who}`));
    if (all("input, option").some((field) => names(field) && counts(field))) event.preventDefault();
  });

  // The next step in the dock: what it will do, in words; as the server wrote it when there is nothing to add.
  const written = new WeakMap();

  function tell(label, note = "", act = null) {
    const button = document.querySelector("#f-dock .btn--next[formaction]"), made = document.querySelector("#f-dock [data-for]");
    // a dock that was made for another panel says what it does by itself, until it is fetched again
    if (!button || made?.dataset.for !== $("input[name=token]")?.value) return;
    if (!written.has(button)) written.set(button, { html: button.innerHTML, act: button.getAttribute("formaction"), told: "" });
    const kept = written.get(button), { html, act: first } = kept;
    const told = label === null ? "" : [label, note, act].join("\n");
    // what is under a finger is not made anew
    if (kept.told === told) return;
    kept.told = told;
    button.innerHTML = html;
    if (first) button.setAttribute("formaction", act ?? first);
    if (label === null) return;
    const words = $(":scope > span", button);
    words.replaceChildren(label);
    if (note) words.append(make("small", {}, note));
    if (act) $("use", button)?.setAttribute("href", $("use", button).getAttribute("href").replace(/#.*/, "#i-check"));
  }

  // Points: a thread each, in the dye of what it buys.
  function spend(box) {
    const words = box.dataset;
    const points = number(words.points) + ($("[data-hero]", box)?.checked ? 1 : 0);
    const bought = [];
    for (const input of all("input[data-cost]:checked", box)) {
      const verb = input.closest("[data-verb]")?.dataset.verb;
      bought.push([number(input.dataset.cost), verb ? `${small(verb)} ${small(input.dataset.says)}` : small(input.dataset.says)]);
    }
    for (const row of all("[data-row]", box)) {
      const name = $("input[type=text]", row)?.value.trim();
      const tier = $("select", row)?.value;
      if (name) bought.push([number($(`[data-tier="${tier}"]`, box)?.dataset.cost), name]);
    }
    const moment = $("input[name=momentary]:checked", box);
    const hinders = moment?.value === "opponent";
    if (moment && moment.value !== "none") bought.push([number(words.momentary), small(moment.labels[0].textContent.trim().replace(/(?<=\S)(?=[−+]\d)/, " "))]);
    const effects = bought.reduce((sum, [cost]) => sum + cost, 0);
    const field = $("[data-hit-points] input", box), rest = $("[data-rest]", box);
    if (rest?.checked && field) field.value = String(Math.min(Math.max(0, points - effects), number(field.dataset.maximum) || points));
    if (field) field.placeholder = "0";
    const body = field ? Math.max(0, number(field.value)) : 0;
    const left = points - effects - body;
    const dyes = [...Array(effects).fill("p-fx"), ...Array(body).fill("p-body")].slice(0, points);
    $("[data-telar]", box).replaceChildren(...Array.from({ length: points }, (_, place) => make("i", { className: dyes[place] ?? "p-free" })));
    const sums = [];
    if (effects) sums.push(`${effects} ${words.effects}`);
    if (body) sums.push(`${body} ${words.pool}`);
    if (left) sums.push(left < 0 ? `${words.lack} ${-left}` : `${left} ${words.free}`);
    const sentence = $("[data-spend-says]", box);
    if (sentence.textContent !== sums.join(", ")) sentence.textContent = sums.join(", ");
    sentence.classList.toggle("short", left < 0);
    const before = words.before ? number(words.before) : null;
    const loss = before === null
      ? [`${body} ${words.pool}`, words.to].filter(Boolean).join(` ${words.of} `)
      : `${words.to}, ${words.pool} ${said(before)} ${ARROW} ${said(before - body)}`;
    const parts = [...(body ? [loss] : []), ...bought.map(([, name]) => name)];
    // a disadvantage alone says whose it is, as a loss does
    if (hinders && parts.length === 1 && words.to) parts[0] += ` ${words.of} ${words.to}`;
    const what = listed(parts, words.and) || words.none;
    const warning = left < 0 ? `${words.lack} ${-left}` : left ? `${left} ${left === 1 ? words.leftOne : words.left}` : "";
    if (what.length <= NARROW) tell(`${words.apply}: ${what}`, warning);
    else tell(words.apply, [what, warning].filter(Boolean).join(" · "));
  }

  // Tiers: one list at a time; a tier that is too dear stays in sight.
  function tiers(box) {
    const picks = $("[data-tier-picks]", box);
    if (!picks || picks.children.length) return;
    const lists = all("[data-tier]", box);
    const open = (list) => all("input:not([disabled])", list).length > 0;
    const first = lists.find((list) => $("input:checked", list)) ?? lists.find(open) ?? lists[0];
    for (const list of lists) {
      const id = `tier-${list.dataset.tier}`;
      const input = make("input", { type: "radio", name: "tier", id, value: list.dataset.tier, checked: list === first, disabled: !open(list) });
      picks.append(input, make("label", { htmlFor: id }, list.dataset.name, " ", make("b", { className: "num" }, list.dataset.cost)));
      $(".tier", list).hidden = true;
      list.hidden = list !== first;
    }
    picks.addEventListener("change", () => {
      for (const list of lists) list.hidden = list.dataset.tier !== $("input:checked", picks).value;
    });
    picks.hidden = false;
  }

  // Damage and healing: a keypad of its own, groups with one tap, what becomes of each.
  const SHARES = { half: (amount) => Math.floor(amount / 2), full: (amount) => amount, double: (amount) => amount * 2 };
  const share = (one) => $("input:checked", one)?.value || "";
  const field = (name, root) => $(`input[name=${name}]:checked`, root)?.value;

  function harm(box) {
    const words = box.dataset;
    const amount = number($(".readout input", box).value);
    const heals = field("verb", box) === "heal", pool = field("pool", box) ?? "physical";
    const measure = $("option[data-measure]:checked", box), chosen = [], apart = [];
    for (const one of all("[data-who]", box)) {
      const kept = share(one), before = one.dataset[pool], change = $("[data-change]", one);
      one.classList.toggle("hit--on", kept !== "");
      if (before === "") { change.textContent = ""; continue; }
      const most = number(one.dataset[`${pool}Max`]), taken = kept ? SHARES[kept](amount) : 0;
      const after = heals ? Math.max(number(before), Math.min(most, number(before) + taken)) : number(before) - taken;
      change.textContent = kept && amount ? `${said(number(before))} ${ARROW} ${said(after)}` : `${said(number(before))}/${most}`;
    }
    for (const one of all(".hit--on", box)) {
      chosen.push(one.dataset.who);
      if (share(one) !== "full") apart.push(`${one.dataset.who}: ${SHARES[share(one)](amount)}`);
    }
    for (const button of all("[data-group]", box)) button.setAttribute("aria-pressed", String(members(button, box).every((one) => share(one) !== "")));
    const verb = measure ? words.of.replace("…", measure.textContent.trim().toLowerCase()) : heals ? words.heals : words.harms;
    const sign = measure && heals ? "\u2212" : "";
    if (!amount) tell(words.apply, words.amountless);
    else if (!chosen.length) tell(words.apply, words.nobody);
    else tell(`${words.apply} ${sign}${amount} ${verb} ${chosen.length === 1 ? chosen[0] : chosen.length}`, apart.join(", "));
  }

  const stem = (one) => one.dataset.who.replace(/\s*\d+$/, "");
  const members = (button, box) => all("[data-who]", box).filter((one) => (button.dataset.side ? one.dataset.side === button.dataset.side : "grouped" in one.dataset && stem(one) === button.dataset.group));

  function groups(box) {
    const place = $("[data-groups]", box);
    if (!place || place.children.length) return;
    const add = (label, group, side) => {
      const button = make("button", { type: "button", className: "btn" }, label);
      button.dataset.group = group;
      if (side) button.dataset.side = side;
      const count = members(button, box).length;
      if (count < 2) return;
      button.append(" ", make("b", { className: "num" }, `\u00d7${count}`));
      place.append(button);
    };
    for (const name of new Set(all("[data-grouped]", box).map(stem))) add(name, name);
    add(place.dataset.foes, "foes", "foes");
    add(place.dataset.party, "party", "party");
    place.hidden = !place.children.length;
  }

  function pickGroup(button, box) {
    const standing = members(button, box).filter((one) => field("verb", box) === "heal" || !("out" in one.dataset));
    const value = standing.every((one) => share(one) !== "") ? "" : "full";
    for (const one of standing) if (!value || !share(one)) $(`input[value="${value}"]`, one).checked = true;
    changed(box);
  }

  const KEYS = {
    clear: () => "", half: (now) => Math.floor(now / 2), double: (now) => now * 2, ten: (now) => now + 10,
    more: (now) => now + 1, less: (now) => now - 1,
  };

  function press(key) {
    const input = document.getElementById(key.closest("[data-keypad]").dataset.keypad), code = key.dataset.key;
    const next = KEYS[code] ? KEYS[code](number(input.value)) : number(`${input.value}${code}`);
    input.value = next === "" ? "" : String(Math.max(0, Math.min(Number(input.dataset.maximum), next)));
    changed(input);
  }

  const changed = (element) => element.dispatchEvent(new Event("change", { bubbles: true }));

  // Faces of real dice: the sum is said before it is sent.
  function faces(sum) {
    const shown = all(".faces fieldset, .faces .field").map((die) => number(($("input[type=radio]:checked", die) ?? $("input[type=text]", die))?.value));
    const typed = shown.filter(Boolean), bonus = number(sum.dataset.bonus);
    const send = $("button[formaction*='do=answer']"), done = typed.length === shown.length;
    const eyes = typed.reduce((total, face) => total + face, 0);
    // where only some of the dice count their sum would say nothing
    const apart = "apart" in sum.dataset, seen = shown.map((face) => face || "\u2026").join(apart ? " \u00b7 " : " + ");
    sum.textContent = typed.length ? `${seen}${done && !apart ? ` = ${eyes}` : ""}` : "";
    if (send) send.hidden = done;
    if (!done) return tell(null);
    const added = bonus ? ` ${bonus < 0 ? MINUS : "+"} ${Math.abs(bonus)} = ${said(eyes + bonus)}` : "";
    return tell(`${sum.dataset.send} ${apart ? seen : `${eyes}${added}`}`, "", send?.getAttribute("formaction"));
  }

  // What a question's first choice is changed to is said on the button that sends it; until then it says what it rolls.
  function decide(ask) {
    const first = $(".ask-row", ask);
    if ($("[data-spend], [data-faces-sum]", ask) || !first?.matches("[role=radiogroup]")) return;
    const words = $(".pick:has(:checked) > span", first)?.firstChild, button = document.querySelector("#f-dock .btn--next > span");
    if ($(":checked", first)?.defaultChecked) tell(null);
    else if (words && button) {
      // what the form lacked has been chosen
      button.parentElement.removeAttribute("aria-disabled");
      tell(button.firstChild.textContent.trim(), words.textContent.trim());
    }
  }

  // Once the last thing is typed that the form lacked, the next step looks as if it were taken: it is.
  const isEmpty = (one) => (one.value === undefined ? !$(":checked", one) : !one.value.trim());
  function complete({ target }) {
    const button = $(".btn--next[data-lacks]", dock), wanted = all("[aria-required=true]");
    if (!button || !wanted.some((one) => one.contains(target)) || wanted.some(isEmpty)) return;
    delete button.dataset.lacks;
    button.removeAttribute("aria-disabled");
    $("small", button)?.remove();
  }

  // The table of odds stays open while its numbers change with what is chosen.
  let odds = false;
  document.addEventListener("toggle", ({ target }) => { if (target.matches("[data-odds]")) odds = target.open; }, true);

  function show() {
    for (const table of document.querySelectorAll("#f-dock [data-odds]")) table.open = odds;
    for (const pad of all("[data-keypad][hidden]")) {
      pad.hidden = false;
      // the keypad is there; the device's own would cover it
      document.getElementById(pad.dataset.keypad).inputMode = "none";
    }
    all("[data-tiers]").forEach(tiers);
    all("[data-harm]").forEach(groups);
    all("[data-spend]").forEach(spend);
    all("[data-harm]").forEach(harm);
    all("[data-faces-sum]").forEach(faces);
    all("[data-ask]").forEach(decide);
  }

  panel.addEventListener("input", (event) => {
    const rest = event.target.closest("[data-hit-points]") && $("[data-rest]");
    if (rest) rest.checked = false;
    complete(event);
    show();
  });
  panel.addEventListener("change", show);
  panel.addEventListener("click", (event) => {
    const key = event.target.closest("[data-key]"), group = event.target.closest("[data-group]");
    if (key) press(key);
    if (group) pickGroup(group, group.closest("[data-harm]"));
  });
  // Own words begin with a row to write in.
  panel.addEventListener("toggle", (event) => {
    const box = event.target.closest("[data-first-row]");
    if (box?.open && !$("[data-row]", box)) $("[data-add]", box)?.click();
  }, true);

  // ¿Por qué? goes when what it explains does.
  const why = document.getElementById("why");
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-close-why]")) why.replaceChildren();
  });

  // After an act what comes next is read from its top, a player who waits begins with their own card; in one column with
  // a board it begins there, since what happened is to be seen.
  function toTop(after = false) {
    const main = document.getElementById("content"), mine = document.querySelector("#f-stage .stage--mine");
    const under = after && !isAsked() && document.getElementById("picture") && main.closest(".fight__page")?.clientHeight;
    if (under) document.getElementById("picture").scrollIntoView();
    else if (main.scrollHeight > main.clientHeight && getComputedStyle(main).overflowY === "auto") main.scrollTop = 0;
    else (mine ? main : document.querySelector(".fight__own") ?? main).scrollIntoView();
  }

  // A dock that changes while a button of it is held down would lose the press.
  const refetch = () => dock?.dispatchEvent(new CustomEvent("live"));
  let held = false, missed = false;
  dock?.addEventListener("pointerdown", () => { held = true; });
  for (const name of ["pointerup", "pointercancel"]) {
    document.addEventListener(name, () => setTimeout(() => {
      held = false;
      if (missed) refetch();
      missed = false;
    }));
  }
  // It comes on its own, or with a panel.
  for (const name of ["htmx:beforeSwap", "htmx:oobBeforeSwap"]) {
    document.body.addEventListener(name, ({ detail }) => {
      if (!held || detail.target !== dock) return;
      detail.shouldSwap = false;
      missed = true;
    });
  }

  // Another panel is read from its top; an answer picked inside one leaves the page where it is. One that a person
  // opens comes into view. When two panels are asked for, the later one stays, whichever answer comes first.
  let elsewhere = false, opened = false, newest = null;
  document.body.addEventListener("htmx:beforeRequest", ({ detail: { elt, target, xhr } }) => {
    if (target !== panel) return;
    elsewhere = !elt.matches(".pick");
    opened = elsewhere && elt.matches("a");
    newest = xhr;
  });
  document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
    // what was kept over a reload was asked for before this listened
    const isOlder = newest !== null && detail.xhr !== newest;
    if (isOlder && detail.target === panel && detail.requestConfig.verb === "get") detail.shouldSwap = false;
  });

  // In a column of its own the order shows whose turn it is, however many there are.
  const order = document.getElementById("f-order");
  let current = "";
  function showCurrent() {
    const row = order.querySelector("[aria-current]"), name = row?.querySelector("a")?.href ?? "";
    if (!row || name === current) return;
    current = name;
    if (getComputedStyle(order).overflowY !== "auto") return;
    const column = order.getBoundingClientRect(), at = row.getBoundingClientRect();
    if (at.top < column.top || at.bottom > column.bottom) order.scrollTop += at.top - column.top - at.height;
  }
  if (order) {
    new MutationObserver(showCurrent).observe(order, { subtree: true, childList: true, attributeFilter: ["aria-current"] });
    showCurrent();
  }

  // The word under each name in a form that stays is the one of the order, which is always of now.
  function fares() {
    for (const { dataset } of order.querySelectorAll("[data-looks]")) {
      for (const input of all(`input[value="${dataset.who}"]`)) {
        const word = $("[data-looks]", input.closest("label") ?? $(`label[for="${input.id}"]`) ?? input);
        if (word && word.textContent !== dataset.looks) word.textContent = dataset.looks;
      }
    }
  }
  if (order) new MutationObserver(fares).observe(order, { childList: true, subtree: true, attributes: true });

  // The tab says first what its person is to do.
  const named = document.title.slice(document.title.lastIndexOf(" · "));
  const entitle = () => {
    const says = document.querySelector("#f-stage [data-title]")?.dataset.title;
    if (says) document.title = says + named;
  };

  document.body.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => {
    if (target.id === "f-stage") entitle();
    if (target.id === "panel" || target.id === "f-dock") show();
    if (target.id === "f-result") why?.replaceChildren();
  });
  document.body.addEventListener("htmx:afterSwap", ({ detail }) => {
    const { target } = detail;
    if (target === panel) came(detail.requestConfig, detail.xhr.status === 200);
    if (target.id === "panel" || target.id === "f-dock") show();
    if (target === panel && elsewhere && panel.getBoundingClientRect().top < 0) toTop();
    if (target === panel && opened && panel.getBoundingClientRect().top > innerHeight / 2) panel.scrollIntoView();
    if (target.id === "f-result") why?.replaceChildren();
    if (target.id === "why") {
      $("[data-close-why]", why).hidden = false;
      why.scrollIntoView({ block: "nearest" });
      $("#why-title", why).focus();
    }
  });
  show();
  entitle();
})();
