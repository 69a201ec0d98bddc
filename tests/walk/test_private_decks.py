"""Somebody else's private or deleted deck is not there: not at its address, in no list, count or refusal."""

from itertools import product

from cards.decks.models import Deck
from tests.cards.decks.conftest import everything_of
from tests.walk.table import Line, every_line, filled
from tests.walk.world import DECKS, NAME, NO_DECK, NOTE, OTHERS, TAG, VERSION

METHODS = ("HEAD", "POST", "PUT", "PATCH", "DELETE")
ACCEPTED = ("text/html", "application/json")
SECRETS = (NAME, TAG, NOTE, VERSION)
SEARCHED = ("name", "tag", "note")  # a page says again what it looked for


def at_a_deck() -> list[Line]:
    """The lines with a private deck."""
    return [line for line in every_line() if line.names("deck")]


def seen_by_others() -> list[Line]:
    """The lines that show something."""
    return [line for line in every_line() if line.method == "GET" and not line.address.startswith("/admin/")]


def asked(line: Line) -> list[tuple[str, str, tuple[str, ...]]]:
    """How an address is asked: by which method, for what, of which hidden decks. All else is as for the private one."""
    as_said = [(line.method, accept, ("deck", "deleted")) for accept in ACCEPTED]
    return as_said + [(method, ACCEPTED[0], ("deck",)) for method in METHODS if line.method == "GET"]


def test_answer_for_a_hidden_deck_is_that_of_no_deck(world, walker):
    told = []
    for line in at_a_deck():
        for who, (method, accept, names) in product(OTHERS, asked(line)):
            decks = [NO_DECK, *(world.words[name] for name in names)]
            answers = []
            for deck in decks:
                words = world.words | {"deck": deck}
                address, body = filled(line.address, words), filled(line.body, words)
                answer = walker.ask(who, method, address, body, is_json=line.is_json, accept=accept)
                answers.append(answer.without(*decks))
            if any(answer != answers[0] for answer in answers):
                told.append(f"{method} {line.address} {line.note} as {who}: {[answer.word for answer in answers]}")
    assert not told, "this differs from the answer for an address of no deck:\n" + "\n".join(told)


def test_others_change_no_deck(world, walker):
    """By no line that acts; that other addresses take none is told by the table's own test."""
    before = {name: everything_of(deck) for name, deck in world.decks.items()}
    changed = []

    def look() -> None:
        if {name: everything_of(deck) for name, deck in world.decks.items()} != before:
            changed.append(act)

    for line in at_a_deck():
        for who, name in product(OTHERS, DECKS) if line.method != "GET" else ():
            words = world.words | {"deck": world.words[name], "number": str(world.decks[name].number)}
            act = f"{line.method} {line.address} {line.note} as {who}, of the {name} deck"
            address, body = filled(line.address, words), filled(line.body, words)
            walker.ask(who, line.method, address, body, is_json=line.is_json, afterwards=look)
    assert not changed


def test_words_of_a_private_deck_stand_on_no_page(world, walker):
    told = []
    for line in seen_by_others():
        if any(line.names(word) for word in SEARCHED):
            continue
        for who in OTHERS:
            body = walker.ask(who, "GET", filled(line.address, world.words)).body.decode(errors="replace")
            told += [f"GET {line.address} as {who}: {secret}" for secret in SECRETS if secret in body]
            is_asked = "{deck}" in line.address.partition("?")[2]  # and said again, as what is searched
            told += (
                [f"GET {line.address} as {who}: its address"] if world.words["deck"] in body and not is_asked else []
            )
    assert not told, "\n".join(told)


def test_all_pages_are_as_they_would_be_without_the_private_deck(world, walker):
    """Whatever is listed, counted, found or drawn, and in whatever order."""
    lines = [line for line in seen_by_others() if not line.names("deck")]

    def seen() -> dict[str, object]:
        return {
            f"GET {line.address} as {who}": walker.ask(who, "GET", filled(line.address, world.words))
            for line in lines
            for who in ("stranger", "other")
        }

    told = seen()
    deck = Deck.objects.get(pk=world.decks["deck"].pk)
    Deck.objects.filter(pk=deck.pk).update(shown=None, shown_at=None)
    deck.delete()
    without = seen()
    assert [asked for asked, answer in told.items() if answer != without[asked]] == []
