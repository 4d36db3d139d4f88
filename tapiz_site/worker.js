/* The service worker. Pages always come from the network. Without it a sheet that this person has looked at is shown as
   the copy that was made for reading, which says when, and for any other page one that says there is no connection.
   Before this stand BUILD and SHELL: the version, and the addresses of the files that those two pages need. */
const OFFLINE = "/sin-conexion/", MOST = 3;
const shell = `shell-${BUILD}`, COPIES = `copies-${BUILD}-`;

const same = (url, options = {}) => fetch(url, { credentials: "same-origin", redirect: "error", ...options });

async function keepOffline() {
  const page = await same(OFFLINE, { cache: "reload" });
  if (page.ok) await (await caches.open(shell)).put(OFFLINE, page);
}

self.addEventListener("install", (event) => event.waitUntil((async () => {
  await (await caches.open(shell)).addAll(SHELL);
  await keepOffline();
  await self.skipWaiting();
})()));

// Another version deletes all that was kept, and makes the copies anew as long as their reader is still logged in.
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  await self.registration.navigationPreload?.enable();
  for (const name of await caches.keys()) {
    if (name === shell || name.startsWith(COPIES)) continue;
    const pages = name.startsWith("copies-") ? await (await caches.open(name)).keys() : [];
    await caches.delete(name);
    const reader = name.split("-").pop();
    for (const page of pages) await keep(reader, new URL(page.url).pathname).catch(() => {});
  }
  await self.clients.claim();
})()));

// Each page says who reads it, in which language, and whether a sheet on it may be kept.
self.addEventListener("message", (event) => event.waitUntil((async () => {
  const { reader, language, page } = event.data;
  for (const name of await caches.keys()) {
    if (name.startsWith("copies-") && name !== COPIES + reader) await caches.delete(name);
  }
  const offline = await (await caches.open(shell)).match(OFFLINE);
  if (offline?.headers.get("Content-Language") !== language) await keepOffline().catch(() => {});
  if (reader && page) await keep(reader, page).catch(() => {});
})()));

async function keep(reader, page) {
  const copy = await same(`${page}copia/`, { cache: "no-store", headers: { "X-Tapiz-Copy": "1" } });
  const copies = await caches.open(COPIES + reader);
  // A sheet that is no longer this person's is not kept, nor the one of a person who has logged in meanwhile.
  const own = copy.ok && copy.headers.get("X-Tapiz-Reader") === reader;
  await (own ? copies.put(page, copy) : copies.delete(page));
  for (const old of (await copies.keys()).slice(0, -MOST)) await copies.delete(old);
}

self.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(visited(event, url.pathname));
  else if (SHELL.includes(url.pathname)) event.respondWith(caches.match(request, { cacheName: shell }).then((kept) => kept ?? fetch(request)));
});

async function visited(event, path) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    const all = await copied();
    return all.get(path) ?? withoutConnection(all);
  }
}

async function copied() {
  const found = new Map();
  for (const name of (await caches.keys()).filter((one) => one.startsWith(COPIES))) {
    const copies = await caches.open(name);
    for (const page of await copies.keys()) found.set(new URL(page.url).pathname, await copies.match(page));
  }
  return found;
}

async function withoutConnection(all) {
  const page = await caches.match(OFFLINE, { cacheName: shell });
  if (!page) return Response.error();
  const plain = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const links = [...all].map(([path, copy]) => {
    const name = plain(decodeURIComponent(copy.headers.get("X-Tapiz-Name") ?? ""));
    return `<a class="btn btn--wide" href="${plain(path)}">${name}</a>`;
  });
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  const policy = page.headers.get("Content-Security-Policy");
  if (policy) headers["Content-Security-Policy"] = policy;
  return new Response((await page.text()).replace("<!--copies-->", links.join("")), { status: 503, headers });
}
