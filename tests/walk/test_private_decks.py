"""Somebody else's private or deleted deck is not there: not at its address, in no list, count or refusal."""

from cards.decks.models import Deck
from tests.cards.decks.conftest import everything_of
from tests.walk.table import Line, every_line, filled
from tests.walk.world import DECKS, NAME, NO_DECK, NOTE, OTHERS, TAG, VERSION

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
ACCEPTED = ("text/html", "application/json")
SECRETS = (NAME, TAG, NOTE, VERSION)
SEARCHED = ("name", "tag", "note")  # a page says again what it looked for


def at_a_deck() -> list[Line]:
    """The lines with a private deck."""
    return [line for line in every_line() if line.names("deck")]


def seen_by_others() -> list[Line]:
    """The lines that show something."""
    return [line for line in every_line() if line.method == "GET" and not line.address.startswith("/admin/")]


def test_answer_for_a_hidden_deck_is_that_of_no_deck(world, walker):
    hidden = world.words["deck"], world.words["deleted"]
    told = []
    for line in at_a_deck():
        methods = METHODS if line.method == "GET" else (line.method,)
        for who, method, accept in (
            (who, method, accept) for who in OTHERS for method in methods for accept in ACCEPTED
        ):
            answers = []
            for deck in (NO_DECK, *hidden):
                words = world.words | {"deck": deck}
                address, body = filled(line.address, words), filled(line.body, words)
                answer = walker.ask(who, method, address, body, is_json=line.is_json, accept=accept)
                answers.append(answer.without(NO_DECK, *hidden))
            if answers != answers[:1] * 3:
                told.append(f"{method} {line.address} {line.note} as {who}: {[answer.word for answer in answers]}")
    assert not told, "this differs from the answer for an address of no deck:\n" + "\n".join(told)


def test_others_change_no_deck(world, walker):
    before = {name: everything_of(deck) for name, deck in world.decks.items()}
    changed = []

    def look() -> None:
        if {name: everything_of(deck) for name, deck in world.decks.items()} != before:
            changed.append(asked)

    for line in at_a_deck():
        for who, method in ((who, method) for who in OTHERS for method in METHODS[2:]):
            for name in DECKS:
                words = world.words | {"deck": world.words[name], "number": str(world.decks[name].number)}
                asked = f"{method} {line.address} {line.note} as {who}, of the {name} deck"
                address, body = filled(line.address, words), filled(line.body, words)
                walker.ask(who, method, address, body, is_json=line.is_json, afterwards=look)
    assert not changed


def test_words_of_a_private_deck_stand_on_no_page(world, walker):
    told = []
    for line in seen_by_others():
        if any(line.names(word) for word in SEARCHED):
            continue
        for who in OTHERS:
            body = walker.ask(who, "GET", filled(line.address, world.words)).body.decode(errors="replace")
            told += [f"GET {line.address} as {who}: {secret}" for secret in SECRETS if secret in body]
            told += [f"GET {line.address} as {who}: its address"] if world.words["deck"] in body else []
    assert not told, "\n".join(told)


def test_all_pages_are_as_they_would_be_without_the_private_deck(world, walker):
    """Whatever is listed, counted, found or drawn, and in whatever order."""
    lines = [line for line in seen_by_others() if not line.names("deck")]

    def seen() -> dict[str, object]:
        return {
            f"GET {line.address} as {who}": walker.ask(who, "GET", filled(line.address, world.words))
            for line in lines
            for who in OTHERS
        }

    told = seen()
    deck = Deck.objects.get(pk=world.decks["deck"].pk)
    Deck.objects.filter(pk=deck.pk).update(shown=None, shown_at=None)
    deck.delete()
    without = seen()
    assert [asked for asked, answer in told.items() if answer != without[asked]] == []
