"""Share codes: a deck as one short word for chats and addresses, checked and stable (docs/decks.md).

A code is the prefix with the version, then the payload and its CRC-32 in Crockford's base 32, whose letters and digits
nobody takes for one another. The checksum finds every change of up to 32 bits in a row, as one letter or two that
changed places, and of longer changes all but one in four thousand million.

The payload is made of varints and texts: name, sets besides the first, ship, captain, stand-in, deck, hexpile, and a
check of titles. Deck and hexpile are the pieces of each set by number, then the pieces written out.
"""

from __future__ import annotations

import re
from base64 import b32decode, b32encode
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from zlib import crc32

from incursions.games.incursions.deck_files.formats import (
    LONGEST_TEXT,
    LONGEST_TYPED,
    OUTSIDE,
    DeckFile,
    Part,
    Sheet,
    as_line,
    deck_of,
    is_json,
    name_of_part,
    read_deck,
)
from incursions.games.incursions.deck_files.lexicon import Lexicon, Number, Numbers, Titles
from incursions.games.incursions.rules.catalogue import THE_ONLY_SET
from incursions.games.incursions.rules.construction import Counts, DeckContent

PREFIX = "INC1-"
FIRST_SET = THE_ONLY_SET.code  # the set that a code need not name
MOST_COPIES = 99
MOST_TITLES = 500  # of deck or hexpile
MOST_SETS = 1000
HIGHEST_NUMBER = 99_999
LONGEST_BYTES = 4 * LONGEST_TYPED  # of a text in UTF-8
CRC_BYTES = 4
CHECK_BYTES = 3

NOTHING, WRITTEN_OUT, BY_NUMBER = 0, 1, 2  # of ship, captain and stand-in; BY_NUMBER + n is set n
STEP = 5  # a piece is the distance to the number before it, times 5, and its copies less 1, or 4 for 5 and more

_MORE = 0x80  # in a byte of a number: another byte follows
_BITS = 7
_MOST_BYTES = 4  # of a number
_FORGED = "this share code is invalid: "
_CHANGED = "the catalogue has changed since this share code was made, and one of its numbers is another piece now"

_CODED, _OURS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_ENCODING = str.maketrans(_CODED, _OURS)
_DECODING = str.maketrans(_OURS + "OIL", _CODED + "ABB")
_LETTERS_OF_GROUP = 8  # the base-32 letters of five bytes
_BREAKS = re.compile(r"[\s\u200b\u00ad]+")  # where chats and letters break a long word
_CODE = re.compile(r"INC(?P<version>[0-9]{1,4})[-‐‑–](?P<letters>[0-9A-Z]*)", re.IGNORECASE | re.ASCII)
_ANYWHERE = re.compile(rf"(?<![0-9A-Z]){_CODE.pattern}", re.IGNORECASE | re.ASCII)


class CodeError(ValueError):
    """The reason why a text is no readable share code, as one sentence."""


def code_of(content: DeckContent, numbers: Numbers, name: str = "") -> str:
    """Return the share code of a deck. Pieces without a number, or in an unusual place, are written with their titles.

    Raises ValueError for a name or title that no code can hold, too many copies, and too many titles.
    """
    return encode_payload(_Writer(content, numbers).payload(name))


def read_code(code: str, titles: Titles, numbers: Numbers) -> DeckFile:
    """Parse a share code. Never raises: a fault says what is wrong, and then the deck is empty.

    A number that no piece has any more is a fault too, but then the content holds the pieces that are still known,
    because the check of titles cannot be made.
    """
    sheet = Sheet()
    try:
        _PayloadReader(decode_code(code), sheet, numbers).fill_sheet()
    except CodeError as problem:
        sheet = Sheet()
        sheet.refuse(0, str(problem))
    return deck_of(sheet, titles)


def read_as_written(text: str, lexicon: Lexicon) -> DeckFile:
    """Return the deck of a text, a JSON object or a share code, alone or in a sentence or address. Raises nothing."""
    code = None if is_json(text) else find_sole_code(text)
    return read_deck(text, lexicon.titles) if code is None else read_code(code, lexicon.titles, lexicon.numbers)


def find_code(text: str) -> str | None:
    """Return the code that the text is, even across lines, or else the first code in it; None if there is none."""
    whole = _BREAKS.sub("", text)
    if _CODE.fullmatch(whole):
        with suppress(CodeError):
            decode_code(whole)
            return whole
    found = _ANYWHERE.search(text)
    return found[0] if found else None


def find_sole_code(text: str) -> str | None:
    """Return the only code in a text, across lines or in a sentence; None without a code or beside other lines."""
    code = find_code(text)
    lines = [line for line in text.splitlines() if line.strip()]
    return code if len(lines) == 1 or code == "".join(text.split()) else None


def encode_payload(payload: bytes) -> str:
    """Return the code of a payload."""
    checked = payload + _crc(payload)
    return PREFIX + b32encode(checked).decode().rstrip("=").translate(_ENCODING)


def decode_code(code: str) -> bytes:
    """Return the payload of a code. Raises CodeError for anything that `encode_payload` did not write."""
    if len(code) > LONGEST_TEXT:
        raise CodeError(f"a code has at most {LONGEST_TEXT:,} letters")
    parts = _CODE.fullmatch(_BREAKS.sub("", code))
    if parts is None:
        raise CodeError(f"this is not a share code; one begins with {PREFIX}, followed by letters and digits")
    if f"INC{parts['version']}-" != PREFIX:
        version = parts["version"]
        raise CodeError(f"this share code is of version {version}; only those that begin with {PREFIX} are read")
    checked = _decode_letters(parts["letters"].upper())
    payload = checked[:-CRC_BYTES]
    if checked != payload + _crc(payload):
        raise CodeError("this share code is mistyped or cut off: its checksum is wrong")
    return payload


def _decode_letters(letters: str) -> bytes:
    if "U" in letters:
        raise CodeError("this share code is mistyped: no code contains the letter U")
    translated = letters.translate(_DECODING)
    padded = translated + "=" * (-len(translated) % _LETTERS_OF_GROUP)
    try:
        decoded = b32decode(padded)
    except ValueError:
        decoded = b""
    if b32encode(decoded).decode() != padded:  # a length that no bytes have, or bits after the last byte
        raise CodeError("this share code is mistyped or cut off: its end is wrong")
    return decoded


def _crc(payload: bytes) -> bytes:
    """Return the checksum that ends a code."""
    return crc32(payload).to_bytes(CRC_BYTES)


def hash_titles(titles: Iterable[str]) -> bytes:
    """Return the check of the pieces named by number, in their order: it finds numbers that now mean other pieces."""
    return sha256("".join(f"{title}\n" for title in titles).encode()).digest()[:CHECK_BYTES]


def pack_number(number: int) -> bytes:
    """Return a number from 0 as a varint: seven bits a byte, the lowest first."""
    if number < _MORE:
        return bytes([number])
    return bytes([number % _MORE | _MORE]) + pack_number(number // _MORE)


def pack_text(text: str) -> bytes:
    """Return the length in bytes and the text in UTF-8. Raises ValueError for half a character."""
    encoded = text.encode()
    return pack_number(len(encoded)) + encoded


class _Writer:
    """Packs a deck into bytes."""

    def __init__(self, content: DeckContent, numbers: Numbers) -> None:
        self.content = content
        self.checked: list[str] = []  # titles by number, in the order in which they stand
        self.outside = {title: numbers.find(title, tile=False) for title in content.outside}
        self.deck = {title: numbers.find(title, tile=False) for title in content.cards}
        self.hexpile = {title: numbers.find(title, tile=True) for title in content.hexpile}
        named = {number.set for pile in (self.outside, self.deck, self.hexpile) for number in pile.values() if number}
        self.sets = (FIRST_SET, *sorted(named - {FIRST_SET}))

    def payload(self, name: str) -> bytes:
        others = self.sets[1:]
        packed = [pack_text(as_line(name)), pack_number(len(others)), *map(pack_text, others)]
        for part in OUTSIDE:
            title = getattr(self.content, part.value)
            number = self.outside.get(title)
            if title is None:
                packed.append(pack_number(NOTHING))
            elif number is None:
                packed.append(pack_number(WRITTEN_OUT) + pack_text(as_line(title)))
            else:
                self.checked.append(title)
                packed.append(pack_number(BY_NUMBER + self.sets.index(number.set)) + pack_number(number.number))
        packed += self._pile(Part.DECK, self.content.cards, self.deck)
        packed += self._pile(Part.HEXPILE, self.content.hexpile, self.hexpile)
        return b"".join([*packed, hash_titles(self.checked)])

    def _pile(self, part: Part, counts: Counts, numbered: dict[str, Number | None]) -> list[bytes]:
        """Return the deck or hexpile, packed: by number within each set, then the titles written out."""
        if len(counts) > MOST_TITLES:
            raise ValueError(f"{part}: a code holds at most {MOST_TITLES} titles")
        packed: list[bytes] = []
        for code in self.sets:
            of_set = sorted((number, title) for title, number in numbered.items() if number and number.set == code)
            packed.append(pack_number(len(of_set)))
            before = 0
            for number, title in of_set:
                distance, copies = number.number - before - 1, _copies(title, counts)
                packed.append(pack_number(distance * STEP + min(copies, STEP) - 1))
                if copies >= STEP:
                    packed.append(pack_number(copies - STEP))
                before = number.number
                self.checked.append(title)
        written_out = sorted(title for title, number in numbered.items() if number is None)
        packed.append(pack_number(len(written_out)))
        packed += [pack_text(as_line(title)) + pack_number(_copies(title, counts) - 1) for title in written_out]
        return packed


def _copies(title: str, counts: Counts) -> int:
    """Return the copies of a title. Raises ValueError for more than a code can hold."""
    if counts[title] > MOST_COPIES:
        raise ValueError(f"{title!r}: a code holds at most {MOST_COPIES} copies")
    return counts[title]


class _PayloadReader:
    """A reader of a payload into a sheet. The checksum matched, so an impossible value is a forgery: `CodeError`."""

    def __init__(self, payload: bytes, sheet: Sheet, numbers: Numbers) -> None:
        self.payload = BytesIO(payload)
        self.sheet = sheet
        self.numbers = numbers
        self.sets = [FIRST_SET]
        self.checked: list[str] = []
        self.is_whole = True  # does every number still mean a piece?

    def fill_sheet(self) -> None:
        """Read the whole payload into the sheet. Raises CodeError."""
        name = self._read_text()
        if name:
            self.sheet.call(0, name)
        self.sets += _refuse_disorder([self._read_text() for _ in range(self._read_number(MOST_SETS))])
        for part in OUTSIDE:
            self._read_outside(part)
        for part in (Part.DECK, Part.HEXPILE):
            self._read_pile(part)
        check = self._read_bytes(CHECK_BYTES)
        if self.payload.read():
            raise CodeError(f"{_FORGED}something follows its end")
        if self.is_whole and check != hash_titles(self.checked):
            raise CodeError(_CHANGED)

    def _read_outside(self, part: Part) -> None:
        form = self._read_number(BY_NUMBER + len(self.sets) - 1)
        if form == WRITTEN_OUT:
            self.sheet.add(0, part, 1, self._read_text())
        elif form != NOTHING:
            self._add_numbered(part, 1, Number(False, self.sets[form - BY_NUMBER], self._read_number(HIGHEST_NUMBER)))

    def _read_pile(self, part: Part) -> None:
        left = MOST_TITLES
        for code in self.sets:
            count, number = self._read_number(left), 0
            left -= count
            for _ in range(count):
                distance, copies = divmod(self._read_number(STEP * HIGHEST_NUMBER), STEP)
                if copies == STEP - 1:
                    copies += self._read_number(MOST_COPIES - STEP)
                number += distance + 1
                self._add_numbered(part, copies + 1, Number(part is Part.HEXPILE, code, number))
        written_out = []
        for _ in range(self._read_number(left)):
            written_out.append(self._read_text())
            self.sheet.add(0, part, 1 + self._read_number(MOST_COPIES - 1), written_out[-1])
        _refuse_disorder(written_out)

    def _add_numbered(self, part: Part, copies: int, number: Number) -> None:
        """Add copies of the piece with that number, or a fault if there is none."""
        title = self.numbers.title(number)
        if title is None:
            self.is_whole = False
            self.sheet.refuse(0, f"{name_of_part(part)}: there is no {number} in today's catalogue")
        else:
            self.checked.append(title)
            self.sheet.add(0, part, copies, title)

    def _read_number(self, most: int) -> int:
        number = 0
        for place in range(_MOST_BYTES):
            (byte,) = self._read_bytes(1)
            number |= (byte & ~_MORE) << place * _BITS
            if not byte & _MORE:
                if place and not byte:
                    raise CodeError(f"{_FORGED}a number is longer than needed")
                if number > most:
                    raise CodeError(f"{_FORGED}{number} is more than the maximum of {most}")
                return number
        raise CodeError(f"{_FORGED}a number has more than {_MOST_BYTES} bytes")

    def _read_text(self) -> str:
        try:
            return self._read_bytes(self._read_number(LONGEST_BYTES)).decode()
        except UnicodeDecodeError:
            raise CodeError(f"{_FORGED}a title or name is not text") from None

    def _read_bytes(self, count: int) -> bytes:
        taken = self.payload.read(count)
        if len(taken) < count:
            raise CodeError(f"{_FORGED}it ends too early")
        return taken


def _refuse_disorder(texts: list[str]) -> list[str]:
    """Return the texts. Raises CodeError if they are not in order."""
    if sorted(set(texts)) != texts:
        raise CodeError(f"{_FORGED}its texts are out of order")
    return texts
