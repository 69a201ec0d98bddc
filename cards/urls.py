"""Addresses of the catalogue's pages. A fixed one beside those of pieces is named in `catalogue.FIXED`."""

from django.urls import path

from cards import picture_pages, piece_page, searching

app_name = "cards"

urlpatterns = [
    path("", searching.pieces, name="search"),
    path("help/", searching.language_help, name="search_help"),
    path("complete/", searching.completions, name="complete"),
    path("pictures/", picture_pages.pictures, name="pictures"),
    path("pictures/<str:name>", picture_pages.picture, name="picture"),
    path("<str:slug>/", piece_page.piece, name="piece"),  # any spelling of a title: the page sends on to the right one
]
