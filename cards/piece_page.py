"""The page of a piece, and the suggestions for an address that no piece has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import parse_qs, urlencode, urlsplit

from django.db.models import Count, Window
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from cards.banners import share_piece
from cards.catalogue import current_starters, slug_of, url_of, url_of_starter
from cards.decks.abilities import Viewer
from cards.decks.contents import content_of
from cards.decks.models import Deck
from cards.directory import Directory, current_directory, mentions, rules_of, scenarios_of
from cards.models import CardSet
from cards.piece_facts import facts, history_of
from cards.rule_words import link_rules
from cards.searching import DEFAULT_VIEW, ON_A_PAGE, current_finding
from incursions.books.links import inline_html
from incursions.games.incursions.rules.construction import DeckContent
from incursions.games.incursions.rules.printed.pieces import ANY_RACE, NEUTRAL, Definition
from incursions.games.incursions.rules.starters import Starter
from incursions.games.incursions.search import QueryError
from incursions.games.incursions.table.printed import Piece, piece_of

MOST_NEWEST = 5
LONGEST_SHOWN = 60


class DeckUse(NamedTuple):
    """A deck with a piece. `part` is the piece's role in it: its ship, its captain, or copies of a deck or hexpile.

    `race` is that of its ship, empty where there is none that is known; `owner` is empty for starter decks.
    """

    title: str
    race: str
    part: str
    url: str
    owner: str = ""


class Uses(NamedTuple):
    """The number of decks with a piece, and the newest of them."""

    total: int
    newest: list[DeckUse]


def uses_in(title: str, decks: Iterable[Starter]) -> list[DeckUse]:
    """Return the decks that hold the piece, in their order."""
    return [
        DeckUse(deck.title, deck.race, part, url_of_starter(deck.title))
        for deck in decks
        if (part := _part(title, deck.content))
    ]


def uses_of_players(title: str, ships: Mapping[str, Definition]) -> Uses:
    """Return the public decks whose newest version holds the piece, in one query."""
    decks = Deck.objects.listed().with_piece(title).select_related("owner", "shown").defer("notes", "draft")
    found = decks.annotate(total=Window(Count("pk")))[:MOST_NEWEST]
    newest = [_use(title, deck, deck.content_shown, ships, str(deck.owner)) for deck in found]
    return Uses(found[0].total if newest else 0, newest)


def uses_of_own(title: str, viewer: Viewer, ships: Mapping[str, Definition]) -> Uses:
    """Return the viewer's decks that hold the piece, the last changed first, in one query; none without an account."""
    decks = Deck.objects.own(viewer).only("public_id", "name", "draft")
    holding = [
        deck
        for deck in decks
        if any(title in part if isinstance(part, Mapping) else title == part for part in deck.draft.values())
    ]
    return Uses(len(holding), [_use(title, deck, deck.draft, ships) for deck in holding[:MOST_NEWEST]])


def _use(title: str, deck: Deck, content: object, ships: Mapping[str, Definition], owner: str = "") -> DeckUse:
    """Return what the deck has of the piece, with the race of its ship."""
    read = content_of(content)
    race = ships.get(read.ship or "", {}).get("race", "")
    return DeckUse(deck.name, race, _part(title, read), deck.get_absolute_url(), owner)


def _part(title: str, content: DeckContent) -> str:
    """Return what a piece is to a deck: its ship, captain or stand-in, or so many copies; "" if it has none."""
    if title == content.ship:
        return "its ship"
    if title == content.captain:
        return "its captain"
    if title == content.stand_in:
        return "its stand-in"
    copies = content.cards.get(title, 0) + content.hexpile.get(title, 0)
    return f"{copies} {'copy' if copies == 1 else 'copies'}" if copies else ""


class Search(NamedTuple):
    """A query, with its label."""

    words: str
    query: str


def searches(piece: Definition) -> Iterator[Search]:
    """Yield searches for other pieces of its nature, race and so on, the widest first."""
    if "hull" in piece:
        yield Search("All ships", "kind:ship")
        yield Search(f"{piece['race']} ships", f"kind:ship race:{piece['race'].lower()}")
        yield _of_race(piece["race"])
    elif "hex_points" in piece:
        yield Search(f"All tiles of the kind {piece['kind']}", f"tile:{piece['kind']}")
        yield Search(f"Tiles of {piece['hex_points']} hex points", f"kind:tile points={piece['hex_points']}")
        affinity = piece.get("affinity")
        yield from map(_of_race, affinity.values() if isinstance(affinity, dict) else ())
    elif "nature" in piece:
        yield from _card(piece)
    else:
        yield Search("All captains", "kind:captain")
        yield _of_race(piece["race"])


def _card(card: Definition) -> Iterator[Search]:
    """Yield searches for pieces like a card."""
    nature = card["nature"]
    yield Search(f"All cards of the nature {nature}", f"nature:{nature.lower()}")
    if "position" in card:
        yield Search(f"Officers for {card['position']}", f"position:{_quote_value(card['position'])}")
    if "type" in card:
        yield Search(
            f"{nature} cards of the type {card['type']}", f"nature:{nature.lower()} type:{card['type'].lower()}"
        )
    if card["usage"] != ANY_RACE:
        yield from (Search(f"Cards that {race} may use", f"usage:{race.lower()}") for race in card["usage"])
    elif "race" in card:
        yield _of_race(card["race"])
    yield Search(f"Cards played as “{card['play_method']}”", f"method:{_quote_value(card['play_method'])}")


def _of_race(race: str) -> Search:
    return Search("Everybody of no race" if race == NEUTRAL else f"Everything {race}", f"race:{race.lower()}")


def _quote_value(words: str) -> str:
    """Return the words quoted for a query."""
    return f'"{words.lower()}"'


class RulingShown(NamedTuple):
    """A ruling on the piece with its date, or a passage of the rulebook about it."""

    html: SafeString
    rule: str
    given: date | None = None
    is_ruling: bool = True


class Neighbour(NamedTuple):
    """A piece to link to."""

    piece: Piece
    colours: str
    url: str


def sheet_of(
    piece: Definition,
    directory: Directory,
    sets: Mapping[str, CardSet],
    starters: Mapping[str, Starter],
    viewer: Viewer,
) -> dict[str, object]:
    """Return all that the page of a piece shows, in two queries: for its earlier definitions and for public decks.

    One more for a viewer with an account: their own decks. `text` is as printed, with links to rules; `colours` is the
    color class.
    """
    title, of = piece["title"], sets.get(directory.set_of(piece))
    longer = directory.longer(title)
    before, after = directory.find_neighbours(piece)
    return {
        "piece": piece_of(piece),
        "colours": _colours(piece),
        "text": link_rules(piece.get("text", "")),
        "flavour": piece.get("flavour", ""),
        "facts": facts(piece),
        "place": _place(piece),
        "set": of,
        "rulings": _rulings(piece, longer),
        "rules": rules_of(piece),
        "scenarios": scenarios_of(title, longer),
        "history": history_of(title, of),
        "decks": uses_in(title, starters.values()),
        "players": uses_of_players(title, directory.pieces.ships),
        "own": uses_of_own(title, viewer, directory.pieces.ships),
        "before": neighbour(before) if before else None,
        "after": neighbour(after) if after else None,
        "like": [neighbour(other) for other in directory.like(piece)],
        "searches": list(searches(piece)),
    }


def neighbour(piece: Definition, query: str = "") -> Neighbour:
    """Return a link to a piece for another piece's page. The link keeps the query of a search."""
    url = url_of(piece["title"]) + (f"?{urlencode({'q': query})}" if query else "")
    return Neighbour(piece_of(piece), _colours(piece), url)


def _rulings(piece: Definition, longer: list[str]) -> list[RulingShown]:
    """Return the rulings of the piece, then what the rulebook says that names it."""
    own = [
        RulingShown(link_rules(said["text"]), said.get("rule", ""), date.fromisoformat(said["date"]))
        for said in piece.get("rulings", [])
    ]
    told = mentions(piece["title"], longer)
    return own + [RulingShown(inline_html(said.text), said.number, is_ruling=said.is_ruling) for said in told]


def _place(piece: Definition) -> str:
    """Return the number of the piece as players say it: "Tile 5", "96"; empty if it has none."""
    number = str(piece.get("number", ""))
    return f"Tile {number}" if number and "hex_points" in piece else number


def _colours(piece: Definition) -> str:
    """Return the color class: the nature of a card, or else the race of the piece."""
    affinity = piece.get("affinity")
    races = [piece.get("race", ""), *(affinity.values() if isinstance(affinity, Mapping) else ())]
    return str(piece.get("nature") or next(filter(None, races), NEUTRAL)).lower()


def way_of(request: HttpRequest, piece: Definition) -> dict[str, object] | None:
    """Return the neighbours in the search that the viewer came from, or None if there is none or it lacks the piece.

    Their links keep the query. The piece is at `place` of `total`, counted from 1; `url` leads back to its page of
    results.
    """
    query = _query_before(request)
    if not query.strip():
        return None
    finding = current_finding()
    try:
        answer = finding.index.search(query)
    except QueryError:
        return None
    titles = [found["title"] for found in answer.pieces]
    if piece["title"] not in titles:
        return None
    place = titles.index(piece["title"])
    page = place // ON_A_PAGE[answer.query.view or DEFAULT_VIEW] + 1
    return {
        "before": neighbour(answer.pieces[place - 1], query) if place else None,
        "after": neighbour(answer.pieces[place + 1], query) if place + 1 < len(titles) else None,
        "place": place + 1,
        "total": len(titles),
        "url": f"{reverse('cards:search')}?{urlencode({'q': query, 'page': page})}",
    }


def _query_before(request: HttpRequest) -> str:
    """Return the query in the address, or else in the search page that referred the viewer."""
    if "q" in request.GET:
        return request.GET["q"]
    try:
        before = urlsplit(request.headers.get("Referer", ""))
    except ValueError:
        return ""
    if (before.netloc, before.path) != (request.get_host(), reverse("cards:search")):
        return ""
    return parse_qs(before.query).get("q", [""])[0]


@require_safe
def piece(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the page of a piece. Another spelling of its slug redirects to it; an unknown one gets suggestions.

    `q` is the search whose way through its pieces is followed.
    """
    sets = {of.code: of for of in CardSet.objects.all()}
    directory = current_directory()
    found = directory.find(slug)
    if found is None:
        suggested = [neighbour(near) for near in directory.suggest(slug)]
        context = {"here": "cards", "asked": slug[:LONGEST_SHOWN], "suggested": suggested}
        return render(request, "cards/no_piece.html", context, status=HTTPStatus.NOT_FOUND)
    if slug != slug_of(found["title"]):
        return redirect(url_of(found["title"]), permanent=True)
    sheet = sheet_of(found, directory, sets, current_starters(), request.user)
    return render(
        request,
        "cards/piece.html",
        {"here": "cards", "sheet": sheet, "way": way_of(request, found), "shared": share_piece(found)},
    )
