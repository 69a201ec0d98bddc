"""Read printed sheets."""

import re

from incursions.games.incursions.printing.document import PAPERS
from incursions.games.incursions.printing.registration import registration
from tests.games.incursions.printing.paper_reading import Reading

SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}


def squeezed(text):
    return re.sub(r"\s+", "", text)


def read(content, definitions, paper="a4", name="Wreck Runners"):
    pieces = {title: definitions[title] for title in content.pieces if title in definitions}
    return Reading(registration(name, content, pieces, PAPERS[paper]))
