"""/healthz says what the process can reach."""

import pytest
from django.test import Client


@pytest.mark.django_db
def test_healthz_with_everything_there(client: Client) -> None:
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {"status": "ok", "database": "ok", "redis": "ok", "writes": "ok"}


@pytest.mark.django_db
def test_healthz_without_redis(client: Client, settings: object) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1"  # type: ignore[attr-defined]
    response = client.get("/healthz")
    assert response.status_code == 503
    assert response.json() == {"status": "failing", "database": "ok", "redis": "failing", "writes": "ok"}
