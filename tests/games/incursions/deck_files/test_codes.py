"""Share codes: short, one for each deck, read whole or not at all, and never as another piece than was meant."""

import pytest

from incursions.games.incursions.deck_files import Lexicon, code_of, read_code
from incursions.games.incursions.deck_files.codes import (
    MOST_COPIES,
    MOST_TITLES,
    decode_code,
    encode_payload,
    find_code,
    hash_titles,
    pack_number,
    pack_text,
)
from incursions.games.incursions.rules.catalogue import Catalogue
from incursions.games.incursions.rules.construction import DeckContent
from incursions.kit.words import clean_text
from tests.games.incursions.deck_files.pasting import made_up_title
from tests.sampling import chance_of_this_run, is_long

SMALL = DeckContent("Sol", "Aes Palamas", None, {"Phasers": 4, "Fire": 7}, {"Wormhole 1": 1})
CODE_OF_SMALL = "INC1-000040G224005P0209V0008003Q8KRCPB0W6W"
NO_DECK = b"\0" * 9  # no name, no other sets, nothing outside, and empty piles


@pytest.fixture
def read(lexicon):
    return lambda code: read_code(code, lexicon.titles, lexicon.numbers)


def reasons(found):
    return [fault.reason for fault in found.faults]


def test_codes_that_are_abroad_stay_what_they_are(lexicon, read):
    assert code_of(SMALL, lexicon.numbers) == CODE_OF_SMALL
    assert read(CODE_OF_SMALL)[1] == SMALL


def test_every_piece_comes_back_from_wherever_it_stands(lexicon, read):
    for title in lexicon.facts:
        content = DeckContent(title, None, title, {title: 4}, {title: 99})
        found = read(code_of(content, lexicon.numbers, title))
        assert (found.name, found.content, found.faults) == (title, content, ())


def test_any_deck_comes_back_whatever_its_titles(lexicon, read):
    rng = chance_of_this_run()
    for _ in range(300 if is_long() else 60):
        some = [clean_text(made_up_title(rng)) or "?" for _ in range(4)] + rng.sample(list(lexicon.facts), 40)
        content = DeckContent(
            *(rng.choice([None, *some]) for _ in range(3)),
            {title: rng.randint(1, MOST_COPIES) for title in rng.sample(some, 30)},
            {title: rng.randint(1, MOST_COPIES) for title in rng.sample(some, 20)},
        )
        found = read(code_of(content, lexicon.numbers, some[0]))
        assert (found.name, found.content, found.faults) == (some[0], content, ())


def test_a_deck_has_one_code_and_a_usual_one_is_short(lexicon, starters):
    for starter in starters.values():
        content = starter.content
        turned = DeckContent(
            content.ship,
            content.captain,
            None,
            *(dict(reversed(each.items())) for each in (content.cards, content.hexpile)),
        )
        assert code_of(content, lexicon.numbers) == code_of(turned, lexicon.numbers)
    cards = [title for title, facts in lexicon.facts.items() if facts.kind == "card"][::6][:28]
    tiles = [title for title, facts in lexicon.facts.items() if facts.kind == "tile"][::5][:10]
    usual = DeckContent("Sol", "Aes Palamas", None, dict.fromkeys(cards, 2), dict.fromkeys(tiles, 1))
    assert len(code_of(usual, lexicon.numbers, "Wreck Runners")) < 120


def test_no_letter_can_be_changed_left_out_put_in_or_exchanged(lexicon, starters, read):
    alike = {"0": "O", "1": "IL"}
    codes = [CODE_OF_SMALL, code_of(next(iter(starters.values())).content, lexicon.numbers, "Ünï")]
    for code in codes:
        for at in range(5, len(code)):
            letter, before, after = code[at], code[:at], code[at + 1 :]
            for other in "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_":
                if other != letter and other not in alike.get(letter, ""):
                    assert read(before + other + after).faults, f"{letter} at {at} can be {other}"
                assert read(before + other + letter + after).faults
            assert read(before + after).faults
            assert read(before).faults
            if after and after[0] != letter:
                assert read(before + after[0] + letter + after[1:]).faults


def test_a_code_is_read_as_chats_and_people_write_it(read):
    for written in (CODE_OF_SMALL.lower(), CODE_OF_SMALL.replace("0", "o").replace("1P", "lP"), f" {CODE_OF_SMALL}\n"):
        assert read(written.replace("-", "\u2011")).content == SMALL
        assert read(written).content == SMALL
    half = len(CODE_OF_SMALL) // 2
    broken = f"{CODE_OF_SMALL[:half]}\r\n  {CODE_OF_SMALL[half:]}"
    assert read(find_code(broken)).content == SMALL
    for around in ("my deck: {} is fine", "https://example.org/decks/code/{}/", "`{}`.", "({})"):
        assert find_code(around.format(CODE_OF_SMALL)) == CODE_OF_SMALL
    assert find_code("zinc1-abc") is None


UNREADABLE = [
    ("Sol", "this is not a share code"),
    ("INC2-" + CODE_OF_SMALL[5:], "this share code is of version 2"),
    ("INC1-", "this share code is mistyped or cut off: its checksum is wrong"),
    ("INC1-" + "0" * 2_000_000, "a code has at most 2,000,000 letters"),
    (CODE_OF_SMALL.replace("G", "U"), "this share code is mistyped: no code contains the letter U"),
]


@pytest.mark.parametrize(("code", "reason"), UNREADABLE)
def test_what_is_no_code_is_refused_with_its_reason(code, reason, read):
    found = read(code)
    assert reasons(found)[0].startswith(reason)
    assert found.content == DeckContent()


def forged(payload):
    return encode_payload(payload + hash_titles([]))


FORGED = [
    (b"", "it ends too early"),
    (NO_DECK[:-1], "it ends too early"),
    (NO_DECK + b"\0", "something follows its end"),
    (b"\x80\0" + NO_DECK[1:], "a number is longer than needed"),
    (b"\xff\xff\xff\xff\x7f", "a number has more than 4 bytes"),
    (b"\x02\xff\xff" + NO_DECK[1:], "a title or name is not text"),
    (b"\0\xff\xff\x7f", "is more than the maximum of 1000"),
    (b"\0\x02\x01b\x01a" + NO_DECK[2:], "its texts are out of order"),
    (NO_DECK[:6] + pack_number(MOST_TITLES + 1), "501 is more than the maximum of 500"),
    (b"\0\x01\x01b" + b"\0" * 3 + b"\x01\0" + pack_number(MOST_TITLES), "500 is more than the maximum of 499"),
    (NO_DECK[:6] + b"\x01" + pack_text("Fire") + pack_number(99), "99 is more than the maximum of 98"),
    (NO_DECK[:6] + b"\x02" + (pack_text("Fire") + b"\0") * 2, "its texts are out of order"),
    (NO_DECK[:5] + b"\x01\x04" + pack_number(95), "95 is more than the maximum of 94"),
    (pack_text("x" * 801), "801 is more than the maximum of 800"),
]


@pytest.mark.parametrize(("payload", "reason"), FORGED)
def test_a_forged_code_is_refused_and_takes_no_room(payload, reason, read):
    found = read(forged(payload))
    assert reason in reasons(found)[0]
    assert found.content == DeckContent()


def test_a_forged_code_brings_no_hidden_signs(read):
    for title, reason in (
        ("Fire\0", "a control character"),
        ("\u202eeriF", "a mark of writing direction"),
        ("", "empty"),
    ):
        found = read(forged(NO_DECK[:6] + b"\x01" + pack_text(title) + b"\0" + NO_DECK[7:]))
        assert reason in reasons(found)[0]
        assert found.content == DeckContent()


def changed(base_set, change):
    """Return the catalogue with other cards."""
    return Lexicon(Catalogue(base_set.ships, base_set.tiles, base_set.captains, change(dict(base_set.cards))))


def test_a_number_never_means_another_piece(base_set):
    def exchange(cards):
        numbers = {title: cards[title]["number"] for title in ("Phasers", "Disruptors")}
        return cards | {
            "Phasers": cards["Phasers"] | {"number": numbers["Disruptors"]},
            "Disruptors": cards["Disruptors"] | {"number": numbers["Phasers"]},
        }

    other = changed(base_set, exchange)
    found = read_code(CODE_OF_SMALL, other.titles, other.numbers)
    assert reasons(found) == [
        "the catalogue has changed since this share code was made, and one of its numbers is another piece now"
    ]
    assert found.content == DeckContent()


def test_a_number_that_nobody_has_any_more_is_named_with_its_place(base_set):
    other = changed(base_set, lambda cards: {title: card for title, card in cards.items() if title != "Phasers"})
    found = read_code(CODE_OF_SMALL, other.titles, other.numbers)
    assert reasons(found) == ["deck: there is no piece 93 of the set base in today's catalogue"]
    assert found.content.cards == {"Fire": 7}


def test_pieces_of_other_sets_and_of_none_come_back(base_set):
    def add(cards):
        fire = cards["Fire"]
        return cards | {
            "Second Fire": fire | {"title": "Second Fire", "set": "second"},
            "Sixth Fire": fire | {"title": "Sixth Fire", "set": "sixth", "number": 30_000},
            "A Fire": {**{key: fire[key] for key in fire if key != "number"}, "title": "A Fire"},
            "Twice": fire | {"title": "Twice", "set": "second"},
        }

    other = changed(base_set, add)
    cards = {"Fire": 1, "Second Fire": 2, "Sixth Fire": 3, "A Fire": 4, "Twice": 5}
    content = DeckContent(None, "Sixth Fire", None, cards, {"Sixth Fire": 1})
    found = read_code(code_of(content, other.numbers), other.titles, other.numbers)
    assert (found.content, found.faults) == (content, ())


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (DeckContent("Sol\n"), ""),
        (DeckContent(), "\u202eloS"),
        (DeckContent(cards={"Fire": MOST_COPIES + 1}), ""),
        (DeckContent(cards={str(number): 1 for number in range(MOST_TITLES + 1)}), ""),
    ],
)
def test_what_could_not_be_read_again_is_not_written(content, name, lexicon):
    with pytest.raises(ValueError, match="holds"):
        code_of(content, lexicon.numbers, name)


def test_the_greatest_deck_that_can_be_kept_has_a_code(lexicon, read):
    titles = [f"{number:03}{chr(0x10FFFD) * 197}" for number in range(MOST_TITLES)]
    content = DeckContent(cards=dict.fromkeys(titles, MOST_COPIES), hexpile=dict.fromkeys(titles, MOST_COPIES))
    found = read(code_of(content, lexicon.numbers))
    assert (found.content, found.faults) == (content, ())


def test_a_payload_is_what_its_letters_say():
    for length in range(40):
        payload = bytes(range(length))
        assert decode_code(encode_payload(payload)) == payload
