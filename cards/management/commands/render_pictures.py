"""script/manage render_pictures: draw the pictures of all pieces that have none yet, ahead of whoever asks for them."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.pictures import make_pictures
from cards.pictures_job import remove_old, survey, want_later
from incursions.games.incursions.rules.printed.pieces import Definition
from incursions.kit.logs import Bar

INTERRUPTED = 130


class Command(BaseCommand):
    """Exit 0: all pieces have their pictures, or will. 130: stopped; what was drawn stays, the next start goes on."""

    help = "Draw the pictures of the catalogue's pieces that are missing, in all sizes."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--processes", type=int, default=1, help="how many draw at a time (1)")
        parser.add_argument("--later", action="store_true", help="draw none now: the worker shall, a minute from now")
        parser.add_argument("--json", action="store_true", dest="as_json", help="print what was done as JSON")

    def handle(self, *args: Any, processes: int, later: bool, as_json: bool, **options: Any) -> None:
        """Draw, or have it done, and tell how many."""
        if not 1 <= processes <= 64:
            raise CommandError(f"1 to 64 processes were expected, not {processes}.", returncode=2)
        try:
            found = survey()
            drawn = 0 if later else _draw(found.missing, processes)
            if later and found.missing:
                want_later()
            found = survey() if drawn else found
            removed = remove_old(found.names)
        except (BrokenProcessPool, OSError) as cause:
            raise CommandError(f"Pictures could not be drawn: {cause}.") from cause
        done = {"pieces": found.pieces, "drawn": drawn, "removed": removed, "missing": len(found.missing)}
        if as_json:
            self.stdout.write(json.dumps(done))
        elif options["verbosity"]:
            left = f", {done['missing']} will be drawn" if later else ""
            now = f"{done['drawn']} drawn now, {done['removed']} old files removed"
            self.stdout.write(f"{done['pieces']} pieces: {now}{left}")
        if done["missing"] and not later:
            raise CommandError(f"Stopped: {done['missing']} pieces have no picture yet.", returncode=INTERRUPTED)


def _draw(missing: list[Definition], processes: int) -> int:
    """Return how many were drawn before somebody stopped it."""
    drawn, bar = 0, Bar(len(missing), sys.stderr)
    bar.show(drawn)
    try:
        if processes == 1:
            for piece in missing:
                make_pictures(piece)
                drawn += 1
                bar.show(drawn)
        else:
            with ProcessPoolExecutor(processes) as pool:
                for _ in pool.map(make_pictures, missing):
                    drawn += 1
                    bar.show(drawn)
    except KeyboardInterrupt:
        pass
    finally:
        bar.clear()
    return drawn
