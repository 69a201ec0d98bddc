"""URL routes of players and their ratings, of patches, and of both in the API."""

from django.urls import path

from tournaments.players import api, booster_views, patch_views, views

app_name = "players"

urlpatterns = [
    path("players/<str:name>/", views.player, name="player"),
    path("players/<str:name>/matches/", views.history, name="history"),
    path("ratings/", views.leaders, name="leaders"),
    path("ratings/explained/", views.show_explanation, name="explained"),
    path("ratings/<slug:kind>/", views.leaders, name="leaders_of"),
    path("ratings/<slug:kind>/seasons/<slug:season>/", views.season, name="season"),
    path("accounts/privacy/", views.privacy, name="privacy"),
    path("accounts/data/", views.data, name="data"),
]

patch_urls = (
    [
        path("<slug:public_id>/", patch_views.patch, name="patch"),
        path("<slug:public_id>.png", patch_views.picture, name="picture"),
        path("<slug:public_id>/certificate.pdf", patch_views.certificate, name="certificate"),
    ],
    "patches",
)
"""URL routes of patches, below /patches/."""

api_urls = (
    [
        path("players/<str:name>/", api.Player.as_view(), name="player"),
        path("players/<str:name>/matches/", api.Matches.as_view(), name="matches"),
        path("ratings/", api.Ratings.as_view(), name="ratings"),
    ],
    "players_api",
)
"""URL routes of players in the API."""

booster_urls = (
    [
        path("", booster_views.boosters, name="waiting"),
        path("open", booster_views.open_booster, name="open"),
        path("of/<str:name>", booster_views.collection, name="collection"),
        path("of/<str:name>/proof", booster_views.proof, name="proof"),
        path("of/<str:name>/proof/<int:number>.json", booster_views.run_file, name="run_file"),
        path("odds", booster_views.odds, name="odds"),
    ],
    "boosters",
)
"""URL routes of boosters and collections, below /boosters/."""
