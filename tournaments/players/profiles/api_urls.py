"""URLs of players and ratings in the API."""

from django.urls import path

from tournaments.players.profiles import api

app_name = "players_api"

urlpatterns = [
    path("players/<str:name>/", api.Player.as_view(), name="player"),
    path("players/<str:name>/matches/", api.Matches.as_view(), name="matches"),
    path("ratings/", api.Ratings.as_view(), name="ratings"),
]
