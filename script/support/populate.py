"""Bring a data folder up to date, in one process: tables, catalogue, static files. Quick when all is there."""

import gc
import os
import sys

import django
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import DatabaseError


def populate() -> None:
    """Migrate, load the fixtures, have missing pictures drawn in the background, collect the static files."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "incursions.settings")
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    call_command("load_catalogue", verbosity=0)
    if settings.DRAW_PICTURES_AHEAD:
        call_command("render_pictures", later=True, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)


def main() -> None:
    """Populate; what the person at the terminal can mend is said in a sentence."""
    gc.disable()  # this ends soon, and looking for garbage takes a tenth of it
    try:
        populate()
    except (ImproperlyConfigured, CommandError) as reason:
        sys.exit(str(reason))
    except DatabaseError as error:
        sys.exit(f"The database cannot be used: {error}")
    except OSError as error:
        sys.exit(f"The data folder cannot be written: {error.strerror}.")


if __name__ == "__main__":
    main()
