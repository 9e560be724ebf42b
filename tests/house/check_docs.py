#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Do the files exist that our documentation speaks of?

Looks at every .md file: a relative link must lead to a file, and a word in backquotes that looks like the name of a
source file (`search/stuck.cpp`, `lower*.cpp` is left alone) must be the end of some path in the tree.
"""

import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LEFT_OUT = {"build", ".git"}
NAMED = re.compile(r"`([A-Za-z0-9_./-]+\.(?:cpp|h|c|py|cmake|md))`")
LINKED = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
# Names of files that a user would have.
EXAMPLES = {"main.c", "queue.cpp", "a.c", "b.c"}


def tree():
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [f for f in folders if f not in LEFT_OUT]
        for file in files:
            yield pathlib.Path(folder, file).relative_to(ROOT).as_posix()


def main():
    paths = list(tree())
    ends = {"/" + path for path in paths}
    wrong = 0
    for path in sorted(p for p in paths if p.endswith(".md")):
        for number, line in enumerate((ROOT / path).read_text(encoding="utf-8").splitlines(), 1):
            missing = [name for name in NAMED.findall(line) if name not in EXAMPLES and not any(end.endswith("/" + name) for end in ends)]
            missing += [link for link in LINKED.findall(line) if not (ROOT / path).parent.joinpath(link).exists()]
            for name in missing:
                wrong += 1
                print(f"{path}:{number}: there is no {name}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
