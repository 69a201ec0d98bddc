"""Rows of chat, presence and reports, where Django looks for them."""

from tournaments.live.chat.models import ChatMessage, MutedChannel, MutedPerson, RoomChat, TableManners  # noqa: F401
from tournaments.live.presence.models import Attendance, House, Outage, WebServer  # noqa: F401
from tournaments.live.reports.models import Report  # noqa: F401
