"""Tells the sockets of a match what was said: one word to the group, with the line as all will see it.

It costs no query for any socket. What each of them does with it, `tournaments.consumers` decides by `rooms`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tournaments.chat.lines import line_html
from tournaments.chat.rooms import Ear, Hall, hears, rooms_of
from tournaments.messages import send_to_group
from tournaments.pushes import group_name

if TYPE_CHECKING:
    from tournaments.chat.models import ChatMessage


def tell_hall(message: ChatMessage, hall: Hall) -> None:
    """Tell every socket of the match of a message, new or changed."""
    word = {
        "type": "chat.said",
        "room": message.room,
        "number": message.number,
        "author": message.author_id,
        "html": line_html(message),
        "hall": {"state": hall.state, "rated": hall.rated, "players": list(hall.players)},
    }
    send_to_group(group_name(message.match.public_id), word)


def tell_ears(public_id: str, user: int) -> None:
    """Tell the sockets of one user at a match that the user would now rather hear something else."""
    send_to_group(group_name(public_id), {"type": "chat.ears", "user": user})


def frame_for(word: dict[str, Any], ear: Ear) -> dict[str, Any] | None:
    """What the listener's socket sends on of a word; None where the room is not the listener's to hear.

    Of a muted person, or a muted room, the number alone: the browser counts on, and asks for nothing.
    """
    hall = Hall(**word["hall"])
    if word["room"] not in rooms_of(hall, ear):
        return None
    frame = {"room": word["room"], "number": word["number"]}
    if hears(hall, ear, word["room"], word["author"]):
        frame["html"] = word["html"]
        frame["own"] = word["author"] is not None and word["author"] == ear.pk
    return {"chat": frame}
