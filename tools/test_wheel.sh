#!/bin/sh
# Build the wheel, install it in a venv of its own, and run the tests on what is installed, away from the sources.
set -eu
unset PYTHONPATH
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}
jobs=${JOBS:-2}
room=$PWD/build/wheel

rm -rf "$room"
mkdir -p "$room"
"$python" -m venv "$room/venv"
bin=$room/venv/bin
"$bin/python" -m pip wheel --quiet --no-deps --wheel-dir "$room" .
wheel=$(echo "$room"/xdsl_tiles-*.whl)
"$bin/python" -m pip install --quiet "$wheel[plot]" filecheck hypothesis lit pytest pytest-xdist

cp -R docs examples test ./*.md pyproject.toml "$room"
cd "$room"
export PATH="$bin:$PATH"
case $(python -c 'import xdsl_tiles; print(xdsl_tiles.__file__)') in
    "$room/venv/"*) ;;
    *) echo "test_wheel: xdsl_tiles does not come from the wheel" >&2; exit 1 ;;
esac
lit -j"$jobs" --succinct test/filecheck
python -m pytest -n "$jobs"
