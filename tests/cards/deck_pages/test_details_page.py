"""The details of a deck: one form that saves all or nothing, and loses nothing that was typed."""

import pytest
from django.test import Client
from django.utils.html import escape

from cards.decks.abilities import Visibility
from cards.decks.changes import describe_deck
from cards.decks.models import Deck
from tests.cards.decks.contents import everything_of
from tests.markup import read_page

RTL = "\u202e"


def form(deck, **more):
    return {"number": deck.number, "name": deck.name, "tags": "", "notes": "", "visibility": deck.visibility} | more


def send(browser, deck, **more):
    return browser.post(f"{deck.get_absolute_url()}details/", form(deck, **more))


def test_owner_saves_everything_at_once(deck, owner, browser_of):
    said = {"name": " Night  Watch ", "tags": "wip, Friday league,,", "notes": "Lay\r\nmines.", "visibility": "public"}
    assert send(browser_of(owner), deck, **said).status_code == 302
    deck = Deck.objects.get(pk=deck.pk)
    assert (deck.name, deck.notes, deck.visibility) == ("Night Watch", "Lay\nmines.", "public")
    assert {str(tag) for tag in deck.tags.all()} == {"wip", "Friday league"}
    assert deck.shown.number == 1


@pytest.mark.parametrize(
    ("typed", "status", "said"),
    [
        ({"name": " "}, 422, "The name is empty."),
        ({"name": "a" * 101}, 422, "at most 100 are allowed"),
        ({"name": f"Wreck{RTL}"}, 422, "a mark of writing direction"),
        ({"name": "Wreck\0"}, 422, "a control character"),
        ({"tags": ",".join(map(str, range(11)))}, 422, "at most 10 tags"),
        ({"tags": f"odd{RTL}"}, 422, "a mark of writing direction"),
        ({"tags": "a" * 31}, 422, "at most 30 are allowed"),
        ({"notes": "a" * 20_001}, 422, "at most 20,000 are kept"),
        ({"notes": "a" * 2_000_000}, 422, "at most 20,000 are kept"),
        ({"notes": "a\0"}, 422, "a control character"),
        ({"visibility": "secret"}, 422, "A deck is private, unlisted or public."),
        ({"visibility": "\0"}, 422, "A deck is private, unlisted or public."),
        ({"number": "1.5"}, 400, "a whole number was expected"),
        ({"number": "9" * 5000}, 400, "a whole number was expected"),
        ({"number": ""}, 400, "a whole number was expected"),
    ],
)
def test_what_cannot_be_kept_is_said_and_what_was_typed_stays(deck, owner, browser_of, typed, status, said):
    before = everything_of(deck)
    page = send(browser_of(owner), deck, **{"name": "Typed name", "tags": "typed tag", "notes": "typed notes"} | typed)
    assert page.status_code == status
    assert said in read_page(page)
    for field, value in {"name": "Typed name", "tags": "typed tag", "notes": "typed notes"}.items():
        assert field in typed or value in read_page(page)
    assert everything_of(deck) == before
    assert len(page.content) < 200_000


def test_larger_forms_than_any_are_refused_in_words(deck, owner, browser_of):
    before = everything_of(deck)
    page = send(browser_of(owner), deck, notes="a" * 10_000_000)
    assert page.status_code == 400
    assert "sent more than we accept" in read_page(page)
    assert everything_of(deck) == before


def test_older_form_is_refused_once_and_saved_when_it_is_sent_again(deck, owner, browser_of):
    browser = browser_of(owner)
    describe_deck(deck, by=owner, number=deck.number, name="From the other tab", tags=["other"])
    page = send(browser, deck, name="From this tab", notes="Typed")
    assert page.status_code == 409
    assert "The deck was changed elsewhere in the meantime." in read_page(page)
    for said in ("From the other tab", "From this tab", "Typed"):
        assert said in read_page(page)
    now = Deck.objects.get(pk=deck.pk)
    assert now.name == "From the other tab"
    assert page.context["typed"].number == str(now.number)
    assert send(browser, now, name="From this tab").status_code == 302
    assert Deck.objects.get(pk=deck.pk).name == "From this tab"


def test_notes_are_shown_before_they_are_saved(deck, owner, browser_of):
    before = everything_of(deck)
    notes = "**Hold** [[phasers]], [[<img src=x>]] <script>alert(1)</script> [bad](javascript:alert(2))"
    text = read_page(send(browser_of(owner), deck, notes=notes, preview="1"))
    assert "<strong>Hold</strong>" in text
    assert ">Phasers</a>" in text
    for harm in ("<script>alert", "<img", 'href="javascript'):
        assert harm not in text
    assert everything_of(deck) == before


@pytest.mark.parametrize("person", ["stranger", "guest", "other", "staff"])
@pytest.mark.parametrize("visibility", Visibility.values)
def test_others_change_nothing(make, people, browser_of, person, visibility):
    deck, browser = make(visibility=visibility), browser_of(people[person])
    before = everything_of(deck)
    sees = visibility != Visibility.PRIVATE or person == "staff"
    number = {"number": deck.number}
    url = deck.get_absolute_url()
    for page in (
        browser.get(f"{url}details/"),
        send(browser, deck, name="Mine now"),
        browser.post(f"{url}renew/", number),
        browser.post(f"{url}delete/"),
    ):
        assert page.status_code == (403 if sees else 404)
    assert everything_of(deck) == before


def test_link_is_renewed(make, owner, other, browser_of):
    deck = make(visibility=Visibility.UNLISTED)
    former, browser = deck.get_absolute_url(), browser_of(owner)
    assert browser.post(f"{former}renew/", {"number": "1"}).status_code == 409
    assert browser.get(former).status_code == 200
    assert browser.post(f"{former}renew/", {"number": deck.number}).status_code == 302
    assert browser.get(former).status_code == 404
    deck.refresh_from_db()
    assert browser_of(other).get(deck.get_absolute_url()).status_code == 200


def test_link_to_send_on_stands_on_shared_decks_alone(make, owner, browser_of):
    browser = browser_of(owner)
    for visibility in Visibility.values:
        deck = make(visibility=visibility)
        text = read_page(browser.get(deck.get_absolute_url()))
        assert (f'value="http://testserver{deck.get_absolute_url()}"' in text) == (visibility != "private")


def test_staff_are_led_to_the_admin(make, owner, staff, browser_of):
    deck = make()
    admin = f"/admin/cards/deck/{deck.pk}/change/"
    assert admin in read_page(browser_of(staff).get(deck.get_absolute_url()))
    assert admin not in read_page(browser_of(owner).get(deck.get_absolute_url()))


def test_notes_that_cannot_be_saved_at_all_can_still_be_copied(deck, browser_of, people):
    notes = "Lay <mines> first. " * 20
    signed_out = browser_of(people["stranger"]).post(f"{deck.get_absolute_url()}details/", {"notes": notes})
    assert signed_out.status_code == 404
    assert "You are not signed in." in read_page(signed_out)
    strict = Client(enforce_csrf_checks=True)
    old = strict.post(f"{deck.get_absolute_url()}details/", {"notes": notes})
    assert old.status_code == 403
    for page in (signed_out, old):
        assert f">\n{escape(notes)}</textarea>" in read_page(page)
