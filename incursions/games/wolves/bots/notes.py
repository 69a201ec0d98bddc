"""The notes that bots write to one another, in words that a person at the same fleet can read and write too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from incursions.games.wolves.rules.content.definitions import RESOURCES, Amounts

JUMP = re.compile(r"jump ([0-9]{5}) (short|medium|long)")
NEED = re.compile(r"need ([0-9]{1,3}) (\w+)")
COMFORT_WORDS = "please comfort"
COMFORT = re.compile(rf"{COMFORT_WORDS} (.+)")
BOARDED = "boarders aboard"
"""The note of a captain who has too few guards in an attack."""
CANNOT_JUMP = "we cannot jump"
LIMIT = re.compile(rf"{CANNOT_JUMP}(?: farther than (short|medium))?")
"""The note to the Admiral of a captain whose drive is broken, or whose hold takes no fuel."""
PLEA = re.compile(r"please repair (.+ of .+)")
"""The note of a captain who cannot repair the Storage Hold, without which no materials come aboard."""
_PASSED_ON = re.compile(r"(.+?) writes: (.+)")
"""The report of a captain, as a carrier that cannot fly passes it on to the next one."""
_STOCK = re.compile(r"([0-9]+) of ([0-9]+) (\w+)")
_LACK = re.compile(r"([0-9]+) (\w+)")
_PARTS = re.compile(
    r"we have (.+?)(?:; we can spare (.+?))?(?:; wounded are (.+?))?(?:; we lack (.+?))?; morale ([0-9]+)"
)
AND = ", "


class Report(NamedTuple):
    """A report of a captain to the carrier: stock and needs, crew to spare, wounded, and crew that is missing.

    Crew is named as cargo is: "engineer of Training Workshop". `lack` has numbers by training, and free beds as
    "wounded".
    """

    have: Amounts
    need: Amounts
    spare: tuple[str, ...] = ()
    wounded: tuple[str, ...] = ()
    lack: Amounts = {}
    morale: int = 0


def write_report(report: Report) -> str:
    """Return a report in words: "we have 12 of 10 food, ...; we lack 1 engineer; morale 6"."""
    text = "we have " + AND.join(f"{report.have[each]} of {report.need.get(each, 0)} {each}" for each in report.have)
    if report.spare:
        text += f"; we can spare {AND.join(report.spare)}"
    if report.wounded:
        text += f"; wounded are {AND.join(report.wounded)}"
    if report.lack:
        text += f"; we lack {AND.join(f'{number} {training}' for training, number in report.lack.items())}"
    return f"{text}; morale {report.morale}"


def read_report(text: str) -> Report | None:
    """Return the report that a note holds: a whole one, or a plain "need 4 water"; None for other notes."""
    if asked := NEED.fullmatch(text):
        number, what = int(asked.group(1)), asked.group(2)
        return Report({what: 0}, {what: number}) if what in RESOURCES else Report({}, {}, lack={what: number})
    found = _PARTS.fullmatch(text)
    if found is None:
        return None
    stock, spare, wounded, lack, morale = found.groups("")
    lines = [line.groups() for line in _STOCK.finditer(stock)]
    return Report(
        have={what: int(have) for have, _, what in lines},
        need={what: int(need) for _, need, what in lines},
        spare=tuple(filter(None, spare.split(AND))),
        wounded=tuple(filter(None, wounded.split(AND))),
        lack=_read_numbers(line.groups() for line in _LACK.finditer(lack)),
        morale=int(morale),
    )


def pass_on_report(vessel: str, report: Report) -> str:
    """Return the report of a vessel in the words of a carrier that passes it on."""
    return f"{vessel} writes: {write_report(report)}"


def read_passed_on(text: str) -> tuple[str, Report] | None:
    """Return the vessel and the report that a carrier has passed on; None for other notes."""
    found = _PASSED_ON.fullmatch(text)
    report = None if found is None else read_report(found.group(2))
    return None if found is None or report is None else (found.group(1), report)


def _read_numbers(pairs: Iterable[tuple[str, ...]]) -> Mapping[str, int]:
    return {what: int(number) for number, what in pairs}
