"""The contract of presentations: the words with which a game introduces itself on the pages of the house."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class PicturedMoment(NamedTuple):
    """The position that pictures a game: that of a mode, after so many lines of its usual bot."""

    mode: str = ""
    lines: int = 30


USUAL_MOMENT = PicturedMoment()


@dataclass(frozen=True)
class Presentation:
    """The words of a game on the front page and on its own page; a game without them is shown by its title.

    `headline` invites in a few words, `summary` says in one or two sentences what the game is, `length` how long it
    takes, and `story` tells more, in paragraphs. `first_match` is a first match in a few sentences, under the title
    `first_match_title`. `credit` says in paragraphs whose game it is, and what of these pages is ours. `pictured` is
    the position in its picture, by default of the usual mode.
    """

    headline: str = ""
    summary: str = ""
    length: str = ""
    story: tuple[str, ...] = ()
    first_match_title: str = ""
    first_match: tuple[str, ...] = ()
    credit: tuple[str, ...] = ()
    pictured: PicturedMoment = USUAL_MOMENT


TITLE_ALONE = Presentation()
"""The presentation of a game that has no words for it."""
