#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How large the automata are: compares sizes.tsv with what the lift makes of the programs of tests/programs/termination
and bench/classics now.

    sizes.py FERMATA            fails if a number differs
    sizes.py FERMATA --write    writes the table anew; look at the difference before it is committed

The table is there so that no change makes automata larger unnoticed. Seconds are printed, not compared.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

from compare_model import ROOT, SUFFIXES, Alone, head

FOLDERS = ["bench/classics", "tests/programs/termination"]
TABLE = pathlib.Path(__file__).with_name("sizes.tsv")
COLUMNS = ["threads", "like", "locations", "edges", "variables", "refused"]


def sizes(fermata, path):
    with tempfile.TemporaryDirectory() as folder:
        ir = os.path.join(folder, "program.ir")
        flags = head(path, "fermata-clang:")
        subprocess.run([fermata, "emit", path, "--output", ir, *(["--", *flags] if flags else [])], check=True)
        text = Alone(fermata, ir).of_model("on", 60)
    words = text.split()
    if words[0] != "threads":
        return ["not lifted"], "-"
    facts = dict(zip(words[0:24:2], words[1:24:2]))
    return [facts[name] for name in COLUMNS], facts["seconds"]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("fermata", type=pathlib.Path)
    arguments.add_argument("--write", action="store_true")
    options = arguments.parse_args()
    programs = sorted(p for folder in FOLDERS for p in (ROOT / folder).iterdir() if p.suffix in SUFFIXES)
    lines = ["\t".join(["program", *COLUMNS])]
    for path in programs:
        numbers, seconds = sizes(options.fermata.resolve(), path)
        lines.append("\t".join([f"{path.parent.name}/{path.name}", *numbers]))
        print(lines[-1], seconds, sep="\t", flush=True)
    if options.write:
        TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return 0
    expected = TABLE.read_text(encoding="utf-8").splitlines()
    for line in sorted(set(expected) ^ set(lines)):
        print("only in the table:" if line in expected else "only now:", line)
    return 0 if expected == lines else 1


if __name__ == "__main__":
    sys.exit(main())
