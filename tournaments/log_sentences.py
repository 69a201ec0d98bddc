"""Sentences of the log as templates, and a general sentence for any other kind of event.

A template is a text with facts in braces. `{seat}`, `{target}` and other facts that hold a seat read as its ship; a
title as a title, a hex as its place. `{power:power}` says how a number is read: as power, or as so many of a thing
(`{count:card}`); `{points:change}` is a pair before and after, `{at:place}` a place without its owner, `{path:end}`
the last hex of a path, `{dice:total}` a sum, `{to:where}` one of the phrases in `WORDED`. A part in square brackets
is left out if one of its facts is missing or empty. A rule's number follows `§`.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from tournaments import wording

Facts = Mapping[str, Any]
ShipName = Callable[[int | None], SafeString]

BASIC_SENTENCES = {
    "powered_up": "{seat} powers up: {power} ready.",
    "declined": "{seat} declines a maneuver.",
    "explored": "{seat} explores {direction}: {title}.",
    "warped": "{seat} warps {path:steps} to {path:end}, {power:power}.",
    "moved": "{seat} moves to {path:end}.",
    "wormhole_rolled": "{seat} rolls {dice:dice} in the wormhole: {doubles:doubles}. §1.1",
    "shield_power": "{seat} adds {power:power} to the shields: +{points} for this attack. §7.6",
    "destroyed": "{seat} is destroyed. §10.7",
    "escape_rolled": "{seat} rolls to escape: {dice:dice}, needs {needs:scores} or less. {free:free} §9.6",
    "espionage_rolled": (
        "{title} of {seat} rolls Espionage Evasion: {dice:dice} = {dice:total}, needs {score} or less. "
        "{evaded:foiled} §15.2"
    ),
    "conceded": "{seat} {forfeit:concedes}. §19.4",
    "wormhole_drawn": "{title} is laid for the roll-off. §21.5",
    "roll_off": "{seat} rolls {dice:dice}: {doubles:doubles}. §21.5",
}
"""Sentences of events that always had all their facts: an event without one is refused, as in an uploaded file."""
SENTENCES = BASIC_SENTENCES | {
    # turn, hand and power
    "aux_used": "{seat} uses AUX: {turned_up:power card} turned up, {power} ready. §7.4",
    "aux_restored": "{seat} has its AUX marker back. §7.4",
    "drew": "{seat} draws {count:card}.",
    "drew_cards": "Into the hand of {seat}: {titles}.",
    "discarded": "{seat} discards {title}.",
    "diverted": "{seat} diverts {points:shield point} to {system}: {power:power}. §7.5",
    "kept": "{seat} keeps its {system} running, {power:power}. §7.2",
    "maneuvers_added": "{seat} has {number:maneuver} more this turn. §6.2",
    "put_away": "{title} goes to the discard pile of {seat}.",
    "arranged": "{seat} puts what it saw back into the {at:place} of {target}: {to}.",
    "looked": "{seat} looks at the {at:place} of {target}: {count} seen.",
    "looked_at": "There it sees {titles}.",
    "power_lost": "{seat} loses {power:power}. §7.8",
    "put_back": "{seat} puts a card into the deck of {owner}: {where}.",
    "returned": "{title} goes back to the hand of {seat}.",
    "took": "{seat} takes {count:card} from the {from:place}[ of {target}][: {titles}].",
    "took_cards": "Taken: {titles}.",
    "turned_up": "{seat} turns {turned_up:power card} up: {power} ready. §7.11",
    "stops_set": "Stops of {seat}[: {stops}]. §13.14",
    # cards
    "card_played": "{seat} plays {title}[ as {face}][, aimed at {at}][, {power:power}].",
    "card_used": "{seat} uses {title}.",
    "cancelled": "[{by} cancels ]the {what} of {seat}: cancelled. §13.9",
    "chosen": "{seat} chooses for {title}: {option}.",
    "command_attached": "With it goes {title}. §13.6",
    "command_ready": "{seat} lays {title} ready for a maneuver. §13.6",
    "laid_before": "{seat} lays {title} before {target}[, naming {names}]. §13.4.5",
    "removal_announced": "{seat} sets about removing {title}[, {power:power}]. §13.4.5",
    "removed": "{title} is removed[ from before {seat}][ from {at}].",
    "tabled": "{seat} tables {title}.",
    "tabled_aboard": "{seat} tables {title} aboard {aboard}. §17.7",
    "tabling_announced": "{seat} would table {title}.",
    "taken_back": "{seat} takes {title} back to hand. §17.6",
    # ship systems
    "beam_ended": "The beam of {seat} on {target} ends[: {why}]. §12.10",
    "broke_free": "{seat} breaks free of {holder}, {power:power}. §12.5",
    "cloaked": "{seat} cloaks, {power:power}. §12.7",
    "held": "{seat} holds {target} in its tractor beam, {power:power}. §12.5",
    "swept": "{seat} sweeps {target} out of its cloak for this turn, {power:power}. §12.6",
    "tractor_announced": "{seat} reaches for {target} with its tractor beam, {power:power}.",
    "tractor_evaded": "{target} evades the beam of {seat}. §12.5",
    "uncloaked": "{seat} drops its cloak[: {why}]. §12.7",
    # hexes
    "caught": "{title} catches {seat}: it escapes with {number} or less[ on {dice}D6]. §9.6",
    "escape_announced": "{seat} tries to escape. §9.6",
    "event_reduced": "{title} takes {points:point} off for {seat}.",
    "event_scored": "{seat} rolls {dice:dice} for {title}: {score}. §9.20",
    "events_avoided": "{seat} takes no event in {at}.",
    "table_rolled": "{seat} rolls {dice:dice} for {title}: {total}. §9.11",
    "event_blocked": "{seat} blocks {title}. §9.14",
    "hex_event": "{seat} meets the event of {title} in {at}. §9.1",
    "requirement_met": "{seat} meets the requirement of the wormhole[, {power:power}][, {cards:card} discarded]. §1.6",
    "requirement_unmet": "{seat} does not meet the requirement of {title}: no roll. §1.6",
    # crew and espionage
    "assimilated": "{seat} assimilates {title}[ of {target}][, {to:where}]. §15.5",
    "assimilation_announced": "{seat} sets about assimilating {title}[ of {target}][, {power:power}]. §15.5",
    "displaced": "{title} of {seat} goes {to:where}[, to {at}]. §14.3",
    "espionage_missed": "The espionage[ of {seat}] on {target} does nothing. §15.4",
    "espionage_unanswered": "Nobody of {seat} can answer: the espionage succeeds. §15.7",
    "recovered": "{seat} recovers {title}, {to:where}. §14.4",
    "recovery_announced": "{seat} goes to recover {title}. §14.4",
    "redirected": "{seat} turns what was aimed at it[ on {target}][ on {at}].",
    "seized": "{seat} takes {title}[ of {target}][, {to:where}].",
    "turned_over": "{title} of {seat} is turned {down:way}. §13.8",
    "unharmed": "Nothing befalls {title} of {seat}.",
    # attacks and pieces
    "card_damaged": "{title} of {seat}: points {points:change}. §16.5",
    "card_repaired": "{title} of {seat} is repaired: points {points:change}. §12.1",
    "dominated": "{seat} dominates {title} in {at}. §18.5",
    "piece_damaged": "{title} in {at}: points {points:change}.",
    "piece_destroyed": "{title} in {at} is destroyed. §17.4",
    "piece_gone": "{title} in {at} is gone. §17.14",
    "piece_moved": "{title} moves[ from {from}] to {at}.",
    "piece_repaired": "{title} in {at} is repaired: points {points:change}. §12.1",
    "mine_announced": "{seat} lays a mine in {at}[, {power:power}][, with {card}].",
    "mine_laid": "{title} of {seat} lies in {at}: {dice}D6[ + {bonus}]. §17.2",
    "mine_spent": "{title} of {by} goes off in {at} and harms nobody. §17.10",
    "mine_went_off": "{title} of {by} goes off in {at}: {dice:dice}[ + {bonus}] is {score}. §17.2",
    "repair_rolled": "{seat} rolls {dice:dice}: {points:point} to repair.",
    "rerolled": "{seat} rolls {dice:dice} again with {title}. §10.5",
    "placed": "{seat} places {title} in {at}. §17.1",
    "reduced": "{title} takes {points:point} off the damage to {seat}.",
    "rewarded": "{seat} is rewarded[: {turned_up:power card} turned up][: {drew:card} drawn]. §18.4",
    "summoned": "{title} comes to {at}[, {points:point}]. §18.1",
    # leaving
    "eliminated": "{seat} is out of the game. §19.3",
    "escaped": "The crew of {seat} escapes in {title}: hull {hull}, {power:power}. §19.2",
}
WORDED: dict[str, dict[Any, str]] = {
    "where": {
        "table": "to its table",
        "captains": "to stand beside its crew",
        "hand": "to its player’s hand",
        "deck": "into its owner’s deck",
        "discard pile": "to the discard pile",
        "non-salvageable pile": "to the non-salvageable pile",
        "hex": "out of the ship",
    },
    "way": {True: "face down", False: "face up"},
    "doubles": {True: "doubles", False: "no doubles"},
    "free": {True: "Free.", False: "Still caught."},
    "foiled": {True: "Nothing comes of it.", False: "It succeeds."},
    "concedes": {True: "was away or let its turns pass, and so has conceded", False: "concedes"},
}
WHOSE = re.compile(r"^(your|the target['’]s|target) ")
READINGS: dict[str, Callable[[Any], object]] = {
    "power": wording.power_words,
    "place": lambda place: WHOSE.sub("", place),
    "change": lambda pair: f"{pair[0]} {wording.ARROW} {pair[1]}",
    "end": lambda path: "{},{}".format(*path[-1]),
    "steps": lambda path: wording.format_count(len(path) - 1, "hex", "hexes"),
    "scores": lambda scores: ", ".join(map(str, scores)) if isinstance(scores, list) else scores,
    "total": sum,
}
"""Formatters of facts, by the name after the colon."""
SEATS = ("seat", "target", "by", "holder", "owner", "user", "rolled_by", "towed", "to_seat", "attacker", "visitor")
PARTS = re.compile(r"\[([^\]]*)\]|\{(\w+)(?::([\w ]+))?\}|§([\d.]+\d)|([^\[{§]+)")


class Sentences:
    """Fills templates with facts. `ship` names a seat's ship, `titles` are the ships' bare titles."""

    def __init__(self, ship: ShipName, titles: dict[int, str]) -> None:
        self.ship = ship
        self.titles = titles

    def write(self, kind: str, facts: Facts) -> SafeString:
        """Return the sentence of an event: that of its kind, or the general one. Raises KeyError for a missing fact."""
        try:
            return self._fill(SENTENCES[kind], facts)
        except KeyError:  # another kind, or an older event with fewer facts
            if kind in BASIC_SENTENCES:
                raise
            return self.general(kind, facts)

    def general(self, kind: str, facts: Facts) -> SafeString:
        """Return a sentence for any event: its seat, its kind, and the facts that can be read."""
        who = format_html("{}: ", self.ship(facts["seat"])) if isinstance(facts.get("seat"), int) else SafeString("")
        rest = [self._describe_fact(name, value) for name, value in facts.items() if name != "seat"]
        said = format_html_join(", ", "{}", ((part,) for part in rest if part))
        return format_html("{}{}{}{}.", who, kind.replace("_", " "), SafeString(" · " if said else ""), said)

    def _fill(self, template: str, facts: Facts, *, is_optional: bool = False) -> SafeString:
        made = []
        for optional, name, how, number, text in PARTS.findall(template):
            if optional:
                made.append(self._fill_optional(optional, facts))
            elif name:
                made.append(self._format_fact(name, facts.get(name), how, is_optional=is_optional))
            elif number:
                made.append(rule(number))
            else:
                made.append(SafeString(escape(text)))
        return mark_safe("".join(made))  # noqa: S308 -- every part is escaped where it is made

    def _fill_optional(self, template: str, facts: Facts) -> SafeString:
        try:
            return self._fill(template, facts, is_optional=True)
        except KeyError:
            return SafeString("")

    def _format_fact(self, name: str, value: Any, how: str, *, is_optional: bool) -> SafeString:
        """Return a fact, formatted by its name and type. Raises KeyError for a missing one."""
        if value is None or (is_optional and value in ("", [], 0) and name not in SEATS):
            raise KeyError(name)
        if how == "dice":
            return dice_html(value)
        if not how:
            return self._format_plain(name, value)
        if how in WORDED:
            return SafeString(escape(WORDED[how].get(value, value)))
        return SafeString(escape(READINGS[how](value) if how in READINGS else wording.format_count(value, how)))

    def _format_plain(self, name: str, value: Any) -> SafeString:
        if name in SEATS and isinstance(value, int):
            return self.ship(value)
        if name == "system":
            return SafeString(escape(wording.system_name(str(value))))
        if name in ("title", "aboard"):
            return title(str(value))
        if name == "titles" or (isinstance(value, list) and all(isinstance(part, str) for part in value)):
            return SafeString(escape(wording.join_names(value) or "nothing"))
        if isinstance(value, Sequence) and not isinstance(value, str):
            return SafeString(escape(",".join(str(part) for part in value)))
        return SafeString(escape(wording.with_ships(str(value), self.titles)))

    def _describe_fact(self, name: str, value: Any) -> SafeString:
        """Return a fact with its name, for the general sentence; empty for a fact that a reader could not read."""
        if value is None or value is False or value == [] or isinstance(value, Mapping):
            return SafeString("")
        shown = name.replace("_", " ")
        if value is True:
            return SafeString(escape(shown))
        if name == "dice" and _all_are(value, int):
            return dice_html(value)
        if _all_are(value, int) and len(value) == 2 and name != "at":
            return format_html("{} {} {} {}", shown, value[0], wording.ARROW, value[1])
        if isinstance(value, list) and not _all_are(value, (int, str)):
            return SafeString("")
        plain = self._format_plain(name, value)
        return plain if name in ("title", "titles") else format_html("{} {}", shown, plain)


def _all_are(value: Any, kind: type | tuple[type, ...]) -> bool:
    return isinstance(value, list) and all(isinstance(part, kind) and not isinstance(part, bool) for part in value)


def dice_html(dice: Iterable[int]) -> SafeString:
    """Return dice as boxes; a screen reader reads the numbers."""
    return format_html_join("", '<span class="die">{}</span>', ((value,) for value in dice))


def title(name: str) -> SafeString:
    """Return the title of a tile or card in italics."""
    return format_html("<i>{}</i>", name)


def rule(number: str) -> SafeString:
    """Return a rule's number in its own element, so that readers can skip it."""
    return format_html('<span class="rule-number">{}</span>', number)
