"""Commands that the pages of the house give, besides those of the content."""

from __future__ import annotations

from collections.abc import Mapping

from incursions.games.wolves.rules.content.definitions import CommandForm

CONTROL, MEDIA = "Control", "News Media"

HOUSE_COMMANDS: Mapping[str, CommandForm] = {
    each.command: each
    for each in (
        CommandForm(
            "take_paper",
            "[secretly ]take from paper of {whom}: {figures} because {reason}",
            CONTROL,
            "any",
            ("W26.2", "W26.10"),
        ),
        CommandForm("change_content", "change the content to version {n} because {reason}", CONTROL, "any", ("W26.2",)),
        CommandForm("schedule_broadcast", "leave for the close: {text}", MEDIA, "any", ("W25.1",)),
        CommandForm("unschedule_broadcast", "leave nothing for the close", MEDIA, "any", ("W25.1",)),
    )
}
"""Bringing a paper sheet back, changing the content during the event, and a broadcast that waits for the close."""
