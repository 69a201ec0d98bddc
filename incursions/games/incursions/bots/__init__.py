"""Players made of code. They see what their seat may see, and choose among what it may do."""

from incursions.games.incursions.bots.admiral import AdmiralBot
from incursions.games.incursions.bots.bot import Bot, Choice, RandomBot, ViewBot
from incursions.games.incursions.bots.cadet import CadetBot
from incursions.games.incursions.bots.captain import CaptainBot
from incursions.games.incursions.bots.ensign import EnsignBot

_BOTS: dict[str, Bot] = {bot.name: bot for bot in (RandomBot(), CadetBot(), EnsignBot(), CaptainBot(), AdmiralBot())}
BOT_NAMES = tuple(_BOTS)
THINKING_BOTS = frozenset({AdmiralBot.name})  # those that take as long as they are given


def bot_named(name: str) -> Bot:
    """Return the bot of that name. Raise ValueError for a name that is not in `BOT_NAMES`."""
    if name not in _BOTS:
        raise ValueError(f"there is no bot called {name!r}; there are {', '.join(BOT_NAMES)}")
    return _BOTS[name]


def hurried_bot(name: str, seconds: float) -> Bot:
    """Return the bot of that name, thinking at most so many seconds a decision; without any it plays as a captain."""
    return AdmiralBot(seconds) if name in THINKING_BOTS else bot_named(name)


__all__ = [
    "BOT_NAMES",
    "THINKING_BOTS",
    "AdmiralBot",
    "Bot",
    "CadetBot",
    "CaptainBot",
    "Choice",
    "EnsignBot",
    "RandomBot",
    "ViewBot",
    "bot_named",
    "hurried_bot",
]
