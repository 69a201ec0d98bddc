"""Addresses of players, of ratings, and of what a user decides and takes away."""

from django.urls import path

from tournaments.profiles import views

app_name = "players"

urlpatterns = [
    path("players/<str:name>/", views.player, name="player"),
    path("players/<str:name>/matches/", views.history, name="history"),
    path("ratings/", views.leaders, name="leaders"),
    path("ratings/explained/", views.explained, name="explained"),
    path("ratings/<slug:kind>/", views.leaders, name="leaders_of"),
    path("ratings/<slug:kind>/seasons/<slug:season>/", views.season, name="season"),
    path("accounts/privacy/", views.privacy, name="privacy"),
    path("accounts/data/", views.data, name="data"),
]
