// The offline page: registered once a page is at rest, so that it costs no page its first second.

if ("serviceWorker" in navigator && window.isSecureContext)
  addEventListener("load", () => navigator.serviceWorker.register("/service-worker.js").catch(() => {}), { once: true });
