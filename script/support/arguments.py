"""Numbers as arguments of scripts."""

import argparse
from collections.abc import Callable


def count_of(what: str, most: int) -> Callable[[str], int]:
    """Return a parser of an argument that is a number of something, from 1 to the most."""

    def parse(text: str) -> int:
        if not text.isdecimal() or not 1 <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number of {what}: 1 to {most}")
        return int(text)

    return parse
