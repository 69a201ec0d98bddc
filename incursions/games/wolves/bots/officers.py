"""The bots of some seats of a team: each order is given by the seat whose work it is, and never by that of a person."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any

from incursions.games.wolves.bots.carrier import CARRIERS
from incursions.games.wolves.bots.hands import TeamHands
from incursions.games.wolves.bots.notes import BOARDED, CANNOT_JUMP, COMFORT, JUMP, PLEA
from incursions.games.wolves.bots.team import AdmiralBot, TeamBot
from incursions.games.wolves.rules.content.definitions import FLAGSHIP, Vessel
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.orders import find_team
from incursions.games.wolves.rules.roles import CREW_WORK, STATION_WORK, role_of

DUTIES = (
    ("move the vessel", ()),
    *((verb, STATION_WORK) for verb in ("use ", "repair ", "supply ", "heal ", "crew the ", "draw a ")),
    *((verb, CREW_WORK) for verb in ("move ", "load ", "unload ", "fly ", "disperse ")),
)
"""The roles to which orders belong by their first words (rules W3); all other work is the commander's."""
NOTE = re.compile(r"write to (?P<reader>[^:]+): (?P<text>.+)", re.DOTALL)
SAID = (
    (re.compile(r"\b([0-9]{5})\b.*?\b(short|medium|long)\b"), "jump {} {}"),
    (re.compile(r"\b(?:need|send|lend)\b\D*\b([0-9]{1,2}) (\w+)"), "need {} {}"),
)
"""The notes of people that bots understand, each with the note in the words of bots."""
JUMP_WORDS = (
    "We jump this turn. Crew your Jump Drive now, at muster. Then set coordinates {} for a {} jump, and raise the "
    "sign: mine goes up last."
)
WORDS = (
    (JUMP, JUMP_WORDS),
    (re.compile(BOARDED), "Boarders are aboard, and our guards are few. Can you send marines?"),
    (PLEA, "We cannot repair {}. Can you?"),
    (COMFORT, "Morale is lowest on {}. Can you lift it?"),
    (re.compile(rf"{CANNOT_JUMP} farther than (\w+)"), "We cannot jump farther than {} next turn."),
    (re.compile(CANNOT_JUMP), "We cannot jump next turn."),
)
"""The notes of bots, each with the sentences that people are sent instead."""


def word_for_people(text: str) -> str:
    """Return a bot's note as a person would like to read it."""
    for pattern, words in WORDS:
        if found := pattern.fullmatch(text):
            return words.format(*found.groups())
    return text


def read_words(text: str) -> str:
    """Return a person's note as bots write it; the text itself if it says nothing that bots understand."""
    lowered = text.lower()
    for pattern, words in SAID:
        if found := pattern.search(lowered):
            return words.format(*found.groups())
    return text


class Officers(TeamHands):
    """The hands of a team of which some seats are bots'. `bots` are those of the day, `officers` those of the team."""

    bots: Collection[str] = ()
    officers: tuple[str, ...] = ()

    def take_seats(self, bots: Collection[str]) -> None:
        """Give the team's seats among `bots` to the hands. The first of them reads the panel and the mail."""
        self.bots = bots
        self.officers = tuple(seat for seat in self.vessel.seats if seat in bots)
        self.captain = self.officers[0]

    def give(self, seat: str, text: str) -> bool:
        """Give a command unless a person has the seat."""
        if seat not in self.bots:
            return False
        note = NOTE.fullmatch(text)
        if note is not None and note["reader"] not in self.bots:
            text = f"write to {note['reader']}: {word_for_people(note['text'])}"
        return super().give(seat, text)

    def order(self, text: str) -> bool:
        """Give a command by the seat whose work it is; leave it to a person if he has that seat."""
        officer = self.captain if NOTE.fullmatch(text) else self.find_officer(text)
        return officer is not None and self.give(officer, text)

    def find_officer(self, text: str) -> str | None:
        """Return the bot that gives an order; None if it is the work of a person."""
        roles = next((roles for words, roles in DUTIES if text.startswith(words)), ())
        free = [seat for seat in self.vessel.seats if seat not in self.game.state.empty_seats]
        holder = next((seat for seat in free if role_of(seat, self.vessel) in roles), None)
        if holder is None:
            holder = self.vessel.seats[0]
        if holder not in self.bots:
            return None
        imprisoned = self.game.state.brig
        return holder if holder not in imprisoned else next((s for s in self.officers if s not in imprisoned), None)

    def list_carriers(self) -> Sequence[str]:
        """Return the carriers on which bots read the mail and fly the shuttles: people are not sent each report."""
        vessels = self.game.content.fleet.vessels
        teams = [make_team(self.game, self.rng, vessels[name], self.bots) for name in CARRIERS if name in vessels]
        return [team.vessel.name for team in teams if team is not None and team.is_carrier]

    @property
    def is_carrier(self) -> bool:
        """True if bots read the mail of the vessel and fly its shuttles."""
        return self.captain == self.vessel.seats[0] and self.find_officer("fly ") is not None

    def read_notes(self, since: int) -> list[Mapping[str, Any]]:
        """Return the notes of other vessels, those of people in the words of bots."""
        notes = [note for note in super().read_notes(since) if self._is_of_vessel(note["writer"])]
        return [note if note["writer"] in self.bots else {**note, "text": read_words(note["text"])} for note in notes]

    def _is_of_vessel(self, seat: str) -> bool:
        return find_team(seat, self.game.state.vessels) in self.game.state.vessels


class Team(Officers, TeamBot):
    """A team of which some seats are bots'."""


class Flagship(Officers, AdmiralBot):
    """The team of the Aegis with a bot as Admiral."""

    def raise_sign(self) -> None:
        """Set the coordinates and raise the sign, whoever has not raised his."""
        TeamBot.jump(self)


def make_team(game: Game, rng: Random, vessel: Vessel, bots: Collection[str]) -> Team | Flagship | None:
    """Return the bots of a vessel; None if all its seats are people's."""
    if not any(seat in bots for seat in vessel.seats):
        return None
    is_admiral = vessel.name == FLAGSHIP and vessel.seats[0] in bots
    team: Team | Flagship = Flagship(game, rng, vessel) if is_admiral else Team(game, rng, vessel)
    team.take_seats(bots)
    return team
