"""URL routes of WebSockets."""

from django.urls import path, re_path

from tournaments.events.pages.page import TournamentConsumer
from tournaments.live.consumers import NoTable, TableConsumer, TalkConsumer

websocket_urlpatterns = [
    path("ws/matches/<slug:public_id>/", TableConsumer.as_asgi()),
    path("ws/matches/<slug:public_id>/talk/", TalkConsumer.as_asgi()),
    path("ws/tournaments/<slug:public_id>/", TournamentConsumer.as_asgi()),
    re_path("", NoTable.as_asgi()),
]
