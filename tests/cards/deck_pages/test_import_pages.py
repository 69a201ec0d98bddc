"""The pages of importing: a report before anything is saved, corrections, and decks of those alone who may see them."""

import json
import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from cards.decks.abilities import Visibility
from cards.decks.changes import save_draft
from cards.decks.models import Deck
from cards.decks.reading import content_seen
from incursions.accounts.models import User
from incursions.games.incursions.deck_files import json_of, text_of
from tests.cards.decks.contents import content
from tests.markup import read_page

NEW = "/decks/import/"
CODE = "INC1-000040G224005P0209V0008003Q8KRCPB0W6W"
PASTED = "# Name: Night Watch\nShip: Sol\n[Deck]\n4 Phaserz\n2 Qwxyz\n[Hexpile]\n1 Wormhole 1\n"


def text_in(page):
    """Return the text in the box."""
    found = re.search(r'<textarea id="paste"[^>]*>\n(.*?)</textarea>', read_page(page), re.DOTALL)
    return unescape(found[1])


def typed_and_chosen(page):
    """Return the values of the fields of the lines."""
    lines = [each for each in page.context["lines"]["open"] if each.choices] if page.context["report"] else []
    return [each.line.typed for each in lines], [
        choice.value for each in lines for choice in each.choices if choice.is_chosen
    ]


def send(browser, address, page, action, **fields):
    """Send the form of a page again with these fields changed."""
    typed, choice = typed_and_chosen(page)
    sent = {
        "paste": text_in(page),
        "typed": typed,
        "choice": choice,
        "seen": page.context["paste"].digest,
        "action": action,
    }
    if "head" in page.context:
        sent["number"] = page.context["head"].deck.number
    return browser.post(address, sent | fields)


def test_nothing_is_saved_before_the_report_was_seen(catalogue, client):
    page = client.post(NEW, {"paste": PASTED, "action": "save", "seen": "0"})
    assert page.status_code == 200
    assert text_in(page).splitlines() == PASTED.splitlines()
    assert [each.line.status for each in page.context["lines"]["open"]] == ["guessed", "unknown"]
    said = read_page(page)
    told = ("“Phaserz” was read as Phasers", "There is no piece called “Qwxyz”.", "The deck holds 6 of at least 25")
    for text in told:
        assert text in said
    assert not Deck.objects.exists()
    assert not User.objects.exists()


def test_guest_corrects_lines_and_saves_a_new_deck(catalogue, client):
    first = client.post(NEW, {"paste": PASTED})
    second = send(client, NEW, first, "read", choice=["Phaserz", ""])
    assert second.context["report"].content.cards == {"Phaserz": 4}
    third = send(client, NEW, second, "read", choice=["Fire", "Phasers"])
    assert third.context["report"].content.cards == {"Fire": 4, "Phasers": 2}
    saved = send(client, NEW, third, "save", name="Day Watch")
    deck = Deck.objects.get()
    assert (saved.status_code, saved.url) == (302, f"{deck.get_absolute_url()}edit/#deck")
    assert (deck.name, deck.visibility, deck.owner.is_guest) == ("Day Watch", Visibility.PRIVATE, True)
    assert deck.draft["deck"] == {"Fire": 4, "Phasers": 2}
    assert deck.draft["ship"] == "Sol"
    assert "The deck is saved." in read_page(client.get(saved.url))


def test_what_was_typed_twice_is_chosen_once(catalogue, client):
    page = client.post(NEW, {"paste": "4 Phaserz\n2 Qwxyz\n1 Phaserz"})
    assert [len(each.choices) > 0 for each in page.context["lines"]["open"]] == [True, True, False]
    page = client.post(NEW, {"paste": text_in(page), "typed": ["Phaserz", "Qwxyz"], "choice": ["Fire", ""]})
    assert page.context["report"].content.cards == {"Fire": 5}


def test_what_was_pasted_is_kept_when_saving_is_refused(catalogue, client):
    first = client.post(NEW, {"paste": PASTED})
    page = send(client, NEW, first, "save", name="x" * 101)
    assert page.status_code == 422
    assert "at most 100 are allowed" in read_page(page)
    assert text_in(page).splitlines() == PASTED.splitlines()
    assert not Deck.objects.exists()


def test_file_is_read_like_what_is_pasted(catalogue, client):
    for raw in (b"\xef\xbb\xbf" + PASTED.encode(), PASTED.encode("utf-16")):
        page = client.post(NEW, {"paste": "", "file": SimpleUploadedFile("deck.txt", raw)})
        assert page.context["report"].name == "Night Watch"
        assert text_in(page) == PASTED
    both = client.post(NEW, {"paste": "4 Fire", "file": SimpleUploadedFile("deck.txt", PASTED.encode())})
    assert (both.status_code, text_in(both)) == (422, "4 Fire")
    for file, reason in ((b"\xff\xfe\0", "not text in UTF-8"), (b"x" * 8_000_001, "more than 8,000,000 bytes")):
        page = client.post(NEW, {"file": SimpleUploadedFile("deck.txt", file)})
        assert (page.status_code, reason in read_page(page)) == (422, True)


@pytest.mark.parametrize("visibility", Visibility.values)
@pytest.mark.parametrize("person", ["stranger", "guest", "other", "owner", "staff"])
def test_link_leads_to_those_decks_alone_that_the_viewer_may_see(make, people, browser_of, person, visibility):
    deck = make(visibility=visibility)
    page = browser_of(people[person]).post(NEW, {"paste": f" http://testserver{deck.get_absolute_url()}export/ "})
    may_see = person in ("owner", "staff") or visibility != Visibility.PRIVATE
    assert page.context["report"].name == ("Wreck Runners" if may_see else "")
    assert ("There is no such deck." in read_page(page)) == (not may_see)


def test_link_to_a_version_and_to_another_site(make, owner, browser_of):
    deck = make(visibility=Visibility.PUBLIC)
    save_draft(deck, content(deck={"Sabotage": 2}), by=owner, number=deck.number)
    browser = browser_of(owner)
    draft, version = (
        browser.post(NEW, {"paste": f"{deck.get_absolute_url()}{query}"}).context["report"].content.cards
        for query in ("", "?version=1")
    )
    assert draft == {"Sabotage": 2}
    assert version != draft
    said = json.dumps({"name": deck.get_absolute_url(), "deck": {"Fire": 1}})
    assert browser.post(NEW, {"paste": said}).context["report"].content.cards == {"Fire": 1}
    elsewhere = browser.post(NEW, {"paste": f"https://example.org{deck.get_absolute_url()}"})
    assert elsewhere.context["report"].is_empty
    assert "leads to another site" in read_page(elsewhere)


def test_draft_is_replaced_or_added_to_as_one_step(deck, owner, browser_of):
    browser, address = browser_of(owner), f"{deck.get_absolute_url()}import/"
    before = content_seen(deck, owner)
    page = browser.post(address, {"paste": "Bulwark\n2 Fire\n1 Sabotage"})
    send(browser, address, page, "add")
    added = content_seen(Deck.objects.get(), owner)
    assert added.ship == before.ship
    assert added.cards == {**before.cards, "Fire": before.cards.get("Fire", 0) + 2, "Sabotage": 1}
    page = browser.post(address, {"paste": "Bulwark\n2 Fire"})
    assert send(browser, address, page, "replace").status_code == 302
    assert content_seen(Deck.objects.get(), owner).pieces == {"Bulwark": 1, "Fire": 2}
    assert Deck.objects.get().place == deck.place + 2


def test_draft_that_was_changed_elsewhere_is_not_overwritten_unseen(deck, owner, browser_of):
    browser, address = browser_of(owner), f"{deck.get_absolute_url()}import/"
    page = browser.post(address, {"paste": "2 Fire"})
    save_draft(deck, content(deck={"Sabotage": 2}), by=owner, number=deck.number)
    refused = send(browser, address, page, "replace", number=deck.number)
    assert refused.status_code == 409
    assert text_in(refused) == "2 Fire"
    assert content_seen(Deck.objects.get(), owner).cards == {"Sabotage": 2}
    assert send(browser, address, refused, "replace").status_code == 302


def test_too_many_copies_together_are_refused(deck, owner, browser_of):
    browser, address = browser_of(owner), f"{deck.get_absolute_url()}import/"
    page = browser.post(address, {"paste": "99 Fire"})
    assert send(browser, address, page, "add").status_code == 422
    page = send(browser, address, page, "nonsense")
    assert (page.status_code, "nonsense" in read_page(page)) == (400, True)


@pytest.mark.parametrize("person", ["stranger", "guest", "other", "staff"])
def test_nobody_but_the_owner_imports_into_a_deck(make, people, browser_of, person):
    deck = make(visibility=Visibility.PUBLIC)
    browser = browser_of(people[person])
    for answer in (browser.get, browser.post):
        assert answer(f"{deck.get_absolute_url()}import/", {"paste": "4 Fire"}).status_code == 403


def test_shared_code_is_a_page_and_becomes_a_deck(catalogue, client):
    page = client.get(f"/decks/code/{CODE}/")
    assert page.status_code == 200
    assert page.headers["X-Robots-Tag"] == "noindex"
    fields = dict(re.findall(r'<input type="hidden" name="(paste|seen)" value="([^"]+)">', read_page(page)))
    saved = client.post(NEW, fields | {"action": "save"})
    deck = Deck.objects.get()
    assert saved.url == f"{deck.get_absolute_url()}edit/#deck"
    assert (deck.name, deck.draft["deck"]) == ("Imported deck", {"Fire": 7, "Phasers": 4})


@pytest.mark.parametrize("code", [CODE[:-1], CODE.replace("G", "H"), "INC1-", "INC2-00", "x", "%3Cscript%3E"])
def test_code_that_cannot_be_read_is_refused_with_its_reason(code, catalogue, client):
    page = client.get(f"/decks/code/{code}/")
    assert page.status_code == 400
    assert "This share code" in read_page(page) or "This is not a share code" in read_page(page)
    assert "<script>" not in read_page(page).partition("<main")[2]


HOSTILE = [
    "\0",
    "4 \u202eresahP",
    "<script>alert(1)</script>\n4 <b>Fire</b>",
    "{",
    '{"deck": []}',
    "INC1-" + "0" * 50,
    "\n" * 3000,
]


@pytest.mark.parametrize("paste", HOSTILE)
def test_hostile_paste_gets_a_page_that_says_why(paste, catalogue, client):
    page = client.post(NEW, {"paste": paste})
    assert page.status_code == 200
    assert page.context["report"].lines
    body = read_page(page).partition("<main")[2]
    assert "<script>" not in body
    assert "<b>Fire" not in body


def test_what_is_too_long_is_refused_and_nothing_is_read(catalogue):
    browser = Client(enforce_csrf_checks=False)
    page = browser.post(NEW, {"paste": "4 Fire\n" * 1_500_000})
    assert page.status_code == 400
    assert "Go back in your browser" in read_page(page)
    page = browser.post(NEW, {"paste": "x" * 2_000_001})
    assert "at most 2,000,000 are read" in read_page(page)


def test_report_on_very_many_lines_stays_small(catalogue, client):
    page = client.post(NEW, {"paste": "[Deck]\n" + "\n".join(f"1 Nobody {number}" for number in range(1500))})
    assert len(page.context["lines"]["open"]) == 100
    assert len(page.content) < 200_000


def test_exports_of_a_deck_are_imported_as_they_were(make, owner, browser_of):
    titles = {"Grand 'Illusion' <b>&amp;": 3, "Jum'er Vikot": 1, "# 1": 2, "4 x": 4}
    deck = make(name='Wreck "Runners" & <co> é', content=content(deck=titles, hexpile={"[Deck]": 1, "Sol": 2}))
    browser = browser_of(owner)
    page = browser.get(f"{deck.get_absolute_url()}export/")
    said = read_page(page)
    found = re.findall(r'<textarea id="(\w+)"[^>]*>(.*?)</textarea>', said, re.DOTALL)
    fields = {name: unescape(text) for name, text in found}
    kept = content_seen(deck, owner)
    assert fields["text"].lstrip("\n") == text_of(kept, deck.name)
    assert fields["json"].lstrip("\n") == json_of(kept, deck.name)
    for pasted in (fields["text"], fields["json"], fields["code"], page.context["link"]):
        read = browser.post(NEW, {"paste": pasted})
        assert read.context["report"].content == kept
        assert send(browser, NEW, read, "save", name=deck.name).status_code == 302
    assert list(Deck.objects.values_list("draft_hash", "name")) == [(deck.draft_hash, deck.name)] * 5
