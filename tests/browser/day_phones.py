"""The scripted phones of a rehearsed day: they tap what their pages offer, lose the network, and come back."""

from __future__ import annotations

import asyncio
import json
import re
import threading
import time
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from html import unescape
from typing import Any, NamedTuple, Self, TypeVar

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, WebSocketException

from support.benches.client import Answer
from support.benches.hall import Message, Screen

Value = TypeVar("Value")
AT_ONCE = 5
RETRY_S = 0.3
PATIENCE_S = 240.0
"""Seconds after which what does not come has failed to come: a busy machine may take long."""
NOT_SENT = (OSError, EOFError, KeyError, WebSocketException)
BUTTON = re.compile(r'<button[^>]* name="text" value="([^"]*)"')
ADDRESSED = re.compile(r' data-give action="[^"]*"><input type="hidden" name="csrfmiddlewaretoken" value="[^"]*">')
ADDRESSED_BUTTON = re.compile(r'form="give-[a-z]+"')
END_OF_FORM_TAG = re.compile(r"\sdata-give\s*>")


class Given(NamedTuple):
    """A command that was answered: its seat, its text, the status and the body of the answer."""

    seat: str
    text: str
    status: int
    answer: dict[str, Any]


class Phone(Screen):
    """A phone with the page of a seat, as its socket has drawn it."""

    def __init__(self, site: str, seat: str) -> None:
        super().__init__(site, seat)
        self.parts: dict[str, str] = {}
        self.revision = -1
        self.is_cut = self.loses_answers = False
        self.sent_again = self.number = 0

    async def _receive(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for frame in socket:
                message = json.loads(frame)
                self.parts |= message["parts"]
                self.revision = message["revision"]
                self.messages = [Message(time.perf_counter(), self.revision, bool(self.parts), message["clock"])]

    async def keep_open(self) -> None:
        """Open the socket again whenever it is closed and there is a network."""
        while True:
            if not self.is_cut and (self.reading is None or self.reading.done()):
                self.client.hang_up()
                with suppress(*NOT_SENT):
                    await self.watch()
            await asyncio.sleep(RETRY_S)

    async def cut(self, *, loses_answers: bool) -> None:
        """Lose the network: what is sent from now on does not arrive, or does and its answer is lost."""
        self.is_cut, self.loses_answers = True, loses_answers
        if self.socket is not None:
            await self.socket.close()

    async def order(self, text: str) -> Given:
        """Give a command, and send it again with its id until it is answered, as the page does."""
        self.number += 1
        request = f"{self.seat}-{self.number}"
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            with suppress(*NOT_SENT):
                answer = await self._send(text, request)
                if answer.status < 500:
                    return Given(self.seat, text, answer.status, json.loads(answer.content))
            self.sent_again += 1
            await asyncio.sleep(RETRY_S)
        raise AssertionError(f"{self.seat}: {text} is not answered")

    async def _send(self, text: str, request: str) -> Answer:
        if self.is_cut and not self.loses_answers:
            raise OSError("no network")
        _, answer = await self.give(text, request)
        if self.is_cut:
            raise OSError("the answer is lost")
        return answer

    def find_taps(self, pattern: str) -> list[str]:
        """Return the commands of the buttons on the page that match."""
        texts = [unescape(text) for part in self.parts.values() for text in BUTTON.findall(part)]
        return [text for text in dict.fromkeys(texts) if re.fullmatch(pattern, text)]

    async def check_fresh(self) -> None:
        """Assert that the page is what a load shows now."""
        loaded = ADDRESSED_BUTTON.sub('form="give"', ADDRESSED.sub(" data-give>", (await self.load()).decode()))
        page = END_OF_FORM_TAG.sub(" data-give>", loaded)
        for name, part in self.parts.items():
            drawn = END_OF_FORM_TAG.sub(" data-give>", part)
            assert f'id="part-{name}">{drawn}</' in page, (self.seat, name)


class Phones:
    """All phones of a day, in a thread of their own beside the browsers."""

    def __init__(self, site: str) -> None:
        self.site = site
        self.of: dict[str, Phone] = {}
        self.given: list[Given] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._keepers: list[asyncio.Task[None]] = []

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *fault: object) -> None:
        self.run(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def run(self, work: Coroutine[Any, Any, Value]) -> Value:
        """Return what some work of the phones comes to."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(2 * PATIENCE_S)

    def open(self, links: dict[str, str]) -> None:
        """Open the personal link of each seat on a phone."""
        self.run(self._open(links))

    async def _open(self, links: dict[str, str]) -> None:
        doors = asyncio.Semaphore(AT_ONCE)

        async def enter(seat: str, link: str) -> None:
            async with doors:
                phone = self.of[seat] = Phone(self.site, seat)
                await phone.enter(link)
                await phone.watch()
                self._keepers.append(asyncio.create_task(phone.keep_open()))

        await asyncio.gather(*(enter(seat, link) for seat, link in links.items()))

    async def _close(self) -> None:
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)
        await asyncio.gather(*(phone.close() for phone in self.of.values()), return_exceptions=True)

    def order(self, seat: str, text: str) -> Given:
        """Give one command of a seat."""
        return self.order_all([(seat, text)])[0]

    def order_all(self, orders: Iterable[tuple[str, str]]) -> list[Given]:
        """Give commands of many seats at once."""

        async def give() -> list[Given]:
            return await asyncio.gather(*(self.of[seat].order(text) for seat, text in orders if seat in self.of))

        found = self.run(give())
        self.given += found
        return found

    def tap(self, pattern: str, seats: Iterable[str] | None = None, most: int = 1) -> list[Given]:
        """Let seats tap the first buttons on their pages that match, all at once, and return what was answered."""
        self.catch_up()
        chosen = [self.of[seat] for seat in (self.of if seats is None else seats) if seat in self.of]
        return self.order_all([(each.seat, text) for each in chosen for text in each.find_taps(pattern)[:most]])

    def catch_up(self, revision: int = 0) -> None:
        """Wait until all phones with a network show the newest revision of which one has been told."""
        told = [given.answer.get("revision", 0) for given in self.given[-len(self.of) :]]
        newest, deadline = max([revision, *told]), time.monotonic() + PATIENCE_S
        while late := [each.seat for each in self.of.values() if not each.is_cut and each.revision < newest]:
            assert time.monotonic() < deadline, f"{late} do not show revision {newest}"
            time.sleep(RETRY_S)

    def cut(self, seats: Iterable[str], *, loses_answers: bool = False) -> None:
        """Take the network from some seats."""
        for seat in seats:
            self.run(self.of[seat].cut(loses_answers=loses_answers))

    def bring_back(self) -> None:
        """Give all phones the network again."""
        for phone in self.of.values():
            phone.is_cut = phone.loses_answers = False

    def check_fresh(self) -> None:
        """Assert that the page of every phone is what a load shows now."""
        for phone in self.of.values():
            self.run(phone.check_fresh())
