#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws C programs that use POSIX threads, and asks Fermata about each of them twice: step by step, and with transactions.

    compare.py FERMATA [--programs N] [--seed S] [--jobs J] [--time SECONDS] [--keep DIR]

The answers must be the same for both properties, as a program and as a daemon, and so must be whether there is a deadlock.
A program on which they differ is cut down line by line as long as they still do, kept in DIR (default: the current folder),
and printed. The same seed draws the same program; --show SEED prints it.

This complements tests/unit/explore/random_programs_test.cpp, whose programs are smaller and have an oracle: here the
runtime's own text of each primitive takes part, and so do heap, stack and the optimiser.
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

from draw import draw

SAME = "same"
DECIDED = {"holds", "violated"}


def run(command, seconds):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return None


class Judge:
    def __init__(self, fermata, seconds):
        self.fermata = fermata
        self.seconds = seconds

    def explore(self, ir, reduction, daemon):
        command = [self.fermata, "explore", ir, "--exhaustive", "--reduction", reduction, "--format", "json",
                   "--time", f"{self.seconds}s", "--memory", "1G", "--progress", "never", "--run-file", "none"]
        done = run(command + (["--daemon"] if daemon else []), self.seconds + 20)
        if done is None or not done.stdout:
            return None, "no answer" if done is None else f"exit {done.returncode}: {done.stderr[-300:]}"
        report = json.loads(done.stdout)
        answers = {r["property"]: r["verdict"] for r in report["results"]}
        for r in report["results"]:
            if r["verdict"] == "violated" and not r["confirmed"]:
                return None, f"{r['property']} is not confirmed"
        stats = report["stats"]
        if "deadlock_states" in stats:
            answers["deadlock"] = "violated" if stats["deadlock_states"] else "holds"
        if report["unmodelled"]:
            answers["unmodelled"] = report["unmodelled"]["what"]
        return answers, stats["states"]

    def judge(self, text):
        """What differs, or None; and what to count."""
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "random.c")
            ir = os.path.join(folder, "random.ir")
            pathlib.Path(source).write_text(text, encoding="utf-8")
            made = run([self.fermata, "emit", source, "--output", ir], 60)
            if made is None or made.returncode != 0:
                return "does not compile: " + (made.stderr if made else "too slow"), {}
            counts = {}
            for daemon in (False, True):
                steps, states = self.explore(ir, "none", daemon)
                if steps is None:
                    return f"step by step: {states}", counts
                if any(steps.get(p) not in DECIDED for p in ("hang", "safety")):
                    return None, {"unmodelled" if "unmodelled" in steps else "too large": 1}
                transactions, fewer = self.explore(ir, "transactions", daemon)
                if transactions is None:
                    return f"with transactions: {fewer}", counts
                if steps != transactions:
                    return f"{'as a daemon: ' if daemon else ''}step by step {steps}, with transactions {transactions}", counts
                if not daemon:
                    counts = {p: int(steps[p] == "violated") for p in ("hang", "safety", "deadlock")}
                    counts |= {"states": states, "states of transactions": fewer, "compared": 1}
            return None, counts


def cut_down(judge, text):
    """Leaves out lines, whole blocks first, as long as something still differs and it still compiles."""
    def wrong(lines):
        difference, _ = judge.judge("\n".join(lines) + "\n")
        return difference and not difference.startswith("does not compile")

    lines = text.splitlines()
    size = max(1, len(lines) // 2)
    while size:
        at = 0
        while at < len(lines):
            fewer = lines[:at] + lines[at + size:]
            if wrong(fewer):
                lines = fewer
            else:
                at += size
        size //= 2
    return "\n".join(lines) + "\n"


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("fermata")
    arguments.add_argument("--programs", type=int, default=1000)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--jobs", type=int, default=2)
    arguments.add_argument("--time", type=int, default=5, help="seconds for one exploration; larger programs are left out")
    arguments.add_argument("--keep", type=pathlib.Path, default=pathlib.Path("."))
    arguments.add_argument("--show", type=int, help="print the program of this seed")
    options = arguments.parse_args()
    if options.show is not None:
        print(draw(options.show), end="")
        return 0

    judge = Judge(options.fermata, options.time)
    totals = collections.Counter()
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        seeds = range(options.seed, options.seed + options.programs)
        for seed, (difference, counts) in zip(seeds, pool.map(lambda s: judge.judge(draw(s)), seeds)):
            totals.update(counts)
            if difference is None:
                continue
            wrong += 1
            print(f"seed {seed}: {difference}", flush=True)
            if wrong <= 3 and not difference.startswith("does not compile"):
                text = cut_down(judge, draw(seed))
                path = options.keep / f"random_{seed}.c"
                path.write_text(text, encoding="utf-8")
                print(f"{path}: {judge.judge(text)[0]}\n{text}", flush=True)
    print(f"{options.programs} programs from seed {options.seed} on: " + ", ".join(f"{k} {v}" for k, v in sorted(totals.items())))
    if totals["states"]:
        print(f"{100 * totals['states of transactions'] / totals['states']:.1f} % of the states; {wrong} programs with different answers")
    # A test of something, not of nothing.
    few = [k for k in ("hang", "safety", "deadlock") if totals[k] * 20 < totals["compared"]] if options.programs >= 40 else []
    if few or totals["compared"] * 2 < options.programs:
        print(f"too few programs are compared, or too few with: {', '.join(few)}")
        return 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
