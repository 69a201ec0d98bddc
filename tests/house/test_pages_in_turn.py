"""Moves come in turn, and everything else whenever it comes."""

import asyncio

import pytest
from django.core.handlers.asgi import ASGIHandler
from django.test import RequestFactory

from incursions.kit.asgi_layers import Pages, get_cpu_lock


@pytest.fixture
def answered(monkeypatch):
    """The requests that were answered."""
    requests = []

    async def answer(_, request):
        requests.append(request)

    monkeypatch.setattr(ASGIHandler, "get_response_async", answer)
    return requests


def test_only_a_move_waits_for_its_turn(answered):
    make = RequestFactory()
    move = make.post("/matches/kestrel/actions")
    others = [make.get("/matches/kestrel/actions"), make.post("/matches/kestrel/join"), make.post("/accounts/login/")]

    async def ask():
        pages = Pages()
        async with asyncio.timeout(5), asyncio.TaskGroup() as tasks:
            async with get_cpu_lock().turn():
                waiting = tasks.create_task(pages.get_response_async(move))
                for request in others:
                    await pages.get_response_async(request)
                assert answered == others
            await waiting
        assert answered == [*others, move]

    asyncio.run(ask())
