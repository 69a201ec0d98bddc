"""Long lists of Full: what is folded, what stands beside the amounts of an attack, and how the hand leads there."""

import pytest

from incursions.games.incursions.table.option_rows import LEAST_FOLDED, LONG, MOST_REFUSED, Fold, group_rows
from incursions.games.incursions.table.panels import build_hand
from incursions.games.incursions.table.printed import Printed
from incursions.games.incursions.table.question_rows import list_rows
from tests.pages.asked_positions import GAMES, asked_positions
from tests.pages.games import new_full_game


def asked_rows(number):
    """Yield some positions of a random game with the rows of their options."""
    for game, _, rows in asked_positions(number):
        yield game, rows


def with_cards(number):
    """Rows with amounts that a card can go with."""
    for game, rows in asked_rows(number):
        for row in rows:
            if any(choice.is_with_card for choice in row.choices):
                yield game, rows, row


@pytest.mark.parametrize("number", GAMES)
def test_folds_hide_no_row_and_keep_the_order(number):
    for _, rows in asked_rows(number):
        for group in group_rows(rows):
            shown = [row for item in group.items for row in (item.rows if isinstance(item, Fold) else [item])]
            assert tuple(shown) == group.rows
            for fold in group.items:
                if isinstance(fold, Fold) and not fold.is_refused:
                    assert len(rows) > LONG
                    assert len(fold.rows) >= LEAST_FOLDED


@pytest.mark.parametrize("number", GAMES)
def test_many_refused_rows_stand_folded_at_the_end(number):
    for _, rows in asked_rows(number):
        refused = [row for row in rows if row.is_refused]
        if len(refused) > MOST_REFUSED:
            last = group_rows(rows)[-1]
            assert list(last.rows) == refused
            assert [item.is_refused for item in last.items] == [True]
            assert all(row.title in last.items[0].title for row in refused)


def test_folds_tell_attacks_on_ships_from_others():
    found = [fold for number in GAMES for _, rows in asked_rows(number) for fold in folds(rows)]
    assert any(fold.rows[0].text.startswith("fire ") for fold in found)
    for fold in found:
        assert len({row.target is None for row in fold.rows}) == 1 or not fold.rows[0].text.startswith("fire ")


def test_each_verb_of_a_table_of_six_is_folded():
    game = new_full_game(seats=6)
    rows = list_rows(game, game.decision.seat)
    assert {fold.title for fold in folds(rows)} >= {"Fire phasers at a ship", "Tractor…"}


def folds(rows):
    return [
        item for group in group_rows(rows) for item in group.items if isinstance(item, Fold) and not item.is_refused
    ]


def test_cards_stand_beside_the_amounts_that_they_go_with():
    found = [each for number in GAMES for each in with_cards(number)]
    assert found
    for game, rows, row in found:
        plain, *others = row.sets
        assert not plain.card
        for each in others:
            assert all(choice.card == each.card or choice.opens for _, choice in each.numbered)
            assert each.card in game.view(game.decision.seat)["hand"] or not each.card
        assert not any(other.text == f"play {each.card}" for other in rows for each in others)


def test_card_of_the_hand_leads_to_the_amounts_that_it_goes_with():
    for number in GAMES:
        for game, rows, row in with_cards(number):
            view = game.view(game.decision.seat)
            for choice in row.choices:
                if choice.is_with_card:
                    hand = build_hand(view, rows, Printed(game.setup))
                    card = next(card for card in hand.cards if card.piece.title == choice.card)
                    assert row in card.rows
                    button = next(button for button in card.buttons if button.leads_on)
                    assert choice.card in button.row.choices[button.place - 1].text


def test_card_that_cannot_be_played_says_why():
    reasons = set()
    for number in GAMES:
        for game, rows in asked_rows(number):
            for card in build_hand(game.view(game.decision.seat), rows, Printed(game.setup)).cards:
                if card.refused and not card.is_legal:
                    reasons.add(card.why_not)
                    assert ": say " not in card.why_not
                    assert card.refused.rule
    assert "A defence card: it is not played in your own turn" in reasons


def test_stage_that_adds_nothing_has_the_key_0():
    for number in GAMES:
        for game, rows in asked_rows(number):
            if game.decision.said and game.decision.least:
                assert [row.text for row in rows if row.key == "0"] == [game.decision.least]
