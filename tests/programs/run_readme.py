#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the commands whose output README.md and docs/tutorial.md show, and compares.

    run_readme.py FERMATA

A sample is an indented block that begins with `$ ./fermata ...`. Its lines must be what the tool prints, in this order; a
line `...` stands for any number of lines that were left out. Lines that differ from run to run (times, memory) have to be
left out.
"""
import difflib
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parents[2]
SHOWN = "    "  # the indentation of a block
LEFT_OUT = "..."
PAGES = ("README.md", "docs/tutorial.md")


def samples(text):
    """[(arguments of fermata, lines that are shown)]"""
    found = []
    inside = False
    for line in text.splitlines():
        if line.startswith(SHOWN + "$ ./fermata "):
            found.append((shlex.split(line)[2:], []))
            inside = True
        elif inside and line.startswith(SHOWN):
            found[-1][1].append(line.removeprefix(SHOWN))
        else:
            inside = False
    return found


def first_difference(shown, printed):
    """The first shown line that is not printed where it should be, or None."""
    at, free = 0, False  # free: lines may be left out here
    for line in shown:
        if line.strip() == LEFT_OUT:
            free = True
            continue
        while free and at < len(printed) and printed[at] != line:
            at += 1
        if at == len(printed) or printed[at] != line:
            return line
        at, free = at + 1, False
    return None


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: run_readme.py FERMATA")
    fermata = os.path.abspath(sys.argv[1])
    found = []
    for page in PAGES:
        on_page = samples((root / page).read_text(encoding="utf-8"))
        if not on_page:
            sys.exit(f"{page} shows no output of ./fermata; a test that cannot fail is a defect")
        found += [(page, *sample) for sample in on_page]
    wrong = 0
    for page, arguments, shown in found:
        with tempfile.TemporaryDirectory() as folder:  # run files are written here
            os.symlink(root / "examples", os.path.join(folder, "examples"))
            done = subprocess.run([fermata, *arguments], cwd=folder, stdout=subprocess.PIPE, text=True, check=False)
        printed = [line.rstrip() for line in done.stdout.splitlines()]
        line = first_difference([line.rstrip() for line in shown], printed)
        if line is None:
            continue
        wrong += 1
        print(f"{page} shows a line for 'fermata {shlex.join(arguments)}' that is not printed there:\n  {line}")
        for close in difflib.get_close_matches(line, printed, 1):
            print(f"perhaps it is now:\n  {close}")
        print("paste what the tool prints, and say '...' for what is left out")
    print(f"{len(found)} samples, {wrong} wrong")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
