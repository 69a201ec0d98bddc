"""The addresses of pictures for the tables of matches."""

from django.urls import reverse

from incursions.games.incursions.rules.printed.pieces import Definition


def find_address(definition: Definition, size: str) -> str:
    """Return the address of a piece's picture in a size. An outdated address leads to the present picture."""
    from cards.pictures import name_of  # most commands show no picture, and the libraries that draw take long to load

    return reverse("cards:picture", args=[str(name_of(definition, size))])
