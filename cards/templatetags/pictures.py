"""The picture of a piece on a page."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from cards.catalogue import known_piece
from cards.pictures import name_of, shown_size

register = template.Library()


@register.simple_tag
def piece_picture(title: str, size: str = "small") -> SafeString:
    """The face of a piece, `small` or `large`, as decoration: what it says stands as text beside it.

    Nothing for a title that no piece has.
    """
    piece = known_piece(title)
    if piece is None:
        return SafeString()
    width, height = shown_size(piece, size)
    address = reverse("cards:picture", args=[str(name_of(piece, size))])
    return format_html(
        '<img class="piece-picture" src="{}" alt="" width="{}" height="{}" loading="lazy" decoding="async">',
        address, width, height,
    )  # fmt: skip
