"""The page of a player, as far as the viewer may see it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from cards.decks import abilities
from incursions.accounts.privacy import COLLECTION, DECKS, HISTORY, ONLINE, RATINGS, WATCHING, may
from tournaments.models import Match, Patch, Rating
from tournaments.profiles.badges import BADGES, Badge, awards_of
from tournaments.profiles.curve import Curve, curve_of
from tournaments.profiles.history import Played, describe_matches, history_of, with_tables
from tournaments.profiles.results import Result, results_by_deck, results_by_mode, results_by_race
from tournaments.ratings.kinds import kind_called

if TYPE_CHECKING:
    from incursions.accounts.models import User
    from incursions.accounts.privacy import Viewer
    from tournaments.models import Award

NEWEST = 10
MOST_RUNNING = 3
MOST_PATCHES = 24


class ProfilePage:
    """The page of a player for a viewer. `kind` is the slug of the kind of play to draw a curve of."""

    def __init__(self, owner: User, viewer: Viewer, kind: str = "") -> None:
        self.owner = owner
        self.viewer = viewer
        self._kind = kind_called(kind)
        self.is_own = viewer.pk == owner.pk
        self.shows_history = may(viewer, HISTORY, owner)
        self.shows_decks = may(viewer, DECKS, owner)
        self.shows_ratings = may(viewer, RATINGS, owner)
        self.shows_collection = not owner.is_guest and may(viewer, COLLECTION, owner)
        self.shows_running = may(viewer, ONLINE, owner) and may(viewer, WATCHING, owner)

    @cached_property
    def newest(self) -> list[Played]:
        """The latest matches."""
        return describe_matches(with_tables(history_of(self.owner, self.viewer))[:NEWEST], self.owner, self.viewer)

    @cached_property
    def by_mode(self) -> list[Result]:
        """Results by mode, and in total."""
        return results_by_mode(self.owner) if self.shows_history else []

    @cached_property
    def by_race(self) -> list[Result]:
        """Results by the race of the ship."""
        return results_by_race(self.owner) if self.shows_decks else []

    @cached_property
    def by_deck(self) -> list[Result]:
        """Results by deck."""
        return results_by_deck(self.owner, self.viewer) if self.shows_decks else []

    @cached_property
    def ratings(self) -> list[Rating]:
        """The ratings in all kinds of play, by descending number of matches."""
        if not self.shows_ratings:
            return []
        return list(Rating.objects.with_rated_matches().filter(user=self.owner).order_by("-matches", "pk"))

    @cached_property
    def curve(self) -> Curve | None:
        """The curve of the requested rating, or of the first one."""
        asked = [rating for rating in self.ratings if rating.kind == self._kind]
        return curve_of((asked or self.ratings)[0], self._links) if self.ratings else None

    def _links(self, match: Match) -> bool:
        """Return True if the match may be linked: private matches only for the player and staff."""
        return self.is_own or abilities.is_staff(self.viewer) or (self.shows_history and not match.is_private)

    @cached_property
    def badges(self) -> list[tuple[Badge, Award | None]]:
        """Return all badges with their awards for the player; for others only the earned ones."""
        if not self.shows_history:
            return []
        earned = {award.badge: award for award in awards_of(self.owner)}
        return [(badge, earned.get(badge.slug)) for badge in BADGES if self.is_own or badge.slug in earned]

    @cached_property
    def patches(self) -> list[Patch]:
        """The player's tournament patches, newest first."""
        if not self.shows_history:
            return []
        awarded = Patch.objects.filter(user=self.owner).select_related("entry__tournament")
        return list((awarded if self.is_own else awarded.filter(entry__tournament__is_listed=True))[:MOST_PATCHES])

    @cached_property
    def running(self) -> list[Match]:
        """The running matches, for others without private tables."""
        if not self.shows_running:
            return []
        found = Match.objects.running().with_player(self.owner).light().with_seats()
        return list((found if self.is_own else found.listed())[:MOST_RUNNING])

    @property
    def hides(self) -> list[str]:
        """The names of the parts hidden from the viewer."""
        parts = {"matches": self.shows_history, "decks": self.shows_decks, "ratings": self.shows_ratings}
        return [name for name, is_shown in parts.items() if not is_shown]
