"""The picture of a piece on a page."""

from django import template
from django.urls import reverse

from cards.catalogue import known_piece
from cards.pictures import DRAWING, name_of, shown_size

register = template.Library()


@register.inclusion_tag("cards/picture.html")
def piece_picture(title: str, size: str = "small", *, if_made: bool = False) -> dict[str, object]:
    """Return the face of a piece, `small` or `large`, as a decorative image; its text stands beside it.

    Nothing for a title that no piece has; `if_made`, nothing for a picture that must first be drawn either: pages that
    people work on wait for none.
    """
    piece = known_piece(title)
    if piece is None:
        return {}
    name = name_of(piece, size)
    if if_made and not name.file.is_file():
        return {}
    width, height = shown_size(piece, size)
    url = reverse("cards:picture", args=[str(name)])
    return {"url": url, "width": width, "height": height, "is_tile": "hex_points" in piece}


@register.simple_tag
def piece_drawing_url(title: str) -> str:
    """Return where the face of a piece is drawn as large as one likes; nothing for a title that no piece has."""
    piece = known_piece(title)
    return "" if piece is None else reverse("cards:picture", args=[str(name_of(piece, DRAWING))])
