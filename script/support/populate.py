"""Bring a data folder up to date, in one process: tables, catalogue, static files. Quick when all is there."""

import os

import django
from django.core.management import call_command


def main() -> None:
    """Migrate, load the fixtures, collect the static files."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "incursions.settings")
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    call_command("load_catalogue", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)


if __name__ == "__main__":
    main()
