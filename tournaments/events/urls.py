"""Every address of tournaments: pages, desk, files, series, sealed play and the API, each with its namespace."""

from __future__ import annotations

from django.urls import include, path, register_converter
from django.urls.converters import IntConverter, StringConverter

from tournaments.events import series
from tournaments.events.api import read_views, write_views
from tournaments.events.desk import views as desk_views
from tournaments.events.desk.acts import ACTS
from tournaments.events.files import views as file_views
from tournaments.events.pages import views
from tournaments.events.sealed import build
from tournaments.events.sealed import views as sealed_views


class EventId(StringConverter):
    """The id of a tournament."""

    regex = "[0-9a-z]{1,16}"


class Ordinal(IntConverter):
    """A number from 1 of a player, a round or a table."""

    regex = "[1-9][0-9]{0,5}"


register_converter(EventId, "event")
register_converter(Ordinal, "ordinal")

file_urls = [
    path("restore/", file_views.restore, name="restore"),
    path("mine.ics", file_views.own_events, name="own_events"),
    path("calendar/<slug:key>.ics", file_views.calendar, name="calendar"),
    path("<slug:event>/files/", file_views.files, name="files"),
    path("<slug:event>/files/players", file_views.bring_players, name="bring_players"),
    path("<slug:event>/webhooks/", file_views.webhooks, name="webhooks"),
    path("<slug:event>/webhooks/<ordinal:number>", file_views.change_webhook, name="webhook"),
    path("<slug:event>/print/<slug:what>.pdf", file_views.print_sheet, name="print"),
    path("<slug:event>/overlay", file_views.overlay, name="overlay"),
    path("<slug:event>/overlay.json", file_views.overlay_json, name="overlay_json"),
    path("<slug:event>/code.svg", file_views.address_code, {"form": "svg"}, name="code_svg"),
    path("<slug:event>/code.png", file_views.address_code, {"form": "png"}, name="code_png"),
    path("<slug:event>/export/<str:name>", file_views.export, name="export"),
]
"""Addresses of files, below /tournaments/."""

desk_urls = [
    path("new", desk_views.new, name="new"),
    path("<slug:public_id>/desk/", desk_views.desk, name="desk"),
    path("<slug:public_id>/desk/settings", desk_views.settings, name="settings"),
    path("<slug:public_id>/desk/cancel", desk_views.cancel, name="cancel"),
    path("<slug:public_id>/desk/players", desk_views.players, name="players"),
    path("<slug:public_id>/desk/players/<int:number>", desk_views.player, name="player"),
    path("<slug:public_id>/desk/round", desk_views.round_page, name="round"),
    path("<slug:public_id>/desk/rounds/<int:number>", desk_views.round_page, name="round_at"),
    path("<slug:public_id>/desk/rounds/<int:number>/tables/<int:table>", desk_views.table, name="table"),
    path("<slug:public_id>/desk/penalties", desk_views.penalties, name="penalties"),
    path("<slug:public_id>/desk/staff", desk_views.staff, name="staff"),
    path("<slug:public_id>/desk/log", desk_views.log, name="log"),
    path("<slug:public_id>/desk/log.csv", desk_views.log_file, name="log_file"),
]
"""Addresses of the desk, below /tournaments/. `new` has no slash at its end, so that it is no tournament's page."""

series_urls = [
    path("", series.all_series, name="all"),
    path("<slug:public_id>/", series.series, name="series"),
]

page_urls = [
    path("", views.tournaments, name="tournaments"),
    path("<slug:public_id>/", views.tournament, name="tournament"),
    path("<slug:public_id>/enter", views.enter, name="enter"),
    path("<slug:public_id>/deck", views.deck, name="deck"),
    path("<slug:public_id>/check-in", views.check_in, name="check_in"),
    path("<slug:public_id>/drop", views.drop, name="drop"),
    path("<slug:public_id>/report", views.report, name="report"),
    path("<slug:public_id>/players/", views.players, name="players"),
    path("<slug:public_id>/pairings/", views.pairings, name="pairings"),
    path("<slug:public_id>/pairings/<int:number>/", views.pairings, name="round"),
    path("<slug:public_id>/standings/", views.standings, name="standings"),
    path("<slug:public_id>/standings/<int:number>/", views.show_explanation, name="explained"),
    path("<slug:public_id>/bracket/", views.bracket, name="bracket"),
    path("<slug:public_id>/decks/", views.decks, name="decks"),
    path("<slug:public_id>/decks/<int:number>/", views.deck_of, name="deck_of"),
    path("<slug:public_id>/places/", views.places, name="places"),
    path("<slug:public_id>/projector", views.projector, name="projector"),
]
"""Addresses of pages, below /tournaments/."""

sealed_urls = [
    path("<slug:public_id>/pool", sealed_views.pool, name="pool"),
    path("<slug:public_id>/pool/open", sealed_views.open_pool, name="open"),
    path("<slug:public_id>/pool/build", build.build, name="build"),
    path("<slug:public_id>/pool/register", build.register, name="register"),
    path("<slug:public_id>/pool/keep", sealed_views.keep, name="keep"),
    path("<slug:public_id>/pool/odds", sealed_views.odds, name="odds"),
    path("<slug:public_id>/pools", sealed_views.pools, name="pools"),
    path("<slug:public_id>/pools.json", sealed_views.pools_file, name="pools_file"),
    path("<slug:public_id>/pools/<int:number>", sealed_views.pool_of_player, name="player"),
]
"""Addresses of sealed play, below /tournaments/ID/."""

ONE = "tournaments/<event:event>/"
PLAYER = ONE + "players/<ordinal:number>/"
api_urls = [
    *(
        path(ONE + each.path, write_views.act_view(act, each).as_view(), name=each.operation)
        for act in (*ACTS.values(), *write_views.OWN_ACTS)
        if (each := act.endpoint)
    ),
    path("tournaments/", write_views.Tournaments.as_view(), name="tournaments"),
    path("tournaments/restore/", write_views.Restore.as_view(), name="restore"),
    path(ONE, write_views.OneTournament.as_view(), name="tournament"),
    path(ONE + "staff/", read_views.Staff.as_view(), name="staff"),
    path(ONE + "staff/<str:name>/", write_views.OneOfStaff.as_view(), name="one_of_staff"),
    path(ONE + "enter/", write_views.Entered.as_view(), name="enter"),
    path(ONE + "deck/", write_views.Deck.as_view(), name="deck"),
    path(ONE + "players/", write_views.Entries.as_view(), name="players"),
    path(PLAYER, read_views.OneEntry.as_view(), name="player"),
    path(ONE + "penalties/", read_views.Penalties.as_view(), name="penalties"),
    path(ONE + "rounds/", write_views.Rounds.as_view(), name="rounds"),
    path(ONE + "rounds/<ordinal:number>/", read_views.OneRound.as_view(), name="round"),
    path(ONE + "standings/", read_views.Standings.as_view(), name="standings"),
    path(ONE + "bracket/", read_views.Brackets.as_view(), name="bracket"),
    path(ONE + "places/", read_views.Places.as_view(), name="places"),
    path(ONE + "decks/", read_views.Decks.as_view(), name="decks"),
    path(ONE + "export/", write_views.Export.as_view(), name="export"),
    path(ONE + "import/", write_views.Import.as_view(), name="import"),
    path(ONE + "webhooks/", write_views.Webhooks.as_view(), name="webhooks"),
    path(ONE + "webhooks/<ordinal:number>/", write_views.OneWebhook.as_view(), name="webhook"),
    path(ONE + "webhooks/<ordinal:number>/test/", write_views.WebhookTests.as_view(), name="webhook_test"),
    path(ONE + "webhooks/<ordinal:number>/deliveries/", write_views.Deliveries.as_view(), name="deliveries"),
    path(ONE + "log/", read_views.Log.as_view(), name="log"),
]
"""Addresses in the API, below /api/v1/."""

urlpatterns = [
    path("tournaments/", include((file_urls, "event_files"))),
    path("tournaments/", include((desk_urls, "desk"))),
    path("series/", include((series_urls, "series"))),
    path("tournaments/", include((page_urls, "events"))),
    path("tournaments/", include((sealed_urls, "sealed"))),
    path("api/v1/", include((api_urls, "tournaments_api"))),
]
