"""The council chamber, the news desk, and what a prisoner may do (rules W6, W24, W25)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from incursions.games.wolves.pages.drawing import TEMPLATES, take_fitting, view_as
from incursions.games.wolves.pages.judging import Act, Blank, Field, Judge
from incursions.games.wolves.rules.council import ABSTAIN, LONGEST_LAW, NAY, OPEN, YAY, is_of_council
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.orders import find_team
from incursions.games.wolves.rules.roles import PRESIDENT, PRESIDENTIAL, speaks_for

VOTES = (YAY, NAY, ABSTAIN)
LONGEST_WORDS = 300
CHAMBER = ("motion", "agenda", "register")
"""The parts of the council chamber."""
PART_BYTES, PAGE_BYTES, REGISTER_BYTES = 1_500, 7_000, 24_000
"""The bytes of a list on a station, on the page of the chamber or of the news desk, and on the page of the register."""


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
    view = view_as(game, seat)
    context = {"chamber": describe_chamber(Judge(game, seat), view, PAGE_BYTES), "seat": seat, "own_page": True}
    return _draw_alarm(view) | {name: TEMPLATES.draw(f"chamber_{name}", **context) for name in CHAMBER}


def draw_register(game: Game, seat: str) -> Mapping[str, Markup]:
    """Return the page of the register: all laws, and the minutes (rules W6.4, W6.5)."""
    view = view_as(game, seat)
    laws = [Law(text, None) for text in view["laws"]]
    chamber = {"is_register": True, "laws": laws, "older_laws": 0, **_list_minutes(view, REGISTER_BYTES)}
    return {"register": TEMPLATES.draw("chamber_register", chamber=chamber, seat=seat, own_page=True)}


def _draw_alarm(view: Mapping[str, Any]) -> dict[str, Markup]:
    """Return the alarm of an attack as a part, empty in calm times (rules W15.2)."""
    return {"alarm": TEMPLATES.draw("page_alarm", attack=view["attack"])}


def _list_minutes(view: Mapping[str, Any], most: int) -> dict[str, Any]:
    """Return the newest minutes, in so many bytes, and the number of the older ones."""
    minutes = take_fitting(view["minutes"][::-1], most, lambda each: f"{each['text']}{each['votes']}")
    return {"minutes": minutes, "older_minutes": len(view["minutes"]) - len(minutes)}


def describe_chamber(judge: Judge, view: Mapping[str, Any], most: int) -> dict[str, Any]:
    """Return what the chamber shows to a seat, in so many bytes for each list, and what the seat may order there."""
    game, seat = judge.game, judge.seat
    state, motion = game.state, view["motion"]
    is_open = motion is not None and motion["outcome"] == OPEN
    is_member = any(speaks_for(game, seat, holder) for holder in state.council.values())
    presides = speaks_for(game, seat, state.council[PRESIDENT])
    is_office = find_team(seat, state.vessels) == PRESIDENTIAL
    asked = take_fitting(view.get("chamber", {}).get("requests", [])[::-1], most, lambda request: str(request[1]))
    laws = take_fitting(view["laws"][::-1], most)[::-1]
    return {
        "motion": motion,
        "is_open": is_open,
        "own": view.get("chamber", {}).get("own", ""),
        "members": _list_members(judge, view, enters=is_office and is_open),
        "votes": [judge.act(f"vote {vote}", vote.capitalize()) for vote in VOTES] if is_member and is_open else [],
        "close": judge.act("close the vote", "Close the vote") if presides and is_open else None,
        "requests": [
            Request(who, text, judge.act(f"open the motion: {text}", "Open") if presides else None)
            for who, text in asked
        ],
        "words": _list_words(judge) if is_member else [],
        "motions": _list_motions(judge, laws) if presides else [],
        "order": _make_order(judge) if is_office else None,
        "laws": [
            Law(text, judge.act(f"open the motion: repeal: {text}", "Move repeal") if presides else None)
            for text in laws
        ],
        "older_laws": len(view["laws"]) - len(laws),
        "speeches": take_fitting(view["speeches"][::-1], most, lambda speech: str(speech[1])),
        **_list_minutes(view, most),
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


def _list_motions(judge: Judge, laws: Sequence[str]) -> list[Blank]:
    """Return the forms that open a motion: a law, a decision, or the change of one of these laws (rules W6.4)."""
    words = Field("words", "Law", longest=LONGEST_LAW)
    decision = Field("words", "Decision", longest=LONGEST_WORDS)
    forms = [
        judge.blank("open the motion: {words}", "Open the motion", [words]),
        judge.blank("open the motion: decision: {words}", "Open the decision", [decision]),
    ]
    if laws:
        fields = [Field("law", "Amend", [(law, law) for law in laws]), Field("words", "to", longest=LONGEST_LAW)]
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
    said: Sequence[str]


def draw_news_desk(game: Game, seat: str) -> Mapping[str, Markup]:
    """Return the parts of the news desk for a reporter."""
    view = view_as(game, seat)
    context = {"news": describe_news(Judge(game, seat), view, PAGE_BYTES), "own_page": True}
    return _draw_alarm(view) | {"news": TEMPLATES.draw("station_news", **context)}


def describe_news(judge: Judge, view: Mapping[str, Any], most: int) -> NewsDesk:
    """Return what the news desk shows: of what was said to the room, the newest in so many bytes."""
    words, scheduled = Field("words", "Announcement", longest=LONGEST_WORDS), view.get("scheduled", "")
    return NewsDesk(
        judge.blank("broadcast: {words}", "Broadcast now", [words]),
        judge.blank("leave for the close: {words}", "Send at the close", [words]),
        scheduled,
        judge.act("leave nothing for the close", "Take it back") if scheduled else None,
        judge.blank("announce to the room: {words}", "Announce", [words]),
        judge.game.state.has_broadcast,
        take_fitting(view["announcements"][::-1], most),
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
