#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the lift with the explorer: exploring the automata must give the same answers as exploring the program.

    compare_model.py FERMATA [FILTER ...]                       the programs of examples/ and tests/programs
    compare_model.py FERMATA --random N [--seed S]              N programs of tests/programs/random_c/draw.py

Asked is about `hang`, and about `termination` with strong and with weak fairness, each with and without spurious wakeups. A property that
one of the two leaves open (a limit, something that is not modelled, a refused edge that can be reached) is not compared. At the end
stands how many were compared, and what kept the others from it.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests/programs"))
sys.path.insert(0, str(ROOT / "tests/programs/random_c"))
from draw import draw  # noqa: E402
from run_programs import FOLDERS, SUFFIXES  # noqa: E402

DECIDED = {"holds", "violated"}


def head(path, word):
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()[:10]
    return [part for line in lines if word in line for part in line.split(word, 1)[1].split()]


class Comparison:
    def __init__(self, fermata, lifted, seconds):
        self.fermata, self.lifted, self.seconds = fermata, lifted, seconds

    def explored(self, ir, spurious, fairness):
        command = [self.fermata, "explore", ir, "--exhaustive", "--property", "hang,termination", "--fairness", fairness, "--spurious-wakeups", spurious,
                   "--format", "json", "--progress", "never", "--run-file", "none", "--threads", "1", "--time", f"{self.seconds}s", "--memory", "2G"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        try:
            return {r["property"]: r["verdict"] for r in json.loads(done.stdout)["results"]}
        except json.JSONDecodeError:
            return {}

    def of_model(self, ir, spurious):
        done = subprocess.run([self.lifted, ir, "--spurious-wakeups", spurious, "--seconds", str(self.seconds)], capture_output=True, text=True, check=False)
        if done.returncode < 0 or "threads" not in done.stdout.split(" ")[0]:
            return {"why": (done.stdout + done.stderr).strip()[-200:] or f"ended with {done.returncode}"}
        words = done.stdout.split()
        facts = dict(zip(words[0:24:2], words[1:24:2]))
        facts["why"] = done.stdout.split("first refused: ", 1)[1].strip() if "first refused: " in done.stdout else "too large"
        return facts

    def compare(self, ir):
        """(differences, number of answers compared, why others were not, sizes)"""
        wrong, compared, why, sizes = [], 0, None, None
        for spurious in ("off", "on"):
            model = self.of_model(ir, spurious)
            sizes = sizes or model
            if model.get("hang") not in DECIDED:
                why = model["why"]
                continue
            for fairness in ("strong", "weak"):
                right = self.explored(ir, spurious, fairness)
                for name, mine in (("hang", model["hang"]), ("termination", model[fairness])):
                    if right.get(name) in DECIDED and mine in DECIDED:
                        compared += 1
                        if right[name] != mine:
                            wrong.append(f"{name}, {fairness}, spurious wakeups {spurious}: the explorer says {right[name]}, the model {mine}")
        return wrong, compared, why, sizes


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("fermata", type=pathlib.Path)
    arguments.add_argument("filters", nargs="*")
    arguments.add_argument("--random", type=int, default=0)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--jobs", type=int, default=2)
    arguments.add_argument("--time", type=int, default=10, help="seconds for one exploration")
    arguments.add_argument("--verbose", action="store_true")
    options = arguments.parse_args()
    fermata = options.fermata.resolve()
    comparison = Comparison(fermata, fermata.with_name("model_verdicts"), options.time)

    def one(what):
        with tempfile.TemporaryDirectory() as folder:
            ir = os.path.join(folder, "program.ir")
            if isinstance(what, int):
                source, flags = pathlib.Path(folder) / "random.c", []
                source.write_text(draw(what), encoding="utf-8")
            else:
                source, flags = what, head(what, "fermata-clang:")
            made = subprocess.run([fermata, "emit", source, "--output", ir, *(["--", *flags] if flags else [])], capture_output=True, text=True, check=False)
            if made.returncode != 0:
                return what, [], 0, "does not compile", None
            return what, *comparison.compare(ir)

    if options.random:
        programs = list(range(options.seed, options.seed + options.random))
    else:
        programs = sorted(p for f in FOLDERS for p in (ROOT / f).rglob("*") if p.suffix in SUFFIXES and p.parent.name != "random_c" and p.parent.name != "model")
        programs = [p for p in programs if not options.filters or any(f in str(p) for f in options.filters)]
    reasons, compared, programs_compared, wrong = collections.Counter(), 0, 0, 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for what, differences, number, why, sizes in pool.map(one, programs):
            compared += number
            programs_compared += number > 0
            if why:
                reasons[why.split(" at line ")[0]] += 1
            if options.verbose:
                print(what if isinstance(what, int) else what.relative_to(ROOT), number, why or "", sizes or "", flush=True)
            for difference in differences:
                wrong += 1
                print(f"{what}: {difference}", flush=True)
    for why, number in reasons.most_common():
        print(f"{number:6} not compared, or in part: {why}")
    print(f"{programs_compared} of {len(programs)} programs, {compared} answers compared, {wrong} differ")
    return 1 if wrong or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
