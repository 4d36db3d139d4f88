/* Hears which topics changed and lets the page fetch them. The body carries data-live-url and data-live-topics
   ("topic@version …"); a fragment carries data-live-topic and hx-trigger="live", with data-live-rest where it comes
   after the others. Within data-live-people="topic" what is marked data-live-here and data-live-away with the id of a
   person is shown while that person is, or is not, connected, and data-live-number says how many are. With
   data-live-content the news may bring it, or a part of it: the event `live:content` carries
   that, and a listener that prevents its default says that the fragment must be fetched all the same. */
(() => {
  "use strict";
  const SILENCE = 13000, LOOK = 2000, FRESH = 10000, HIDDEN = 60000, BANNER = 3000, AGAIN = 3000, LONGEST = 30000, REST = 50, LAST = 150;
  const body = document.body;
  const { liveUrl, liveTopics } = body.dataset;
  if (!liveUrl || !liveTopics || !window.EventSource) return;

  const known = new Map();
  const read = (listing) => listing.trim().split(/\s+/).map((part) => {
    const at = part.lastIndexOf("@");
    return at < 0 ? [part, null] : [part.slice(0, at), Number(part.slice(at + 1))];
  });
  for (const [topic, version] of read(liveTopics)) known.set(topic, version);
  let address = "";
  function listen() {
    const query = new URLSearchParams([...known.keys()].map((topic) => ["topic", topic]));
    if (document.querySelector("[data-live-content]")) query.set("language", document.documentElement.lang);
    const shows = document.querySelector("[data-live-people]");
    if (shows) query.set("people", shows.dataset.livePeople);
    address = `${liveUrl}?${query}`;
  }
  listen();
  const stale = new Set();
  let source = null, synced = false, over = false, failures = 0;
  // The clock of the device may be set back, and the other stands still while the device sleeps: the longer time counts.
  let heard = { wall: 0, ticks: 0 };
  const hear = () => { heard = { wall: Date.now(), ticks: performance.now() }; };
  const forget = () => { heard = { wall: 0, ticks: 0 }; };
  const silent = () => Math.max(Date.now() - heard.wall, performance.now() - heard.ticks);
  let reopening = 0, hiding = 0, warning = 0, fetching = 0;

  const tell = (name, detail) => body.dispatchEvent(new CustomEvent(name, { detail }));

  function show() {
    const on = synced && stale.size === 0;
    for (const status of document.querySelectorAll("[data-live-status]")) {
      status.hidden = false;
      status.classList.toggle("sync--off", !on);
      status.querySelector(".sync__on")?.toggleAttribute("hidden", !on);
      status.querySelector(".sync__off")?.toggleAttribute("hidden", on);
      const word = status.querySelector("[data-live-word]") || status;
      const text = on ? status.dataset.on : over ? status.dataset.over : status.dataset.off;
      if (word.textContent !== text) word.textContent = text;
    }
    const banner = (hidden) => {
      for (const element of document.querySelectorAll("[data-live-banner]")) element.hidden = hidden;
    };
    if (on || over) {
      clearTimeout(warning);
      warning = 0;
      banner(true);
    } else if (!warning) {
      warning = setTimeout(() => banner(false), BANNER);
    }
  }

  let people = null;
  function showPeople() {
    for (const place of people ? document.querySelectorAll("[data-live-people]") : []) {
      const here = [...place.querySelectorAll("[data-live-here]")];
      for (const one of here) one.hidden = !people.has(one.dataset.liveHere);
      for (const one of place.querySelectorAll("[data-live-away]")) one.hidden = people.has(one.dataset.liveAway);
      for (const one of place.querySelectorAll("[data-live-number]")) one.textContent = here.filter((one) => !one.hidden).length;
    }
  }

  // One request of an element at a time: what changes meanwhile is asked for afterwards, unless the answer had it.
  const asking = new Map(), later = new Map(), shown = new Map();
  const topicsOf = (element) => element.dataset.liveTopic.split(/\s+/);
  for (const element of document.querySelectorAll("[data-live-content]")) shown.set(element, Object.fromEntries(known));

  const isAsking = (element) => element.classList.contains("htmx-request") || performance.now() - (asking.get(element) ?? -LONGEST) < LONGEST;

  function ask(element, topics) {
    if (held || isAsking(element)) {
      later.set(element, [...(later.get(element) ?? []), ...(topics ?? topicsOf(element))]);
      return;
    }
    asking.set(element, performance.now());
    element.dispatchEvent(new CustomEvent("live", { detail: {} }));
  }

  const isNew = (element, topic) => !(shown.get(element)?.[topic] >= known.get(topic));

  function askLater(element) {
    const topics = later.get(element) ?? [], news = waiting.get(element) ?? [];
    later.delete(element);
    waiting.delete(element);
    if (!element.isConnected) return;
    for (const one of news) if (!fill(element, one)) topics.push(...one.keys());
    if (topics.some((topic) => isNew(element, topic))) ask(element, topics);
  }

  // The rest waits a moment: on a busy server it would delay what all people look at. Where nothing of
  // its own has changed, it waits longer.
  const resting = new Map();
  const isRest = (element) => "liveRest" in element.dataset;
  const comesFirst = (topic) =>
    [...document.querySelectorAll("[data-live-topic]")].some((one) => !isRest(one) && topicsOf(one).includes(topic));

  function askAfter(pause, element, topics = topicsOf(element)) {
    const { wait, due, wanted } = resting.get(element) ?? { due: Infinity, wanted: [] };
    clearTimeout(wait);
    const all = [...wanted, ...topics], when = Math.min(due, performance.now() + pause);
    const go = () => {
      resting.delete(element);
      ask(element, all);
    };
    resting.set(element, { wait: setTimeout(go, when - performance.now()), due: when, wanted: all });
  }

  function inTurn(element, topics) {
    const notOwn = topics?.every(comesFirst) && !topicsOf(element).every(comesFirst);
    if (isRest(element)) askAfter(notOwn ? LAST : REST, element, topics ?? undefined);
    else ask(element, topics);
  }

  function refresh(news) {
    for (const element of document.querySelectorAll("[data-live-topic]")) {
      const topics = news && topicsOf(element).filter((topic) => news.has(topic));
      if (topics?.length === 0) continue;
      if (!topics || !("liveContent" in element.dataset)) inTurn(element, topics);
      else bring(element, new Map(topics.map((topic) => [topic, news.get(topic)])));
    }
  }

  // What the news bring goes in at once; but not under an answer that is on its way, which may be older.
  const waiting = new Map();

  function bring(element, news) {
    if (held || isAsking(element)) waiting.set(element, [...(waiting.get(element) ?? []), news]);
    else if (!fill(element, news)) ask(element, [...news.keys()]);
  }

  // The content of a version is what differs from the version before it. Returns whether nothing is left to fetch.
  function fill(element, news) {
    const mine = shown.get(element) ?? {}, fresh = [...news].filter(([topic, { version }]) => !(mine[topic] >= version));
    const whole = fresh.filter(([topic, { version, content }]) => content && mine[topic] === version - 1 &&
      element.dispatchEvent(new CustomEvent("live:content", { bubbles: true, cancelable: true, detail: content })));
    if (whole.length < fresh.length) return false;
    shown.set(element, { ...mine, ...Object.fromEntries(fresh.map(([topic, { version }]) => [topic, version])) });
    return true;
  }

  function take(versions, contents = {}) {
    hear();
    const news = new Map();
    for (const [topic, version] of Object.entries(versions)) {
      if (known.get(topic) === version) continue;
      known.set(topic, version);
      news.set(topic, { version, content: contents[topic] });
      tell("live:changed", { topic, version });
    }
    if (news.size) refresh(news);
  }

  // Whatever went wrong on the way: what is known to be older than the news is asked for again.
  function catchUp() {
    hear();
    for (const element of shown.keys()) {
      const topics = element.isConnected ? topicsOf(element).filter((topic) => isNew(element, topic)) : [];
      if (topics.length) inTurn(element, topics);
    }
  }

  // While the page's own act is on its way nothing is fetched: what it brings about comes with the answer, or else is
  // fetched when that says that the act was taken.
  let held = false, acted = false;
  body.addEventListener("live:hold", () => { held = true; });
  body.addEventListener("acted", () => { acted = true; });
  body.addEventListener("live:release", () => {
    held = false;
    for (const element of acted ? document.querySelectorAll("[data-live-acted]") : []) {
      later.delete(element);
      waiting.delete(element);
      element.dispatchEvent(new CustomEvent("live:acted"));
      asking.delete(element);
      ask(element);
    }
    acted = false;
    for (const element of new Set([...later.keys(), ...waiting.keys()])) if (!isAsking(element)) askLater(element);
  });
  body.addEventListener("live:known", ({ target, detail: { elt, ...versions } }) => {
    const element = target.matches("[data-live-topic]") ? target : document.querySelector("[data-live-acted]");
    shown.set(element, { ...shown.get(element), ...versions });
  });

  function close() {
    clearTimeout(reopening);
    if (source) source.close();
    source = null;
    synced = false;
  }

  function open() {
    close();
    if (over || document.hidden) return;
    hear();
    source = new EventSource(address);
    source.addEventListener("message", (event) => take(JSON.parse(event.data)));
    source.addEventListener("content", (event) => {
      const { versions, contents } = JSON.parse(event.data);
      take(versions, contents);
    });
    source.addEventListener("beat", catchUp);
    source.addEventListener("people", (event) => {
      hear();
      people = new Set(JSON.parse(event.data).people.map(String));
      showPeople();
    });
    source.addEventListener("sync", (event) => {
      synced = true;
      failures = 0;
      tell("live:allowed", {});
      take(JSON.parse(event.data));
      show();
    });
    source.addEventListener("denied", denied);
    source.addEventListener("error", () => {
      // A browser gives up by itself where the answer was no stream.
      const refused = source?.readyState === EventSource.CLOSED;
      lost();
      if (refused) whetherDenied();
    });
  }

  async function whetherDenied() {
    const asking = new AbortController();
    try {
      if ((await fetch(address, { signal: asking.signal })).status === 404) await denied();
    } catch {
      // no connection: it is tried again anyway
    } finally {
      asking.abort();
    }
  }

  // The stream does not say why: a request by script for the page itself does.
  async function denied() {
    over = true;
    close();
    let why = "right";
    try {
      const { status } = await fetch(location.href, { method: "HEAD", headers: { "HX-Request": "true" } });
      if (status === 401) why = "login";
    } catch {
      // unknown, and not to be seen for now either way
    }
    if (over) tell("live:denied", { why });
  }

  body.addEventListener("live:denied", () => {
    over = true;
    close();
    clearTimeout(fetching);
    fetching = 0;
    show();
  });
  body.addEventListener("live:allowed", () => {
    if (!over) return;
    over = false;
    forget();
    resume();
  });

  function lost() {
    close();
    show();
    if (over) return;
    const pause = Math.min(LONGEST, 1000 * 2 ** failures) * (0.75 + Math.random() / 2);
    failures += 1;
    reopening = setTimeout(open, pause);
  }

  function resume() {
    if (document.hidden) return;
    // The person may have logged in meanwhile, in another tab.
    over = false;
    if (source && synced && silent() < FRESH) return;
    failures = 0;
    refresh();
    open();
    show();
  }

  function fetchStale() {
    fetching = 0;
    for (const element of stale) {
      if (element.isConnected) element.dispatchEvent(new CustomEvent("live", { detail: {} }));
      else stale.delete(element);
    }
    if (stale.size && !fetching) fetching = setTimeout(fetchStale, AGAIN);
    show();
  }

  body.addEventListener("live:stale", (event) => {
    asking.delete(event.detail.element);
    const { element } = event.detail, news = waiting.get(element) ?? [];
    later.delete(element);
    waiting.delete(element);
    // what came meanwhile may be all that is missing
    if (news.length && news.every((one) => fill(element, one))) return;
    stale.add(element);
    if (over) return;
    if (!fetching) fetching = setTimeout(fetchStale, AGAIN);
    show();
  });
  // A fragment may name further topics to rest on, such as those of a fight that began while the page was open.
  function listenToMore(element) {
    const listing = element.querySelector("[data-live-listen]")?.dataset.liveListen;
    if (!listing) return;
    const topics = read(listing), more = topics.filter(([topic]) => !known.has(topic));
    element.dataset.liveTopic = topics.map(([topic]) => topic).join(" ");
    if (!more.length) return;
    for (const [topic, version] of more) known.set(topic, version);
    listen();
    if (source) open();
  }

  body.addEventListener("live:fresh", (event) => {
    listenToMore(event.detail.element);
    stale.delete(event.detail.element);
    // what was put in may hold a status of its own, and may be older than the stream
    show();
    showPeople();
    asking.delete(event.detail.element);
    askLater(event.detail.element);
  });
  document.addEventListener("visibilitychange", () => {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(close, HIDDEN);
    else resume();
  });
  window.addEventListener("online", () => { forget(); resume(); });
  window.addEventListener("offline", lost);
  window.addEventListener("pageshow", (event) => { if (event.persisted) { forget(); resume(); } });
  window.addEventListener("pagehide", close);
  setInterval(() => { if (source && silent() > SILENCE) { forget(); resume(); } }, LOOK);
  open();
})();
