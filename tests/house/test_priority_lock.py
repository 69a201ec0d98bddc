"""Work in turn: one piece at a time, who is due first comes first, and nobody who left holds the others up."""

import asyncio

from incursions.kit import asgi_layers
from incursions.kit.asgi_layers import PriorityLock


def drawn_in_order(*patiences: float, leaving: int | None = None) -> list[int]:
    """Who draws when all have come while another draws; one of them may leave before it is called."""
    drawn: list[int] = []

    async def draw(turns, number, patience_s):
        async with turns.turn(patience_s):
            drawn.append(number)
            await asyncio.sleep(0)

    async def all_of_them():
        turns = PriorityLock()
        async with turns.turn():
            tasks = [asyncio.create_task(draw(turns, *each)) for each in enumerate(patiences)]
            await asyncio.sleep(0)
            if leaving is not None:
                tasks[leaving].cancel()
                await asyncio.sleep(0)
            assert drawn == []
        await asyncio.gather(*tasks, return_exceptions=True)
        async with asyncio.timeout(1), turns.turn():
            return drawn

    return asyncio.run(all_of_them())


def test_whoever_is_due_first_draws_first():
    assert drawn_in_order(1, 0.25, 0, 0.25, 0) == [2, 4, 1, 3, 0]


def test_whoever_can_wait_does_not_wait_for_ever():
    async def wait():
        turns, drawn = PriorityLock(), []

        async def draw(patience_s):
            async with turns.turn(patience_s):
                drawn.append(patience_s)

        async with turns.turn():
            patient = asyncio.create_task(draw(0.01))
            await asyncio.sleep(0.02)
            urgent = asyncio.create_task(draw(0))
            await asyncio.sleep(0)
        await asyncio.gather(patient, urgent)
        return drawn

    assert asyncio.run(wait()) == [0.01, 0]


def test_work_that_takes_long_loses_its_turn_once(monkeypatch):
    monkeypatch.setattr(asgi_layers, "LONGEST_S", 0.01)

    async def work():
        turns, most, inside = PriorityLock(), 0, 0

        async def short():
            nonlocal most, inside
            async with turns.turn():
                inside += 1
                most = max(most, inside)
                await asyncio.sleep(0)
                inside -= 1

        async with asyncio.timeout(5):
            async with turns.turn():
                await short()
            await asyncio.gather(*(short() for _ in range(5)))
        return most

    assert asyncio.run(work()) == 1


def test_whoever_has_left_holds_nobody_up():
    assert drawn_in_order(1, 0, 0.5, leaving=1) == [2, 0]


def test_turn_is_handed_on_by_whoever_leaves_when_it_is_called():
    async def leave_when_called():
        turns = PriorityLock()

        async def draw():
            async with turns.turn():
                await asyncio.sleep(60)

        async with turns.turn():
            task = asyncio.create_task(draw())
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        async with asyncio.timeout(1), turns.turn():
            return True

    assert asyncio.run(leave_when_called())


def test_turn_is_given_back_when_drawing_fails():
    async def fail():
        turns = PriorityLock()
        try:
            async with turns.turn():
                raise ValueError
        except ValueError:
            pass
        async with asyncio.timeout(1), turns.turn():
            return True

    assert asyncio.run(fail())
