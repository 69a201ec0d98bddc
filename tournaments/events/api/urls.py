"""URLs of tournaments in the API, with their converters: ids, and numbers of players, rounds, tables and webhooks."""

from __future__ import annotations

from django.urls import path, register_converter
from django.urls.converters import IntConverter, StringConverter

from tournaments.events.api import read_views, write_views
from tournaments.events.desk.acts import ACTS


class EventId(StringConverter):
    """The id of a tournament."""

    regex = "[0-9a-z]{1,16}"


class Ordinal(IntConverter):
    """A number from 1 of a player, a round or a table."""

    regex = "[1-9][0-9]{0,5}"


register_converter(EventId, "event")
register_converter(Ordinal, "ordinal")


app_name = "tournaments_api"
ONE = "tournaments/<event:event>/"
PLAYER = ONE + "players/<ordinal:number>/"

urlpatterns = [
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
    path(ONE + "report/", write_views.Reported.as_view(), name="report"),
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
