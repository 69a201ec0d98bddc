"""Checks the dice of a match of Incursions. It needs Python 3.9 or newer, and nothing else:

    python3 check_dice.py dice.json [match.json]

`dice.json` is "every throw", `match.json` "the match", both from the match's page of dice. With the second file it is
checked too that the dice of every move in it are those that were thrown.
"""

import hashlib
import json
import sys
from pathlib import Path


def block(seed, throw, number):
    """64 bytes of the stream: a hash, keyed with the seed, of where the throw stands in it."""
    place = f"{throw['strand']}/{throw['epoch']}/{throw['counter']}/{number}"
    return hashlib.blake2b(place.encode(), key=seed).digest()


def dice(seed, throw):
    """Each byte below 252 is a die: there are 42 of them for each of the six faces."""
    faces, number = [], 0
    while len(faces) < len(throw["gave"]):
        faces += [byte % 6 + 1 for byte in block(seed, throw, number) if byte < 252]
        number += 1
    return faces[: len(throw["gave"])]


def drawn(seed, throw):
    """A number below the limit, as shuffling needs it, each as likely as any other."""
    limit, number = throw["limit"], 0
    while True:
        value = int.from_bytes(block(seed, throw, number)[:8], "big")
        if value < 2**64 - 2**64 % limit:
            return [value % limit]
        number += 1


def faults(file, match=None):
    """All that is not as it should be, in words."""
    seed = bytes.fromhex(file["seed"])
    if hashlib.sha256(seed).hexdigest() != file["commitment"]:
        yield "The seed is not the one that was sealed."
    following, rolled = {}, {}
    for throw in file["throws"]:
        where = f"Move {throw['move']}, {throw['strand']}"
        made = drawn(seed, throw) if throw["limit"] else dice(seed, throw)
        if made != throw["gave"]:
            yield f"{where}: the seed gives {made}, the file says {throw['gave']}."
        stream = (throw["strand"], throw["epoch"])
        expected = following.get(stream, throw["counter"] if throw["epoch"] else 0)
        if throw["counter"] != expected:
            yield f"{where}: throw {expected} of this stream is missing."
        following[stream] = throw["counter"] + 1
        if not throw["limit"]:
            rolled.setdefault(throw["move"], []).extend(made)
    if match is not None:
        if match["commitment"] != file["commitment"]:
            yield "The two files are not of the same match."
        for move, action in enumerate(match["actions"], start=1):
            if action["dice"] != rolled.get(move, []):
                yield f"Move {move}: the match has the dice {action['dice']}, thrown were {rolled.get(move, [])}."


def main():
    """Check the files that the command names; exit 1 where something does not hold."""
    files = [json.loads(Path(name).read_text(encoding="utf-8")) for name in sys.argv[1:]]
    found = list(faults(*files))
    thrown = sum(len(throw["gave"]) for throw in files[0]["throws"] if not throw["limit"])
    print("\n".join(found) or f"Everything holds: {thrown} dice and all shuffles are what the sealed seed gives.")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
