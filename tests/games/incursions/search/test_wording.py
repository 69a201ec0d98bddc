"""Queries in words."""

import pytest

from incursions.games.incursions.search import explain_query


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "all pieces"),
        (
            'nature:attack rarity>=rare text:"shield"',
            "attack cards that are rare or rarer and whose text says “shield”",
        ),
        ("n:attack or n:defence or t:espionage sort:nature",
         "attack cards, or defence cards, or pieces whose type is espionage; by nature"),
        ("n:attack or n:crew", "attack cards or officers"),
        ("(n:attack or n:defence) phasers", "attack cards or defence cards whose title or text says “phasers”"),
        ("kind:tile (points:2 or points:3)", "tiles whose hex points are 2 or 3"),
        ("kind:card -(race:borg or race:klingon)", "cards, except those whose race is Borg or Klingon"),
        ("kind:card (rarity:rare or rarity:common)", "cards that are rare or common"),
        ("kind:tile (points:2 or points>4)", "tiles whose hex points are 2 or more than 4"),
        ("kind:tile points<=2 -is:unique", "tiles whose hex points are 2 or less, except those that are unique"),
        ("crew helm", "pieces whose title or text says “crew” and “helm”"),
        ("n:crew (helm or hull:9 or -is:unique)",
         "officers either whose title or text says “helm”, whose hull is 9 or that are none of those that are unique"),
        ("-(kind:ship hull>30)", "pieces, except those both whose kind is ship and whose hull is more than 30"),
        ("n:crew (helm or science)", "officers whose title or text says “helm” or “science”"),
        ("kind:ship hull>30 warp!=1", "ships whose hull is more than 30 and whose warp is another than 1"),
        ("rarity<rare", "pieces that are more common than rare"),
        ("rarity<=rare", "pieces that are rare or more common"),
        ("rarity!=common", "pieces that are anything but common"),
        ("usage:any race!=borg", "pieces usable by any race and whose race is something else than Borg"),
        ("text!=shield flavour:*",
         "pieces whose text says something else than just “shield” and whose flavour says anything"),
        ("shield>=HULL", "pieces whose shields are their hull or more"),
        ("*", "pieces whose title or text says anything"),
        ('title="Red Alert"', "pieces whose title says exactly “Red Alert”"),
        ("method:table*", "pieces whose play method is like “table*”"),
        ("system:tachyon-sweep", "pieces that have the system tachyon sweep"),
        ("-(a b)", "pieces, except those whose title or text says “a” and “b”"),
        ("sort:-points sort:title view:text",
         "all pieces; by hex points from the greatest down and then title; shown as text"),
    ],
)  # fmt: skip
def test_a_query_is_explained(index, text, words):
    assert explain_query(index.parse(text)) == words
