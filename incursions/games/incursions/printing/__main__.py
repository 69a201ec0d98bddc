"""Makes one document: reads an order from the standard input, writes the PDF to the standard output."""

from __future__ import annotations

import os
import sys

from incursions.games.incursions.printing.orders import Order, carry_out

POLITE = 5
"""Matches come first."""

if __name__ == "__main__":
    os.nice(POLITE)
    sys.stdout.buffer.write(carry_out(Order.from_json(sys.stdin.buffer.read())))
