#!/usr/bin/env python3
"""Django's command line for this project. script/manage runs it in the project's own environment."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    """Run a management command; a setting that is wrong is said in a sentence."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "incursions.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as reason:
        sys.exit(str(reason))


if __name__ == "__main__":
    main()
