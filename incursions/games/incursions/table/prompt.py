"""The prompt: the panel that asks a question, with its title, reason, options and screen reader text.

And the reasons why nothing can be done now with what a player points at: a system, a card of the hand, a hex, a ship.
They are the engine's own refusals of the lines that the player may have in mind: the same that these lines would get
if they were sent, and nothing that the player's seat may not know.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from incursions.games.incursions.rules.game import Game
from incursions.games.incursions.rules.state.phrases import FIRE, parse_line
from incursions.games.incursions.rules.state.shapes import AttackView, QuestionView
from incursions.games.incursions.rules.view import View
from incursions.games.incursions.table import TEMPLATES, wording
from incursions.games.incursions.table.option_rows import JOINING, LONG, Group, Row, group_rows
from incursions.games.incursions.table.printed import Piece, Printed
from incursions.games.incursions.table.question_rows import MANEUVER, UNDER_FIRE
from incursions.games.tables import RuleReason
from incursions.kit.words import capitalise, format_count

WINDOW = "answer"
# The asked seat's act by topic, in words for other viewers.
DOES = {
    WINDOW: "may answer",
    "cancel": "may answer",
    "stop": "may answer",
    "event": "answers an event",
    "espionage": "answers espionage",
    "tractor beam": "answers the tractor beam",
    "discard": "discards",
    "power-up": "powers up",
    "escape": "may escape",
}
LONGEST_ABOUT = 100
MOST_REASONS = 3
AT_A_SHIP = {"tractor": "tractor", "tachyon_sweep": "sweep"}
"""Systems whose lines name the ship at once."""
ALONE = {
    "warp": ("warp",),
    "repair": ("repair hull", "repair shields"),
    "mines": ("lay mine",),
    "cloak": ("cloak",),
    "assimilation": ("assimilate",),
    "evade": ("evade with 1 power",),
    "shields": ("add 1 power to shields",),
    "aux": ("aux",),
}
TABLED = ("Table", "Table until destroyed", "Table when drawn")
"""Play methods of cards that go before their player (rules 6.6)."""
HEX = re.compile(r"-?\d{1,3},-?\d{1,3}")


@dataclass(frozen=True)
class Announced:
    """An announced line that is not resolved yet: the line in words with its seat, and the cards in it."""

    words: str
    pieces: tuple[Piece, ...] = ()


@dataclass(frozen=True)
class Prompt:
    """A question as one viewer sees it. `groups` and `said` are empty for viewers who are not asked.

    `announced` is what can be answered, `source` the piece whose text asks.
    """

    title: str
    sub: str = ""
    rule: str = ""
    asked: int | None = None
    is_own: bool = False
    groups: tuple[Group, ...] = ()
    said: tuple[str, ...] = ()
    attack: AttackView | None = None
    announced: tuple[Announced, ...] = ()
    source: Piece | None = None
    announce: str = ""

    @property
    def is_long(self) -> bool:
        """True if a small screen cannot show all, so that links lead to the headings."""
        return len(self.groups) > 2 and sum(len(group.items) for group in self.groups) > LONG

    @property
    def introduction(self) -> Markup:
        """The text of the piece that asks, and what is announced."""
        if self.source is None and not self.announced:
            return Markup()
        return TEMPLATES.draw("announced", prompt=self)

    @property
    def roll(self) -> Markup:
        """The dice of the attack that is being answered, and of a failed evasion."""
        return Markup() if self.attack is None else TEMPLATES.draw("attack", attack=self.attack)


def build_prompt(view: View, rows: Sequence[Row], seat: int | None, printed: Printed | None = None) -> Prompt:
    """Return the prompt of a view, with the rows of the viewer if the viewer is asked."""
    question = view["question"]
    if not question:
        return Prompt("The match is over")
    printed = printed or Printed()
    is_own = bool(rows)
    if _find_answered(view) is not None:  # amounts that end the defence lie open
        rows = [replace(row, is_open=any(not choice.opens for choice in row.choices)) for row in rows]
    titles, tiles = wording.ship_titles(view["ships"]), wording.tile_titles(view["map"])
    title = _make_title(view, question, titles, seat)
    announced = (*_list_announced(view, titles, printed), *_list_espionage(view, titles))
    source = question.get("source")
    return Prompt(
        title=title,
        sub=_make_subtitle(view, question),
        rule=question["rule"],
        asked=question["seat"],
        is_own=is_own,
        groups=tuple(group_rows(rows)),
        said=tuple(wording.with_names(phrase, titles, tiles) for phrase in question["said"]) if is_own else (),
        attack=view["attack"],
        announced=announced,
        source=printed.piece(source) if source else None,
        announce=_announce(view, rows, title, announced) if is_own else f"{titles[question['seat']]} is asked.",
    )


def _find_answered(view: View) -> AttackView | None:
    """Return the attack that the question asks to answer, or None."""
    question = view["question"]
    return view["attack"] if question is not None and question["topic"] in UNDER_FIRE else None


def _make_title(view: View, question: QuestionView, titles: Mapping[int, str], seat: int | None) -> str:
    """Return the title of the prompt: who does what to whom, in six words."""
    attack = _find_answered(view)
    asked = titles[question["seat"]]
    is_own = question["seat"] == seat
    if attack is not None:
        shooter = _find_title(view, attack.get("by")) or (
            "The house" if attack["seat"] is None else titles[attack["seat"]]
        )
        if is_own:
            at, aim = attack.get("at") or ("seat",), ""
            if at[0] != "seat":  # not at the player's ship, but at something of the player's
                aim = f"r {_find_title(view, at) or attack.get('at_title') or 'crew or equipment'}"
            return f"{shooter} {'attacks' if attack['seat'] is None else 'fires at'} you{aim}"
        return f"{asked} answers {'your' if seat is not None and attack['seat'] == seat else shooter + '’s'} fire"
    if is_own:
        return question["title"]
    is_whose_turn = question["seat"] == view["turn"]["seat"]
    does = DOES.get(question["topic"])
    return f"{asked} {does or 'chooses'}" if does or not is_whose_turn else f"{asked}’s {view['turn']['step']}"


def _find_title(view: View, ref: Sequence[Any] | None) -> str:
    """Return the title of a piece in a hex that attacks or is attacked; "" for anything else."""
    if not ref or ref[0] != "piece":
        return ""
    return next((str(piece["title"]) for piece in view["placed"] if piece["number"] == ref[1]), "")


def _make_subtitle(view: View, question: QuestionView) -> str:
    """Return the reason for the question in one line."""
    ship = next(ship for ship in view["ships"] if ship["seat"] == question["seat"])
    ready = f"{wording.power_words(ship['power'])} ready"
    attack = _find_answered(view)
    if attack is not None:
        return f"{capitalise(attack['weapon'])}. One defence, and shields; {ready}"
    if question["topic"] != MANEUVER or question["said"]:
        return capitalise(ready)
    return f"{format_count(view['turn']['left'] + 1, 'maneuver')} left, {ready}"


def _list_announced(view: View, titles: Mapping[int, str], printed: Printed) -> tuple[Announced, ...]:
    """Return the announced lines to be answered, the oldest first, with what was cancelled (rules 13.10, 13.14)."""
    found = []
    for each in view.get("announced", ()):
        command = [] if each["command"] is None else [each["command"]]
        # A stage that joins no power and no card to the line says nothing.
        stages = (
            option for option in parse_line(each["line"]) if option.verb not in JOINING or option.amount or option.title
        )
        line = " ".join(option.text for option in stages)
        named = wording.with_names(line, titles, wording.tile_titles(view["map"]))
        verb, space, rest = named.partition(" ")
        words = f"{titles[each['seat']]} {verb}s{space}{rest}"
        words += f", with {command[0]}" if command else ""
        words += f" ({' and '.join(each['cancelled'])} cancelled)" if each["cancelled"] else ""
        found.append(Announced(words, tuple(printed.piece(title) for title in [*each["cards"], *command])))
    return tuple(found)


def _list_espionage(view: View, titles: Mapping[int, str]) -> list[Announced]:
    """Return the espionage under way, with its roll (rules 15.2)."""
    attempt = view.get("espionage")
    if not attempt or attempt["target"] is None:
        return []
    by = f"{titles[attempt['seat']]}: " if attempt["seat"] is not None else ""
    rolled = f", rolled {' and '.join(map(str, attempt['dice']))}" if attempt["dice"] else ""
    needs = f", needs {attempt['score']} or less" if attempt["score"] is not None else ""
    return [Announced(f"{by}espionage on {titles[attempt['target']]}{needs}{rolled}")]


def _announce(view: View, rows: Sequence[Row], title: str, announced: Sequence[Announced]) -> str:
    """Return what a screen reader says when the viewer is asked."""
    attack = view["attack"] if view["mode"] == "basic" else _find_answered(view)
    struck = f" {capitalise(attack['weapon'])} for {attack['score']}." if attack else ""
    heard = f" {announced[-1].words}." if announced else ""
    legal = [row for row in rows if not row.is_refused]
    return f"Your decision. {title}.{struck}{heard} {format_count(len(legal), 'option')}. {legal[0].spoken}"


# --- reasons ----------------------------------------------------------------------------------------------------------


def find_reasons(game: Game, seat: int, about: str, printed: Printed) -> list[RuleReason]:
    """Return why nothing can be done with what `about` names: "system warp", "card Fire", "hex 1,-1" or "seat 1".

    Raises ValueError for anything that cannot be pointed at.
    """
    view = game.view(seat)
    lines = list_lines_about(view, about, printed)
    refused = (game.why_not(line, seat) for line in lines)
    found = {refusal.cause: refusal.rule for refusal in refused if refusal is not None}
    titles, tiles = wording.ship_titles(view["ships"]), wording.tile_titles(view["map"])
    named = [
        RuleReason(f"{wording.with_names(words, titles, tiles)}.", rule)
        for words, rule in found.items()
        if rule and not any(other != words and other.startswith(words) for other in found)
    ]
    return named[:MOST_REASONS]


def list_lines_about(view: View, about: str, printed: Printed) -> list[str]:
    """Return the lines that a player who points at this may mean, the likeliest first.

    Raises ValueError for anything that cannot be pointed at.
    """
    kind, _, name = about.partition(" ")
    find = ABOUT.get(kind)
    lines = find(view, name, printed) if find is not None and len(about) <= LONGEST_ABOUT else []
    if not lines:
        raise ValueError("Ask about a system, a card of your hand, a hex, or a seat.")
    return lines


def _list_system_lines(view: View, name: str, printed: Printed) -> list[str]:
    """Return the lines that a player who points at a system may mean."""
    others = [ship["seat"] for ship in view["ships"] if ship["seat"] != view["seat"] and not ship["out"]]
    if name in FIRE:
        return [FIRE[name], *(f"{FIRE[name]} at seat {seat}" for seat in others)]
    if name in AT_A_SHIP:
        return [f"{AT_A_SHIP[name]} seat {seat}" for seat in others]
    return list(ALONE.get(name, ()))


def _list_card_lines(view: View, title: str, printed: Printed) -> list[str]:
    """Return the line that plays the card in its own way: others would be refused for that alone."""
    if title not in view.get("hand", ()):
        return []
    is_tabled = printed.text(title, "play_method") in TABLED
    return [f"table {title}" if is_tabled else f"play {title}"]


def _list_seat_lines(view: View, seat: str, printed: Printed) -> list[str]:
    """Return the lines that a player who points at another ship may mean."""
    ships = {str(ship["seat"]): ship for ship in view["ships"]}
    if seat not in ships or view["seat"] not in {ship["seat"] for ship in view["ships"]}:
        return []
    own = ships[str(view["seat"])]
    fired = [f"{line} at seat {seat}" for name, line in FIRE.items() if name in own["systems"]]
    return fired + [f"{verb} seat {seat}" for name, verb in AT_A_SHIP.items() if name in own["systems"]]


ABOUT: dict[str, Callable[[View, str, Printed], list[str]]] = {
    "system": _list_system_lines,
    "card": _list_card_lines,
    "hex": lambda view, place, printed: [f"warp to {place}"] if HEX.fullmatch(place) else [],
    "seat": _list_seat_lines,
}
