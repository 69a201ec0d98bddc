"""The evaluator of decks and hexpiles (rules 3, 4 and 22)."""

import random

import pytest

from incursions.games.incursions.rules.construction import (
    FULL,
    RULES_BY_CODE,
    SEALED,
    DeckContent,
    Problem,
    Severity,
    evaluate,
)
from tests.games.incursions.rules.construction.contents import problems, random_content
from tests.games.incursions.rules.construction.pieces import CARDS, HEXPILE, PIECES, deck


def test_a_legal_deck_has_no_problems():
    verdict = evaluate(deck(), FULL, PIECES)
    assert verdict.problems == ()
    assert verdict.is_legal
    assert (verdict.format_name, verdict.format_version, verdict.content_hash) == ("full", 1, deck().hash)


def test_an_empty_deck_reports_all_minimums():
    assert [(found.code, found.rule, found.params) for found in problems(DeckContent())] == [
        ("ship.missing", "3.5", {}),
        ("deck.too_small", "3.1", {"cards": 0, "min": 25}),
        ("hexpile.points_out_of_range", "4.1", {"points": 0, "min": 28, "max": 32}),
        ("hexpile.no_wormhole", "4.2", {}),
    ]


OVER = [
    ("3.1", {"cards": {"Common 0": 4}}, "deck.too_small", {"cards": 4, "min": 25}, ()),
    (
        "3.2",
        {"cards": CARDS | {"Common 0": 5}},
        "deck.too_many_copies",
        {"title": "Common 0", "copies": 5, "max": 4},
        ("Common 0",),
    ),
    (
        "3.3",
        {"cards": CARDS | {"Ultra": 2}},
        "deck.rarity_over_limit",
        {"rarity": "Ultra Rare", "count": 2, "max": 1},
        ("Ultra",),
    ),
    (
        "3.3",
        {"cards": CARDS | {"Xtra": 4}},
        "deck.rarity_over_limit",
        {"rarity": "Xtra Rare", "count": 4, "max": 3},
        ("Xtra",),
    ),
    (
        "3.3",
        {"cards": CARDS | {"Rare 0": 4, "Rare 1": 4}},
        "deck.rarity_over_limit",
        {"rarity": "Rare", "count": 8, "max": 7},
        ("Rare 0", "Rare 1"),
    ),
    (
        "3.3",
        {"cards": CARDS | {"Special 0": 4, "Special 1": 4, "Special 2": 4, "Special 3": 2}},
        "deck.rarity_over_limit",
        {"rarity": "Special", "count": 14, "max": 13},
        ("Special 0", "Special 1", "Special 2", "Special 3"),
    ),
    (
        "3.4",
        {"cards": CARDS | {f"Officer {number}": 1 for number in range(8)}},
        "deck.rarity_over_limit",
        {"rarity": "Rare", "count": 8, "max": 7},
        tuple(f"Officer {number}" for number in range(8)),
    ),
    (
        "3.4",
        {"cards": CARDS | {"Xtra": 3, "Xtra Officer": 1}},
        "deck.rarity_over_limit",
        {"rarity": "Xtra Rare", "count": 4, "max": 3},
        ("Xtra", "Xtra Officer"),
    ),
    ("3.5", {"ship": None}, "ship.missing", {}, ()),
    ("3.5", {"ship": "Old Vokh"}, "ship.not_a_ship", {"title": "Old Vokh"}, ("Old Vokh",)),
    ("3.5", {"captain": "Axe"}, "captain.not_a_captain", {"title": "Axe"}, ("Axe",)),
    ("3.5", {"captain": None, "stand_in": "Common 0"}, "stand_in.not_crew", {"title": "Common 0"}, ("Common 0",)),
    (
        "3.8",
        {"stand_in": "Officer 0"},
        "stand_in.beside_captain",
        {"captain": "Old Vokh", "stand_in": "Officer 0"},
        ("Old Vokh", "Officer 0"),
    ),
    ("3.9", {"cards": CARDS | {"Old Vokh": 1}}, "deck.captain", {"title": "Old Vokh"}, ("Old Vokh",)),
    ("2.7", {"cards": CARDS | {"Belt": 1}}, "deck.not_a_card", {"title": "Belt", "kind": "tile"}, ("Belt",)),
    ("2", {"cards": CARDS | {"Unicorn": 1}}, "piece.unknown", {"title": "Unicorn"}, ("Unicorn",)),
    ("4.1", {"hexpile": {"Hole": 1}}, "hexpile.points_out_of_range", {"points": 5, "min": 28, "max": 32}, ()),
    (
        "4.1",
        {"hexpile": HEXPILE | {"Nova": 1}},
        "hexpile.points_out_of_range",
        {"points": 35, "min": 28, "max": 32},
        (),
    ),
    ("4.2", {"hexpile": {"Belt": 4, "Post": 4}}, "hexpile.no_wormhole", {}, ()),
    (
        "4.3",
        {"hexpile": {"Hole": 1, "Post": 5, "Belt": 3}},
        "hexpile.too_many_copies",
        {"title": "Post", "copies": 5, "max": 4},
        ("Post",),
    ),
    ("4.3", {"hexpile": {"Hole": 4, "Nova": 2}}, "hexpile.unique_twice", {"title": "Nova", "copies": 2}, ("Nova",)),
    ("4.4", {"hexpile": HEXPILE | {"Void": 1}}, "hexpile.worthless_tile", {"title": "Void", "points": 0}, ("Void",)),
    ("2.8", {"hexpile": HEXPILE | {"Ultra": 1}}, "hexpile.not_a_tile", {"title": "Ultra", "kind": "card"}, ("Ultra",)),
]


@pytest.mark.rule("3.1", "3.2", "3.3", "3.4", "3.5", "3.8", "3.9", "4.1", "4.2", "4.3", "4.4")
@pytest.mark.parametrize(("rule", "changed", "code", "params", "pieces"), OVER)
def test_what_is_wrong_is_named_alone(rule, changed, code, params, pieces):
    found = problems(deck(**changed))
    assert [problem.code for problem in found] == [code]
    assert found[0].params == params
    assert found[0].pieces == pieces
    assert found[0].severity is Severity.ERROR
    assert found[0].rule == RULES_BY_CODE[code]
    assert rule in (found[0].rule, "3.4"), "3.4 says what 3.3 counts"


@pytest.mark.rule("3.3")
def test_any_number_of_commons_and_of_pieces_without_rarity():
    every = {f"Common {number}": 4 for number in range(8)} | {"Power": 4}
    assert problems(deck(cards=every)) == []


@pytest.mark.rule("3.1")
def test_there_is_no_upper_limit_on_cards():
    every = {f"Common {number}": 4 for number in range(8)} | {f"Special {number}": 2 for number in range(5)}
    assert problems(deck(cards=every)) == []


@pytest.mark.rule("3.5")
def test_a_ship_may_play_without_captain_or_stand_in():
    assert problems(deck(captain=None)) == []


@pytest.mark.rule("3.8")
def test_a_stand_in_counts_as_a_rare_piece_though_he_stands_outside():
    rares = CARDS | {"Rare 0": 4, "Rare 1": 3}
    assert problems(deck(captain=None, cards=rares)) == []
    found = problems(deck(captain=None, stand_in="Officer 0", cards=rares))
    assert [(problem.code, problem.params["count"]) for problem in found] == [("deck.rarity_over_limit", 8)]


@pytest.mark.rule("3.6", "16.4")
def test_cards_nobody_aboard_can_use_are_a_warning():
    held = CARDS | {"Klingon Drill": 1, "Klingon Gun": 1}
    verdict = evaluate(deck(cards=held), FULL, PIECES)
    assert [(found.code, found.pieces) for found in verdict.problems] == [("deck.card_unusable", ("Klingon Gun",))]
    assert verdict.is_legal, "a warning does not block play"
    without = evaluate(deck(cards=held, captain=None), FULL, PIECES).problems
    assert [found.pieces for found in without] == [("Klingon Drill",), ("Klingon Gun",)]
    assert problems(deck(cards=held, ship="Axe")) == []


@pytest.mark.rule("4.1", "21.2")
def test_the_hex_point_limit_is_agreed_before_the_start():
    assert problems(deck(hexpile={"Hole": 2}), FULL.with_hex_points(10, 0)) == []
    found = problems(deck(), FULL.with_hex_points(10, 1))
    assert found[0].params == {"points": 30, "min": 9, "max": 11}
    for limit, tolerance in ((0, 2), (30, -1)):
        with pytest.raises(ValueError, match="a limit of at least 1"):
            FULL.with_hex_points(limit, tolerance)


@pytest.mark.rule("22.2")
def test_sealed_content_comes_from_the_pool():
    content = deck()
    pool = dict(content.pieces)
    assert problems(content, SEALED, pool=pool) == []
    pool |= {"Belt": 3}
    found = problems(content, SEALED, pool=pool)
    assert found == [Problem("pool.exceeded", "22.2", {"title": "Belt", "used": 4, "opened": 3}, ("Belt",))]
    assert [problem.code for problem in problems(content, SEALED)] == ["pool.missing"]


@pytest.mark.rule("22.2")
def test_a_pool_with_a_piece_nobody_knows_gets_a_warning():
    verdict = evaluate(deck(), SEALED, PIECES, pool=deck().pieces | {"Griffin": 1})
    warning = Problem("pool.unknown_piece", "22.2", {"title": "Griffin"}, ("Griffin",), Severity.WARNING)
    assert verdict.problems == (warning,)
    assert verdict.is_legal


def test_the_ship_outside_counts_against_the_pool():
    pool = dict(deck().pieces)
    del pool["Clipper"]
    assert problems(deck(), SEALED, pool=pool)[0].pieces == ("Clipper",)
    twice = deck(stand_in="Old Vokh")  # he is the captain too
    exceeded = problems(twice, SEALED, pool=dict(deck().pieces))[-1]
    assert (exceeded.code, exceeded.params) == ("pool.exceeded", {"title": "Old Vokh", "used": 2, "opened": 1})


def test_order_never_matters():
    rng = random.Random(7)
    for _ in range(300):
        content = random_content(rng)
        cards, hexpile = list(content.cards.items()), list(content.hexpile.items())
        rng.shuffle(cards)
        rng.shuffle(hexpile)
        other = DeckContent(content.ship, content.captain, content.stand_in, dict(cards), dict(hexpile))
        assert evaluate(other, FULL, PIECES) == evaluate(content, FULL, PIECES)


def test_another_copy_never_cures_too_many():
    rng = random.Random(8)
    cures = {"deck.too_many_copies", "deck.rarity_over_limit", "hexpile.too_many_copies", "hexpile.unique_twice"}
    for _ in range(300):
        content = random_content(rng)
        if not content.cards:
            continue
        title = rng.choice(list(content.cards))
        more = dict(content.cards) | {title: content.cards[title] + 1}
        after = DeckContent(content.ship, content.captain, content.stand_in, more, content.hexpile)
        before = {(found.code, found.params.get("rarity"), found.pieces) for found in problems(content)}
        left = {(found.code, found.params.get("rarity"), found.pieces) for found in problems(after)}
        assert {found for found in before if found[0] in cures} <= left


def test_every_code_can_be_found():
    rng = random.Random(9)
    seen = {found.code for _ in range(600) for found in problems(random_content(rng), SEALED, pool={"Griffin": 1})}
    assert seen | {"pool.missing"} == set(RULES_BY_CODE)


@pytest.mark.parametrize("copies", [0, -1, True, "3", 1.5])
def test_copies_below_one_are_no_content(copies):
    with pytest.raises(ValueError, match="Fire: at least one copy was expected"):
        DeckContent(cards={"Fire": copies})


def test_the_hash_is_of_the_content_alone():
    assert deck().hash == deck(cards=dict(reversed(CARDS.items()))).hash
    assert deck().hash != deck(captain=None).hash


def test_a_problem_is_plain_data():
    found = problems(deck(cards=CARDS | {"Ultra": 2}))[0]
    assert found.to_data() == {
        "code": "deck.rarity_over_limit",
        "severity": "error",
        "rule": "3.3",
        "params": {"rarity": "Ultra Rare", "count": 2, "max": 1},
        "pieces": ["Ultra"],
    }


@pytest.mark.rule("3.2", "3.5", "4.3")
@pytest.mark.parametrize(("title", "most"), [("Rare 0", 4), ("Clipper", 1), ("Old Vokh", 1), ("Belt", 4), ("Nova", 1)])
def test_so_many_of_a_piece_may_be_brought(title, most):
    assert FULL.most_of(PIECES[title]) == most
