# Read by every script: finds Python 3.11 or newer, prepares what the product needs, and sets $python to the prepared one.
# $needs is what to prepare: "product" or "development".

root=$(cd "$(dirname "$0")/.." && pwd)

find_python() {
    for candidate in python3.11 python3.12 python3.13 python3; do
        # A name on PATH may be a shim that cannot run, so each one is asked.
        if "$candidate" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' >/dev/null 2>&1; then
            echo "$candidate"
            return 0
        fi
    done
    return 1
}

if ! system_python=$(find_python); then
    echo "Incursions needs Python 3.11 (3.12 and 3.13 will do), and none was found on PATH." >&2
    exit 1
fi

# Where this is set, every process would compile the whole product anew.
unset PYTHONDONTWRITEBYTECODE

"$system_python" "$root/script/support/prepare.py" "$needs" || exit $?

python="$root/var/venv/bin/python"
# The product and the scripts' own modules are found from any working directory, by child processes too.
PYTHONPATH="$root:$root/script${PYTHONPATH:+:$PYTHONPATH}"
export PYTHONPATH
