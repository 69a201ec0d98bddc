"""Draws pools and boosters of Incursions again. It needs Python 3.9 or newer, and nothing else:

    python3 check_pools.py pools.json

`pools.json` is from a tournament's page of pools, or from a player's page of boosters. Every pool or booster in it is
drawn from the seed and compared.
"""

import hashlib
import json
import sys
from pathlib import Path


class Stream:
    """Numbers of one strand: each a hash, keyed with the seed, of the strand and of how many were drawn before."""

    def __init__(self, seed, strand):
        """Begin with the first."""
        self.seed, self.strand, self.counter = seed, strand, 0

    def below(self, limit):
        """A number from 0 to `limit` - 1, each as likely as any other."""
        block = 0
        while True:
            place = f"{self.strand}/0/{self.counter}/{block}"
            value = int.from_bytes(hashlib.blake2b(place.encode(), key=self.seed).digest()[:8], "big")
            if value < 2**64 - 2**64 % limit:
                self.counter += 1
                return value % limit
            block += 1

    def one_of(self, titles):
        """One of these."""
        return titles[self.below(len(titles))]


def some_of(stream, titles, count):
    """So many different ones of these."""
    left = list(titles)
    return [left.pop(stream.below(len(left))) for _ in range(count)]


def starter_pack(stream, stock, opened):
    """Ships of different races, then captains, then wormholes."""
    races = []
    for _ in range(stock["starter"]["ships"]):
        races.append(stream.one_of([each for each in stock["ships"] if each not in races]))
    ships = [stream.one_of(each["titles"]) for each in races]
    captains = some_of(stream, stock["captains"], stock["starter"]["captains"])
    wormholes = some_of(stream, stock["wormholes"], stock["starter"]["wormholes"])
    for title in ships + captains + wormholes:
        opened[title] = opened.get(title, 0) + 1
    return {"ships": ships, "captains": captains, "wormholes": wormholes}


def titles_of(stream, slot):
    """The titles of a rarity, drawn by its weight."""
    rarities = slot["rarities"]
    if len(rarities) == 1:
        return rarities[0]["titles"]
    drawn, place = stream.below(sum(each["weight"] for each in rarities)), 0
    while drawn >= rarities[place]["weight"]:
        drawn -= rarities[place]["weight"]
        place += 1
    return rarities[place]["titles"]


def booster(stream, stock, opened):
    """Slot after slot; a title is drawn again while the booster has it, or the pool can have no more of it."""
    held = set()

    def new_title(titles):
        while True:
            title = stream.one_of(titles)
            if title not in held and opened.get(title, 0) < stock["most"][title]:
                held.add(title)
                opened[title] = opened.get(title, 0) + 1
                return title

    cards = [new_title(titles_of(stream, slot)) for slot in stock["cards"] for _ in range(slot["count"])]
    tiles = [new_title(slot["titles"]) for slot in stock["tiles"] for _ in range(slot["count"])]
    return {"cards": cards, "tiles": tiles}


def pool(seed, stock, number):
    """The pool of that number."""
    stream, opened = Stream(seed, f"pool {number}"), {}
    starter = starter_pack(stream, stock, opened)
    return {"starter": starter, "boosters": [booster(stream, stock, opened) for _ in range(stock["boosters"])]}


def faults(file):
    """All that is not as it should be, in words."""
    seed = bytes.fromhex(file["seed"])
    if hashlib.sha256(seed).hexdigest() != file["commitment"]:
        yield "The seed is not the one that was sealed."
    for number, kept in file.get("pools", {}).items():
        if pool(seed, file["stock"], number) != kept:
            yield f"Player {number}: the seed gives another pool."
    for number, kept in file.get("boosters", {}).items():
        if booster(Stream(seed, f"booster {number}"), file["stock"], {}) != kept:
            yield f"Booster {number}: the seed gives another one."


def main():
    """Check the file that the command names; exit 1 where something does not hold."""
    file = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    found = list(faults(file))
    drawn = len(file.get("pools", {})) + len(file.get("boosters", {}))
    print("\n".join(found) or f"Everything holds: all {drawn} are what the sealed seed gives.")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
