"""Completions: the commands that a seat may give now, how a text goes on, and why others are refused."""

from __future__ import annotations

from collections.abc import Iterator

from incursions.engine.errors import Refusal
from incursions.games.wolves.rules.command_offers import CommandOffer, Filling
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.fillings import FREE, Chooser
from incursions.games.wolves.rules.form_parts import Part, list_variants
from incursions.games.wolves.rules.trials import Trials

SETTLED = frozenset(
    {"W2.1", "W2.5", "W2.7", "W2.9", "W3.10", "W3.11", "W6.2", "W6.3", "W6.5", "W6.7", "W6.9", "W6.13", "W15.3"}
    | {"W15.4", "W15.6", "W23.3", "W23.5", "W24.6", "W25.1", "W25.5", "W26.4", "W27.1"}
)
"""The rules by which a command is refused whatever fills its blanks: who may, and when."""
UNSETTLED = frozenset(
    {
        "go",
        "play_card",
        "disperse",
        "squadron_attacks",
        "squadron_moves",
        "battery_fires",
        "onfoot_attacks",
        "onfoot_boards",
        "advance",
        "look",
    }
)
"""The commands for which the rules of `SETTLED` depend on what fills the blanks."""
ALIKE = frozenset({"note", "talk", "load", "supply", "send_to_sickbay"})
"""The commands of which one legal filling stands for all of its sort, for example all players who are free."""
OF_OTHER_HOLDS = ("W7.5", "W11.7", "W22.5")
"""The rules of refusals that hang on the hold of another vessel, which the seat may not know."""
LEFT_OUT = frozenset(
    {"undo", "pass_time", "pass_seconds", "adjust", "take_paper", "change_content", "assent", "give_card"}
)
"""The commands that are never proposed: the Clock's, and Control's changes, which name anything."""
MOST_TRIALS = 60
"""The number of texts that are tried to find out if an incomplete text may go on."""


class Completer:
    """Finds the commands of one seat on one state."""

    __slots__ = ("chooser", "day", "trials")

    def __init__(self, day: Day, seat: str) -> None:
        self.day = day
        self.chooser = Chooser(day, seat)
        self.trials = Trials(day, seat)

    def list_offers(self, beginning: str = "") -> list[CommandOffer]:
        """Return the commands that begin like this, each with the fillings of its next blank."""
        offers: list[CommandOffer] = []
        for command, form in self.day.content.commands.items():
            if command in LEFT_OUT:
                continue
            found = self._complete(command, form.form, beginning)
            if found is not None:
                text, is_complete, fillings = found
                offers.append(CommandOffer(command, form.form, tuple(form.rules), text, is_complete, tuple(fillings)))
        return offers

    def _complete(self, command: str, form: str, beginning: str) -> tuple[str, bool, list[Filling]] | None:
        """Return the text so far, if it is whole, and how it goes on; None if nothing goes on from it."""
        shown, is_complete, fillings = beginning, False, dict[str, Filling]()
        is_found = False
        for parts in list_variants(form):
            if not parts or not (parts[0].blank or _agree(parts[0].text, beginning)):
                continue
            for text, left, filled in self._walk(command, parts, "", beginning, {}):
                made, found = self._fill(command, left, text, filled, beginning)
                if not left and self._may_give(command, text):
                    is_found = is_complete = True
                    shown = text
                elif found:
                    is_found = True
                    shown = shown if is_complete else made
                for each in found:
                    known = fillings.get(each.text)
                    fillings[each.text] = each if known is None or each.is_complete else known
        return (shown, is_complete, list(fillings.values())) if is_found else None

    def _walk(
        self, command: str, parts: tuple[Part, ...], text: str, beginning: str, filled: dict[str, str]
    ) -> Iterator[tuple[str, tuple[Part, ...], dict[str, str]]]:
        """Yield the ways in which a text is the beginning of these parts: the text so far, and the parts left."""
        if not parts:
            if text == beginning or text.startswith(beginning):
                yield text, (), filled
            return
        part, rest = parts[0], beginning[len(text) :]
        if not part.blank:
            if _agree(part.text, rest):
                yield from self._walk(command, parts[1:], text + part.text, beginning, filled)
            return
        if not rest:
            yield text, parts, filled
            return
        is_ended = False
        for word in self._list_words(command, part, filled):
            if rest.startswith(word) and (len(rest) > len(word) or len(parts) == 1):
                yield from self._walk(command, parts[1:], text + word, beginning, {**filled, part.blank: word})
                is_ended = is_ended or len(rest) == len(word)
        if not is_ended:
            yield text, parts, filled

    def _list_words(self, command: str, part: Part, filled: dict[str, str]) -> list[str]:
        return list(part.words) or self.chooser.list_fillings(command, part.blank, filled)

    def _fill(
        self, command: str, parts: tuple[Part, ...], text: str, filled: dict[str, str], beginning: str
    ) -> tuple[str, list[Filling]]:
        """Return the text before the next blank, and the fillings with which it may go on to a legal command."""
        if not parts:
            return text, []
        part, rest = parts[0], parts[1:]
        words = [word for word in self._list_words(command, part, filled) if (text + word).startswith(beginning)]
        if not words and part.blank in FREE:
            is_open = self._may_go_on(command, parts, text, filled)
            form = text + "".join(each.text or f"{{{_name_field(each)}}}" for each in parts)
            blanks = [
                (_name_field(each), tuple(self._list_words(command, each, filled))) for each in parts if each.blank
            ]
            return text, [Filling("", text, not rest, form, tuple(blanks))] if is_open else []
        fillings: list[Filling] = []
        known: dict[str, bool] = {}
        for word in words:
            sort = self._sort_of(command, word)
            likely = known.get(sort) if command in ALIKE else None
            if likely is None:
                likely = self._may_go_on(command, rest, text + word, {**filled, part.blank: word})
                known[sort] = likely
            if likely:
                fillings.append(Filling(word, text + word + _next_words(rest), not rest))
            elif self._is_settled(command):
                break
        return text, fillings

    def _sort_of(self, command: str, word: str) -> str:
        """Return the sort of a filling: for a command of `ALIKE` all of one sort are legal, or none is."""
        if command == "load":
            return word.partition(" ")[2]
        brig = self.day.state.brig
        return word if command == "supply" or word in brig or self.chooser.seat in brig else ""

    def _may_give(self, command: str, text: str) -> bool:
        """Return True if a command may be given, as far as the seat can know.

        What can be loaded where the seat reads no panel is not proposed. Who unloads there is told there.
        """
        refusal = self.trials.find_refusal(text)
        if command == "load":
            return refusal is None and self._reads_dock(text.rpartition(" into ")[2])
        if refusal is None or command != "unload" or refusal.rule not in OF_OTHER_HOLDS:
            return refusal is None
        return not self._reads_dock(text.rpartition(" from ")[2])

    def _reads_dock(self, shuttle: str) -> bool:
        """Return True if the seat reads the panel of the vessel at which a shuttle is docked."""
        return self.day.state.shuttles[shuttle].at in {vessel.name for vessel in self.chooser.panels}

    def _is_settled(self, command: str) -> bool:
        """Return True if the last refusal of a command holds whatever fills its blanks."""
        refusal = next(reversed(self.trials.refusals.values()), None)
        return refusal is not None and refusal.rule in SETTLED and command not in UNSETTLED

    def _may_go_on(self, command: str, parts: tuple[Part, ...], text: str, filled: dict[str, str]) -> bool:
        """Return True if some way to fill the blanks left makes a legal command."""
        for number, whole in enumerate(self.list_texts(command, parts, text, filled)):
            if self._may_give(command, whole):
                return True
            if number >= MOST_TRIALS or self._is_settled(command):
                break
        return False

    def list_texts(self, command: str, parts: tuple[Part, ...], text: str, filled: dict[str, str]) -> Iterator[str]:
        """Yield the whole texts that these parts make."""
        if not parts:
            yield text
            return
        part, rest = parts[0], parts[1:]
        if not part.blank:
            yield from self.list_texts(command, rest, text + part.text, filled)
            return
        words = self._list_words(command, part, filled)
        if not words and part.blank in FREE:
            words = [FREE[part.blank]]
        for word in words:
            yield from self.list_texts(command, rest, text + word, {**filled, part.blank: word})

    def list_refusals(self) -> list[Refusal]:
        """Return why the usual commands of a seat are not possible now: the use of each station, and plain ones."""
        own = self.chooser.own
        texts = [f"use {title}" for title in own.stations] if own is not None else []
        texts += [
            form.form
            for command, form in self.day.content.commands.items()
            if "{" not in form.form and "[" not in form.form and not form.who.startswith(("Control", "Clock"))
        ]
        return [refusal for text in texts if (refusal := self.trials.find_refusal(text)) is not None]


def _name_field(part: Part) -> str:
    """Return the name of a blank as a field of a form; `text` is the field of the whole command."""
    return "words" if part.blank == "text" else part.blank


def _agree(words: str, rest: str) -> bool:
    """Return True if one of two texts begins with the other."""
    return rest.startswith(words) or words.startswith(rest)


def _next_words(parts: tuple[Part, ...]) -> str:
    return parts[0].text if parts and not parts[0].blank else ""
