"""What is offered at the cursor: fields first, then the words of the field."""

import pytest

from incursions.games.incursions.search import complete


@pytest.fixture
def offered(index):
    """What is offered where | stands in a query, each put in its place."""

    def offer(marked: str) -> list[str]:
        cursor, text = marked.index("|"), marked.replace("|", "")
        found = complete(text, cursor, index.vocabulary)
        return [text[: one.place.start] + one.text + text[one.place.end :] for one in found]

    return offer


@pytest.mark.parametrize(
    ("marked", "completed"),
    [
        ("ra|", ["rarity:", "race:", "range:"]),
        ("crew -RA|", ["crew -rarity:", "crew -race:", "crew -range:"]),
        ("(n:crew or posi|)", ["(n:crew or position:)"]),
        ("fla|vou", ["flavour:"]),
        ("n|", ["nature:", "title:", "number:"]),
        ("vi|", ["view:"]),
        ("n:a|", ["n:Attack"]),
        ("nature:at|xx crew", ["nature:Attack crew"]),
        ("rarity>=x|", ['rarity>="Xtra Rare"']),
        ('rarity>="x|', ['rarity>="Xtra Rare"']),
        ('rarity>="x|" crew', ['rarity>="Xtra Rare" crew']),
        ("rarity!=|", [f"rarity!={word}" for word in ("Common", "Special", "Rare", '"Xtra Rare"', '"Ultra Rare"')]),
        ("role:s|", ["role:scout"]),
        ("has:fl|", ["has:flavour"]),
        ("sort:-ha|", []),
        ("sort:-hu|", ["sort:-hull"]),
        ("view:|", ["view:list", "view:text", "view:pictures"]),
        ("hull:|", []),
        ("title:a|", []),
        ("nonsense:a|", []),
        ('"red ra|', []),
        ('text:"red ra|', []),
        ('"red" ra|', ['"red" rarity:', '"red" race:', '"red" range:']),
    ],
)
def test_what_is_offered(offered, marked, completed):
    assert offered(marked) == completed


def test_an_empty_query_offers_the_first_fields_with_their_help(index):
    first = complete("", 0, index.vocabulary)[0]
    assert (first.text, first.place, first.help) == ("title:", (0, 0), "What the piece is called.")


def test_whatever_word_is_offered_can_be_read(index, offered):
    for name in index.vocabulary:
        for query in offered(f"{name}:|"):
            assert index.search(query).query.condition.field == name
