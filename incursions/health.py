"""/healthz: checks that this process can reach its services."""

import functools

import redis
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from incursions.failed_writes import can_write


def database_answers() -> bool:
    """Return True if a query comes back."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


@functools.cache
def client_of(address: str) -> redis.Redis:
    """Return the client for health checks of this process, which reuses its connection."""
    return redis.Redis.from_url(address, socket_timeout=2, socket_connect_timeout=2)


def redis_answers() -> bool:
    """Return True if Redis answers within two seconds."""
    try:
        return bool(client_of(settings.REDIS_URL).ping())
    except redis.RedisError:
        return False


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer 200 if the database and Redis answer and writes succeed, else 503. Each of the three is named."""
    answers = {"database": database_answers(), "redis": redis_answers(), "writes": can_write()}
    well = all(answers.values())
    return JsonResponse(
        {"status": "ok" if well else "failing", **{name: "ok" if ok else "failing" for name, ok in answers.items()}},
        status=200 if well else 503,
    )
