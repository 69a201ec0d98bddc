"""The views of players and leader lists. They find rows, call services and render."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from incursions.accounts.models import User
from incursions.accounts.privacy import ASPECTS, HISTORY, INVITING, RATINGS, Audience, may
from incursions.kit.clients import json_file
from incursions.kit.paging import NoSuchPageError, Rows, page_number, page_of
from incursions.kit.words import join_names
from tournaments.matches.game_kinds import game_kinds
from tournaments.players.banners import share_player
from tournaments.players.models import Rating, SeatRecord
from tournaments.players.own_data import own_data
from tournaments.players.profile_page import (
    HistoryForm,
    ProfilePage,
    describe_matches,
    find_player,
    history_of,
    with_tables,
)
from tournaments.players.seasons import ENOUGH_IN_A_SEASON, Season, best_of_season
from tournaments.players.skill import (
    DEVIATIONS,
    ENOUGH_MATCHES,
    POINTS_PER_UNIT,
    SHOWN_AT_FIRST,
    kind_called,
    list_kinds_by_game,
)

ON_A_PAGE = 25
LEADERS_ON_A_PAGE = 50


@never_cache
@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Render a player's page."""
    page = ProfilePage(_player(name), request.user, request.GET.get("kind", ""))
    return render(
        request,
        "players/player.html",
        {"here": "players", "page": page, "owner": page.owner, "shared": share_player(page.owner)},
    )


@never_cache
@require_safe
def history(request: HttpRequest, name: str) -> HttpResponse:
    """Render the filtered, paged match history of a player."""
    owner, form = _player(name), HistoryForm(request.GET)
    context: dict[str, object] = {"here": "players", "owner": owner, "form": form}
    context |= {"is_own": request.user.pk == owner.pk, "shows_history": may(request.user, HISTORY, owner)}
    if not form.is_valid():
        return render(request, "players/history.html", context, status=HTTPStatus.BAD_REQUEST)
    found = Rows[SeatRecord](with_tables(form.apply_to(history_of(owner, request.user))))
    context |= {"asked": form.query}
    try:
        page = page_of(found, page_number(request.GET.get("page", "1")), ON_A_PAGE)
    except NoSuchPageError as error:
        return render(request, "players/history.html", {**context, "no_page": error}, status=error.status)
    context |= {"page": page, "total": len(found), "matches": describe_matches(page.items, owner, request.user)}
    return render(request, "players/history.html", context)


@never_cache
@require_safe
def leaders(request: HttpRequest, kind: str = "full-people") -> HttpResponse:
    """Render the leader list of one kind of play."""
    asked = kind_called(kind)
    if asked is None:
        raise Http404("There is no such kind of play.")
    context: dict[str, object] = {"here": "players", "kind": asked, "enough": ENOUGH_MATCHES}
    context["games"] = list_kinds_by_game(lambda kind: reverse("players:leaders_of", args=[kind.slug]))
    context["season"] = Season.from_moment(timezone.now())
    found = Rows[Rating](Rating.objects.leaders(asked).select_related("user"))
    try:
        page = page_of(found, page_number(request.GET.get("page", "1")), LEADERS_ON_A_PAGE)
    except NoSuchPageError as error:
        return render(request, "players/leaders.html", {**context, "no_page": error}, status=error.status)
    bots = Rating.objects.of_kind(asked).with_rated_matches().exclude(bot="").order_by("-shown")
    return render(request, "players/leaders.html", context | {"page": page, "total": len(found), "bots": bots})


@never_cache
@require_safe
def season(request: HttpRequest, kind: str, season: str) -> HttpResponse:
    """Render the leader list of a season in one kind of play."""
    asked, found, now = kind_called(kind), Season.from_slug(season), Season.from_moment(timezone.now())
    if asked is None or found is None or found > now:
        raise Http404("There is no such season.")
    context: dict[str, object] = {"here": "players", "kind": asked, "season": found, "is_now": found == now}
    context["games"] = list_kinds_by_game(lambda kind: reverse("players:season", args=[kind.slug, found.slug]))
    context |= {"lines": best_of_season(asked, found), "enough": ENOUGH_IN_A_SEASON}
    return render(request, "players/season.html", context)


@require_safe
def show_explanation(request: HttpRequest) -> HttpResponse:
    """Render the explanation of ratings and badges, with the rules of every game."""
    context: dict[str, object] = {"here": "players", "games": list(game_kinds().values())}
    context["modes"] = "; ".join(
        f"in {kind.title} {join_names([mode.title for mode in kind.modes])}" for kind in game_kinds().values()
    )
    figures = {"first": SHOWN_AT_FIRST, "scale": POINTS_PER_UNIT, "deviations": DEVIATIONS, "enough": ENOUGH_MATCHES}
    return render(request, "players/explained.html", {**context, **figures})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def privacy(request: HttpRequest) -> HttpResponse:
    """Render the user's privacy settings, or save them."""
    user = cast(User, request.user)
    form = PrivacyForm(request.POST if request.method == "POST" else None, instance=user)
    if form.is_valid():
        form.save()
        messages.success(request, "Saved.")
        return redirect("players:privacy")
    return render(request, "players/privacy.html", {"form": form}, status=422 if form.errors else 200)


@never_cache
@require_safe
@login_required
def data(request: HttpRequest) -> HttpResponse:
    """Return the user's data export as a file."""
    return json_file(own_data(cast(User, request.user)), "incursions-player.json")


def _player(name: str) -> User:
    """Return the player of that name. Raises Http404."""
    player = find_player(name)
    if player is None:
        raise Http404("There is no such player.")
    return player


class PrivacyForm(forms.ModelForm):
    """The privacy settings of a user. A listed user must show their rating to everybody."""

    class Meta:
        model = User
        fields = (
            *(aspect for aspect in ASPECTS if aspect != INVITING),
            "mails_tournaments",
            "is_listed",
        )  # invitations by name do not exist yet

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        for field in self.fields.values():
            field.label, field.help_text = field.help_text, ""  # the column says in full what it is
        if self.instance.is_guest:
            del self.fields["is_listed"], self.fields["mails_tournaments"]

    def clean(self) -> dict[str, Any]:
        """Refuse a public listing while the rating is hidden."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("is_listed") and cleaned.get(RATINGS) != Audience.EVERYBODY:
            self.add_error("is_listed", "The lists are public: let everybody see your ratings to be listed.")
        return cleaned
