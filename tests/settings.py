"""Settings of the tests: the product's own, with data in a temporary folder, and nothing slow that shows nothing."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from support.test import WORKER

# Each test process has a folder, and so a private Redis, of its own: tests running side by side cannot meet there.
DATA_DIR = Path(tempfile.mkdtemp(prefix="incursions-tests-"))
atexit.register(shutil.rmtree, DATA_DIR, ignore_errors=True)
os.environ["DATA_DIR"] = str(DATA_DIR)
os.environ.pop("REDIS_URL", None)
if os.environ.get(WORKER) == "postgresql":
    os.environ["DATABASE_URL"] = os.environ["TEST_POSTGRES_URL"]
os.environ.setdefault("SECRET_KEY", "a key for tests, long enough for everything that looks at its length")
os.environ.setdefault("LOG_LEVEL", "WARNING")

from incursions.settings import *  # noqa: E402, F403 -- the environment must be set before
from incursions.settings import API_RATES, DATABASES, STORAGES  # noqa: E402

if DATABASES["default"]["ENGINE"] == "incursions.kit.sqlite_in_turn":
    # A file rather than memory: other processes and threads take part in some tests.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "tests.sqlite3")}
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
API_RATES = dict.fromkeys(API_RATES, "off")
