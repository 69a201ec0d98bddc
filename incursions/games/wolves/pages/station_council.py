"""The orders of a seat in council, in the news, and in the brig (rules W6, W24, W25)."""

from __future__ import annotations

from incursions.games.wolves.pages.judging import Act, Blank, Field, Group, Judge
from incursions.games.wolves.rules.council import ABSTAIN, NAY, OPEN, YAY
from incursions.games.wolves.rules.roles import PRESIDENT, PRESIDENTIAL

VOTES = (YAY, NAY, ABSTAIN)
LONGEST_WORDS = 300


def is_of_council(judge: Judge, team: str) -> bool:
    """Return True for members of the council, who stands in for one, and the President's office."""
    state = judge.game.state
    holders = {*state.council.values(), *(state.stand_ins.get(seat) for seat in state.council.values())}
    return judge.seat in holders or team == PRESIDENTIAL


def list_council(judge: Judge, team: str) -> list[Group]:
    """Return the orders of a seat in council."""
    state = judge.game.state
    president = state.council[PRESIDENT]
    presides = judge.seat in (president, state.stand_ins.get(president))
    is_open = state.motion is not None and state.motion.outcome == OPEN
    groups = []
    if is_open:
        acts = [judge.act(f"vote {vote}", vote.capitalize()) for vote in VOTES]
        if presides:
            acts.append(judge.act("close the vote", "Close the vote"))
        groups.append(Group("vote", "Vote (W6.5)", acts))
    forms = [
        judge.blank("ask for a motion: {words}", "Ask", [Field("words", "Ask for a motion", longest=LONGEST_WORDS)])
    ]
    forms.append(judge.blank("speak in council: {words}", "Speak", [Field("words", "Speak", longest=LONGEST_WORDS)]))
    if presides:
        forms += _list_motions(judge)
    groups.append(Group("agenda", "Agenda (W6.2)", (), forms))
    if team == PRESIDENTIAL:
        groups.append(_list_office(judge, is_open=is_open))
    return groups


def _list_motions(judge: Judge) -> list[Blank]:
    """Return the forms that open a motion: a law, a decision, or the change of a law (rules W6.4)."""
    words = Field("words", "Motion", longest=LONGEST_WORDS)
    forms = [judge.blank("open the motion: {words}", "Open the motion", [words])]
    laws = [(law, law) for law in judge.game.state.laws]
    if laws:
        fields = [Field("law", "Repeal", laws)]
        forms.append(judge.blank("open the motion: repeal: {law}", "Open the repeal", fields))
        fields = [Field("law", "Amend", laws), Field("words", "to", longest=LONGEST_WORDS)]
        forms.append(judge.blank("open the motion: amend: {law} -> {words}", "Open the amendment", fields))
    return forms


def _list_office(judge: Judge, *, is_open: bool) -> Group:
    """Return what the President's office does: hands as they were shown, and urgent orders (rules W6.9, W6.13)."""
    forms = []
    if is_open:
        seats = [(seat, seat) for seat in judge.game.state.council]
        fields = [Field("seat", "Hand of", seats), Field("vote", "is", [(vote, vote) for vote in VOTES])]
        forms.append(judge.blank("record {seat} {vote}", "Enter", fields))
    fields = [Field("words", "Order the Admiral", longest=200), Field("reason", "because", longest=200)]
    forms.append(judge.blank("order the Admiral: {words}, because {reason}", "Order", fields))
    return Group("office", "The President's office (W6.9, W6.13)", (), forms)


def list_news(judge: Judge) -> list[Blank]:
    """Return what a reporter says to the room: the broadcast, and an announcement (rules W25.1, W25.5)."""
    words = Field("words", "Announcement", longest=LONGEST_WORDS)
    return [
        judge.blank("broadcast: {words}", "Broadcast", [words]),
        judge.blank("announce to the room: {words}", "Announce", [words]),
    ]


def list_prison(judge: Judge) -> list[Act | Blank]:
    """Return what a prisoner may do: name a contact, and talk (rules W24.7, W24.9)."""
    seats = [(seat, seat) for seat in judge.game.state.places if seat != judge.seat]
    forms: list[Act | Blank] = []
    if not judge.game.state.brig.get(judge.seat):
        forms.append(judge.blank("name {player} as contact", "Name", [Field("player", "Your contact", seats)]))
    return forms
