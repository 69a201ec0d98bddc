"""URL routes of tables: the lobby, the page of a match, the search for a match, and the rulebook."""

from django.urls import path

from incursions.books import pages
from tournaments.tables import api, lobby_views, matchmaking_views, views

app_name = "tables"

urlpatterns = [
    path("", views.home, name="home"),
    path("play", views.play_now, name="play"),
    path("playing", views.playing, name="playing"),
    path("exhibition", views.exhibition, name="exhibition"),
    path("games/<slug:game>/", views.game_page, name="game"),
    path("games/<slug:game>/picture.png", views.game_picture, name="game_picture"),
    path("theme", views.theme, name="theme"),
    path("rulebook", pages.redirect_moved),
    path("rules/", pages.contents, name="rulebook"),
    path("rules/<str:number>/", pages.rule, name="rule"),
    path("tables/new", views.new_table, name="new_table"),
    path("tables/mine", lobby_views.own_tables, name="own_tables"),
    path("tables/open", lobby_views.open_tables, name="open_tables"),
    path("tables/loadout", lobby_views.loadout_check, name="loadout_check"),
    path("invitations/<slug:invitation>", lobby_views.show_invitation, name="invitation"),
    path("matches", views.matches, name="matches"),
    path("matches/<slug:public_id>", views.match_page, name="match"),
    path("matches/<slug:public_id>/settings", lobby_views.settings, name="settings"),
    path("matches/<slug:public_id>/seating", lobby_views.seating, name="seating"),
    path("matches/<slug:public_id>/join", api.join, name="join"),
    path("matches/<slug:public_id>/rematch", api.rematch, name="rematch"),
    path("matches/<slug:public_id>/actions", api.actions, name="actions"),
    path("matches/<slug:public_id>/stops", api.stops, name="stops"),
    path("matches/<slug:public_id>/windows", api.windows, name="windows"),
    path("matches/<slug:public_id>/hints", api.hints, name="hints"),
    path("matches/<slug:public_id>/absent", api.absent, name="absent"),
    path("matches/<slug:public_id>/why-not", api.why_not, name="why_not"),
    path("matches/<slug:public_id>/state", api.state, name="state"),
    path("matches/<slug:public_id>/concede", views.concede, name="concede"),
    path("matches/<slug:public_id>/export", api.export, name="export"),
]

quick_urls = (
    [
        path("", matchmaking_views.quick, name="quick"),
        path("leave/", matchmaking_views.leave, name="leave"),
        path("bot/", matchmaking_views.bot, name="bot"),
    ],
    "quick",
)
"""URL routes of the search for a match, below /quick/."""
