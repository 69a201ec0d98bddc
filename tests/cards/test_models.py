"""What the database itself refuses, whoever writes."""

import pytest
from django.db import IntegrityError, transaction

from cards.models import Captain, CatalogueVersion, GameCard, HexTile, Piece, PieceChange, Ruling, Ship, StarterDeck

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


@pytest.mark.parametrize(
    ("model", "title", "columns"),
    [
        (Ship, "Sol", {"hull": 0}),
        (Ship, "Sol", {"hull": 1000}),
        (Ship, "Sol", {"race": "Kzin"}),
        (Ship, "Sol", {"evasion": 13}),
        (Captain, "Axiom", {"race": "neutral"}),
        (Captain, "Axiom", {"espionage_evasion": 13}),
        (GameCard, "Phasers", {"nature": "Order"}),
        (GameCard, "Phasers", {"type": "Drill"}),
        (GameCard, "Phasers", {"rarity": "None"}),
        (GameCard, "Phasers", {"play_method": "Throw"}),
        (GameCard, "Phasers", {"usage": ""}),
        (GameCard, "Phasers", {"position": "Helm"}),
        (GameCard, "Elira", {"position": ""}),
        (GameCard, "Elira", {"race": ""}),
        (GameCard, "Elira", {"type": "Procedure"}),
        (HexTile, "Crypt", {"hex_points": 0}),
        (HexTile, "Crypt", {"hex_points": 10}),
        (HexTile, "Crypt", {"kind": "start"}),
        (HexTile, "Crypt", {"affinity": "crew: Borg"}),
        (Piece, "Sol", {"title": ""}),
        (Piece, "Sol", {"title": "Phasers"}),
        (Piece, "Sol", {"number": 93}),
        (Piece, "Sol", {"number": 0}),
        (Piece, "Sol", {"piece_kind": "boat"}),
        (Piece, "Crypt", {"number": 1}),
        (StarterDeck, "The Harvest", {"race": "neutral"}),
        (StarterDeck, "The Harvest", {"title": "The Long Siege"}),
    ],
)
def test_database_refuses(catalogue, model, title, columns) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        model.objects.filter(title=title).update(**columns)


def test_numbers_of_tiles_and_cards_are_counted_apart(catalogue) -> None:
    assert list(Piece.objects.filter(number=1).values_list("title", flat=True)) == ["Wayfarer", "Wormhole 1"]


def test_a_ruling_is_given_once(catalogue) -> None:
    sol = Piece.objects.get(title="Sol")
    Ruling.objects.create(piece=sol, date="2026-11-22", text="She is a cruiser.")
    with pytest.raises(IntegrityError), transaction.atomic():
        Ruling.objects.create(piece=sol, date="2026-11-22", text="She is a cruiser.")


def test_a_change_changes_something(catalogue) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        PieceChange.objects.create(title="Sol", before={"text": "same"}, after={"text": "same"})


def test_there_is_one_version(catalogue) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        CatalogueVersion.objects.create(pk=2, token="another")
