"""Where sockets connect."""

from django.urls import path

from tournaments.consumers import TableConsumer

websocket_urlpatterns = [path("ws/matches/<slug:public_id>/", TableConsumer.as_asgi())]
