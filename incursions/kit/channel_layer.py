"""The channel layer: groups of sockets over Redis. A socket needs Redis to hear its group, and not to be opened."""

from __future__ import annotations

import asyncio
from uuid import uuid4

from channels_redis.pubsub import RedisPubSubChannelLayer


class GroupLayer(RedisPubSubChannelLayer):
    """A channel layer for groups alone. Nothing is sent to a single channel, so Redis need not know of it.

    The layer of Channels subscribes to the channel of each socket first, and refuses the socket while Redis is away.
    """

    async def new_channel(self, prefix: str = "specific.") -> str:
        """Return the name of a new channel of this process, with a queue for what its groups bring."""
        channel = f"{prefix}{uuid4().hex}"
        self.channels[channel] = asyncio.Queue()
        return channel
