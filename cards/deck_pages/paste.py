"""What somebody pasted or chose as a file, and what they chose for its lines, as the form of an import sends it."""

from __future__ import annotations

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from dataclasses import dataclass, replace
from hashlib import sha256

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest

from cards.decks.errors import DeckError
from incursions.deck_files.pasted import LONGEST_PASTE

READ, SAVE, REPLACE, ADD = "read", "save", "replace", "add"
MOST_BYTES = 4 * LONGEST_PASTE


@dataclass(frozen=True, slots=True)
class Paste:
    """A form as it was sent. `chosen` are titles by what was typed; `seen` says which text the report was shown of."""

    text: str
    chosen: dict[str, str]
    name: str
    action: str
    seen: str
    number: int

    @property
    def digest(self) -> str:
        """Of the text, whatever its line ends: to know one that has been reported from one that has not."""
        return sha256("\n".join(self.text.splitlines()).encode(errors="replace")).hexdigest()[:16]

    @property
    def is_seen(self) -> bool:
        """Was this very text shown with its report?"""
        return self.seen == self.digest


def paste_of(request: HttpRequest) -> Paste:
    """The form of a request, with what was pasted."""
    form = request.POST
    number = form.get("number", "")
    return Paste(
        text=form.get("paste", ""),
        chosen=dict(zip(form.getlist("typed"), form.getlist("choice"), strict=False)),
        name=form.get("name", ""),
        action=form.get("action", READ),
        seen=form.get("seen", ""),
        number=int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 0,
    )


def with_file(paste: Paste, request: HttpRequest) -> Paste:
    """The form with the text of the file, if one was sent. Raises `DeckError` for one that cannot be read."""
    file = request.FILES.get("file")
    return replace(paste, text=_text_of(file, paste)) if isinstance(file, UploadedFile) else paste


def _text_of(file: UploadedFile, paste: Paste) -> str:
    if paste.text.strip():
        raise DeckError("invalid", "There is a text in the box and a file besides: send one of them.", field="file")
    if (file.size or 0) > MOST_BYTES:
        raise DeckError("invalid", f"The file has more than {MOST_BYTES:,} bytes.", field="file")
    raw = file.read()
    encoding = "utf-16" if raw.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8-sig"  # as spreadsheets save it
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError:
        raise DeckError("invalid", "The file is no text in UTF-8 or UTF-16.", field="file") from None
