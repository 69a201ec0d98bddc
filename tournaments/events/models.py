"""Rows of tournaments, series and webhooks, where Django looks for them."""

from tournaments.events.organizing.models import (  # noqa: F401
    Appointment,
    BuildStep,
    Claim,
    Entry,
    LogLine,
    Penalty,
    Phase,
    Place,
    PoolBuild,
    PoolStock,
    Round,
    SitOut,
    Table,
    Tournament,
)
from tournaments.events.series.models import Series  # noqa: F401
from tournaments.events.webhooks.models import Delivery, Webhook  # noqa: F401
