"""The part of the page of a finished match below its result: the curve, and what the viewer may do next."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.conf import settings
from markupsafe import Markup

from incursions.engine.standing import list_winners
from incursions.games.contract import BotKind, ModeKind
from incursions.kit.addresses import address
from tournaments.matches.game_kinds import loadouts_of

if TYPE_CHECKING:
    from tournaments.matches.match_page import MatchPage


class Ending:
    """The curve and the next steps of a finished match, for one viewer."""

    def __init__(self, page: MatchPage) -> None:
        self._page = page
        self._match = page.match

    @property
    def is_replayable(self) -> bool:
        """The flag that the match has a replay: today's rules are those it was played by."""
        return bool(self._match.is_replayable)

    @property
    def curve(self) -> Markup:
        """The curve as HTML, drawn once for all viewers; "" for a match without a replay."""
        if not self.is_replayable:
            return Markup()
        from tournaments.matches.replays.curve import render_curve  # replays import the page, and the page this module

        return render_curve(self._match)

    @property
    def replay_url(self) -> str:
        """The whole address of the replay, to be sent to others."""
        return f"{settings.SITE_URL}{address('matches:replay', self._match.public_id)}"

    @cached_property
    def may_play_again(self) -> bool:
        """The flag that the viewer has played, and no event lays the next match."""
        return self._page.seat is not None and self._page.event is None

    @cached_property
    def _other_bots(self) -> list[str]:
        """The names of the bots at the table; none if another person has played."""
        others = [seat for seat in self._page.table.seats if seat.index != self._page.seat]
        return [seat.bot for seat in others] if all(seat.bot for seat in others) else []

    @property
    def is_against_bots(self) -> bool:
        """The flag that the viewer may play again, and has played against bots alone."""
        return self.may_play_again and bool(self._other_bots)

    @property
    def next_bots(self) -> list[BotKind]:
        """The bots that the viewer has not played here, the first one to try first: stronger after a win."""
        if not self.is_against_bots:
            return []
        bots = self._match.kind.bots
        played = [bot.name for bot in bots].index(self._other_bots[0])
        weaker, stronger = list(reversed(bots[:played])), list(bots[played + 1 :])
        is_won = self._page.seat in list_winners(self._page.result)
        return stronger + weaker if is_won else weaker + stronger

    @property
    def beyond(self) -> ModeKind | None:
        """The mode with loadouts that a player of a mode without may try next, or None."""
        if not self.is_against_bots or self._match.mode_kind.loadout is not None:
            return None
        return self._match.kind.loadout_mode

    @property
    def first_opponent(self) -> str:
        """The name of the bot of the match, against which the next mode is tried."""
        return self._other_bots[0]

    @property
    def offered(self) -> Sequence[Any]:
        """The loadouts to begin the next mode with, those that introduce it first."""
        mode = self.beyond
        found = [] if mode is None else loadouts_of(self._match.kind.name).list_offered(mode.find_limits({}))
        return sorted(found, key=lambda each: not getattr(each, "style", ""))

    @property
    def is_guest(self) -> bool:
        """The flag that the viewer has played as a guest."""
        user = None if self._page.seat is None else self._page.table.seats[self._page.seat].user
        return user is not None and bool(user.is_guest)
