"""Somebody else's private or deleted deck is not there: not at its address, in no list, count or refusal."""

from itertools import product

from cards.decks.models import Deck
from tests.cards.decks.contents import everything_of
from tests.sampling import sample, sample_of_kinds
from tests.walk.asking import Answer
from tests.walk.table import Line, every_line, filled
from tests.walk.world import DECKS, NAME, NO_DECK, NOTE, OTHERS, TAG, VERSION

METHODS = ("HEAD", "POST", "PUT", "PATCH", "DELETE")
ACCEPTED = ("text/html", "application/json")
SECRETS = (NAME, TAG, NOTE, VERSION)
EXHIBITION = "/exhibition"  # it goes on from look to look, and nobody's deck is played in it
SEARCHED = ("name", "tag", "note")  # a page says again what it looked for


def at_a_deck() -> list[Line]:
    """Return some lines with a private deck."""
    with_deck = (line for line in every_line() if line.names("deck"))
    return sample_of_kinds(with_deck, 2, kind=lambda line: line.method)


def seen_by_others() -> list[Line]:
    """Return some lines that show something."""
    shown = (line for line in every_line() if line.method == "GET" and not line.address.startswith("/admin/"))
    return sample(shown, 10)


def asked(line: Line) -> list[tuple[str, str, str, tuple[str, ...]]]:
    """How an address is asked: by whom, by which method, for what, of which hidden decks.

    Methods that the table does not name are for the private deck, and for whoever has decks of his own, as for others.
    """
    as_said = [(who, line.method, accept, ("deck", "deleted")) for who, accept in product(OTHERS, ACCEPTED)]
    return as_said + [("other", method, ACCEPTED[0], ("deck",)) for method in METHODS if line.method == "GET"]


def test_answer_for_a_hidden_deck_is_that_of_no_deck(world, walker):
    told = []
    for line in at_a_deck():
        for who, method, accept, names in asked(line):
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
    before = everything_of(*world.decks.values())
    changed = []

    def look() -> None:
        if everything_of(*world.decks.values()) != before:
            changed.append(act)

    for line in at_a_deck():
        for who, name in product(OTHERS, DECKS) if line.method != "GET" else ():
            words = world.words | {"deck": world.words[name], "number": str(world.decks[name].number)}
            act = f"{line.method} {line.address} {line.note} as {who}, of the {name} deck"
            address, body = filled(line.address, words), filled(line.body, words)
            walker.ask(who, line.method, address, body, is_json=line.is_json, afterwards=look)
    assert not changed


def test_all_pages_are_as_they_would_be_without_the_private_deck(world, walker):
    """Whatever is listed, counted, found or drawn, and in whatever order; and no word of it stands anywhere."""

    lines = seen_by_others()

    def seen(line: Line, who: str) -> Answer:
        return walker.ask(who, "GET", filled(line.address, world.words))

    told = {(line.address, who): seen(line, who) for line, who in product(lines, OTHERS)}
    said = [
        f"GET {line.address} as {who}: {secret}"
        for line, who in product(lines, OTHERS)
        for secret in secrets_of(line, world.words["deck"])
        if secret in told[line.address, who].body.decode(errors="replace")
    ]
    assert not said, "\n".join(said)
    deck = Deck.objects.get(pk=world.decks["deck"].pk)
    Deck.objects.filter(pk=deck.pk).update(shown=None, shown_at=None)
    deck.delete()
    compared = [line for line in lines if not line.names("deck") and not line.address.startswith(EXHIBITION)]
    without = product(compared, ("stranger", "other"))
    changed = [f"GET {line.address} as {who}" for line, who in without if seen(line, who) != told[line.address, who]]
    assert changed == []


def secrets_of(line: Line, address: str) -> tuple[str, ...]:
    """Return the words that may not stand on a page: a page of a search repeats its query."""
    if any(line.names(word) for word in SEARCHED):
        return ()
    return SECRETS if "{deck}" in line.address.partition("?")[2] else (*SECRETS, address)
