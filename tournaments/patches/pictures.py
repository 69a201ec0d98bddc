"""Patches as files: the picture as PNG, and the certificate as PDF."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

from incursions.pictures.patch_face import PatchText, patch_face
from incursions.printing.certificate import Certificate, certificate
from incursions.printing.pixels import PRINT_DPI, render_pixels
from tournaments.organizing.models import Entry
from tournaments.patches.models import Patch, PatchKind
from tournaments.wording import counted

THREADS = {PatchKind.WINNER: "gold", PatchKind.FAIR_PLAY: "green"}
KEPT = 64


def text_of(patch: Patch) -> PatchText:
    """What is sewn on a patch."""
    tournament = patch.entry.tournament
    day = tournament.ended_at or patch.at
    thread = THREADS.get(PatchKind(patch.kind), "silver")
    return PatchText(patch.title, tournament.name, f"{day.day} {day:%B %Y}", patch.race, thread)


@lru_cache(KEPT)
def png(text: PatchText) -> bytes:
    """Return the picture as a PNG file, transparent around the patch."""
    written = BytesIO()
    render_pixels(patch_face(text)).save(written, "PNG", optimize=True, dpi=(PRINT_DPI, PRINT_DPI))
    return written.getvalue()


def certificate_of(patch: Patch) -> bytes:
    """The certificate that goes with a patch."""
    return certificate(Certificate(patch.entry.name, words_of(patch), details_of(patch), text_of(patch)))


def words_of(patch: Patch) -> str:
    """What it was awarded for, in a sentence without a full stop."""
    event = patch.entry.tournament.name
    return {
        PatchKind.WINNER: f"won {event}",
        PatchKind.FINALIST: f"came to the final of {event}",
        PatchKind.RACE: f"came farthest with a {patch.race} ship in {event}",
        PatchKind.FAIR_PLAY: f"showed fair play in {event}",
        PatchKind.FIRST_EVENT: f"played a first tournament: {event}",
    }[PatchKind(patch.kind)]


def details_of(patch: Patch) -> str:
    """Place, ship, and day."""
    players = Entry.objects.filter(tournament=patch.entry.tournament).in_standings().count()
    parts = [] if patch.place is None else [f"Place {patch.place} of {counted(players, 'player')}."]
    parts += [f"Ship: {patch.ship}."] if patch.ship else []
    parts += [patch.reason] if patch.reason else []
    return " ".join([*parts, f"{text_of(patch).day}."])
