"""Numbers and texts as bytes: the shortest form of each, and no other is read."""

from __future__ import annotations

from incursions.deck_files.codes.letters import CodeError
from incursions.deck_files.sheet import LONGEST_TYPED

_MORE = 0x80  # in a byte of a number: another one follows
_BITS = 7
_MOST_BYTES = 4  # of a number
LONGEST_BYTES = 4 * LONGEST_TYPED  # of a text in UTF-8
WRONG = "this share code is forged: "


def packed_number(number: int) -> bytes:
    """A number from 0: seven bits a byte, the lowest first."""
    packed = bytearray()
    while number >= _MORE:
        packed.append(number % _MORE | _MORE)
        number //= _MORE
    return bytes([*packed, number])


def packed_text(text: str) -> bytes:
    """The length in bytes, and the text in UTF-8. Raises ValueError for half a character."""
    encoded = text.encode()
    return packed_number(len(encoded)) + encoded


class Unpacking:
    """Bytes under way. Whatever cannot be there raises `CodeError`: the checksum was right, so somebody made it so."""

    def __init__(self, payload: bytes) -> None:
        self._payload = payload
        self._at = 0

    def number(self, most: int) -> int:
        """The next number, of at most so much."""
        number = 0
        for place in range(_MOST_BYTES):
            (byte,) = self.bytes(1)
            number |= (byte & ~_MORE) << place * _BITS
            if not byte & _MORE:
                if place and not byte:
                    raise CodeError(f"{WRONG}a number is written longer than it is")
                break
        else:
            raise CodeError(f"{WRONG}a number has more than {_MOST_BYTES} bytes")
        if number > most:
            raise CodeError(f"{WRONG}{number} stands where at most {most} can be")
        return number

    def text(self) -> str:
        """The next text."""
        try:
            return self.bytes(self.number(LONGEST_BYTES)).decode()
        except UnicodeDecodeError:
            raise CodeError(f"{WRONG}a title or name is no text") from None

    def bytes(self, count: int) -> bytes:
        """The next bytes."""
        taken = self._payload[self._at : self._at + count]
        if len(taken) < count:
            raise CodeError(f"{WRONG}it ends too early")
        self._at += count
        return taken

    def end(self) -> None:
        """Nothing may be left."""
        if self._at < len(self._payload):
            raise CodeError(f"{WRONG}something follows its end")
