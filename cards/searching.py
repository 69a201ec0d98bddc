"""Search: the index, results, facets and faults as pages show them, completions, and the page about the language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from http import HTTPStatus
from unicodedata import category
from urllib.parse import quote_plus

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from cards.catalogue import Current, OncePerCatalogue, by_title, first_set, url_of
from cards.piece_facts import facts
from incursions.games.incursions.deck_files.lexicon import Likeness
from incursions.games.incursions.rules.printed.pieces import (
    ANY_RACE,
    CAPTAIN,
    CARD,
    NEUTRAL,
    RACES,
    RARITIES,
    SHIP,
    TILE,
    Definition,
    facts_of,
)
from incursions.games.incursions.search import (
    FIELDS,
    Answer,
    QueryError,
    SearchIndex,
    TypedQuery,
    complete,
    explain_query,
)
from incursions.games.incursions.search.fields import BY_NAME, Field, races
from incursions.games.incursions.search.index import FACETS
from incursions.games.incursions.search.parsing import DEEPEST_BRACKETS, DIRECTIVES, MOST_TERMS, SORT, SORTABLE, VIEW
from incursions.games.incursions.search.query import LONGEST_QUERY, Comparison, Query, Sort, bare_words
from incursions.games.incursions.search.wording import LANGUAGE, OPERATORS
from incursions.games.incursions.table.printed import NATURES, piece_of
from incursions.kit.paging import NoSuchPageError, Page, page_number, page_of
from incursions.kit.words import ANYTHING, capitalise

KIND_ICONS: Mapping[str, str] = {SHIP: "nature-ship", CAPTAIN: "nature-captain", TILE: "i-hex"}
SHIP_FIGURES = ("hull", "shields", "evasion")
SAID_BY_THE_KIND = ("Race",)


@dataclass(frozen=True, slots=True)
class Result:
    """A piece in a list. `css` is the class of its nature, or else of its race; `ticks` its rarity.

    `figures` is what is printed in numbers, and for whom; `race` is whose it is where neither they nor the kind say so;
    `aside` is what a line has room for of all that.
    """

    title: str
    url: str
    css: str
    icon: str
    kind: str
    aside: str
    race: str
    rarity: str
    ticks: range
    points: int | None
    figures: str
    text: str
    flavour: str
    nature: str
    method: str


class Items:
    """The pieces of a catalogue as rendered list items, cached for each view because they are equal for everybody."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, str], SafeString] = {}
        self._results: dict[str, Result] = {}

    def result(self, definition: Definition) -> Result:
        """Return the piece as lists show it."""
        result = self._results.get(definition["title"])
        if result is None:
            result = self._results[definition["title"]] = result_of(definition)
        return result

    def render(self, view: str, definition: Definition) -> SafeString:
        """Return the item of a piece."""
        key = (view, definition["title"])
        item = self._made.get(key)
        if item is None:
            html = render_to_string(f"cards/result_{view}.html", {"piece": self.result(definition)})
            item = self._made[key] = SafeString(html.strip())
        return item


def result_of(definition: Definition) -> Result:
    """Return the piece as lists show it."""
    piece, kind = piece_of(definition), facts_of(definition).kind
    figures = capitalise(piece.figures)
    telling = ", ".join(f"{name} {definition.get(name)}" for name in SHIP_FIGURES if name in definition)
    asides = {SHIP: capitalise(telling), CAPTAIN: figures}
    whose = _whose(definition)
    rarity = definition.get("rarity", "")
    return Result(
        title=piece.title,
        url=url_of(piece.title),
        css=piece.css if kind == CARD else definition.get("race", "").lower(),
        icon=KIND_ICONS.get(kind) or f"nature-{piece.css}",
        kind=capitalise(piece.kind),
        aside=asides.get(kind, whose),
        race="" if kind in asides or isinstance(definition.get("usage"), list) else whose,
        rarity=rarity,
        ticks=range(RARITIES.index(rarity) + 1 if rarity in RARITIES else 0),
        points=definition.get("hex_points"),
        figures=_systems(definition) if kind == SHIP else figures,
        text=piece.text,
        flavour=definition.get("flavour", ""),
        nature=definition.get("nature", ""),
        method=definition.get("play_method", ""),
    )


def _whose(definition: Definition) -> str:
    """Return the races that a piece is of or for."""
    named = ", ".join(map(str, races(definition)))
    return capitalise(named) or ("Any race" if definition.get("usage") == ANY_RACE else "")


def _systems(ship: Definition) -> str:
    """Return all that a ship prints in figures."""
    said = (f"{fact.label} {fact.words}" for fact in facts(ship) if fact.label not in SAID_BY_THE_KIND)
    return "\N{NO-BREAK SPACE}· ".join(said)  # no line begins with a dot


@dataclass(frozen=True)
class Finding:
    """The index of a catalogue, and its pieces as lists show them."""

    of: Current
    index: SearchIndex
    items: Items

    def result(self, title: str) -> Result | None:
        """Return the piece of this title as lists show it; None if it is unknown."""
        definition = by_title.find_for(self.of).get(title)
        return None if definition is None else self.items.result(definition)

    def face(self, title: str) -> SafeString:
        """Return the picture of the piece of this title, which leads to its page; "" if it is unknown."""
        definition = by_title.find_for(self.of).get(title)
        return SafeString() if definition is None else self.items.render("face", definition)

    @cached_property
    def likeness(self) -> Likeness:
        """Return the index of like titles, built lazily because only a search without results needs it."""
        return Likeness({piece["title"]: facts_of(piece).kind for piece in self.index.pieces})


@OncePerCatalogue
def current_finding(catalogue: Current) -> Finding:
    """Return the index and the lists of a version."""
    return Finding(catalogue, SearchIndex(catalogue.pieces, first_set.find_for(catalogue)), Items())


CONTROL_PICTURES = 0x2400
UNSEEN = ("Cc", "Cs")
# The query is repeated in the link of every value; and a word more must not make it longer than queries may be.
LONGEST_CHANGED = 900
ICONS: Mapping[str, str] = {
    **{nature: f"nature-{css}" for nature, css in NATURES.items()},
    **{race: f"emblem-{race.lower()}" for race in (*RACES, NEUTRAL)},
    **KIND_ICONS,
}
ON_A_PAGE = {"pictures": 48, "list": 100, "text": 50}
DEFAULT_VIEW = "pictures"
MOST_LOOSENED = 5
MOST_NEAR = 3


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault in a query, split in three so that the middle part can be underlined, with its message.

    `corrected` is the query that was probably meant, None where nothing is near; `suggestion` shows it.
    """

    before: str
    place: str
    after: str
    message: str
    corrected: str | None
    suggestion: str


def fault_of(error: QueryError, corrected: str | None) -> Fault:
    """Return a fault for display with the corrected query. A query that is too long is cut at the limit."""
    start, end = error.place
    return Fault(
        before=show_controls(error.text[:start]),
        place=show_controls(error.text[start : min(end, LONGEST_QUERY)]) or "…",
        after=show_controls(error.text[end:LONGEST_QUERY]),
        message=error.message,
        corrected=corrected,
        suggestion=show_controls(corrected or ""),
    )


def show_controls(text: str) -> str:
    """Return the text with a picture in place of each control character, which would be invisible."""
    return "".join(
        sign if category(sign) not in UNSEEN else chr(CONTROL_PICTURES + ord(sign)) if sign < " " else "\ufffd"
        for sign in text
    )


def typable(text: str) -> str:
    """Return the part of a text that a search box can hold."""
    return "".join(sign for sign in text[:LONGEST_QUERY] if category(sign) not in UNSEEN)


@dataclass(frozen=True, slots=True)
class FacetValue:
    """A value of a facet, with the number of its pieces and the query that a click leads to; None for no link."""

    word: str
    count: int
    query: str | None
    is_chosen: bool

    @property
    def html(self) -> SafeString:
        """A link that changes the query, or a value that leads nowhere. Fifty of them are too slow as a template."""
        css = f"facet {NATURES.get(self.word, '')}".strip()
        current = mark_safe(' aria-current="true"') if self.is_chosen else ""
        label = format_html("{} <small>{}</small>", _label(self.word), self.count)
        if self.query is None:
            return format_html('<span class="{} none"{}>{}</span>', css, current, label)
        return format_html('<a class="{}" href="?q={}"{}>{}</a>', css, quote_plus(self.query), current, label)


@dataclass(frozen=True, slots=True)
class Facet:
    """A field with its values, under a heading."""

    field: Field
    label: str
    values: list[FacetValue]


def facets_of(index: SearchIndex, typed: TypedQuery, answer: Answer) -> list[Facet]:
    """Return every facet that offers a choice.

    Of a field of which words are chosen each count is what the search would find besides, were the others not chosen:
    a second word widens the search.
    """
    may_change = max(len(quote_plus(typed.text)), len(str(answer.query))) <= LONGEST_CHANGED
    facets = []
    for field in FACETS:
        chosen, values = typed.words_of(field.name), []
        for word, count in _counts(index, typed, field, answer).items():
            leads_on = may_change and (word in chosen or (typed.has_room and count > 0))
            query = typed.toggle(field.name, word) if leads_on else None
            values.append(FacetValue(word, count, query, word in chosen))
        if values:
            facets.append(Facet(field, field.called.capitalize(), values))
    return facets


def _counts(index: SearchIndex, typed: TypedQuery, field: Field, answer: Answer) -> Mapping[str, int]:
    """Return the number of pieces found with each value of a field; {} if all of them have the same value or none.

    If the query chooses words of the field, the pieces are those that it would find without choosing any.
    """
    if typed.words_of(field.name):
        return index.facet(field, index.parse(typed.without_field(field.name)))
    found = answer.facets[field.name]
    return found if len(found) > 1 and any(found.values()) else {}


@cache
def _label(word: str) -> SafeString:
    """Return a value as text, with its symbol if it has one."""
    symbol = ICONS.get(word)
    icon = format_html('<svg class="icon" aria-hidden="true"><use href="#{}"/></svg>', symbol) if symbol else ""
    return format_html("{}<span>{}</span>", icon, capitalise(word))


@dataclass(frozen=True, slots=True)
class Loosened:
    """A query without one term, and how many pieces it finds."""

    dropped: str
    query: str
    count: int


@dataclass(frozen=True, slots=True)
class Found:
    """The results of a query. `sort` is its first order, `turned` the query with that order reversed.

    `unsorted` names the order of a query that asks for none. `loosened` and `near` are suggestions for a query that
    found nothing: `near` has titles of pieces that may have been meant, each with the query that finds it, as `views`
    has the query that shows each view.
    """

    explained: str
    total: int
    page: Page[Definition]
    made: Items
    facets: list[Facet]
    view: str
    views: dict[str, str]
    sort: Sort | None
    unsorted: str
    turned: str
    loosened: list[Loosened]
    near: dict[str, str]

    @property
    def items(self) -> SafeString:
        """The pieces of the page as items of its view."""
        return mark_safe("\n".join(self.made.render(self.view, piece) for piece in self.page.items))  # noqa: S308 -- all safe

    @property
    def orders(self) -> SafeString:
        """The orders to choose from."""
        return _orders(self.sort.field if self.sort else "", self.unsorted)


def search(finding: Finding, text: str, number: int, size: int | None = None) -> Found:
    """Return a page of results, sized by the view or by `size`.

    Raises `QueryError`, and `NoSuchPageError` for a number behind the last one.
    """
    index = finding.index
    answer = index.search(text)
    typed, query = TypedQuery(text, index.vocabulary), answer.query
    view = query.view or DEFAULT_VIEW
    sort = query.sorts[0] if query.sorts else None
    page = page_of(answer.pieces, number, size or ON_A_PAGE[view])
    return Found(
        explained=explain_query(query),
        total=len(answer.pieces),
        page=page,
        made=finding.items,
        facets=facets_of(index, typed, answer),
        view=view,
        views={name: typed.with_directive(VIEW, name) for name in ON_A_PAGE},
        sort=sort,
        unsorted="best match" if bare_words(query.condition) else "kind and number",
        turned=typed.with_directive(SORT, f"{'' if sort.descending else '-'}{sort.field}") if sort else "",
        loosened=[] if answer.pieces else _find_loosened(index, typed),
        near={} if answer.pieces else _near(finding, query),
    )


def _near(finding: Finding, query: Query) -> dict[str, str]:
    """Return the titles that are like the words of the query, each with the query that finds its piece."""
    typed = " ".join(said.text for said in bare_words(query.condition))
    if not typed:
        return {}
    like = finding.likeness.near(typed, (), MOST_NEAR)
    titles = like.titles[:1] if like.is_clear else like.titles
    return {title: str(Comparison("title", "=", title.replace('"', ANYTHING))) for title in titles}


def _find_loosened(index: SearchIndex, typed: TypedQuery) -> list[Loosened]:
    """Return queries with one term left out that find something, the most results first."""
    shorter = [Loosened(dropped, text, index.count(index.parse(text))) for dropped, text in typed.shorter()]
    return sorted((query for query in shorter if query.count), key=lambda query: -query.count)[:MOST_LOOSENED]


@cache
def _orders(chosen: str, unsorted: str) -> SafeString:
    """Return the options of the list of orders; `unsorted` is the label of no order."""
    names = [("", unsorted), *((name, BY_NAME[name].called) for name in SORTABLE)]
    selected = {chosen: mark_safe(" selected")}
    options = ((name, selected.get(name, ""), called) for name, called in names)
    return format_html_join("", '<option value="{}"{}>{}</option>', options)


LONGEST_DIRECTIVE = 40
KIND = BY_NAME["kind"]


@require_safe
def pieces(request: HttpRequest) -> HttpResponse:
    """Render a page of search results. A faulty query or page number is refused with a way on."""
    finding, text = current_finding(), request.GET.get("q", "")
    kinds = finding.index.facet(KIND, Query())
    context: dict[str, object] = {
        "here": "cards",
        "text": text,
        "box": typable(text),
        "longest": LONGEST_QUERY,
        "kinds": kinds,
    }
    try:
        directed = _apply_controls(finding.index, text, request.GET)
        if directed != text:
            return redirect(f"{request.path}?{urlencode({'q': directed})}")
        found = search(finding, text, page_number(request.GET.get("page", "1")))
    except QueryError as error:
        context["fault"], status = fault_of(error, finding.index.suggest_query(error)), HTTPStatus.BAD_REQUEST
    except NoSuchPageError as error:
        context["no_page"], status = error, error.status
    else:
        context["found"], status = found, HTTPStatus.OK
    return render(request, "cards/search.html", context, status=status)


@require_safe
def completions(request: HttpRequest) -> JsonResponse:
    """Answer the completions at a place of a query: texts, their places, and a line of help."""
    text, cursor = request.GET.get("q", ""), request.GET.get("cursor", "")
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) <= len(str(LONGEST_QUERY))):
        return JsonResponse({"error": "The cursor is a number of signs."}, status=HTTPStatus.BAD_REQUEST)
    offered = complete(text, int(cursor), current_finding().index.vocabulary)
    found = [{"text": one.text, "start": one.place.start, "end": one.place.end, "help": one.help} for one in offered]
    return JsonResponse({"completions": found})


def _apply_controls(index: SearchIndex, text: str, asked: Mapping[str, str]) -> str:
    """Return the query with the order and view that the page's controls ask for, written as directives."""
    for name in DIRECTIVES:
        if name in asked:
            index.parse(text)
            text = TypedQuery(text, index.vocabulary).with_directive(name, asked[name][:LONGEST_DIRECTIVE])
    return text


@require_safe
def language_help(request: HttpRequest) -> HttpResponse:
    """Show every means of the language and every field, each with an example that runs."""
    words = current_finding().index.vocabulary
    context = {
        "here": "cards",
        "means": LANGUAGE,
        "fields": [(field, OPERATORS[field.type], words.get(field.name, ())) for field in FIELDS],
        "longest": LONGEST_QUERY,
        "most_terms": MOST_TERMS,
        "deepest": DEEPEST_BRACKETS,
    }
    return render(request, "cards/search_help.html", context)
