"""script/manage: manage.py, with a data folder that has its key, as script/run would have left it."""

import os
import sys
from pathlib import Path

import manage
from support import data_folder, rehearse

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    """Run the management command on the command line."""
    os.umask(0o077)  # accounts and unpublished seeds are nobody else's to read
    if sys.argv[1:2] == ["rehearse"]:
        if rehearse.HERE not in sys.argv:
            sys.exit(rehearse.rehearse(sys.argv[2:]))
        sys.argv.remove(rehearse.HERE)
    try:
        data_folder.make(Path(os.environ.get("DATA_DIR") or ROOT / "var").expanduser().absolute())
    except data_folder.DataFolderError as reason:
        sys.exit(str(reason))
    sys.argv[0] = str(ROOT / "manage.py")
    manage.main()


if __name__ == "__main__":
    main()
