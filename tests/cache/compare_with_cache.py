#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Is the answer the same with the cache as without?

    compare_with_cache.py FERMATA [--root DIR] [--check] [FILTER ...]

Each program of examples/ and tests/programs/ that has one of the texts in its path is lowered three times: without a cache, with one that knows at
most its headers, and with one that knows the program. All that is printed must be the same, to stdout and to stderr. With --check it
is checked instead, and the JSON is compared without times and sizes. The cache is a folder of its own, gone afterwards.
"""

import argparse
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

SUFFIXES = {".c", ".cc", ".cpp"}
HEAD_LINES = 10


def asked(path, tag):
    """What the program asks for in its first lines, as run_programs.py reads them."""
    with open(path, encoding="utf-8", errors="replace") as file:
        head = [next(file, "") for _ in range(HEAD_LINES)]
    found = (re.search(rf"fermata-{tag}:(.*?)(?:\*/)?\s*$", line) for line in head)
    return [word for match in found if match for word in shlex.split(match.group(1))]


def answer(fermata, root, path, options, environment, more):
    command = [fermata, "emit", path, *more]
    if options.check:
        command = [fermata, "check", path, "--format", "json", "--progress", "never", *asked(root / path, "args"), *more]
    done = subprocess.run([*command, "--", *asked(root / path, "clang"), *options.clang], cwd=root, env=environment, capture_output=True, check=False, stdin=subprocess.DEVNULL)
    out = re.sub(rb'"(seconds|peak_rss_bytes|[a-z_]*bytes[a-z_]*)": [0-9.e+-]+', b"", done.stdout)
    return done.returncode, out, done.stderr


def main():
    parser = argparse.ArgumentParser(description="Compares what Fermata says with and without its cache.")
    parser.add_argument("fermata", type=pathlib.Path)
    parser.add_argument("filter", nargs="*", help="a part of a path")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2])
    parser.add_argument("--check", action="store_true", help="compare the answers, not the programs")
    parser.add_argument("--clang", type=shlex.split, default=[], help="more flags for clang, such as --clang=-Wall")
    options = parser.parse_intermixed_args()
    root, fermata = options.root.resolve(), str(options.fermata.resolve())
    programs = sorted(str(p.relative_to(root)) for folder in ("examples", "tests/programs") for p in (root / folder).rglob("*") if p.suffix in SUFFIXES and p.parent.name != "wild")
    programs = [p for p in programs if not options.filter or any(text in p for text in options.filter)]
    if not programs:
        sys.exit("no program to compare")
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "XDG_CACHE_HOME": folder}
        for path in programs:
            expected = answer(fermata, root, path, options, environment, ["--no-cache"])
            for which in ("first", "second"):
                if answer(fermata, root, path, options, environment, []) != expected:
                    wrong += 1
                    print(f"FAILED {path}: the {which} run with a cache differs from the run without", flush=True)
        if not any(entry.is_file() for entry in pathlib.Path(folder, "fermata").iterdir()):
            sys.exit("nothing was kept in the cache, so nothing was compared")
    print(f"{len(programs)} programs, {wrong} differences")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
