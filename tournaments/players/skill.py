"""Skill estimates by openskill, the number shown for them, and the kinds of play with separate ratings.

Plackett-Luce rates any order of two to six players or teams, with shared places; its documentation recommends it for
more than two. The parameters are openskill's defaults, because there is no data yet to tune them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

from tournaments.matches.game_kinds import full_mode_titles, game_kinds, mode_titles
from tournaments.matches.models import Match, Seat

SHOWN_AT_FIRST = 1000
POINTS_PER_UNIT = 40
DEVIATIONS = 3
ENOUGH_MATCHES = 10
"""The number of matches below which a rating is provisional: a match still changes it by a hundred points and more."""

_model = PlackettLuce()


class Skill(NamedTuple):
    """An estimate of a player's skill: mean and standard deviation."""

    mu: float = _model.mu
    sigma: float = _model.sigma

    @property
    def shown(self) -> int:
        """The rating shown to people: a skill that the player has almost certainly; 1000 for a new player.

        It is three standard deviations below the mean, so that it rises as matches reduce the uncertainty.
        """
        return max(0, round(SHOWN_AT_FIRST + POINTS_PER_UNIT * (self.mu - DEVIATIONS * self.sigma)))

    @property
    def uncertainty(self) -> int:
        """The standard deviation, in points of the shown rating."""
        return round(POINTS_PER_UNIT * self.sigma)


def after_match(skills: Sequence[Skill], places: Sequence[int], teams: Sequence[str] = ()) -> list[Skill]:
    """Return the skills after a match with these places; 1 is the best, and equal places are shared.

    `teams` names the team of each player, whose members share a place; by default everybody plays alone.
    """
    members: dict[str, list[int]] = {}
    for number, team in enumerate(teams or map(str, range(len(skills)))):
        members.setdefault(team, []).append(number)
    rated = _model.rate(
        [[_model.create_rating([*skills[number]]) for number in team] for team in members.values()],
        ranks=[float(places[first]) for first, *_ in members.values()],
    )
    of_numbers = {
        number: Skill(one.mu, one.sigma)
        for team, together in zip(members.values(), rated, strict=True)
        for number, one in zip(team, together, strict=True)
    }
    return [of_numbers[number] for number in range(len(skills))]


PEOPLE, BOTS = "people", "bots"
WITH = {PEOPLE: "people only", BOTS: "with bots"}


class Kind(NamedTuple):
    """A kind of play: matches rated together. Casual ratings are hidden and used for matchmaking only."""

    mode: str
    with_bots: bool
    is_casual: bool = False

    @property
    def slug(self) -> str:
        """The name in URLs: `full-people`."""
        return f"{self.mode}-{BOTS if self.with_bots else PEOPLE}"

    @property
    def company(self) -> str:
        """The company in which it is played, in words."""
        return WITH[BOTS if self.with_bots else PEOPLE]

    @property
    def words(self) -> str:
        """The mode without its game, and the company."""
        return f"{mode_titles()[self.mode]}, {self.company}"

    @property
    def full_mode_title(self) -> str:
        """The title of the mode, with that of its game if the house has several."""
        return full_mode_titles()[self.mode]

    def __str__(self) -> str:
        return f"{self.full_mode_title}, {self.company}"


SHOWN = tuple(Kind(mode, with_bots) for mode in mode_titles() for with_bots in (False, True))
"""The kinds whose ratings people see."""


def list_kinds_by_game(find_address: Callable[[Kind], str]) -> list[tuple[str, list[tuple[Kind, str]]]]:
    """Return the shown kinds of each game with their addresses, and the title of the game."""
    return [
        (game.title, [(kind, find_address(kind)) for kind in SHOWN if kind.mode in game.modes_by_name])
        for game in game_kinds().values()
    ]


def kind_of(match: Match, seats: Iterable[Seat]) -> Kind:
    """Return the kind of a match."""
    return Kind(match.mode, any(seat.bot for seat in seats), not match.rated)


def kind_called(slug: str) -> Kind | None:
    """Return the kind with that slug, or None."""
    return next((kind for kind in SHOWN if kind.slug == slug), None)
