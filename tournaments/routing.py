"""URL routes of WebSockets."""

from django.urls import path, re_path

from tournaments.days.consumers import DayConsumer
from tournaments.events.pages.consumers import TournamentConsumer
from tournaments.live.consumers import NoRoom, TalkConsumer
from tournaments.tables.consumers import TableConsumer

websocket_urlpatterns = [
    path("ws/matches/<slug:public_id>/", TableConsumer.as_asgi()),
    path("ws/matches/<slug:public_id>/talk/", TalkConsumer.as_asgi(kind=TableConsumer.kind)),
    path("ws/tournaments/<slug:public_id>/", TournamentConsumer.as_asgi()),
    path("ws/days/<slug:public_id>/<slug:page>/<int:place>/", DayConsumer.as_asgi()),
    re_path("", NoRoom.as_asgi()),
]
