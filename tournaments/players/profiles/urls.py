"""URLs of players and ratings, and of a user's privacy settings and data export."""

from django.urls import path

from tournaments.players.profiles import views

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
