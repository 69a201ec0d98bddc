"""The council chamber, the news desk, and what a prisoner may do (rules W6, W24, W25)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from markupsafe import Markup

from incursions.games.wolves.pages.drawing import TEMPLATES
from incursions.games.wolves.pages.judging import Act, Blank, Field, Judge
from incursions.games.wolves.rules.council import ABSTAIN, NAY, OPEN, YAY, is_of_council
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.orders import find_team
from incursions.games.wolves.rules.roles import PRESIDENT, PRESIDENTIAL, speaks_for

VOTES = (YAY, NAY, ABSTAIN)
LONGEST_WORDS = 300
CHAMBER = ("motion", "agenda", "register")
"""The parts of the council chamber."""


class Member(NamedTuple):
    """A seat of the council: who holds it, how it voted ("" while the vote is open), and if its vote is in.

    `hands` enter for it what was shown (rules W6.13).
    """

    name: str
    holder: str
    vote: str
    has_voted: bool
    hands: list[Act]


class Request(NamedTuple):
    """A motion that a member asks for; `act` opens it, for the President alone (rules W6.2)."""

    seat: str
    text: str
    act: Act | None


class Law(NamedTuple):
    """A law of the register; `act` opens the motion that repeals it, for the President alone (rules W6.4)."""

    text: str
    act: Act | None


def draw_chamber(game: Game, seat: str) -> Mapping[str, Markup]:
    """Return the parts of the council chamber for a seat; those who only watch give no orders (rules W6.3)."""
    view = game.view(seat)
    context = {"chamber": describe_chamber(Judge(game, seat), view), "own_page": True}
    return _draw_alarm(view) | {name: TEMPLATES.draw(f"chamber_{name}", **context) for name in CHAMBER}


def _draw_alarm(view: Mapping[str, Any]) -> dict[str, Markup]:
    """Return the alarm of an attack as a part, empty in calm times (rules W15.2)."""
    return {"alarm": TEMPLATES.draw("page_alarm", attack=view["attack"])}


def describe_chamber(judge: Judge, view: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the chamber shows to a seat, and what the seat may order there."""
    game, seat = judge.game, judge.seat
    state, motion = game.state, view["motion"]
    is_open = motion is not None and motion["outcome"] == OPEN
    is_member = any(speaks_for(game, seat, holder) for holder in state.council.values())
    presides = speaks_for(game, seat, state.council[PRESIDENT])
    is_office = find_team(seat, state.vessels) == PRESIDENTIAL
    asked = view.get("chamber", {}).get("requests", [])
    return {
        "motion": motion,
        "is_open": is_open,
        "own": view.get("chamber", {}).get("own", ""),
        "members": _list_members(judge, view, enters=is_office and is_open),
        "votes": [judge.act(f"vote {vote}", vote.capitalize()) for vote in VOTES] if is_member and is_open else [],
        "close": judge.act("close the vote", "Close the vote") if presides and is_open else None,
        "requests": [
            Request(who, text, judge.act(f"open the motion: {text}", "Open") if presides else None)
            for who, text in reversed(asked)
        ],
        "words": _list_words(judge) if is_member else [],
        "motions": _list_motions(judge) if presides else [],
        "order": _make_order(judge) if is_office else None,
        "laws": [
            Law(text, judge.act(f"open the motion: repeal: {text}", "Move repeal") if presides else None)
            for text in view["laws"]
        ],
        "speeches": view["speeches"][::-1],
        "minutes": view["minutes"][::-1],
    }


def _list_members(judge: Judge, view: Mapping[str, Any], *, enters: bool) -> list[Member]:
    motion = view["motion"] or {}
    votes, voted = motion.get("votes", {}), view.get("chamber", {}).get("voted", [])
    members = []
    for name, holder in view["council"].items():
        hands = [judge.act(f"record {name} {vote}", vote.capitalize()) for vote in VOTES] if enters else []
        members.append(Member(name, holder, votes.get(name, ""), name in voted, hands))
    return members


def _list_words(judge: Judge) -> list[Blank]:
    """Return the forms of a member: asking for a motion, and speaking (rules W6.2, W6.3)."""
    asking, speech = (
        Field("words", "Ask for a motion", longest=LONGEST_WORDS),
        Field("words", "Speech", longest=LONGEST_WORDS),
    )
    ask = judge.blank("ask for a motion: {words}", "Ask", [asking])
    return [ask, judge.blank("speak in council: {words}", "Speak", [speech])]


def _list_motions(judge: Judge) -> list[Blank]:
    """Return the forms that open a motion: a law, a decision, or the change of a law (rules W6.4)."""
    words = Field("words", "Law", longest=LONGEST_WORDS)
    decision = Field("words", "Decision", longest=LONGEST_WORDS)
    forms = [
        judge.blank("open the motion: {words}", "Open the motion", [words]),
        judge.blank("open the motion: decision: {words}", "Open the decision", [decision]),
    ]
    laws = [(law, law) for law in judge.game.state.laws]
    if laws:
        fields = [Field("law", "Amend", laws), Field("words", "to", longest=LONGEST_WORDS)]
        forms.append(judge.blank("open the motion: amend: {law} -> {words}", "Open the amendment", fields))
    return forms


def _make_order(judge: Judge) -> Blank:
    """Return the urgent order of the President's office to the Admiral (rules W6.9)."""
    fields = [Field("words", "Order the Admiral", longest=200), Field("reason", "because", longest=200)]
    return judge.blank("order the Admiral: {words}, because {reason}", "Order", fields)


class NewsDesk(NamedTuple):
    """The words of a reporter to the room: the broadcast now or at the close, and an announcement (rules W25)."""

    broadcast: Blank
    schedule: Blank
    scheduled: str
    take_back: Act | None
    announcement: Blank
    has_broadcast: bool


def draw_news_desk(game: Game, seat: str) -> Mapping[str, Markup]:
    """Return the parts of the news desk for a reporter."""
    view = game.view(seat)
    context = {
        "news": describe_news(Judge(game, seat), view),
        "announcements": view["announcements"],
        "own_page": True,
    }
    return _draw_alarm(view) | {"news": TEMPLATES.draw("station_news", **context)}


def describe_news(judge: Judge, view: Mapping[str, Any]) -> NewsDesk:
    """Return what the news desk shows."""
    words, scheduled = Field("words", "Announcement", longest=LONGEST_WORDS), view.get("scheduled", "")
    return NewsDesk(
        judge.blank("broadcast: {words}", "Broadcast now", [words]),
        judge.blank("leave for the close: {words}", "Send at the close", [words]),
        scheduled,
        judge.act("leave nothing for the close", "Take it back") if scheduled else None,
        judge.blank("announce to the room: {words}", "Announce", [words]),
        judge.game.state.has_broadcast,
    )


def has_chamber(game: Game, seat: str) -> bool:
    """Return True for seats that have the council among their tabs."""
    return seat in game.state.places and is_of_council(game, seat)


def list_prison(judge: Judge) -> list[Act | Blank]:
    """Return what a prisoner may do: name a contact, and talk (rules W24.7, W24.9)."""
    forms: list[Act | Blank] = []
    if not judge.game.state.brig.get(judge.seat):
        contact = Field("player", "Your contact", judge.list_other_players())
        forms.append(judge.blank("name {player} as contact", "Name", [contact]))
    return forms
