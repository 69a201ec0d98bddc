"""The settings refuse what cannot work, and keep the promises of docs/operations.md."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from incursions.kit.environment import (
    LONGEST_SOCKET_PATH,
    Environment,
    find_secret_key,
    for_celery,
    keep_secret_key,
    socket_path,
)


def run_python(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run Python in an environment of these variables alone."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=settings.ROOT,
        env={**kept, **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def print_settings(*names: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Print some settings, a line for each, without the apps: loading them takes 0.3 s."""
    asked = "; ".join(f"print(settings.{name})" for name in names)
    variables["DJANGO_SETTINGS_MODULE"] = "incursions.settings"
    return run_python("-c", f"from django.conf import settings; {asked}", **variables)


def test_without_a_key_nothing_starts(tmp_path: Path) -> None:
    refused = run_python("manage.py", "check", DATA_DIR=str(tmp_path))
    assert refused.returncode == 1
    assert refused.stderr == (
        "Incursions does not start without a secret key: set SECRET_KEY, "
        f"or let script/run keep one in {tmp_path}/secret_key.\n"
    )


def test_without_a_key_debugging_starts(tmp_path: Path) -> None:
    assert find_secret_key(Environment({}), tmp_path, debug=True)


def test_key_of_the_environment_goes_before_that_of_the_folder(tmp_path: Path) -> None:
    keep_secret_key(tmp_path)
    assert find_secret_key(Environment({"SECRET_KEY": "mine"}), tmp_path, debug=False) == "mine"


def test_kept_key_stays_and_is_its_owners_alone(tmp_path: Path) -> None:
    keep_secret_key(tmp_path)
    key = find_secret_key(Environment({}), tmp_path, debug=False)
    keep_secret_key(tmp_path)
    assert find_secret_key(Environment({}), tmp_path, debug=False) == key
    assert len(key) >= 50
    assert [(file.name, file.stat().st_mode & 0o777) for file in tmp_path.iterdir()] == [("secret_key", 0o600)]


def test_connections_to_postgresql_are_kept_and_options_of_the_address_stay(tmp_path: Path) -> None:
    address, folder = "postgres://somebody@elsewhere/incursions?sslmode=require", str(tmp_path)
    said = print_settings("DATABASES['default']['OPTIONS']", DATABASE_URL=address, SECRET_KEY="x", DATA_DIR=folder)
    assert said.stdout == "{'sslmode': 'require', 'pool': {'min_size': 1, 'max_size': 10}}\n"


@pytest.mark.parametrize(
    ("read", "sentence"),
    [
        (lambda each: each.flag("DEBUG"), "DEBUG must be 1 or 0, not 'perhaps'."),
        (lambda each: each.number("EMAIL_PORT", 25), "EMAIL_PORT must be a whole number, not 'perhaps'."),
        (lambda each: each.address("SITE_URL", ""), "SITE_URL must begin with http:// or https://, not 'perhaps'."),
        (
            lambda each: each.database("DATABASE_URL", ""),
            "DATABASE_URL must begin with postgres:// or sqlite:///, not 'perhaps'.",
        ),
        (lambda each: each.choice("LOG_FORM", ("a", "b"), "a"), "LOG_FORM must be one of a, b, not 'perhaps'."),
    ],
)
def test_value_that_cannot_be_read_is_named(read, sentence: str) -> None:
    environment = Environment(dict.fromkeys(("DEBUG", "EMAIL_PORT", "SITE_URL", "LOG_FORM", "DATABASE_URL"), "perhaps"))
    with pytest.raises(ImproperlyConfigured) as refusal:
        read(environment)
    assert str(refusal.value) == sentence


def test_names_are_separated_by_commas() -> None:
    assert Environment({"ALLOWED_HOSTS": "a.example, b.example,"}).names("ALLOWED_HOSTS") == ["a.example", "b.example"]


def test_socket_of_a_deep_folder_is_short() -> None:
    path = socket_path(Path("/srv") / ("deep/" * 40))
    assert len(str(path)) <= LONGEST_SOCKET_PATH
    assert for_celery(f"unix://{path}") == f"redis+socket://{path}"


@pytest.mark.django_db
def test_pages_carry_the_security_headers(client: Client) -> None:
    headers = client.get("/").headers
    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert policy["script-src"] == "'self'"
    assert policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"


def test_https_turns_on_what_belongs_to_it() -> None:
    key = "a key for this check alone, as long and as varied as one should be: 0123456789"
    names = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS")
    said = print_settings(*names, SITE_URL="https://incursions.example", SECRET_KEY=key)
    assert said.stdout.split() == ["True", "True", "True", "31536000"], said.stderr


def test_broken_setting_is_a_sentence_and_no_traceback() -> None:
    refused = run_python("manage.py", "check", SECRET_KEY="x", SITE_URL="incursions.example")
    assert refused.returncode == 1
    assert refused.stderr == "SITE_URL must begin with http:// or https://, not 'incursions.example'.\n"
