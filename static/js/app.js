/* The one module that knows htmx's event names. It keeps what could not be sent and sends it again under the same
   idempotency key, says short sentences in the polite live region, and leads to what must be corrected. */
(() => {
  "use strict";
  const body = document.body;
  const $ = (selector) => document.querySelector(selector);
  const KEY = "[data-idempotency-key]";
  let unsent = null;

  // Saying: the server sends HX-Trigger {"say": "sentence"}.
  let saying = null;
  body.addEventListener("say", (event) => {
    const region = $("#say");
    if (!region) return;
    const sentence = event.detail.value ?? "";
    const say = () => { region.textContent = sentence; };
    clearTimeout(saying);
    if (region.textContent !== sentence) return say();
    // A region that keeps the same text is not read again.
    region.textContent = "";
    saying = setTimeout(say, 50);
  });

  // A shown picture that was closed stays closed on the next page.
  const hung = () => body.querySelector("details.hung");
  body.addEventListener("toggle", ({ target }) => {
    if (target === hung()) sessionStorage.setItem("hung", target.open ? "" : target.dataset.hung);
  }, true);
  if (hung()?.dataset.hung === sessionStorage.getItem("hung")) hung().open = false;

  // A key that works without a secure context, where crypto.randomUUID is missing.
  const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  function renewKey(used) {
    for (const field of document.querySelectorAll(KEY)) {
      if (!used || field.value === used) field.value = newKey();
    }
  }

  const isPost = (detail) => detail.requestConfig && detail.requestConfig.verb !== "get";
  const fragment = (detail) => !isPost(detail) && detail.elt?.closest?.("[data-live-topic]");
  // An act is answered when it was taken, or refused in words that are put into the page (409, 422). Any other status
  // means that it has not been looked at, and it is kept like one that never arrived.
  const LOGIN = 401;
  const answered = ({ xhr: { status } }) => (status >= 200 && status < 400) || status === 409 || status === 422;
  function showRetry(shown, xhr = null) {
    const banner = $("[data-retry]");
    if (!banner) return;
    banner.hidden = !shown;
    for (const why of banner.querySelectorAll("[data-retry-why]")) why.hidden = why.dataset.retryWhy !== String(xhr?.status);
    // Under this code the log of the server tells what failed.
    const code = xhr?.status >= 500 ? xhr.getResponseHeader("X-Request-ID") : null;
    banner.querySelector("[data-retry-code]").textContent = code ? `(${code})` : "";
  }

  // A right was lost, or the log-in has expired: a banner on top says so, and the page stays as it is.
  const showDenied = (why) => {
    for (const banner of document.querySelectorAll("[data-denied]")) banner.hidden = banner.dataset.denied !== why;
  };
  body.addEventListener("live:denied", ({ detail }) => showDenied(detail.why));
  body.addEventListener("live:allowed", () => showDenied(null));

  function keep(detail) {
    const { verb, path, formData, target, elt } = detail.requestConfig;
    const swap = elt === body && unsent ? unsent.swap : elt.closest("[hx-swap]")?.getAttribute("hx-swap");
    unsent = { verb, path, swap, target, targetId: target?.id, values: formData };
    showRetry(true, detail.xhr);
  }

  function again() {
    if (!unsent) return;
    const { verb, path, swap, values, targetId } = unsent;
    const target = unsent.target?.isConnected ? unsent.target : targetId && document.getElementById(targetId);
    showRetry(false);
    const how = { source: body, target: target || body, swap: target ? swap || "innerHTML" : "none", values };
    // Another failure is kept like the first; the promise itself is unused.
    window.htmx.ajax(verb, path, how).catch(() => {});
  }

  // One act at a time: while one waits to be sent again, the same press sends it again and another one has to wait,
  // until it has arrived or is let go.
  const said = (values) => JSON.stringify([...values].filter(([name]) => name !== "key" && name !== "csrfmiddlewaretoken"));
  function waits({ path, formData }) {
    if (path === unsent.path && said(formData) === said(unsent.values)) again();
    else $("[data-retry-again]")?.focus();
  }

  // Stopping play goes out whatever else waits, and leaves no trace on the screen of who did it.
  const stops = (elt) => elt?.closest?.("#stop, #quiet");
  document.addEventListener("submit", ({ target, submitter }) => {
    if (target.id !== "stop") return;
    submitter?.closest("details.more")?.removeAttribute("open");
    const panel = submitter?.closest("#panel[data-url]");
    if (panel) setTimeout(() => window.htmx.ajax("GET", panel.dataset.url, { target: panel, swap: "innerHTML" }));
  });
  document.addEventListener("click", ({ target }) => {
    for (const menu of document.querySelectorAll("details.more[open]")) if (!menu.contains(target)) menu.open = false;
  });

  body.addEventListener("htmx:configRequest", (event) => {
    const { verb, parameters, elt } = event.detail;
    if (verb === "get") return;
    if (unsent && elt !== body && !stops(elt)) {
      event.preventDefault();
      waits(event.detail);
      return;
    }
    // Logging in, in another tab, changes the token that forms are sent with.
    const token = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie);
    if (token) parameters.set("csrfmiddlewaretoken", token[1]);
  });

  // What is let go may have arrived all the same: the page looks.
  function letGo() {
    unsent = null;
    renewKey();
    showRetry(false);
    for (const element of document.querySelectorAll("[data-live-topic]")) element.dispatchEvent(new CustomEvent("live", { detail: {} }));
  }

  body.addEventListener("htmx:afterRequest", (event) => {
    const { detail } = event;
    if (detail.xhr.status === LOGIN) body.dispatchEvent(new CustomEvent("live:denied", { detail: { why: "login" } }));
    if (isPost(detail)) {
      body.dispatchEvent(new CustomEvent("live:release"));
      if (unsent && stops(detail.requestConfig.elt)) return;
      if (!answered(detail)) { keep(detail); return; }
      // Whatever the answer, this key has met the server: what comes next is another act.
      renewKey(detail.requestConfig.formData?.get("key"));
      unsent = null;
      showRetry(false);
      if (detail.successful) body.dispatchEvent(new CustomEvent("live:allowed"));
      return;
    }
    const element = fragment(detail);
    if (element) {
      const name = detail.successful ? "live:fresh" : "live:stale";
      body.dispatchEvent(new CustomEvent(name, { detail: { element } }));
    }
  });

  // What came with the news is put in as if it had been fetched. The rest is the page's own: the news bring that too
  // (`own`), or will (`follows`), or name the combatants that it tells of (`about`); otherwise it has to be fetched.
  body.addEventListener("live:content", (event) => {
    const { parts = {}, about, follows, own } = event.detail, how = { swapDelay: 0, settleDelay: 0 };
    for (const [id, part] of Object.entries(parts)) {
      const target = document.getElementById(id);
      if (target) window.htmx.swap(target, part, { swapStyle: "merge", ...how }, { contextElement: target, eventInfo: { target } });
    }
    if (!about && !follows && !own) event.preventDefault();
    if (!own || event.defaultPrevented) return;
    const { target } = event;
    window.htmx.swap(target, own.swaps, { swapStyle: "none", ...how }, { contextElement: target, eventInfo: { target } });
    target.dispatchEvent(new CustomEvent("live:own", { detail: own }));
  });

  // What was tapped or typed while a fragment was being fetched with it is newer than the answer: it stays, and the
  // fragment is fetched once more.
  const sent = new WeakMap();
  const source = ({ requestConfig: { verb, elt } }) =>
    verb === "get" && elt?.matches?.("[data-live-topic][hx-include]") ? $(elt.getAttribute("hx-include")) : null;
  const filled = (element) => JSON.stringify([...element.querySelectorAll("input, select, textarea")].map((field) =>
    [field.name, /^(radio|checkbox)$/.test(field.type) ? field.checked : field.value]));
  body.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (isPost(detail)) body.dispatchEvent(new CustomEvent("live:hold"));
    const form = source(detail);
    if (form) sent.set(detail.xhr, filled(form));
  });
  body.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const form = detail.shouldSwap && source(detail);
    if (!form || sent.get(detail.xhr) === filled(form)) return;
    const { elt } = detail.requestConfig;
    detail.shouldSwap = false;
    setTimeout(() => elt.dispatchEvent(new CustomEvent("live", { detail: {} })));
  });

  // The title of the tab counts what waits for the reader at this table; a fight entitles itself.
  const titled = document.title;
  function entitle() {
    const waiting = $("[data-calls]")?.dataset.calls;
    if (waiting !== undefined && !$("#f-stage")) document.title = Number(waiting) ? `(${waiting}) ${titled}` : titled;
  }
  body.addEventListener("live:fresh", entitle);
  entitle();

  // Leading to the error.
  const correct = (root) => root.querySelector("[data-errors], [aria-invalid='true']")?.focus();
  body.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.xhr?.status === 422) correct(event.detail.elt ?? body);
  });
  correct(document);

  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-retry-again]")) again();
    if (event.target.closest?.("[data-retry-drop]")) letGo();
  });
  // A page from the browser's memory would send its old key again.
  window.addEventListener("pageshow", (event) => { if (event.persisted && !unsent) renewKey(); });
})();
