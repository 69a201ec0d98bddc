"""URL routes of chat and of reports at a table."""

from django.urls import path

from tournaments.live.chat import pages as chat
from tournaments.live.reports import views as reports

app_name = "live"

urlpatterns = [
    path("matches/<slug:public_id>/chat", chat.chat, name="chat"),
    path("matches/<slug:public_id>/chat/lines", chat.lines, name="chat_lines"),
    path("matches/<slug:public_id>/chat/choices", chat.choose, name="chat_choices"),
    path("matches/<slug:public_id>/chat/<slug:room>/<int:number>", chat.message, name="chat_message"),
    path("muted", chat.muted_people, name="muted"),
    path("matches/<slug:public_id>/report", reports.file, name="report"),
]
