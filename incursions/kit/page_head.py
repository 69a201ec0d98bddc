"""The head of every page: its title, and what other sites show with a link to it (Open Graph, Twitter cards)."""

from __future__ import annotations

import re

from django import template
from django.conf import settings
from django.template.base import NodeList, Parser, Token
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from incursions.kit.addresses import address
from incursions.kit.banners import HEIGHT, WIDTH, Shared
from incursions.kit.installing import ABOUT, NAME

register = template.Library()
GENERAL_ALT = "The brass compass star of Incursions on a dark sea"


class PageHead(template.Node):
    """The node of the tag `page_head`: it writes the enclosed title for browsers and for other sites."""

    child_nodelists = ("nodelist",)

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: template.Context) -> SafeString:
        """Return the elements. A view that shares more than its title has a `Shared` as `shared` in the context.

        `is_missing` marks a page for something that does not exist; Django's own page for that sets `request_path`.
        """
        title = re.sub(r"\s+", " ", str(self.nodelist.render(context))).strip()
        given = context.get("shared")
        shared = given if isinstance(given, Shared) else Shared(ABOUT, address("banner"), GENERAL_ALT)
        request = context.get("request")
        # The page for a missing thing is the same at every address, so it names none.
        is_missing = context.get("is_missing", "request_path" in context)
        at = "/" if request is None or is_missing else request.path
        return format_html(
            TAGS,
            title=mark_safe(title),  # noqa: S308 -- the template has escaped it
            attribute=mark_safe(title.replace('"', "&quot;")),  # noqa: S308 -- the same
            site=NAME,
            about=shared.description,
            kind=shared.kind,
            url=f"{settings.SITE_URL}{at}",
            image=f"{settings.SITE_URL}{shared.image}",
            width=WIDTH,
            height=HEIGHT,
            alt=shared.alt,
        )


TAGS = """<title>{title}</title>
<meta name="description" content="{about}">
<meta property="og:site_name" content="{site}">
<meta property="og:title" content="{attribute}">
<meta property="og:description" content="{about}">
<meta property="og:type" content="{kind}">
<meta property="og:url" content="{url}">
<meta property="og:image" content="{image}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="{width}">
<meta property="og:image:height" content="{height}">
<meta property="og:image:alt" content="{alt}">
<meta name="twitter:card" content="summary_large_image">
<meta name="twitter:title" content="{attribute}">
<meta name="twitter:description" content="{about}">
<meta name="twitter:image" content="{image}">
<meta name="twitter:image:alt" content="{alt}">"""


@register.tag
def page_head(parser: Parser, token: Token) -> PageHead:
    """Parse the tag `page_head` with the title that it encloses."""
    nodelist = parser.parse(("endpage_head",))
    parser.delete_first_token()
    return PageHead(nodelist)
