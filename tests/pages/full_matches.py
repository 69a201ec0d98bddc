"""Matches of Full, and what a page of one shows."""

import json
import re

from cards.storing import starters
from tests.addresses import address_at_table

DECKS = ("First Blood", "The Short Way Home")
SYSTEMS = {"Phasers", "Disruptors", "Fire"}  # titles of cards that are words of panels and options besides


def address(name, match, *more):
    return address_at_table(name, match.public_id, *more)


def hidden_titles(client, match, seat):
    """Titles of the other seat's deck that the seat's view does not show, and its own deck does not hold."""
    own, other = starters()[DECKS[seat]], starters()[DECKS[1 - seat]]
    known = json.dumps(client.get(address("state", match)).json(), ensure_ascii=False)
    titles = set(other.cards) - set(own.cards) - SYSTEMS
    return {title for title in titles if f'"{title}"' not in known}


def told(html):
    """Whether a page names a title, as a whole word."""
    return lambda title: re.search(rf"(?<![\w'’]){re.escape(title)}(?![\w'’])", html) is not None
