"""The pages under ASGI: moves come one after the other, everything else whenever it comes."""

from __future__ import annotations

import re

from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from incursions.work_in_turn import work_in_turn

MOVE = re.compile(r"/matches/[^/]+/actions$")


class Pages(ASGIHandler):
    """Django's ASGI handler, with moves in turn. A turn begins after the whole body, so a slow upload blocks nobody."""

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request; a move waits for its turn."""
        if request.method != "POST" or not MOVE.match(request.path_info):
            return await super().get_response_async(request)
        async with work_in_turn().turn():
            return await super().get_response_async(request)
