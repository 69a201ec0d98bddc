"""Addresses of the pages of decks. Those of one deck begin with its name for links."""

from django.urls import path

from cards.deck_pages import deck_page

app_name = "decks"

urlpatterns = [
    path("<str:public_id>/", deck_page.deck, name="deck"),
]
