"""Addresses of tournaments, below /tournaments/."""

from django.urls import path

from tournaments.tournament_pages import views

app_name = "events"

urlpatterns = [
    path("", views.tournaments, name="tournaments"),
    path("<slug:public_id>/", views.tournament, name="tournament"),
]
