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
from draw import draw_batch  # noqa: E402
from run_programs import FOLDERS, SUFFIXES  # noqa: E402

DECIDED = {"holds", "violated"}


def head(path, word):
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()[:10]
    return [part for line in lines if word in line for part in line.split(word, 1)[1].split()]


class Alone:
    """One program in a file; a process for each question."""

    def __init__(self, fermata, ir):
        self.fermata, self.ir = fermata, ir

    def explored(self, flags):
        return subprocess.run([self.fermata, "explore", self.ir, *flags], capture_output=True, text=True, check=False).stdout

    def of_model(self, spurious, seconds):
        done = subprocess.run([self.fermata.with_name("model_verdicts"), self.ir, "--spurious-wakeups", spurious, "--seconds", str(seconds)],
                              capture_output=True, text=True, check=False)
        return done.stdout or done.stderr


class Together:
    """Many programs in a file, and one process that answers (random_c/explore_each.cpp)."""

    def __init__(self, fermata, ir):
        self.process = subprocess.Popen([fermata.with_name("random_c_explore_each"), ir], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ir, self.main = ir, ""

    def ask(self, *words):
        print(self.main, *words, file=self.process.stdin, flush=True)
        return self.process.stdout.readline().partition(" ")[2]

    def explored(self, flags):
        return self.ask("explore", self.ir, *flags)

    def of_model(self, spurious, seconds):
        return self.ask("model", spurious, seconds)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Comparison:
    def __init__(self, seconds):
        self.seconds = seconds

    def explored(self, asked, spurious, fairness):
        text = asked.explored(["--exhaustive", "--property", "hang,termination", "--fairness", fairness, "--spurious-wakeups", spurious, "--format", "json",
                               "--progress", "never", "--run-file", "none", "--threads", "1", "--time", f"{self.seconds}s", "--memory", "2G"])
        try:
            return {r["property"]: r["verdict"] for r in json.loads(text)["results"]}
        except json.JSONDecodeError:
            return {}

    def of_model(self, asked, spurious):
        text = asked.of_model(spurious, self.seconds)
        words = text.split()
        if not words or words[0] != "threads":
            return {"why": text.strip()[-200:] or "no answer"}
        facts = dict(zip(words[0:24:2], words[1:24:2]))
        facts["why"] = text.split("first refused: ", 1)[1].strip() if "first refused: " in text else "too large, or not modelled"
        return facts

    def compare(self, asked):
        """(differences, number of answers compared, how many of them violated, why others were not, sizes)"""
        wrong, compared, violated, why, sizes = [], 0, 0, None, None
        for spurious in ("off", "on"):
            model = self.of_model(asked, spurious)
            sizes = sizes or model
            if model.get("hang") not in DECIDED:
                why = model["why"]
                continue
            for fairness in ("strong", "weak"):
                right = self.explored(asked, spurious, fairness)
                for name, mine in (("hang", model["hang"]), ("termination", model[fairness])):
                    if right.get(name) in DECIDED and mine in DECIDED:
                        compared += 1
                        violated += mine == "violated"
                        if right[name] != mine:
                            wrong.append(f"{name}, {fairness}, spurious wakeups {spurious}: the explorer says {right[name]}, the model {mine}")
        return wrong, compared, violated, why, sizes


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
    comparison = Comparison(options.time)

    def emitted(source, flags, folder):
        ir = os.path.join(folder, "program.ir")
        made = subprocess.run([fermata, "emit", source, "--output", ir, *(["--", *flags] if flags else [])], capture_output=True, text=True, check=False)
        return ir if made.returncode == 0 else None

    def one(path):
        with tempfile.TemporaryDirectory() as folder:
            ir = emitted(path, head(path, "fermata-clang:"), folder)
            return [(path.relative_to(ROOT), *(comparison.compare(Alone(fermata, ir)) if ir else ([], 0, 0, "does not compile", None)))]

    def batch(seeds):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "random.c"
            source.write_text(draw_batch(seeds), encoding="utf-8")
            asked = Together(fermata, emitted(source, [], folder))
            results = []
            for seed in seeds:
                asked.main = f"main_{seed}"
                results.append((seed, *comparison.compare(asked)))
            asked.close()
            return results

    if options.random:
        end = options.seed + options.random
        work = [(batch, range(first, min(first + 50, end))) for first in range(options.seed, end, 50)]
    else:
        programs = sorted(p for f in FOLDERS for p in (ROOT / f).rglob("*") if p.suffix in SUFFIXES and p.parent.name not in ("random_c", "model", "wild"))
        work = [(one, p) for p in programs if not options.filters or any(f in str(p) for f in options.filters)]
    reasons, compared, violations, programs_compared, programs, wrong = collections.Counter(), 0, 0, 0, 0, 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for results in pool.map(lambda job: job[0](job[1]), work):
            for what, differences, number, violated, why, sizes in results:
                programs += 1
                compared += number
                violations += violated
                programs_compared += number > 0
                if why:
                    reasons[why.split(" at line ")[0]] += 1
                if options.verbose:
                    print(what, number, why or "", sizes or "", flush=True)
                for difference in differences:
                    wrong += 1
                    print(f"{what}: {difference}", flush=True)
    for why, number in reasons.most_common():
        print(f"{number:6} not compared, or in part: {why}")
    print(f"{programs_compared} of {programs} programs, {compared} answers compared, {violations} of them violated, {wrong} differ")
    return 1 if wrong or programs_compared * 2 < programs or violations * 20 < compared else 0


if __name__ == "__main__":
    sys.exit(main())
