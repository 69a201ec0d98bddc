"""Addresses of the catalogue's pages. A fixed one beside those of pieces is named in `addresses.FIXED`."""

from django.urls import path

from cards import piece_page

app_name = "cards"

urlpatterns = [
    path("<str:slug>/", piece_page.piece, name="piece"),  # any spelling of a title: the page sends on to the right one
]
