"""The reasons that Control gives for a change, as the log shows them."""

from __future__ import annotations

from incursions.kit.refusals import DomainError

LONGEST_REASON = 160


def check_reason(reason: str) -> str:
    """Return a reason without spaces around it. Raises malformed."""
    reason = reason.strip()
    if not reason or len(reason) > LONGEST_REASON or not reason.isprintable():
        raise DomainError("malformed", f"Give a reason of at most {LONGEST_REASON} characters.")
    return reason
