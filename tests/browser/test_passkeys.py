"""A passkey of a real browser, with an authenticator that the browser makes up: added, used to sign in, removed."""

import pytest
from playwright.sync_api import expect

PASSWORD = "a long word of hers"


@pytest.fixture
def page(browser, instance):
    """A page at `localhost`, where passkeys work without TLS, with an authenticator that always agrees."""
    context = browser.new_context(base_url=instance.address.replace("127.0.0.1", "localhost"))
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    agrees = {"isUserVerified": True, "automaticPresenceSimulation": True}
    line.send("WebAuthn.addVirtualAuthenticator", {"options": {**options, **agrees}})
    yield page
    context.close()


def send_form(page, path, **fields):
    """Send a form of the site without opening its page."""
    page.request.get(path)
    [token] = [cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "csrftoken"]
    answer = page.request.post(path, form={**fields, "csrfmiddlewaretoken": token}, max_redirects=0)
    assert answer.status == 302


def sign_up(page, name):
    send_form(page, "/accounts/signup/", username=name, password1=PASSWORD, password2=PASSWORD)


def give_password(page):
    page.locator("#id_password").fill(PASSWORD)
    click_through(page, "Confirm")


def click_through(page, button):
    """Click a button and wait for the page that follows: its buttons ask for a key only when its scripts have run."""
    with page.expect_event("load"):
        page.get_by_role("button", name=button, exact=True).click()


def test_passkey_is_added_signs_in_and_is_removed(page):
    sign_up(page, "key-holder")
    page.goto("/accounts/2fa/")
    page.get_by_role("link", name="Add").click()
    give_password(page)
    page.get_by_label("Name").fill("My phone")
    page.get_by_label("Passwordless").check()
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    page.goto("/accounts/2fa/webauthn/")
    expect(page.get_by_text("My phone")).to_be_visible()
    send_form(page, "/accounts/logout/")
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url("/")
    expect(page.get_by_role("button", name="Account of key-holder")).to_be_visible()
    page.goto("/accounts/2fa/webauthn/")
    page.get_by_role("link", name="Remove").click()
    give_password(page)
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("My phone")).to_have_count(0)


def test_security_key_is_asked_for_after_the_password(page):
    sign_up(page, "careful-one")
    page.goto("/accounts/2fa/webauthn/add/")
    give_password(page)
    page.get_by_label("Name").fill("Key")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    send_form(page, "/accounts/logout/")
    page.goto("/accounts/login/")
    page.locator("#id_login").fill("careful-one")
    page.locator("#id_password").fill(PASSWORD)
    click_through(page, "Sign in")
    page.get_by_role("button", name="Use a security key").click()
    page.wait_for_url("/")
    expect(page.get_by_role("button", name="Account of careful-one")).to_be_visible()
