"""Views of tables and matches. They find the rows, call the services and render."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from incursions.accounts.viewers import current_user_or_guest, viewer_of
from incursions.engine.standing import CONCEDE
from incursions.games.contract import FIRST_MATCHES, BotKind, GameKind
from incursions.kit.banners import A_WHILE, FOR_EVER
from incursions.kit.clients import see_other
from incursions.kit.refusals import DomainError
from tournaments.matches.game_kinds import first_game, game_choices, game_kinds, loadouts_of, mode_groups
from tournaments.matches.life import TableRules, concede_match, create_match
from tournaments.matches.models import Match
from tournaments.matches.presence import record_arrival
from tournaments.matches.table_rows import table_for
from tournaments.tables import api
from tournaments.tables.banners import share_game
from tournaments.tables.bot_games import draw_picture, find_picture_version, has_picture
from tournaments.tables.exhibition import look_at_exhibition
from tournaments.tables.game_page import PICTURE_SIZE, GamePage, list_table_styles
from tournaments.tables.open_tables import come_back
from tournaments.tables.settings_form import choose_kind, kind_context, read_typed_limits, settings_context
from tournaments.tables.table_cards import OpenTableFilter, build_card, list_open_tables, list_own_matches
from tournaments.tables.table_page import show_table

ON_THE_FRONT_PAGE = 5
ON_THE_LIST = 30
THEMES = ("dark", "light")
A_YEAR = 60 * 60 * 24 * 365


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the front page: play now, create a table, watch."""
    kind, viewer = game_kinds()[first_game()], viewer_of(request)
    full = kind.loadout_mode
    limits = None if full is None else full.find_limits({})
    loadout_form = loadouts_of(kind.name).make_form_context(request.user, limits)
    return render(
        request,
        "tables/home.html",
        {
            **kind_context(kind),
            **loadout_form,
            "here": "play",
            **_read_playing(),
            "styles": list_table_styles(),
            "others": [GamePage(other) for other in list(game_kinds().values())[1:]],
            "own": [] if viewer is None else list_own_matches(viewer),
            "waiting": list_open_tables(OpenTableFilter())[:ON_THE_FRONT_PAGE],
            "full": full,
            "ways": [ready for ready in loadout_form.get("starters", ()) if ready.style],
            "opponent": _find_first_opponent(request, kind),
        },
    )


@never_cache
@require_safe
def playing(request: HttpRequest) -> HttpResponse:
    """Return the part of the front page with what is being played now: matches, or the exhibition."""
    return render(request, "tables/playing.html", {"here": "play", **_read_playing()})


@never_cache
@require_safe
def exhibition(request: HttpRequest) -> HttpResponse:
    """Show the exhibition on a page of its own, or with `?part=1` the part of it that changes."""
    template = "tables/exhibition_table.html" if request.GET.get("part") else "tables/exhibition.html"
    context = {"here": "watch", "exhibition": look_at_exhibition(), "styles": list_table_styles()}
    return render(request, template, {**context, "is_whole": True, "level": 2})


def _read_playing() -> dict[str, object]:
    """Return the context of what is being played now: the newest matches as cards, or else the exhibition."""
    now = timezone.now()
    running = Match.objects.under_way(now).watched_by_all().with_seats()[: ON_THE_FRONT_PAGE + 1]
    cards = [build_card(match, now) for match in running]
    shown = None if cards else look_at_exhibition()
    return {"cards": cards[:ON_THE_FRONT_PAGE], "has_more": len(cards) > ON_THE_FRONT_PAGE, "exhibition": shown}


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """Start a match at once, against the bot that is offered first; `game` names the game, by default the first."""
    kind = game_kinds().get(request.POST.get("game") or first_game())
    if kind is None or not kind.bots:
        raise Http404("There is no game of this name that is played against bots.")
    opponent = _find_first_opponent(request, kind)
    rules = TableRules(game=kind.name, bots=(opponent.name,))
    return see_other(create_match(host=current_user_or_guest(request), rules=rules))


@never_cache
@require_safe
def game_page(request: HttpRequest, game: str) -> HttpResponse:
    """Show the page of a game: what it is, whose it is, how to play and learn it, and its tables."""
    kind = _find_game(game)
    now = timezone.now()
    running = Match.objects.under_way(now).filter(game=kind.name).watched_by_all().with_seats()[:ON_THE_FRONT_PAGE]
    wanted = OpenTableFilter(game=kind.name)
    context = {
        "here": "play",
        "page": GamePage(kind),
        "cards": [build_card(match, now) for match in running],
        "wanted": wanted,
        "waiting": list_open_tables(wanted)[:ON_THE_FRONT_PAGE],
        "opponent": _find_first_opponent(request, kind) if kind.bots else None,
        "shared": share_game(kind),
    }
    return render(request, "tables/game.html", context)


@require_safe
def game_picture(request: HttpRequest, game: str) -> HttpResponse:
    """Send the position that pictures a game. Browsers may keep the present version for ever."""
    kind = _find_game(game)
    if not has_picture(kind):
        raise Http404("This game has no picture.")
    try:
        data = draw_picture(kind, *PICTURE_SIZE)
    except ValueError as cause:
        raise Http404("This game has no picture now.") from cause
    is_present = request.GET.get("v") == find_picture_version(kind)
    return HttpResponse(data, content_type="image/png", headers={"Cache-Control": FOR_EVER if is_present else A_WHILE})


def _find_game(name: str) -> GameKind:
    """Return the game of this name. Raises Http404."""
    kind = game_kinds().get(name)
    if kind is None:
        raise Http404("There is no such game in this house.")
    return kind


@require_safe
def new_table(request: HttpRequest) -> HttpResponse:
    """Show the form for a new table; `?game=` names the game, and a field such as `?deck=` what the user brings.

    After a refusal the query has all values of the form.
    """
    said, kind = request.GET, choose_kind(request)
    loadouts = loadouts_of(kind.name)
    is_named, own = loadouts.find_named(said, request.user)
    if is_named and own is None:
        messages.warning(request, f"You have no such {kind.loadout_name}. Choose another.")
    opponent = _find_first_opponent(request, kind).name
    bots = [
        (str(one), said.get(f"bot_{one}", opponent), said.get(f"bot_starter_{one}"))
        for one in range(1, kind.most_seats)
    ]
    with_own = kind.loadout_mode if own else None
    limits = read_typed_limits(said, kind.modes_by_name.get(said.get("mode", ""), with_own))
    context = settings_context(request, usual=TableRules(game=kind.name, mode=with_own.name) if with_own else None)
    verdict = loadouts.show_verdict_on_choice(said, request.user, limits)
    offered = {"chosen": own, "bot_seats": bots, "verdict": verdict, **loadouts.make_form_context(request.user)}
    return render(request, "tables/new_table.html", {"here": "play", **offered, **context})


@csrf_exempt  # a JSON body carries no token; `api.create` itself asks forms for theirs
@never_cache
@require_http_methods(["GET", "POST"])
def matches(request: HttpRequest) -> HttpResponse:
    """List the running matches; by POST create a table."""
    if request.method == "POST":
        return api.create(request)
    now = timezone.now()
    wanted = OpenTableFilter.from_query(request.GET)
    running = Match.objects.under_way(now).watched_by_all()
    if wanted.game:
        running = running.filter(game=wanted.game)
    cards = [build_card(match, now) for match in running.with_seats()[:ON_THE_LIST]]
    context = {
        "here": "watch",
        "cards": cards,
        "waiting": list_open_tables(wanted),
        "wanted": wanted,
        "games": game_choices(),
        "modes": mode_groups(),
        "seat_counts": sorted({count for kind in game_kinds().values() for count in kind.seat_counts}),
    }
    return render(request, "tables/matches.html", context)


@never_cache
@require_safe
def match_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a table: the match to play or watch, or the lobby."""
    match = get_object_or_404(Match.objects.light(), public_id=public_id)
    table = table_for(match, viewer_of(request))
    if match.is_open and table.seat is not None and table.seats[table.seat].waited_for_since is not None:
        table = table_for(come_back(public_id, table.seats[table.seat].user), viewer_of(request))
    if match.is_running and table.seat is not None:
        record_arrival(table.seats[table.seat], timezone.now())  # by a browser without scripts, too
    return show_table(request, table)


@never_cache
@require_http_methods(["GET", "POST"])
def concede(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask for confirmation before conceding; by POST concede."""
    match = get_object_or_404(Match.objects.light(), public_id=public_id)
    table = table_for(match, viewer_of(request))
    if table.seat is None or table.game is None or CONCEDE not in table.game.standing(table.seat):
        messages.info(request, "There is nothing to concede.")
        return redirect(match)
    if request.method == "POST":
        try:  # at whatever version the table has come to, whatever the others did meanwhile
            concede_match(public_id, current_user_or_guest(request))
        except DomainError as refusal:
            messages.warning(request, refusal.message)
        return see_other(match)
    return render(request, "matches/concede.html", {"match": match})


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Set the theme of the browser: day, night, or the system's."""
    back = request.headers.get("Referer", "")
    is_ours = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    response = see_other(back if is_ours else "/")
    chosen = request.POST.get("theme", "")
    if chosen in THEMES:
        response.set_cookie("theme", chosen, max_age=A_YEAR, samesite="Lax", secure=request.is_secure(), httponly=True)
    else:
        response.delete_cookie("theme", samesite="Lax")
    return response


def _find_first_opponent(request: HttpRequest, kind: GameKind) -> BotKind:
    """Return the bot of a game that is offered first to the viewer."""
    user = request.user
    finished = (
        Match.objects.finished().filter(is_lesson=False, game=kind.name).with_player(user)[:FIRST_MATCHES].count()
        if user.is_authenticated
        else 0
    )
    return kind.find_first_opponent(finished)
