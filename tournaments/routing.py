"""Where sockets connect."""

from django.urls import path, re_path

from tournaments.consumers import NoTable, TableConsumer

websocket_urlpatterns = [
    path("ws/matches/<slug:public_id>/", TableConsumer.as_asgi()),
    re_path("", NoTable.as_asgi()),
]
