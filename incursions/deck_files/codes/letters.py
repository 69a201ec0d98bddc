"""A code as people see it: a prefix with the version, then letters and digits that nobody takes for one another.

The letters are Crockford's base 32. The last four bytes are the CRC-32 of all others, which finds every change of up to
32 bits in a row: a letter, or two that changed places; and of longer changes all but one in four thousand million.
"""

from __future__ import annotations

import re
from base64 import b32decode, b32encode
from zlib import crc32

from incursions.deck_files.sheet import LONGEST_TEXT

PREFIX = "INC1-"
CHECKED = 4  # bytes of the checksum
_CODED, _OURS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_WRITTEN = str.maketrans(_CODED, _OURS)
_READ = str.maketrans(_OURS + "OIL", _CODED + "ABB")
_BREAKS = re.compile(r"[\s\u200b\u00ad]+")  # where chats and letters break a long word
_CODE = re.compile(r"INC(?P<version>[0-9]{1,4})[-‐‑–](?P<letters>[0-9A-Z]*)", re.IGNORECASE | re.ASCII)
_ANYWHERE = re.compile(rf"(?<![0-9A-Z]){_CODE.pattern}", re.IGNORECASE | re.ASCII)
_LETTERS_OF_GROUP = 8  # that five bytes make


class CodeError(ValueError):
    """Why a text is no code that could be read: one sentence."""


def code_in(text: str) -> str | None:
    """The code that a text is, be it broken into lines, or else the first that stands in it; None if there is none."""
    whole = _BREAKS.sub("", text)
    if _CODE.fullmatch(whole) and _is_sound(whole):
        return whole
    found = _ANYWHERE.search(text)
    return found[0] if found else None


def sole_code(text: str) -> str | None:
    """The code that a text is, broken into lines or in a sentence; None where there is none, or among other lines."""
    code = code_in(text)
    lines = [line for line in text.splitlines() if line.strip()]
    return code if len(lines) == 1 or code == "".join(text.split()) else None


def _is_sound(code: str) -> bool:
    try:
        payload_of(code)
    except CodeError:
        return False
    return True


def lettered(payload: bytes) -> str:
    """The code of a payload."""
    checked = payload + crc32(payload).to_bytes(CHECKED)
    return PREFIX + b32encode(checked).decode().rstrip("=").translate(_WRITTEN)


def payload_of(code: str) -> bytes:
    """The payload of a code. Raises `CodeError` for anything that `lettered` did not write."""
    if len(code) > LONGEST_TEXT:
        raise CodeError(f"a code has at most {LONGEST_TEXT:,} letters")
    parts = _CODE.fullmatch(_BREAKS.sub("", code))
    if parts is None:
        raise CodeError(f"this is no share code; one begins with {PREFIX}, and letters and digits follow")
    if f"INC{parts['version']}-" != PREFIX:
        version = parts["version"]
        raise CodeError(f"this share code is of version {version}; only those that begin with {PREFIX} are read")
    checked = _bytes_of(parts["letters"].upper())
    payload, checksum = checked[:-CHECKED], checked[-CHECKED:]
    if len(checked) < CHECKED or crc32(payload).to_bytes(CHECKED) != checksum:
        raise CodeError("this share code is mistyped or cut off: its checksum is wrong")
    return payload


def _bytes_of(letters: str) -> bytes:
    if "U" in letters:
        raise CodeError("this share code is mistyped: no code holds the letter U")
    translated = letters.translate(_READ)
    padded = translated + "=" * (-len(translated) % _LETTERS_OF_GROUP)
    try:
        decoded = b32decode(padded)
    except ValueError:
        decoded = b""
    if b32encode(decoded).decode() != padded:  # a length that no bytes have, or bits after the last byte
        raise CodeError("this share code is mistyped or cut off: its end is wrong")
    return decoded
