"""URLs of tournaments in the API."""

from django.urls import path

import tournaments.events.api.converters  # noqa: F401 -- registers what addresses hold
from tournaments.events.api import file_views, reading_views, views
from tournaments.events.api.views import act_urls

app_name = "tournaments_api"
ONE = "tournaments/<event:event>/"
PLAYER = ONE + "players/<ordinal:number>/"

urlpatterns = [
    *act_urls,
    path("tournaments/", views.Tournaments.as_view(), name="tournaments"),
    path("tournaments/restore/", file_views.Restore.as_view(), name="restore"),
    path(ONE, views.OneTournament.as_view(), name="tournament"),
    path(ONE + "staff/", reading_views.Staff.as_view(), name="staff"),
    path(ONE + "staff/<str:name>/", views.OneOfStaff.as_view(), name="one_of_staff"),
    path(ONE + "enter/", views.Entered.as_view(), name="enter"),
    path(ONE + "deck/", views.Deck.as_view(), name="deck"),
    path(ONE + "players/", views.Entries.as_view(), name="players"),
    path(PLAYER, reading_views.OneEntry.as_view(), name="player"),
    path(ONE + "penalties/", reading_views.Penalties.as_view(), name="penalties"),
    path(ONE + "rounds/", views.Rounds.as_view(), name="rounds"),
    path(ONE + "rounds/<ordinal:number>/", reading_views.OneRound.as_view(), name="round"),
    path(ONE + "report/", views.Reported.as_view(), name="report"),
    path(ONE + "standings/", reading_views.Standings.as_view(), name="standings"),
    path(ONE + "bracket/", reading_views.Brackets.as_view(), name="bracket"),
    path(ONE + "places/", reading_views.Places.as_view(), name="places"),
    path(ONE + "decks/", reading_views.Decks.as_view(), name="decks"),
    path(ONE + "export/", file_views.Export.as_view(), name="export"),
    path(ONE + "import/", file_views.Import.as_view(), name="import"),
    path(ONE + "webhooks/", views.Webhooks.as_view(), name="webhooks"),
    path(ONE + "webhooks/<ordinal:number>/", views.OneWebhook.as_view(), name="webhook"),
    path(ONE + "webhooks/<ordinal:number>/test/", views.WebhookTests.as_view(), name="webhook_test"),
    path(ONE + "webhooks/<ordinal:number>/deliveries/", views.Deliveries.as_view(), name="deliveries"),
    path(ONE + "log/", reading_views.Log.as_view(), name="log"),
]
