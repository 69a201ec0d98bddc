"""Addresses of tournaments, below /tournaments/."""

from django.urls import path

from tournaments.events.pages import views

app_name = "events"

urlpatterns = [
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
