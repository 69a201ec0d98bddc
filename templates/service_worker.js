{% autoescape off %}// Shows the offline page when a page cannot be fetched. Keeps that page and its styles, and nothing of any match.

const NAME = {{ name }};
const PAGE = {{ page }};
const KEPT = {{ kept }};

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(KEPT)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name)));
    await self.registration.navigationPreload?.enable(); // no page waits for this worker to start
    await self.clients.claim();
  })());
});

async function openPage(event) {
  try {
    return (await event.preloadResponse) || (await fetch(event.request));
  } catch {
    return caches.match(PAGE);
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(openPage(event));
  else if (KEPT.includes(new URL(request.url).pathname))
    event.respondWith(fetch(request).catch(() => caches.match(request, { ignoreSearch: true })));
});
{% endautoescape %}