"""The table of all lines: form, occasion, effect and rules. docs/actions.md is generated from it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from incursions.engine.hexes import DIRECTIONS
from incursions.engine.log import FOR_SEAT, STEP_BACK
from incursions.engine.standing import ADJUDICATE, BACK, CONCEDE, DRAWN, FORFEIT, TIME_UP
from incursions.games.incursions.rules.state import phrases

MANEUVER = "One of your maneuvers"
DEFENCE = "Your ship is attacked"
FAILED_EVASION = "Your evasion failed, and you have power left"
ANY_TIME = "At any time, asked or not"
ASKED = "Full and Tournament: whenever you are asked"
OWN_TURN = "Full and Tournament: one of your maneuvers, or the discard step"
DIVERTING = "Full and Tournament: one of your maneuvers, or your ship is attacked"
FULL_MANEUVER = "Full and Tournament: one of your maneuvers"
GRIPPED = "Full and Tournament: a tractor beam grips your ship"
POWERING_UP = "Full and Tournament: your power-up, with a system running"
SPIED_ON = "Espionage or Assimilation is aimed at you, or your Espionage Evasion failed"
DISCARDING = "Full and Tournament: your discard step"
ATTACKED = "Full and Tournament: your ship is attacked"
ARMOURED = "Full and Tournament: an attack has got through, and a shuttle can take it first"
GRANTED = "Full and Tournament: a card grants you an attack, out of turn or once more"
REWARDED = "Full and Tournament: you destroyed a denizen or a placed piece"
FALLEN = "Full and Tournament: your ship is destroyed"
DOMINATING = "Full and Tournament: your ship is gone, and your turn would begin"
ANSWERING = "Full and Tournament: another player has announced something, or a stop that you set has come"
ASKED_OR_ANSWERING = "Full and Tournament: whenever you are asked, in every window too"
PICKING = "Full and Tournament: what a card or tile says asks you"
STRUCK = "Full and Tournament: an event is about to strike you"
AT_WORMHOLE = "Full and Tournament: a wormhole asks for something before the roll"
LOOKED = "Full and Tournament: you explore, and have looked at your hexpile"
COMPOSING = "While you compose a line"
HOUSE = "The house, at any time"

WITH_POWER = "[with N power]"
WHAT = f"{phrases.HULL}|{phrases.SHIELDS}"
SYSTEMS = tuple(phrases.SYSTEM_NAMED)


class LineForm(NamedTuple):
    """A form of line. Words in capitals are placeholders; parts in brackets are optional."""

    form: str
    when: str
    does: str
    rules: tuple[str, ...]


def _make_fire_form(weapon: str, more: str, *rules: str) -> LineForm:
    """Return the form of the lines that fire a weapon, for docs/actions.md."""
    does = f"Attack a ship with {weapon}."
    return LineForm(f"{phrases.FIRE[weapon]} at seat N {more}", MANEUVER, does, ("10.1", "10.3", *rules))


FIRE_ANYTHING = f"fire WEAPON at TARGET {WITH_POWER} [with|and range N] [with|and card TITLE [as FACE]]"

LINES: tuple[LineForm, ...] = (
    LineForm("explore DIRECTION", MANEUVER, "Lay the top tile on that side of your hex and move in.", ("8.3",)),
    LineForm(f"{phrases.WARP} to Q,R {WITH_POWER}", MANEUVER, "Move along charted hexes.", ("8.1", "8.7")),
    _make_fire_form("phasers", WITH_POWER),
    _make_fire_form("disruptors", WITH_POWER),
    _make_fire_form("torpedoes", f"{WITH_POWER} [with|and range N]", "7.3"),
    LineForm(f"{phrases.REPAIR} {WHAT} {WITH_POWER}", MANEUVER, "Restore points.", ("12.1",)),
    LineForm(phrases.DECLINE, MANEUVER, "Decline the maneuver.", ("6.2", "21.9")),
    LineForm(phrases.TAKE_THE_HIT, DEFENCE, "Stop defending and take the damage.", ("10.11", "21.9")),
    LineForm("evade with N power", DEFENCE, "Try to evade the whole attack.", ("11.2",)),
    LineForm(f"{phrases.REPAIR} {WHAT} {WITH_POWER}", DEFENCE, "Restore points after the damage.", ("11.4",)),
    LineForm("evade with no power", ATTACKED, "Evade where the first power costs nothing.", ("11.2",)),
    LineForm("add N power to shields", DEFENCE, "Five points for each; then you are asked again.", ("7.3", "11.1")),
    LineForm("add N power to shields", FAILED_EVASION, "Five points for each.", ("7.3", "11.2")),
    LineForm(phrases.TAKE_THE_HIT, FAILED_EVASION, "Add no more power and take the damage.", ("10.11", "21.9")),
    LineForm(f"{phrases.TABLE}TITLE", OWN_TURN, "Table a card that is tabled when drawn.", ("6.6", "13.4.3")),
    LineForm(f"{phrases.TABLE}TITLE", FULL_MANEUVER, "Table equipment, or another card that stays.", ("6.7", "13.4.2")),
    LineForm(
        f"{phrases.TABLE}TITLE aboard TITLE in Q,R", OWN_TURN, "Table it aboard one of your shuttles.", ("16.3", "17.7")
    ),
    LineForm("assimilate TITLE of seat N", FULL_MANEUVER, "Take equipment or a crew member.", ("15.5", "15.9")),
    LineForm(
        FIRE_ANYTHING, FULL_MANEUVER, "Attack with a weapon, perhaps with a card for it.", ("10.1", "10.4", "10.8")
    ),
    LineForm(
        f"play TITLE [as FACE] [at TARGET] {WITH_POWER}", FULL_MANEUVER, "Play a card by itself.", ("6.7", "13.4")
    ),
    LineForm("play TITLE", FULL_MANEUVER, "Lay a command ready for the next maneuver that it fits.", ("6.6", "13.6")),
    LineForm("play TITLE", ASKED_OR_ANSWERING, "Play a card for any time.", ("13.4.8", "13.14")),
    LineForm("play|use TITLE at maneuver|command|card", ANSWERING, "Cancel what was announced.", ("13.9", "13.13")),
    LineForm("pass", ANSWERING, "Do not answer.", ("13.14", "21.9")),
    LineForm("use TITLE", FULL_MANEUVER, "Let a card on your table do what it does.", ("13.4.2", "13.19")),
    LineForm("choose FACE", PICKING, "Choose a loss in a Dilemma, or whatever else is to be chosen.", ("13.18",)),
    LineForm("draw|take|top|return|table TITLE", PICKING, "Pick that card, or that tile.", ("13.7", "13.11")),
    LineForm(f"{phrases.DISCARD}TITLE", PICKING, "Discard that card.", ("13.7",)),
    LineForm("yes", PICKING, "Use it.", ("13.8",)),
    LineForm("pass", PICKING, "Do not use it.", ("13.8", "21.9")),
    LineForm(f"play TITLE at TARGET {WITH_POWER}", FULL_MANEUVER, "Attack with a card that is a weapon.", ("10.17",)),
    LineForm(f"play TITLE [as FACE] {WITH_POWER}", ATTACKED, "Answer with a defence card.", ("11.1", "11.7")),
    LineForm("choose TARGET", ARMOURED, "Let the shuttle take what it can.", ("17.8",)),
    LineForm("pass", ARMOURED, "Keep the shuttle out of it.", ("17.8", "21.9")),
    LineForm(f"fire WEAPON at TARGET {WITH_POWER} [with|and range N]", GRANTED, "Make that attack.", ("11.5", "11.10")),
    LineForm(phrases.DECLINE, GRANTED, "Do not make that attack.", ("11.10", "21.9")),
    LineForm("place TITLE", FULL_MANEUVER, "Put a tabled shuttle into your hex.", ("17.6", "17.8")),
    LineForm("take back TITLE [in Q,R]", FULL_MANEUVER, "Take a whole shuttle back to hand.", ("17.6",)),
    LineForm("move TITLE in Q,R to Q,R", FULL_MANEUVER, "Move your shuttle, or what you dominate.", ("17.6", "18.5")),
    LineForm(
        "attack with TITLE in Q,R at TARGET [with|and card TITLE]",
        FULL_MANEUVER,
        "Let a piece of yours attack, or what you dominate.",
        ("17.5", "17.7", "18.8"),
    ),
    LineForm("choose power|cards", REWARDED, "Turn up two power cards, or draw three cards.", ("18.4", "18.9")),
    LineForm("play TITLE", FALLEN, "Escape in a shuttle, or play a card for this moment.", ("19.2", "19.5")),
    LineForm("pass", FALLEN, "Be out of the game.", ("19.3", "21.9")),
    LineForm("dominate TITLE in Q,R", DOMINATING, "Play that denizen, or your shuttle.", ("17.7", "18.5", "18.8")),
    LineForm("pass", DOMINATING, "Let your turn go by.", ("18.5", "21.9")),
    LineForm("recover TITLE", FULL_MANEUVER, "Take aboard a crew member who was tabled in your hex.", ("14.4", "14.8")),
    LineForm("remove TITLE", FULL_MANEUVER, "Remove a card that lies before you, for its power.", ("13.4.5",)),
    LineForm("play TITLE", SPIED_ON, "Answer with an espionage defence.", ("15.4", "15.7")),
    LineForm("use TITLE", SPIED_ON, "Answer with what one of yours can do.", ("15.4", "13.19")),
    LineForm("pass", SPIED_ON, "Let it come; the Espionage Evasion is rolled by itself.", ("15.7", "21.9")),
    LineForm("divert N to SYSTEM", DIVERTING, "Make power for a system of shield points.", ("7.5", "7.9")),
    LineForm(f"{phrases.REPAIR} TITLE {WITH_POWER}", FULL_MANEUVER, "Restore a card on your table.", ("12.1", "12.2")),
    LineForm(f"{phrases.REPAIR} TITLE in Q,R {WITH_POWER}", FULL_MANEUVER, "Restore a piece of yours.", ("12.1",)),
    LineForm(f"{phrases.REPAIR} hull and shields {WITH_POWER}", FULL_MANEUVER, "Split its points.", ("12.1",)),
    LineForm("tractor seat N with N power", FULL_MANEUVER, "Hold a ship in your hex.", ("12.5", "12.9")),
    LineForm("break free [from seat N]", FULL_MANEUVER, "Break a beam that holds you.", ("12.5", "12.9")),
    LineForm("sweep seat N", FULL_MANEUVER, "Open a cloaked ship to your attacks this turn.", ("12.6",)),
    LineForm(phrases.CLOAK, FULL_MANEUVER, "Hide your ship.", ("12.7",)),
    LineForm(f"lay mine {WITH_POWER} [with|and card TITLE] [in Q,R]", FULL_MANEUVER, "Leave a mine behind.", ("17.2",)),
    LineForm("set off mine at seat N", FULL_MANEUVER, "Let the mine that you laid strike at once.", ("17.13",)),
    LineForm("evade with N power", GRIPPED, "Try to evade the tractor beam.", ("11.2", "12.5")),
    LineForm(
        f"{phrases.WARP} to Q,R {WITH_POWER} with|and card TITLE",
        FULL_MANEUVER,
        "Move farther, with as many Warp cards as the way needs.",
        ("8.1", "8.7"),
    ),
    LineForm(phrases.EXPLORING, FULL_MANEUVER, "Explore; what you look at before comes first.", ("8.3",)),
    LineForm("choose DIRECTION", LOOKED, "Lay the top tile on that side of your hex and move in.", ("8.3",)),
    LineForm(phrases.ESCAPE, FULL_MANEUVER, "Roll against every number that holds your ship.", ("9.6", "9.15")),
    LineForm("play TITLE", STRUCK, "Block the event, or lessen its damage.", ("9.2", "9.13", "9.14")),
    LineForm("pass", STRUCK, "Let it strike.", ("9.13", "21.9")),
    LineForm("spend N power", AT_WORMHOLE, "Meet its requirement; then the roll to leave is made.", ("1.6",)),
    LineForm("discard TITLE", AT_WORMHOLE, "Meet its requirement with cards, one by one.", ("1.6",)),
    LineForm("pass", AT_WORMHOLE, "Make no roll, and stay.", ("1.6", "21.9")),
    LineForm("choose Q,R", PICKING, "Name the hex, of a move or a transport.", ("8.9", "8.12")),
    LineForm("pass", GRIPPED, "Let it hold you.", ("12.5", "21.9")),
    LineForm("keep|drop cloak", POWERING_UP, "Turn the power of your cloak down again, or end it.", ("7.2", "12.8")),
    LineForm("keep|drop tractor on seat N", POWERING_UP, "Turn its power down again, or end it.", ("7.2", "12.10")),
    LineForm(phrases.AUX, ASKED, "Turn all your power cards up, once in a game.", ("7.4",)),
    LineForm(f"{phrases.DISCARD}TITLE", DISCARDING, "Discard, down to your hand limit.", ("6.4", "6.10")),
    LineForm(BACK, COMPOSING, "Take the last phrase back; nothing has happened yet.", ()),
    LineForm("set|clear stop power up", ANY_TIME, "Be asked, or not, after another's power-up.", ("13.14",)),
    LineForm("set|clear stop score", ANY_TIME, "Be asked, or not, after a score is rolled.", ("13.14",)),
    LineForm("set|clear stop last step", ANY_TIME, "Be asked, or not, before the last step of a turn.", ("13.14",)),
    LineForm(CONCEDE, ANY_TIME, "Leave the game.", ("19.4", "19.8")),
    LineForm(TIME_UP, HOUSE, "Time is up: the match is decided where it stands.", ("21.3", "21.4")),
    LineForm(f"{FORFEIT}N", HOUSE, "That seat has conceded.", ("19.4", "19.8")),
    LineForm(f"{ADJUDICATE}N", HOUSE, "The staff decide the match for that seat.", ("21.11",)),
    LineForm(DRAWN, HOUSE, "The staff decide that the match is drawn.", ("21.11",)),
    LineForm(
        f"{STEP_BACK}N [{FOR_SEAT.strip()} N]",
        HOUSE,
        "Go back to how the table stood after so many actions, for a seat that takes back or for the staff.",
        ("21.10",),
    ),
)

_HEAD = """# Lines

Every action is a line of text: the same in the log, for clients, bots, scenarios, keyboard and screen reader. This page
is made from the code: `script/manage actions_doc` writes it.

A line is made of phrases, with single spaces between them. They may be said at once (`fire phasers at seat 1 with 2
power`) or one by one, as the game asks for them: `fire phasers`, then `at seat 1`, then `with 2 power`. A stage of
power or range that is left unsaid is taken as none. Nothing is announced or paid before a line is whole.

In the table words in capitals stand for something: *N* is a number (of a seat, of power cards, of shield points, of
hexes, of an action), *Q,R* a hex such as `2,-1`, *TITLE* a title,
*WEAPON* a weapon or the title of what is one, *FACE* the name of a card's face,
*TARGET* a ship (`seat 1`), a card on a table (`Keel Braces of seat 1`) or a piece in a hex (`Old Gun in 2,-1`), the
second of two alike with ` #2` behind it, and a title alone where it is the only one,
*DIRECTION* one of {directions},
*SYSTEM* one of {systems}.
What is in brackets may be left out; of words parted by a stroke one is said.

| Line | When | What it does | Rules |
|---|---|---|---|
"""


def actions_page() -> str:
    """Return the text of docs/actions.md."""
    rows = (
        f"| `{line.form.replace('|', '/')}` | {line.when} | {line.does} | {', '.join(line.rules)} |" for line in LINES
    )
    return _HEAD.format(directions=_join_quoted(DIRECTIONS), systems=_join_quoted(SYSTEMS)) + "\n".join(rows) + "\n"


def _join_quoted(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
