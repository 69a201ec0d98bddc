"""The page of a piece: what it prints, word for word, and everything that is known about it."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from django.urls import reverse

from cards.catalogue import current_pieces, url_of
from cards.decks.changes import create_deck, share_deck
from cards.directory import is_named, rules_of
from cards.models import CardSet, GameCard, HexTile, Piece, PieceChange, PieceKind, Ship
from cards.piece_facts import MOST_TOLD, facts, in_a_line
from cards.piece_page import MOST_NEWEST, searches
from cards.rule_words import WORDS, link_rules, links_in, rulebook
from cards.searching import DEFAULT_VIEW, ON_A_PAGE
from cards.storing import pieces, starters, store_catalogue, write_piece
from incursions.games.incursions.search import SearchIndex
from tests.catalogue_rows import fixtures
from tests.markup import read_page, read_words
from tests.sampling import sample

ALL = {title: piece for kind in pieces() for title, piece in kind.items()}
OF_EVERY_KIND = [
    "Sol",
    "Korgath the Loud",
    "Verashka",
    "Fire",
    "Seeker Mine",
    "Sabotage",
    "Shuttle Craft",
    "Wormhole 3",
]
GUEST, SIGNED_IN = 5, 9
MOST_BYTES = 200_000
SCRIPT = "<script>alert(1)</script>"

pytestmark = pytest.mark.usefixtures("catalogue")


def page_of(browser, title: str) -> str:
    response = browser.get(url_of(title))
    assert response.status_code == 200, title
    return read_page(response)


def part(html: str, name: str) -> str:
    """Return the words of a section, those of each cell apart."""
    found = re.search(rf'<section [^>]*id="{name}">(.*?)</section>', html, re.DOTALL)[1]
    return read_words(found)


def revise(title: str, **fields) -> Piece:
    piece = Piece.objects.get(title=title)
    row = {"ship": Ship, "tile": HexTile, "card": GameCard}[piece.piece_kind].objects.get(pk=piece.pk)
    write_piece(row, row.definition | fields, by=None)
    return row


# What it prints -----------------------------------------------------------------------------------------------


def test_every_piece_has_a_page_that_says_all_that_it_prints(stranger):
    for title, piece in sample(ALL.items(), 20):
        html = page_of(stranger, title)
        words = read_words(html)
        assert f'<h1 id="piece-title">{title}</h1>' in unescape(html)
        said = [piece.get("text", ""), piece.get("flavour", ""), *(row.words.lower() for row in facts(piece))]
        missing = [each for each in said if each not in words and each not in words.lower()]
        assert missing == [], title
        assert len(html.encode()) < MOST_BYTES, title


@pytest.mark.parametrize(
    ("title", "row"),
    [
        ("Sol", ("Torpedoes", "1D6+1 at range 1")),
        ("Sol", ("Tractor Beam", "at least 1 power")),
        ("Vash'nor", ("Cloaking Device", "3 power")),
        ("Vector 7", ("Assimilation", "3 power, in its own hex")),
        ("Aes Palamas", ("Bonuses", "+1 evasion, +2 weapons")),
        ("Verashka", ("Rarity", "Xtra Rare, at most 3 in play, counts as Rare and Xtra Rare")),
        ("Sabotage", ("Play method", "Multi: Use and discard, or Table in front of target")),
        ("Sabotage", ("Removed", "with a Repair maneuver of 6 points or more")),
        ("Evasive Pattern", ("Attached to", "warp or explore")),
        ("Gravity Mine", ("Mine", "1D6, escape roll 7 or less")),
        ("Ramming Speed", ("Weapon", "5D6 in its own hex, +1D6 for each power")),
        ("Launching Center", ("Weapon", "1D6+2 at range 3 for 1 power, +1 hex of range for each further power")),
        ("Wormhole 3", ("Requirement", "destroy the denizen, spend 4 power")),
        ("Wormhole 3", ("Once destroyed", "does not come back")),
        ("Crystal Entity", ("Spares", "its owner")),
        ("Allied Starbase", ("Whose race counts", "Federation, the captain’s")),
    ],
)
def test_figures_are_said_as_players_say_them(title, row):
    assert row in {(fact.label, fact.words) for fact in facts(ALL[title])}


def test_rules_of_figures_are_in_the_rulebook():
    named = {number for piece in ALL.values() for fact in facts(piece) for number in fact.rules}
    assert named - set(rulebook().text.rules) == set()


def test_hostile_words_stay_words(stranger):
    kind = {"piece_kind": PieceKind.TILE}
    definition = {"title": f"{SCRIPT} & Co", "number": 56, "hex_points": 1, "kind": "open", "affinity": "none"}
    ruling = {"date": "2026-11-22", "text": f"{SCRIPT} is no rule of 9.1."}
    write_piece(HexTile(**kind), definition | {"text": SCRIPT, "flavour": SCRIPT, "rulings": [ruling]}, by=None)
    html = page_of(stranger, definition["title"])
    assert "<script>alert" not in html
    assert read_words(html).count("alert(1)") > 4
    assert "<script>alert" not in page_of(stranger, "Timestorm")  # its neighbour


# Rules --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", WORDS)
def test_every_word_for_a_rule_stands_in_a_text_and_leads_to_a_rule(words):
    assert WORDS[words] in rulebook().text.rules
    assert any(re.search(words, piece.get("text", "")) for piece in ALL.values())


def test_text_is_exact_but_for_its_links():
    for piece in ALL.values():
        assert unescape(re.sub(r"<[^>]*>", "", link_rules(piece.get("text", "")))) == piece.get("text", "")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("An escape roll of 7, by 9.15, or 99.9.", [("escape roll", "9.6"), ("9.15", "9.15")]),
        ("A mine and mines: one link.", [("mine", "17.2")]),
        ("An Espionage card against Espionage Evasion.", [("Espionage card", "15.4"), ("Espionage Evasion", "15.2")]),
        ("Undermined.", []),
    ],
)
def test_words_and_numbers_lead_to_their_rules(text, found):
    assert [(text[link.start : link.end], link.number) for link in links_in(text)] == found


def test_rules_are_those_of_print_words_verbs_and_rulings():
    found = {rule.number for rule in rules_of(ALL["Gravity Hammer Prototype"])}
    assert {"13.1", "16.1", "13.4.2", "16.5", "10.8", "8.9", "8.3", "9.12", "10.1"} <= found
    assert "17.5" not in found  # of attacks by placed pieces
    assert [rule.number for rule in rules_of(ALL["Aes Palamas"])] == [
        "2.5", "3.5", "10.5", "13.19", "14.2", "15.2"
    ]  # fmt: skip
    assert "18.9" in {rule.number for rule in rules_of(ALL["Chain Reaction"])}


def test_rules_of_words_of_effects_stand_in_their_meanings():
    assert "11.2" in {rule.number for rule in rules_of(ALL["Stolen Codes"])}


def test_rules_lead_to_their_scenarios(stranger):
    html = page_of(stranger, "Countermand")
    assert '<a href="/rules/13.9/#rule-13.9"><span>13.9</span> Cancelling</a>' in html
    assert re.search(r'href="/rules/13\.9/#shown">\d+ scenarios</a>', html)
    assert set(re.findall(r'href="/rules/([\d.]+)/', html)) <= rulebook().numbers


# Rulings ------------------------------------------------------------------------------------------------------


def test_rulings_have_their_day_and_rule(stranger):
    rulings = part(page_of(stranger, "Chain Reaction"), "rulings")
    assert "Whoever destroys a piece with it took no last points of it. 22 November 2026, 18.9" in rulings


def test_the_rulebook_is_quoted_where_it_names_the_piece(stranger):
    rulings = part(page_of(stranger, "Systems Report"), "rulings")
    assert "Systems Report, Tactical: look through your own deck and draw one card. 23.2" in rulings
    assert "the player chooses the card, and the deck is then shuffled" in rulings


def test_a_card_called_as_a_system_has_no_rulings_of_the_system(stranger):
    assert part(page_of(stranger, "Disruptors"), "rulings").startswith("Rulings No rulings yet")


@pytest.mark.parametrize(
    ("text", "named"),
    [("Fire!", True), ("Return Fire", False), ("Campfire, Fires, Fire-eater", False), ("(Fire)", True)],
)
def test_a_title_is_named_by_itself(text, named):
    assert is_named(text, "Fire", ["Return Fire"]) is named


# Scenarios ----------------------------------------------------------------------------------------------------


def test_scenarios_are_those_with_the_piece_on_the_table(stranger):
    seen = part(page_of(stranger, "Seeker Mine"), "seen")
    assert "Seeker Mine of 2D6+2 moves a hex at its owner's power-up" in seen
    assert "chooses “play Seeker Mine with 1 power”." in seen
    assert "<pre" not in seen


def test_scenarios_of_longer_titles_are_another_pieces(stranger):
    shown = re.findall(r"<summary>(.*?)</summary>", page_of(stranger, "Fire"))
    assert shown[0] == "Fire adds 10 damage to the one attack that it is attached to"


def test_scenarios_that_are_too_many_are_counted(stranger):
    assert re.search(r"9 more of 1\d\d\d in which it lies on the table", part(page_of(stranger, "Sol"), "seen"))


# Changes ------------------------------------------------------------------------------------------------------


def test_a_text_that_never_changed_stands_since_its_set_came_out(stranger):
    said = part(page_of(stranger, "Fire"), "history")
    assert "Text unchanged since 22 November 2026, when the base set came out." in said
    CardSet.objects.update(released=None)
    assert "Text unchanged from the beginning." in part(page_of(stranger, "Fire"), "history")


def test_an_edit_is_told_word_by_word_and_figure_by_figure(stranger):
    revise("Fire", text="Attach to an attack maneuver: +12 damage.", bonus=12, rarity="Rare")
    html = page_of(stranger, "Fire")
    said = part(html, "history")
    assert "Attach to an attack maneuver: <del>+10</del><ins>+12</ins> damage." in html
    assert "Rarity Special, at most 13 in play Rare, at most 7 in play" in said
    assert "Bonus 10 12" in said
    assert "when the base set came out" not in said


def test_a_reload_is_told_as_an_edit_is(stranger):
    revise("Sol", hull=31, systems=ALL["Sol"]["systems"] | {"repair": {"points": 6}})
    store_catalogue(fixtures(), overwrite=True)
    said = part(page_of(stranger, "Sol"), "history")
    assert said.index("Hull 31 26 Repair 6 points 4 points") < said.index("Hull 26 31 Repair 4 points 6 points")
    assert [in_a_line(change) for change in PieceChange.objects.all()] == [
        "Hull: 31 → 26; Repair: 6 points → 4 points",
        "Hull: 26 → 31; Repair: 4 points → 6 points",
    ]


def test_what_came_later_says_so(stranger):
    definition = {"title": "Far Shore", "number": 56, "hex_points": 1, "kind": "open", "affinity": "none"}
    write_piece(HexTile(piece_kind=PieceKind.TILE), definition | {"text": "No event."}, by=None)
    assert "It came into the catalogue." in part(page_of(stranger, "Far Shore"), "history")
    assert in_a_line(PieceChange.objects.get()) == "added"


def test_a_change_of_play_alone_is_no_change_of_print(stranger):
    revise("Fire", effects=[{"on": "scoring", "do": "add_damage", "bonus": 10, "optional": True}])
    assert "the game carries it out differently" in part(page_of(stranger, "Fire"), "history")


def test_a_change_of_which_the_text_alone_is_known_is_told(stranger):
    PieceChange.objects.create(
        title="Fire", before={"title": "Fire", "text": "Burn."}, after={"title": "Fire", "text": "Burn them."}
    )
    html = page_of(stranger, "Fire")
    assert "<del>Burn.</del><ins>Burn them.</ins>" in html
    assert "<table" not in html


def test_of_many_changes_the_last_are_told(stranger):
    changes = [PieceChange(title="Fire", before={"text": f"{n}"}, after={"text": f"{n + 1}"}) for n in range(30)]
    PieceChange.objects.bulk_create(changes)
    html = page_of(stranger, "Fire")
    assert html.count('class="changed"') == MOST_TOLD
    assert "<del>29</del><ins>30</ins>" in html
    assert "There were earlier changes." in part(html, "history")


# Decks, neighbours, searches ----------------------------------------------------------------------------------


def test_decks_are_named_with_their_copies(stranger):
    for title in ("Fire", "Wormhole 3"):
        words = read_words(page_of(stranger, title))
        for deck in starters().values():
            copies = deck.cards.get(title, 0) + deck.hexpile.get(title, 0)
            assert (f"{deck.title} {copies} cop" in words) is bool(copies)
    assert re.search(r"Sol Against the Sky\s+its ship", read_words(page_of(stranger, "Sol")))
    assert "None of the decks to begin with has it." in read_words(page_of(stranger, "Seeker Mine"))


def test_public_decks_of_players_are_counted_and_the_newest_named(stranger, people):
    assert "Players’ decks" not in page_of(stranger, "Seeker Mine")
    for number in range(MOST_NEWEST + 2):
        show_deck(people[0], f"Deck {number}", {"ship": "Sol", "deck": {"Seeker Mine": 2}})
    show_deck(people[0], SCRIPT, {"ship": "Lost", "deck": {"Seeker Mine": 1}})
    create_deck(owner=people[0], name="A secret", content={"deck": {"Seeker Mine": 4}})
    html = page_of(stranger, "Seeker Mine")
    words = read_words(html)
    assert SCRIPT not in html
    assert f"Deck 6 by {people[0]} 2 copies" in words
    assert "Deck 2 by" not in words
    assert "8 public decks of players have it; these are the newest." in words
    assert "A secret" not in words


def test_own_decks_are_named_to_their_owner_alone(stranger, people, browser_of):
    for number in range(MOST_NEWEST + 1):
        create_deck(owner=people[0], name=f"Secret {number}", content={"ship": "Sol", "deck": {"Seeker Mine": 2}})
    words = read_words(page_of(browser_of(people[0]), "Seeker Mine"))
    assert f"Secret {MOST_NEWEST} 2 copies" in words
    assert "Secret 0" not in words
    assert "6 of your decks have it; these you changed last." in words
    assert "its ship" in read_words(page_of(browser_of(people[0]), "Sol"))
    assert "Secret" not in page_of(browser_of(people[0]), "Fire")
    for other in (stranger, browser_of(people[1])):
        page = page_of(other, "Seeker Mine")
        assert "Secret" not in page
        assert "Yours" not in page


def show_deck(owner, name: str, content: dict) -> None:
    deck = create_deck(owner=owner, name=name, content=content)
    share_deck(deck, "public", by=owner, number=deck.number)


@pytest.mark.parametrize(
    ("title", "before", "after"),
    [
        ("Wayfarer", None, "Sol"),
        ("Sol", "Wayfarer", "Bulwark"),
        ("Wormhole 1", None, "Wormhole 2"),
        ("Crypt", "Timestorm", None),
    ],
)
def test_neighbours_go_by_number(stranger, title, before, after):
    html = page_of(stranger, title)
    linked_to = {name: re.search(rf'<a rel="{name}" href="([^"]+)"', html) for name in ("prev", "next")}
    expected = {"prev": before and url_of(before), "next": after and url_of(after)}
    assert {name: found and found[1] for name, found in linked_to.items()} == expected


def test_neighbours_are_of_the_same_set_and_pieces_without_a_number_come_last(stranger):
    second = CardSet.objects.create(code="second", title="The second set")
    tile = {"title": "Far Shore", "hex_points": 1, "kind": "open", "affinity": "none", "text": "No event."}
    write_piece(HexTile(piece_kind=PieceKind.TILE), tile, by=None)
    write_piece(HexTile(piece_kind=PieceKind.TILE), tile | {"title": "Far Hill", "set": second.code}, by=None)
    assert f'rel="next" href="{url_of("Far Shore")}"' in page_of(stranger, "Crypt")
    alone = page_of(stranger, "Far Hill")
    assert 'rel="prev"' not in alone
    assert 'rel="next"' not in alone
    assert "The second set" in alone


def test_neighbours_are_those_of_the_search_that_somebody_comes_from(stranger):
    query = 'nature:crew rarity>=rare sort:-title "the"'
    titles = [piece["title"] for piece in SearchIndex(pieces()).search(query).pieces]
    search = f"http://testserver/cards/?{urlencode({'q': query, 'page': 1})}"
    page = read_page(stranger.get(url_of(titles[0]), HTTP_REFERER=search))
    for place, title in enumerate(titles):
        assert f'<h1 id="piece-title">{title}</h1>' in unescape(page)
        assert f'">{place + 1} of {len(titles)} found</a>' in page
        way = {name: unescape(href) for name, href in re.findall(r'<a rel="(prev|next)" href="([^"]+)"', page)}
        beside = {"prev": titles[place - 1] if place else None, "next": (*titles, None)[place + 1]}
        kept = {name: f"{url_of(other)}?{urlencode({'q': query})}" for name, other in beside.items() if other}
        assert way == kept
        page = read_page(stranger.get(way.get("next", "/")))


@pytest.mark.parametrize(
    ("query", "referer"),
    [
        ("?q=kind:tile", ""),
        ("?q=natre:crew", ""),
        ("?q=%00", ""),
        ("?q=", "http://testserver/cards/?q=kind:ship"),
        ("", "http://elsewhere/cards/?q=kind:ship"),
        ("", "http://testserver/decks/?q=kind:ship"),
        ("", "http://testserver/cards/"),
        ("", "http://[testserver/cards/?q=kind:ship"),
        ("", "http://testserver/cards/?q=%ff%00"),
    ],
)
def test_neighbours_go_by_number_where_no_search_found_the_piece(stranger, query, referer):
    page = read_page(stranger.get(f"{url_of('Sol')}{query}", HTTP_REFERER=referer))
    assert f'rel="prev" href="{url_of("Wayfarer")}"' in page
    assert "Neighbours by number" in page
    assert " found</a>" not in page


def test_the_search_is_shown_again_where_it_shows_the_piece(stranger):
    found = SearchIndex(pieces()).search("sort:number").pieces
    last, page = found[-1]["title"], -(-len(found) // ON_A_PAGE[DEFAULT_VIEW])
    assert f"/cards/?q=sort%3Anumber&amp;page={page}" in read_page(stranger.get(f"{url_of(last)}?q=sort:number"))


def test_what_is_near_is_of_its_kind_and_like_it(stranger):
    html = page_of(stranger, "Rail Lance Prototype")
    near = re.search(r'<ul class="near">(.*?)</ul>', html, re.DOTALL)[1]
    assert near.count("Prototype</a>") == 3


@pytest.mark.parametrize("title", OF_EVERY_KIND)
def test_searches_find_the_piece_among_others(title):
    index = SearchIndex(pieces())
    for found in searches(ALL[title]):
        titles = [piece["title"] for piece in index.search(found.query).pieces]
        assert title in titles, found
        assert len(titles) > 1, found


# Addresses ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ["Ruk'tor", "RUKTOR", "ruk’tor", "Rúktor", "ruk'tor"])
def test_another_spelling_leads_to_the_page(stranger, said):
    response = stranger.get(reverse("cards:piece", args=[said]))
    assert (response.status_code, response["Location"]) == (301, "/cards/ruktor/")


def test_an_address_without_its_last_slash_leads_to_the_page(stranger):
    assert stranger.get("/cards/ruktor")["Location"] == "/cards/ruktor/"


@pytest.mark.parametrize(
    ("said", "suggested"),
    [
        ("shield", "Shield Piercer"),
        ("reinforce-sheilds", "Reinforce Shields"),
        ("fier", "Fire"),
        ("xxxxxxxxxxxx", None),
    ],
)
def test_an_unknown_piece_is_not_found_and_others_are_suggested(stranger, said, suggested):
    response = stranger.get(f"/cards/{said}/")
    words = read_words(read_page(response))
    assert response.status_code == 404
    assert ("Was it one of these?" in words) is bool(suggested)
    assert (suggested or "") in words


@pytest.mark.parametrize("said", ["<script>alert(1)", "\x00", "\u202e", "é" * 3000, "😀", "{{ 1 }}", " "])
def test_hostile_addresses_are_not_found(stranger, said):
    response = stranger.get(reverse("cards:piece", args=[said]))
    assert response.status_code == 404
    assert "<script>alert" not in read_page(response)
    assert len(response.content) < 20_000


def test_a_page_is_only_read(stranger):
    assert stranger.post(url_of("Fire")).status_code == 405


# Cost ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", [*OF_EVERY_KIND[:4], "Wormhole 3"])
@pytest.mark.parametrize("changes", [1, 3])
def test_piece_queries(title, changes, stranger, people, browser_of, django_assert_num_queries):
    for number in range(changes):
        PieceChange.objects.create(title=title, before={"text": f"{number}"}, after=current_definition(title))
        show_deck(people[1], f"Deck {number}", {"deck": {title: 1}})
    with django_assert_num_queries(GUEST):
        stranger.get(url_of(title))
    browser = browser_of(people[0])
    with django_assert_num_queries(SIGNED_IN):
        browser.get(url_of(title))


def current_definition(title: str) -> dict:
    return next(kind[title] for kind in current_pieces() if title in kind)
