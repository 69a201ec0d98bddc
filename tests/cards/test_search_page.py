"""The page of the search: what it shows, what its links lead to, what it refuses, and what it costs."""

import re
from html import escape, unescape
from itertools import product
from operator import itemgetter
from urllib.parse import parse_qs, urlsplit

import pytest

from cards import searching
from cards.catalogue import current_pieces
from cards.models import CardSet, CatalogueVersion
from cards.searching import ON_A_PAGE, Items, search, show_controls
from incursions.accounts.models import User
from incursions.games.incursions.rules.catalogue import Catalogue
from incursions.games.incursions.search import SearchIndex, explain_query
from incursions.games.incursions.search.query import LONGEST_QUERY
from support.benches.cards import made_up_catalogue
from tests.markup import read_page
from tests.sampling import sample_of_kinds

pytestmark = pytest.mark.django_db

HEAVIEST = 200_000
NOBODY, SIGNED_IN = 1, 4
MANY = 5_000
TITLES = re.compile(r'class="result" href="([^"]*)">([^<]*)<')
RTL = "\u202e\u200f"


@pytest.fixture
def ask(client):
    """The page for a query."""

    def get(query="", **asked):
        return client.get("/cards/", {"q": query, **asked})

    return get


@pytest.fixture(scope="module")
def base_set(django_db_setup, django_db_blocker) -> Catalogue:
    with django_db_blocker.unblock():
        return current_pieces()


@pytest.fixture(scope="module")
def index(base_set) -> SearchIndex:
    return SearchIndex(base_set)


@pytest.fixture
def crowded(base_set, monkeypatch) -> SearchIndex:
    """A catalogue of thousands of pieces."""
    many = searching.Current("many", made_up_catalogue(base_set, MANY, seed=1), {})
    monkeypatch.setattr("cards.catalogue.current", lambda: many)
    return searching.current_finding().index


def titles(response):
    return [unescape(title) for _, title in TITLES.findall(read_page(response))]


def count(response):
    return int(re.search(r"<b>(\d+) piece", read_page(response))[1])


def links(page, inside=""):
    """Return the queries of links whose tag contains `inside`, by their words."""
    found = re.findall(rf"<a\b([^>]*{inside}[^>]*)>(.*?)</a>", page, re.DOTALL)
    return {
        " ".join(unescape(re.sub(r"<[^>]*>", "", said)).split()): unescape(re.search(r'href="([^"]*)"', tag)[1])
        for tag, said in found
    }


def query_of(address):
    return parse_qs(urlsplit(address).query, keep_blank_values=True)["q"][0]


# What is shown ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("query", ["", "phasers", "nature:attack rarity>=rare", "kind:tile sort:-points", "race:borg"])
@pytest.mark.parametrize("view", ON_A_PAGE)
def test_results_are_those_of_the_index_in_its_order(ask, index, query, view):
    response = ask(f"{query} view:{view}")
    found = [piece["title"] for piece in index.search(query).pieces]
    assert titles(response) == found[: ON_A_PAGE[view]]
    assert count(response) == len(found)
    current = links(read_page(response), 'class="segment"[^>]*aria-current')
    assert [query_of(address) for address in current.values()] == [f"{query} view:{view}".strip()]


def test_cards_open_as_pictures_with_the_list_one_click_away(ask):
    page = read_page(ask(""))
    assert '<ol class="results pictures-of-pieces"' in page
    assert page.count('<div class="art">') == ON_A_PAGE["pictures"]
    ways = links(page, 'class="segment"')
    assert [(words, query_of(address)) for words, address in ways.items()] == [
        ("Pictures", "view:pictures"),
        ("List", "view:list"),
        ("Text", "view:text"),
    ]


def test_each_result_leads_to_its_piece(ask, client):
    page = read_page(ask("view:text (Ruk'tor or phasers)"))
    for address, title in TITLES.findall(page):
        assert re.search(rf"<h1[^>]*>{title}</h1>", read_page(client.get(address)))


@pytest.mark.parametrize("view", ["text", "pictures"])
def test_text_stands_there_as_printed(ask, base_set, view):
    page = unescape(read_page(ask(f"kind:tile view:{view}")))
    shown_there = [tile["text"] for tile in list(base_set.tiles.values())[: ON_A_PAGE[view]]]
    assert shown_there
    assert all(text in page for text in shown_there)


def test_a_piece_says_what_it_is(ask):
    page = read_page(ask("title=phasers view:text"))
    said = " ".join(re.sub(r"<[^>]*>", " ", page.split('id="results"')[1]).split())
    assert said.startswith('start="1"> Phasers Attack · Procedure · Use and discard. Common. For Federation and Borg.')
    assert "Hull 26, shields 32, evasion 4" in read_page(ask("title=sol"))
    said = read_page(ask("title=sol view:text")).replace("\N{NO-BREAK SPACE}", " ")
    assert "Hull 26 · Shields 32 · Evasion 4 · Warp Drive 1 hex · Phasers" in said
    assert "4 points" in read_page(ask('title="wormhole 2"'))


def test_the_query_is_explained_and_stays_in_the_box(ask, index):
    query = 'nature:attack rarity>=rare text:"ship"'
    page = unescape(read_page(ask(query)))
    assert f"</b>: {explain_query(index.parse(query))}." in page
    assert f'name="q" type="text" inputmode="search" enterkeyhint="search" value="{query}"' in page


def test_there_is_a_link_to_the_page_on_every_page(client):
    assert '<a href="/cards/">Cards</a>' in read_page(client.get("/matches"))
    assert '<a href="/cards/" aria-current="page">Cards</a>' in read_page(client.get("/cards/"))


@pytest.mark.parametrize("path", ["/cards/", "/cards/?q=phasers", "/cards/help/", "/cards/complete/?q=na&cursor=2"])
def test_pages_are_for_get_and_head_alone(path, client):
    assert client.head(path).status_code == client.get(path).status_code == 200
    assert client.post(path).status_code == 405


# What links lead to -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("query", ["", "phasers or torpedoes", "nature:attack", "(n:att or n:def) damage sort:title"])
def test_a_facet_leads_to_as_many_pieces_as_it_says(ask, index, query):
    page = read_page(ask(query))
    chosen = links(page, 'class="facet[^"]*"[^>]*aria-current')
    facets = links(page, 'class="facet')
    assert len(facets) > 10
    for said, address in facets.items():
        word, number = said.rsplit(" ", 1)
        found = index.search(query_of(address))
        if said in chosen:
            assert word not in links(read_page(ask(query_of(address))), 'aria-current="true"')
        else:
            added = len(found.pieces) - (
                len(index.search(query).pieces) if word_of_chosen_field(index, query, word) else 0
            )
            assert added == int(number), said


def word_of_chosen_field(index, query, word):
    """Is it a nature, where a nature is chosen? Then a second one widens the search."""
    return word in index.vocabulary["nature"] and re.search(r"\bn(ature)?:", query)


def test_a_facet_adds_its_word_and_takes_it_out_again(ask):
    facets = links(read_page(ask("phasers  view:text")), 'class="facet')
    address = next(address for said, address in facets.items() if said.startswith("Attack "))
    assert query_of(address) == "phasers nature:Attack view:text"
    back = links(read_page(ask(query_of(address))), 'aria-current="true"')
    assert (
        query_of(next(address for said, address in back.items() if said.startswith("Attack "))) == "phasers view:text"
    )


def test_a_value_that_nothing_has_is_no_link(ask):
    page = read_page(ask("kind:ship"))
    assert "Ultra Rare" not in page
    assert re.search(r'<span class="facet none">.*?<span>Neutral</span> <small>0</small></span>', page)


def test_a_query_that_has_no_room_left_offers_no_more_words(ask):
    page = read_page(ask(" ".join(["kind:card", *(f"-number:{number}" for number in range(1, 20))])))
    assert [said.split()[0] for said in links(page, 'class="facet')] == ["Card"]


SHORT_FOR_MUCH = " or ".join(["e" * 700, *(f"r{sign}{word}" for sign in ("!=", "<", "<=", ">", ">=") for word in "xu")])


@pytest.mark.parametrize("query", ["damage -" + "🚀" * 200, SHORT_FOR_MUCH])
def test_facets_are_left_alone_in_a_long_query(ask, query):
    page = read_page(ask(query))
    assert "<small>" in page
    assert links(page, 'class="facet') == {}


def test_order_and_view_become_part_of_the_query(ask, client):
    assert ask("phasers  view:text", sort="rarity").url == "/cards/?q=phasers++view%3Atext+sort%3Ararity"
    assert ask("a sort:title", sort="").url == "/cards/?q=a"
    assert ask("a or b", view="text").url == "/cards/?q=a+or+b+view%3Atext"
    assert ask("a sort:title", sort="title").status_code == 200
    assert client.get("/cards/?view=text").url == "/cards/?q=view%3Atext"


def test_order_is_shown_and_can_be_turned_round(ask):
    page = read_page(ask("kind:tile sort:points"))
    assert re.findall(r'<option value="([^"]*)" selected>', page) == ["points"]
    assert '<option value="" selected>kind and number</option>' in read_page(ask("kind:tile"))
    assert '<option value="" selected>best match</option>' in read_page(ask("kind:tile wormhole"))
    assert query_of(links(page)["Greatest first"]) == "kind:tile sort:-points"
    assert query_of(links(read_page(ask("kind:tile sort:-points")))["Least first"]) == "kind:tile sort:points"
    assert "Greatest first" not in read_page(ask("kind:tile"))


def test_pages_follow_each_other_without_gap(ask, index):
    found = []
    for page in range(1, 7):
        response = ask("view:pictures", page=page)
        assert re.search(r'<ol class="results[^>]* start="(\d+)"', read_page(response))[1] == str(len(found) + 1)
        found += titles(response)
    assert found == [piece["title"] for piece in index.pieces]
    assert 'rel="next"' not in read_page(response)
    assert links(read_page(ask("view:pictures", page=3)), 'rel="prev"')["Previous"] == "?q=view%3Apictures&page=2"


# Nothing found, and what cannot be read -----------------------------------------------------------------------


def test_nothing_found_says_which_term_to_drop(ask, index):
    page = read_page(ask("nature:attack wombat -captain"))
    assert "Nothing matches" in page
    offered = re.findall(r'<li><a href="\?q=([^"]*)">Leave out <code><bdi>(.*?)</bdi></code></a>: (\d+) pieces?', page)
    assert [(dropped, int(found)) for _, dropped, found in offered] == [
        ("wombat", len(index.search("nature:attack -captain").pieces))
    ]
    assert titles(ask(query_of("?q=" + offered[0][0])))


def test_what_finds_most_when_dropped_comes_first(ask):
    page = read_page(ask('title:phasers "red alert"'))
    found = [int(number) for number in re.findall(r"</code></a>: (\d+) piece", page)]
    assert len(found) == 2
    assert found == sorted(found, reverse=True)


def test_nothing_found_whatever_is_dropped_says_so(ask):
    assert "Leaving out a single term does not help." in read_page(ask("wombat zebra"))


def test_a_title_in_which_there_is_a_slip_leads_to_those_like_it(ask):
    page = read_page(ask("kind:card redd allert"))
    offered = re.findall(r'<a href="(\?q=title[^"]*)">(.*?)</a>', re.search(r"Did you mean (.*)\?</p>", page)[1])
    assert [title for _, title in offered] == ["Red Alert"]
    assert "Leaving out a single term" not in page
    assert titles(ask(query_of(offered[0][0]))) == ["Red Alert"]


def test_a_title_with_quotes_in_it_is_found_by_the_query_that_leads_to_it():
    ship = {"title": 'The "Dove" of Peace', "race": "Klingon", "hull": 1, "systems": {}}
    catalogue = Catalogue({ship["title"]: ship}, {}, {}, {})
    found = searching.Finding(searching.Current("", catalogue, {}), SearchIndex(catalogue), Items())
    (query,) = search(found, "dovve of peace", 1).near.values()
    assert search(found, query, 1).page.items == [ship]


@pytest.mark.parametrize(
    ("query", "before", "place", "after", "corrected"),
    [
        ("n:defense rarty<=rare", "n:defense ", "rarty", "&lt;=rare", "n:defense rarity<=rare"),
        ("nature:atack", "nature:", "atack", "", "nature:Attack"),
        ('red "alert', "red ", "&quot;alert", "", 'red "alert"'),
        ("view:zebra", "view:", "zebra", "", None),
        ("sort:raity", "sort:", "raity", "", "sort:rarity"),
        ("a\0b", "a", "␀", "b", "ab"),
        ("a\0\x1fb", "a", "␀␟", "b", "ab"),
        ("\x7f", "", "\ufffd", "", ""),
    ],
)
def test_a_fault_is_underlined_in_the_query_as_typed_and_nothing_is_searched(
    ask, query, before, place, after, corrected
):
    response = ask(query)
    page = read_page(response)
    assert response.status_code == 400
    assert f"<bdi>{before}</bdi><u><bdi>{place}</bdi></u><bdi>{after}</bdi>" in page
    assert "Nothing was searched." in page
    assert titles(response) == []
    assert "<small>" not in page
    if corrected:
        assert query_of(links(page)[corrected]) == corrected
        assert ask(corrected).status_code == 200
    else:
        assert "Did you mean" not in page
        assert ("Show all pieces" in page) is (corrected == "")


@pytest.mark.parametrize(
    ("query", "message"),
    [
        (" ".join(["a"] * 1_000), "at most 1,000 characters; this one has 1,999"),
        (" ".join(["a"] * 400), "at most 20 terms; this one has 400"),
        ("a" * 10_000_000, "at most 1,000 characters; this one has 10,000,000"),
        ("\0" * 999, "There is a control character here (U+0000)"),
        ("\x1b[31m red", "There is a control character here (U+001B)"),
        (RTL, "There is nothing here that a piece"),
        ("(" * 999, "Brackets can be at most 10 deep"),
    ],
)
def test_a_hostile_query_gets_a_clear_refusal(ask, query, message):
    response = ask(query)
    assert response.status_code == 400
    assert message in read_page(response)
    assert "Nothing was searched." in read_page(response)
    assert len(response.content) < HEAVIEST
    assert not re.search("[\0-\x08\x0b-\x1f]", read_page(response))


def test_bytes_that_are_no_text_get_a_clear_refusal(client):
    response = client.get("/cards/?q=red%ff%fealert")
    assert response.status_code == 400
    assert "are not a character" in read_page(response)
    assert client.get("/cards/complete/?q=%ff&cursor=1").json() == {"completions": []}


def test_marks_of_direction_turn_nothing_but_themselves_round(ask):
    response = ask(f"{RTL}phasers")
    assert titles(response) == titles(ask("phasers"))
    page = read_page(response)
    assert RTL not in page.split("<body")[0]
    assert f"<bdi>{RTL}" in read_page(ask(f"{RTL}wombat"))
    assert f"<bdi>{RTL}" in read_page(ask(f"{RTL}rarty:2"))


@pytest.mark.parametrize("query", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "'onfocus='x"])
def test_a_query_stays_text(ask, query):
    page = read_page(ask(query))
    assert query not in page
    assert f'value="{escape(query)}"' in page


@pytest.mark.parametrize(
    ("page", "status"),
    [
        ("-1", 400),
        ("0", 400),
        ("abc", 400),
        ("", 400),
        ("1e3", 400),
        ("１", 400),
        ("9" * 5_000, 400),
        ("999999", 404),
        ("8", 404),
    ],
)
def test_a_page_that_is_not_there_is_refused_with_the_way_on(ask, page, status):
    response = ask("", page=page)
    assert response.status_code == status
    assert titles(response) == []
    way = links(read_page(response).split('role="alert"')[1])
    address = way["Go to the last one" if status == 404 else "Go to the first one"]
    assert titles(ask(query_of(address), page=parse_qs(urlsplit(address).query).get("page", ["1"])[0]))


@pytest.mark.parametrize("name", ["sort", "view"])
@pytest.mark.parametrize("value", ["nonsense", "a or b", '"', "x" * 100_000, "\0"])
def test_an_unknown_order_or_view_gets_a_clear_refusal(client, name, value):
    response = client.get("/cards/", {"q": "phasers", name: value}, follow=True)
    assert response.status_code == 400
    assert "Nothing was searched." in read_page(response)
    assert titles(response) == []


def test_a_fault_in_the_query_comes_before_what_is_asked_besides(ask):
    response = ask("rarty:2", sort="title", page="abc")
    assert response.status_code == 400
    assert "There is no field" in read_page(response)


def test_thousands_of_parameters_are_refused(client):
    assert client.get("/cards/?" + "&".join(f"q{number}=a" for number in range(2_000))).status_code == 400


def test_control_characters_are_shown_as_pictures():
    assert show_controls("a\0\x1f\x7f\ud800b") == "a␀␟\ufffd\ufffdb"


# What it costs ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("query", ["", "title=phasers", "wombat", "rarty:2", "view:text", "view:pictures"])
def test_a_page_costs_the_same_queries_whatever_it_finds(query, client, django_assert_num_queries):
    searching.current_finding()
    with django_assert_num_queries(NOBODY):
        client.get("/cards/", {"q": query})
    client.force_login(User.objects.create_user("reader"))
    with django_assert_num_queries(SIGNED_IN):
        client.get("/cards/", {"q": query})


@pytest.mark.parametrize("path", ["/cards/help/", "/cards/complete/?q=na&cursor=2"])
def test_help_and_completion_cost_one_query(path, client, django_assert_num_queries):
    searching.current_finding()
    with django_assert_num_queries(NOBODY):
        client.get(path)


def test_an_index_is_made_once_for_each_version(catalogue):
    first = searching.current_finding()
    assert searching.current_finding() is first
    CatalogueVersion.objects.update(token="another")
    second = searching.current_finding()
    assert second is not first
    assert searching.current_finding() is second
    assert [piece["title"] for piece in second.index.pieces] == [piece["title"] for piece in first.index.pieces]


def test_a_set_that_is_not_the_first_is_found_by_its_code(catalogue):
    """Pieces that name no set belong to the first one that is stored, whatever it is called."""
    CardSet.objects.update(code="maiden")
    renamed = searching.Current("renamed", current_pieces(), {})
    assert searching.current_finding.find_for(renamed).index.vocabulary["set"] == ("maiden",)


def test_without_a_catalogue_the_page_says_so(nothing, ask):
    response = ask()
    assert response.status_code == 200
    assert "The catalogue is empty." in read_page(response)


VIEWS = ("", " view:list", " view:text")
HEAVY = [
    "",
    "or ".join(f'"{"é" * 40}{number}" ' for number in range(19)) + "or e",
    "-" + "🚀" * (LONGEST_QUERY - 1),
    "🚀 " * 19 + "🚀" * (LONGEST_QUERY - 60),
    '"' + "&" * 900 + '" or e',
    "<" * LONGEST_QUERY,
]


def test_no_page_is_heavy_whatever_is_asked_of_thousands_of_pieces(crowded, ask):
    sizes = {
        (view, query): len(ask((query[: LONGEST_QUERY - len(view)] + view).strip(), page=1).content)
        for view, query in sample_of_kinds(product(VIEWS, HEAVY), 1, kind=itemgetter(1))
    }
    assert {asked: size for asked, size in sizes.items() if not 0 < size < HEAVIEST} == {}
    # And pages of thousands are linked without all being named.
    page = read_page(ask("", page=20))
    assert list(links(page, 'aria-label="Page')) == ["1", "18", "19", "20", "21", "22", "105"]
    assert page.count("<span>…</span>") == 2


# Completion ---------------------------------------------------------------------------------------------------


def test_completion_says_what_goes_where(client):
    offered = client.get("/cards/complete/", {"q": "crew rar", "cursor": "8"}).json()["completions"]
    assert offered == [
        {"text": "rarity:", "start": 5, "end": 8, "help": "How rare a card is, from Common to Ultra Rare (13.3)."}
    ]
    words = client.get("/cards/complete/", {"q": "🚀 nature:a", "cursor": "10"}).json()["completions"]
    assert [(one["text"], one["start"], one["end"]) for one in words] == [("Attack", 9, 10)]


@pytest.mark.parametrize("cursor", ["", "-1", "abc", "1.5", "９", "1" * 5_000, None])
def test_completion_refuses_what_is_no_place(client, cursor):
    response = client.get("/cards/complete/", {"q": "na"} | ({"cursor": cursor} if cursor is not None else {}))
    assert response.status_code == 400
    assert response.json() == {"error": "The cursor is a number of signs."}


def test_completion_offers_nothing_in_a_hostile_query(client):
    for query in ["a" * 10_000_000, "\0", '"' * 999]:
        assert client.get("/cards/complete/", {"q": query, "cursor": "1"}).json() == {"completions": []}
