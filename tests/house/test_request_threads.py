import asyncio
import threading
import time
from threading import current_thread

from asgiref.sync import ThreadSensitiveContext, sync_to_async

from incursions.kit.asgi_layers import RequestThreads


def threads_of(requests, kept, at_once):
    """Run so many requests; return the middleware and their threads. With `at_once` all wait for the last to begin."""
    seen = []

    async def pages(scope, receive, send):
        async with ThreadSensitiveContext():  # as Django does
            seen.append(await sync_to_async(current_thread)())
            if at_once:
                await sync_to_async(scope["together"].wait)(10)

    async def run():
        together = threading.Barrier(requests)
        scopes = [{"type": "http", "together": together} for _ in range(requests)]
        if at_once:
            await asyncio.gather(*(served(scope, None, None) for scope in scopes))
        else:
            for scope in scopes:
                await served(scope, None, None)

    served = RequestThreads(pages, kept)
    asyncio.run(run())
    return served, seen


def test_requests_one_after_the_other_share_a_thread():
    _, seen = threads_of(5, kept=2, at_once=False)
    assert len(set(seen)) == 1


def test_no_request_waits_for_another_and_only_so_many_threads_stay():
    served, seen = threads_of(5, kept=2, at_once=True)
    threads = set(seen)
    assert len(threads) == 5
    patience = time.monotonic() + 10
    while sum(thread.is_alive() for thread in threads) > 2 and time.monotonic() < patience:
        time.sleep(0.01)
    assert sum(thread.is_alive() for thread in threads) == 2
    assert served  # which would let go of them
