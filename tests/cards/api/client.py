"""A test client of the API."""

import json

from django.http import HttpResponse
from django.test import Client

from incursions.accounts.models import User
from incursions.accounts.tokens import make_token

ROOT = "/api/v1/"


class ApiClient(Client):
    """Sends and reads JSON."""

    def ask(self, method: str, address: str, body: object = None, **headers: str) -> HttpResponse:
        """Send a request; `address` begins behind /api/v1/. A body of bytes or text is sent as it is."""
        data = body if isinstance(body, bytes | str) else b"" if body is None else json.dumps(body)
        sent = {} if body is None else {"content_type": "application/json"}
        path = address if address.startswith("/") else ROOT + address
        return self.generic(method, path, data, headers=headers, **sent)


def client_of(user: User) -> ApiClient:
    return ApiClient(headers={"Authorization": f"Bearer {make_token(user, 'tests').secret}"})
