"""Writing and then reading is the identity: for every piece, wherever it stands, and for titles of any signs."""

import pytest

from incursions.games.incursions.deck_files import Status, Titles, code_of, json_of, read_deck, read_pasted, text_of
from incursions.games.incursions.rules.construction import DeckContent
from incursions.kit.words import clean_text, fold
from tests.games.incursions.deck_files.pasting import made_up_title
from tests.sampling import chance_of_this_run, is_long

FORMATS = (text_of, json_of)
MANY = 3000 if is_long() else 600


def assert_same(content, name, titles):
    for written in FORMATS:
        text = written(content, name)
        found = read_deck(text, titles)
        assert (found.name, found.content, found.faults) == (name, content, ())
        assert written(found.content, found.name) == text, "there is one text of a deck"


def test_every_piece_of_the_catalogue_comes_back_from_wherever_it_stands(facts, titles):
    for title in facts:
        assert_same(DeckContent(title, None, title, {title: 4}, {title: 1}), title, titles)
        assert_same(DeckContent(None, title), "", titles)


def test_all_pieces_together_come_back(facts, titles):
    assert_same(DeckContent(cards=dict.fromkeys(facts, 3), hexpile=dict.fromkeys(facts, 2)), "Everything", titles)


def test_every_piece_is_found_however_its_letters_are_typed(facts, titles):
    for title in facts:
        for typed in (title.upper(), title.lower(), title.replace("'", "’"), title.replace("'", ""), f"\t{title} "):
            assert read_deck(f"[Deck]\n1 {typed}", titles).content.cards == {title: 1}


def test_titles_of_any_signs_come_back():
    rng = chance_of_this_run()
    by_folded = {fold(title): title for title in (made_up_title(rng) for _ in range(MANY)) if clean_text(title)}
    titles = Titles(by_folded.values())
    for title in by_folded.values():
        assert_same(
            DeckContent(title, title, None, {title: rng.randint(1, 10**5)}, {title: 1}), clean_text(title), titles
        )


def test_decks_of_pieces_nobody_knows_come_back():
    rng = chance_of_this_run()
    nobody = Titles([])
    for _ in range(MANY // 10):
        unknown = [clean_text(made_up_title(rng)) or "?" for _ in range(5)]
        assert_same(DeckContent(*unknown[:3], dict.fromkeys(unknown, 2), {unknown[4]: 1}), unknown[0], nobody)


def test_the_order_in_which_a_deck_was_put_together_does_not_matter():
    content = DeckContent("Sol", None, None, {"Fire": 1, "Adapt": 2}, {"Nova": 1, "Crypt": 1})
    turned = DeckContent("Sol", None, None, {"Adapt": 2, "Fire": 1}, {"Crypt": 1, "Nova": 1})
    assert text_of(content) == text_of(turned) == "Ship: Sol\n[Deck]\n2 Adapt\n1 Fire\n[Hexpile]\n1 Crypt\n1 Nova\n"
    assert json_of(content) == json_of(turned)


@pytest.mark.parametrize("name", ["Sol\nShip: Axe", "Sol\0", "\u202eloS"])
def test_a_text_never_holds_what_could_not_be_read_again(name):
    with pytest.raises(ValueError, match="holds a"):
        text_of(DeckContent(), name)
    with pytest.raises(ValueError, match="holds a"):
        text_of(DeckContent(cards={name: 1}))


def assert_pasted_back(content, name, lexicon, formats):
    for written in formats:
        report = read_pasted(written(content, name), lexicon)
        assert (report.name, report.content) == (name, content)
        assert report.filter_lines(Status.GUESSED) == report.filter_lines(Status.FAULT) == []


def all_formats(lexicon):
    return (*FORMATS, lambda content, name: code_of(content, lexicon.numbers, name))


def test_whatever_was_exported_of_any_piece_can_be_pasted(lexicon):
    for title in lexicon.facts:
        content = DeckContent(title, None, title, {title: 4}, {title: 1})
        assert_pasted_back(content, title, lexicon, all_formats(lexicon))
        assert_pasted_back(DeckContent(None, title), "", lexicon, all_formats(lexicon))


def test_whatever_was_exported_of_any_deck_can_be_pasted(lexicon):
    rng = chance_of_this_run()
    known = list(lexicon.facts)
    for _ in range(MANY // 30):
        unknown = dict.fromkeys(
            clean_text(made_up_title(rng)) or "?" for _ in range(5)
        )  # not a set: the seed chooses all
        titles = [*(title for title in unknown if not is_known_otherwise(title, lexicon)), *rng.sample(known, 12)]
        content = DeckContent(
            *(rng.choice([None, *titles]) for _ in range(3)),
            {title: rng.randint(1, 99) for title in rng.sample(titles, 9)},
            {title: rng.randint(1, 99) for title in rng.sample(titles, 9)},
        )
        assert_pasted_back(content, rng.choice(titles), lexicon, all_formats(lexicon))


@pytest.mark.parametrize("title", ["0,r 4 x", "0 Nobody", "3 Nobody", "Nobody 4 x", "4 x"])
def test_ship_that_nobody_knows_may_be_called_like_a_count(lexicon, title):
    content = DeckContent(title, title, title, {title: 2}, {title: 1})
    assert_pasted_back(content, title, lexicon, all_formats(lexicon))


def is_known_otherwise(title, lexicon):
    """Return True if an unknown title is taken for a known one, as a slip of the hand."""
    return lexicon.likeness.near(title, (), 1).is_clear
