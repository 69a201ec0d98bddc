"""Bodies that are too large are refused before anybody keeps them, whether they say how long they are or not."""

import asyncio
import json

import pytest

from incursions.kit.api.problems import refuse_large_body
from incursions.kit.asgi_layers import LARGEST, LargestBody

CHUNK = b"x" * 1_000_000
EVERYTHING = [CHUNK] * (LARGEST // len(CHUNK))


def answered(path: str, chunks: list[bytes], *, said: int | None = None) -> tuple[dict, int]:
    """Send these chunks; return the response and how many of the chunks were read."""
    sent: list[dict] = []
    coming = iter(chunks)
    looked_at = 0

    async def receive() -> dict:
        nonlocal looked_at
        looked_at += 1
        return {"type": "http.request", "body": next(coming), "more_body": True}

    async def send(message: dict) -> None:
        sent.append(message)

    async def pages(scope: dict, receive, send) -> None:
        for _ in chunks:
            await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"{}"})

    headers = [] if said is None else [(b"content-length", str(said).encode())]
    asyncio.run(
        LargestBody(pages, refuse_large_body)({"type": "http", "path": path, "headers": headers}, receive, send)
    )
    start, body = sent
    return {"status": start["status"], "headers": dict(start["headers"]), "body": body["body"]}, looked_at


@pytest.mark.parametrize("said", [None, LARGEST])
def test_body_that_is_not_too_large_comes_through(said: int | None) -> None:
    answer, looked_at = answered("/decks/import/", EVERYTHING, said=said)
    assert (answer["status"], looked_at) == (200, len(EVERYTHING))


@pytest.mark.parametrize(("said", "most"), [(None, len(EVERYTHING) + 1), (LARGEST + 1, 0), (10**30, 0)])
def test_body_that_is_too_large_is_refused_as_soon_as_that_is_known(said: int | None, most: int) -> None:
    answer, looked_at = answered("/api/v1/decks/", [*EVERYTHING, *EVERYTHING], said=said)
    problem = json.loads(answer["body"])
    assert (answer["status"], problem["status"], problem["code"], looked_at) == (413, 413, "too_large", most)
    assert answer["headers"][b"content-type"] == b"application/problem+json"
    assert answer["headers"][b"content-length"] == str(len(answer["body"])).encode()


def test_pages_refuse_it_in_words() -> None:
    answer, _ = answered("/decks/import/", [], said=LARGEST + 1)
    assert (answer["status"], answer["headers"][b"content-type"]) == (413, b"text/plain; charset=utf-8")
    assert b"request is too large" in answer["body"]
