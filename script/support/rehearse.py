"""script/manage rehearse: a whole tournament of bots, on an installation that is started for it and forgotten then."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from support.instance import InstanceError, running_instance
from support.supervisor import StopRequestedError, stop_on_signals

ROOT = Path(__file__).resolve().parents[2]
HERE = "--here"
"""On the installation of the data folder, which has to run, instead."""


def rehearse(arguments: list[str]) -> int:
    """Run the command on an instance of its own; its exit code."""
    stop_on_signals()
    try:
        with (
            tempfile.TemporaryDirectory(prefix="incursions-rehearsal-") as data,
            running_instance(Path(data), environment={**os.environ, "DRAW_PICTURES_AHEAD": "0"}),
        ):
            environment = {**os.environ, "DATA_DIR": data, "LOG_LEVEL": "WARNING"}
            command = [sys.executable, str(ROOT / "manage.py"), "rehearse", *arguments]
            return subprocess.run(command, env=environment, check=False).returncode
    except InstanceError as reason:
        print(reason, file=sys.stderr)
        return 1
    except StopRequestedError:
        print("Stopped.", file=sys.stderr)
        return 130
