"""Players made of code. They see the options and the open table, and never a die that has not been thrown."""

from incursions.games.talon.bots.bot import Bot, Choice, RandomBot
from incursions.games.talon.bots.commodore import CommodoreBot
from incursions.games.talon.bots.hunter import HunterBot
from incursions.games.talon.bots.steady import SteadyBot

__all__ = ["Bot", "Choice", "CommodoreBot", "HunterBot", "RandomBot", "SteadyBot"]
