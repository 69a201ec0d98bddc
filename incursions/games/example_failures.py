"""Failures of the examples of a rulebook, and the sentence that explains one."""

from __future__ import annotations

from collections.abc import Callable

from incursions.engine.dice import OutOfDiceError


class ExampleFailure(Exception):  # noqa: N818 -- a failed comparison, not an error of the program
    """Raised if the game is not as its example says."""


def explain_failure(run: Callable[[], object]) -> str | None:
    """Run an example. Return why it does not hold, or None if it does."""
    try:
        run()
    except ExampleFailure as failure:
        return str(failure)
    except OutOfDiceError as failure:
        return f"the dice or draws do not fit: {failure}"
    except Exception as failure:  # an error of the rules fails its example, not the others
        return f"the rules failed: {type(failure).__name__}: {failure}"
    return None
