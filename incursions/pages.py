"""The pages under ASGI: moves come one after the other, everything else whenever it comes."""

from __future__ import annotations

import re

from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from incursions.work_in_turn import work_in_turn

MOVE = re.compile(r"/matches/[^/]+/actions$")


class Pages(ASGIHandler):
    """Django's own handler. Whoever sends slowly holds nobody up: a turn begins when the whole request is here."""

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request, a move when it is its turn."""
        if request.method != "POST" or not MOVE.match(request.path_info):
            return await super().get_response_async(request)
        async with work_in_turn().turn():
            return await super().get_response_async(request)
