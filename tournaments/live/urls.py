"""URL routes of chat and of reports of problems: at a room, and at /reports/."""

from django.urls import path

from tournaments.live import reports
from tournaments.live.chat import views as chat

app_name = "live"
MATCH = {"kind": "match"}
"""The rooms with these addresses are tables of matches."""

urlpatterns = [
    path("matches/<slug:public_id>/chat", chat.chat, MATCH, name="chat"),
    path("matches/<slug:public_id>/chat/lines", chat.lines, MATCH, name="chat_lines"),
    path("matches/<slug:public_id>/chat/choices", chat.choose, MATCH, name="chat_choices"),
    path("matches/<slug:public_id>/chat/<slug:channel>/<int:number>", chat.message, MATCH, name="chat_message"),
    path("muted", chat.muted_people, name="muted"),
    path("matches/<slug:public_id>/report", reports.file, MATCH, name="report"),
]

report_urls = (
    [
        path("", reports.own_reports, name="own"),
        path("queue", reports.queue, name="queue"),
        path("<slug:public_id>/", reports.report, name="report"),
    ],
    "reports",
)
"""URL routes of a person's own reports and of the staff's queue."""
