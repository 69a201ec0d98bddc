"""The report: its keys, its intervals, and whether targets are met."""

import pytest

from incursions.games.incursions.bots.trials.document import as_text
from incursions.games.incursions.bots.trials.report import MET, MISSED, OPEN, TARGETS, report_of, verdicts
from incursions.games.incursions.bots.trials.tally import CardCount, Scored, Tally
from incursions.games.simulation import share
from tests.games.incursions.bots.trials.decks import deck_set

RATE = {"games", "win_rate", "low", "high"}


@pytest.mark.parametrize(
    ("won", "games", "expected"),
    [(200, 400, (0.5, 0.4513, 0.5487)), (0, 10, (0.0, 0.0, 0.2775)), (9.5, 10, (0.95, 0.6546, 0.9946))],
)
def test_share_has_wilsons_interval(won, games, expected):
    assert share(won, games)[1:] == pytest.approx(expected, abs=1e-3)


def test_share_of_nothing_is_unknown():
    assert share(0, 0) == (0, 0.0, 0.0, 1.0)


def test_report_has_a_level_for_each_number_of_seats(report):
    assert list(report) == ["2", "3"]
    level = report["2"]
    assert list(level["races"]) == ["federation", "klingon"]
    assert list(level["decks"]) == [deck.title for deck in deck_set(4).decks]
    assert all(set(found) == RATE for found in (*level["races"].values(), *level["decks"].values()))
    assert set(level["first_seat"]) == RATE
    assert list(level["endings"]) == ["wormhole", "destruction", "concession", "time", "draw"]
    assert sum(level["endings"].values()) == pytest.approx(1, abs=1e-3)
    assert {"median", "p90"} <= set(level["turns"])
    assert sum(level["turns"]["distribution"].values()) == level["games"] == 6


def test_report_lists_every_card_of_the_decks(report):
    titles = {title for deck in deck_set(4).decks for title in deck.cards}
    assert titles <= set(report["2"]["cards"])


def test_report_of_nothing_played_is_a_report():
    report = report_of([Tally(2)], deck_set().decks, 1)
    assert {found.verdict for found in verdicts(report)} == {OPEN}
    assert "too few games" in as_text(report)


def balanced() -> Tally:
    """Two hundred games such as they should be."""
    decks = deck_set().decks
    tally = Tally(2, games=200, first_seat=Scored(200, 101))
    tally.races = {deck.race: Scored(100, 52) for deck in decks}
    tally.decks = {deck.title: Scored(100, 48) for deck in decks}
    tally.endings.update({"wormhole": 120, "destruction": 78, "time": 2})
    tally.turns.update({24: 200})
    tally.at_round_limit = 2
    tally.cards = {"Fire": CardCount(400, 300, Scored(150, 80), Scored(20, 9))}
    return tally


def judged(tally: Tally) -> dict[str, str]:
    report = report_of([tally], deck_set().decks, 1)
    return {found.target.name: found.verdict for found in verdicts(report)}


def test_targets_are_met_by_a_balanced_set():
    assert set(judged(balanced()).values()) == {MET}
    assert len(judged(balanced())) == 9


@pytest.mark.parametrize(
    ("unbalance", "missed"),
    [
        (lambda tally: tally.races["Borg"].__dict__.update(won=56), "Win rate of every race"),
        (lambda tally: tally.decks["The Harvest"].__dict__.update(won=39), "Win rate of every starter deck"),
        (lambda tally: tally.first_seat.__dict__.update(won=111), "Win rate of who begins"),
        (lambda tally: tally.endings.update(wormhole=-81, time=81), "Games decided by a wormhole"),
        (lambda tally: tally.endings.update(destruction=-39, time=39), "Games decided by destruction"),
        (lambda tally: tally.turns.update({24: -30, 70: 30}), "Turns of a player, median and ninth decile"),
        (lambda tally: tally.turns.update({24: -110, 12: 110}), "Turns of a player, median and ninth decile"),
        (lambda tally: tally.__dict__.update(at_round_limit=4), "Games that reach the round limit"),
        (lambda tally: tally.cards["Fire"].__dict__.update(played=11), "Cards played when drawn"),
        (lambda tally: tally.cards["Fire"].when_played.__dict__.update(won=98), "Won when the card was played"),
    ],
)
def test_targets_name_what_misses_them(unbalance, missed):
    tally = balanced()
    if missed == "Turns of a player, median and ninth decile":
        tally.turns.update({24: 0})
    unbalance(tally)
    found = judged(tally)
    assert [name for name, verdict in found.items() if verdict == MISSED] == [missed]


def test_targets_say_nothing_of_a_card_that_was_hardly_seen():
    tally = balanced()
    tally.cards["Scan"] = CardCount(20, 0, Scored(), Scored(20, 10))
    tally.cards["Wave"] = CardCount(30, 20, Scored(20, 20), Scored(10, 1))
    assert set(judged(tally).values()) == {MET}


def test_targets_beyond_two_seats_compare_with_an_even_share():
    tally = Tally(4, games=100)
    tally.decks = {deck.title: Scored(100, 25) for deck in deck_set().decks}
    tally.races = {deck.race: Scored(100, 31) for deck in deck_set().decks}
    races, decks = verdicts(report_of([tally], deck_set().decks, 1))
    assert (races.verdict, decks.verdict) == (MISSED, MET)
    assert decks.highest.value == 0.5


def test_every_target_of_the_issue_is_there():
    assert [(target.low, target.high) for target in TARGETS] == [
        (0.45, 0.55), (0.4, 0.6), (0.45, 0.55), (0.2, 1), (0.2, 1), (8, 30), (0, 0.02), (0.03, 1), (0, 0.65),
        (0.4, 0.6), (0.4, 0.6),
    ]  # fmt: skip
