"""The site without a network: the offline page, which a service worker shows, and the way back."""

from playwright.sync_api import expect

READY = "navigator.serviceWorker.ready.then(() => true)"
KEPT = """caches.keys().then(names => Promise.all(names.map(name => caches.open(name).then(cache => cache.keys()))))
  .then(all => all.flat().map(request => new URL(request.url).pathname))"""


def test_page_without_a_network_says_so_and_trying_again_leads_on(visit, instance):
    page = visit("/")
    page.wait_for_function(READY)
    kept = page.evaluate(KEPT)
    assert [path for path in kept if not path.startswith("/static/css/")] == ["/offline"]
    page.context.set_offline(True)
    page.goto(instance.url("/matches"))
    expect(page.get_by_role("heading", level=1)).to_have_text("You are offline")
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page).to_have_title("Watch · Incursions")
