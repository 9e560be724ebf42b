#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws C programs that use POSIX threads, and asks Fermata about each of them several times: step by step and with transactions.

    compare.py FERMATA [--programs N] [--seed S] [--jobs J] [--time SECONDS] [--keep DIR] [--explore-each EXPLORE_EACH | --alone]

The answers must be the same for both properties, and so must be whether there is a deadlock. Depending on its seed a program is also
asked about with two threads, with some kinds of sections, without --exhaustive, as a daemon, for termination, or with another machine (timeouts, spurious failures).
A program that assumes something of an input at once is compared with the one that chooses among what is left: states must be as many, too.
A program that cannot hang cannot hang without spurious wakeups either. One that assumes something elsewhere is compared with the one that waits for ever instead: what can fail must be the same.
A program on which answers differ is cut down line by line as long as they still do, kept in DIR (default: the current folder),
and printed. The same seed draws the same program; --show SEED prints it.

Many programs are compiled as one file and explored by one process (explore_each.cpp; default: the one beside FERMATA), or with --alone
each for itself.

This complements tests/unit/engine/explore/random_programs_test.cpp, whose programs are smaller and have an oracle: here the
runtime's own text of each primitive takes part, and so do heap, stack and the optimiser.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import json
import os
import pathlib
import select
import subprocess
import sys
import tempfile

from draw import draw, draw_batch, forms, is_marked

DECIDED = {"holds", "violated"}
# A property may be open for these reasons where another way decides it; the third is that of a search that stops at the first violation, the last that
# of a pointer which the machine, believing more, has lost sight of.
EXCUSES = ("limit", "clock that goes back", "not decided", "in a way that the machine does not see")


def ways(seed):
    """Lists of flags in groups. In each group the first way, step by step, says what is right."""
    def group(*asked):
        return [["--exhaustive", *asked, "--reduction", how] for how in ("none", "transactions")]

    more = [[["--exhaustive", "--threads", "2"]],
            [[], ["--reduction", "none"]],
            group("--daemon") + [["--exhaustive", "--daemon", "--threads", "2"]],
            group("--daemon") + [["--daemon"]],
            group("--daemon", "--spurious-wakeups", "off"),
            group("--timeouts", "never" if seed % 16 < 8 else "always"),
            group("--spurious-failures", "on"),
            group("--property", "termination")][seed % 8]
    of_sections = [group("--daemon", "--sections", kinds) + [["--daemon", "--sections", kinds]] for kinds in ("user", "mutex,critical,user")]
    return ([group() + more] if seed % 8 < 2 else [group(), more]) + (of_sections[: 1 + seed % 2] if is_marked(seed) else [])


class Answer:
    """What one exploration says. `error`: what it should never say."""

    def __init__(self, code, text):
        self.error, self.states, self.unmodelled, self.verdicts, self.excused = "", 0, False, {}, set()
        try:
            report = json.loads(text)
        except json.JSONDecodeError:
            self.error = f"exit {code}: {text[-600:]}"
            return
        self.states = report["stats"]["states"]
        self.unmodelled = bool(report["unmodelled"])
        for result in report["results"]:
            self.verdicts[result["property"]] = result["verdict"]
            if result["verdict"] == "violated" and not result["confirmed"]:
                self.error = f"{result['property']} is not confirmed"
            if any(excuse in (result["reason"] or "") for excuse in EXCUSES):
                self.excused.add(result["property"])
        # They are not counted if a limit came before the end.
        if report["stats"].get("deadlock_states") is not None:
            self.verdicts["deadlock"] = "violated" if report["stats"]["deadlock_states"] else "holds"

    def decided(self):
        return all(verdict in DECIDED for verdict in self.verdicts.values())

    def complete(self):
        """All states were seen; what was found may have been decided before a limit came."""
        return self.decided() and "deadlock" in self.verdicts

    def agrees(self, right):
        return all(self.verdicts[name] == right.verdicts[name] or name in self.excused for name in self.verdicts.keys() & right.verdicts.keys())


class Alone:
    """Asks about the one program of a file: the fermata command, once for each question."""

    def __init__(self, fermata, ir):
        self.fermata, self.ir = fermata, ir

    def ask(self, flags, seconds):
        done = subprocess.run([self.fermata, "explore", self.ir, *flags], capture_output=True, text=True, timeout=seconds + 60, check=False)
        return Answer(done.returncode, done.stdout or done.stderr)


class Together:
    """Asks about the programs of a file, in one process. If that ends, there is another for what is asked next."""

    def __init__(self, explore_each, ir):
        self.command, self.ir = [explore_each, ir], ir
        self.process = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process:
            self.process.stdin.close()
            self.process.wait()

    def ask(self, main, flags, seconds):
        if not self.process:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        print(main, "explore", self.ir, *flags, file=self.process.stdin, flush=True)
        if not select.select([self.process.stdout], [], [], seconds + 60)[0]:
            self.process.kill()
        line = self.process.stdout.readline()
        if not line:
            code, self.process = self.process.wait(), None
            return Answer(code, "no answer")
        return Answer(*line.split(" ", 1))


class One:
    """Asks about one of them."""

    def __init__(self, together, main):
        self.together, self.main = together, main

    def ask(self, flags, seconds):
        return self.together.ask(self.main, flags, seconds)


class Judge:
    def __init__(self, fermata, explore_each, seconds):
        self.fermata = fermata
        self.explore_each = explore_each
        self.seconds = seconds

    def emit(self, folder, text):
        """The name of the file that explorations read, or what the compiler says."""
        source, ir = os.path.join(folder, "random.c"), os.path.join(folder, "random.ir")
        pathlib.Path(source).write_text(text, encoding="utf-8")
        made = subprocess.run([self.fermata, "emit", source, "--output", ir], capture_output=True, text=True, timeout=600, check=False)
        return (ir, None) if made.returncode == 0 else (None, "does not compile: " + made.stderr)

    def ask(self, asked, flags):
        threads = [] if "--threads" in flags else ["--threads", "1"]
        return asked.ask([*flags, *threads, "--time", f"{round(self.seconds * 1000)}ms", "--memory", "1G", "--format", "json", "--progress", "never",
                          "--run-file", "none"], self.seconds)

    def judge(self, asked, seed, others):
        """What differs, or None; and what to count. `others` are asked about other forms of the same program (draw.py)."""
        counts = {}
        for group in ways(seed):
            right = self.ask(asked, group[0])
            if right.error:
                return f"{' '.join(group[0])}: {right.error}", counts
            if not right.decided():
                if not counts:
                    return None, {"unmodelled" if right.unmodelled else "too large": 1}
                continue
            for flags in group[1:]:
                answer = self.ask(asked, flags)
                if answer.error:
                    return f"{' '.join(flags)}: {answer.error}", counts
                if not answer.agrees(right):
                    return f"{' '.join(group[0])}: {right.verdicts}; {' '.join(flags) or 'by default'}: {answer.verdicts}", counts
                if not counts:
                    counts = {name: int(verdict == "violated") for name, verdict in right.verdicts.items()}
                    counts |= {"states": right.states, "states of transactions": answer.states, "compared": 1}
            if seed % 4 == 0 and "--spurious-wakeups" not in group[0] and right.verdicts.get("hang") == "holds":
                answer = self.ask(asked, [*group[0], "--spurious-wakeups", "off"])
                if answer.error or answer.verdicts["hang"] == "violated":
                    return f"{' '.join(group[0])}: {right.verdicts}; without spurious wakeups: {answer.error or answer.verdicts}", counts
                counts["compared without spurious wakeups"] = 1
            if "_waits" in others and "safety" in right.verdicts:
                answer = self.ask(others["_waits"], group[0])
                fails = answer.verdicts.get("safety")
                if answer.error or (fails in DECIDED and fails != right.verdicts["safety"]):
                    return f"{' '.join(group[0])}: {right.verdicts}; with waits instead of assumptions: {answer.error or answer.verdicts}", counts
                counts["compared with waits"] = 1
            if "_chosen" in others:
                answer = self.ask(others["_chosen"], group[0])
                if answer.error or not answer.agrees(right) or (answer.complete() and right.complete() and answer.states != right.states):
                    return (f"{' '.join(group[0])}: {right.verdicts}, {right.states} states; with choices instead of assumptions: "
                            f"{answer.error or answer.verdicts}, {answer.states} states"), counts
                counts["compared with choices"] = 1
        return None, counts

    def judge_alone(self, text, seed):
        with contextlib.ExitStack() as folders:
            asked = {}
            for form, name in forms(text):
                ir, complaint = self.emit(folders.enter_context(tempfile.TemporaryDirectory()), form)
                if not ir:
                    return complaint, {}
                asked[name] = Alone(self.fermata, ir)
            return self.judge(asked.pop(""), seed, asked)

    def judge_batch(self, seeds):
        """For each of them (seed, what differs, what to count)."""
        if not self.explore_each:
            return [(seed, *self.judge_alone(draw(seed), seed)) for seed in seeds]
        with tempfile.TemporaryDirectory() as folder:
            ir, complaint = self.emit(folder, draw_batch(seeds))
            if not ir:
                return [(seeds[0], complaint, {})]
            with Together(self.explore_each, ir) as asked:
                def one(seed):
                    all_forms = {name: One(asked, f"main_{seed}{name}") for _, name in forms(draw(seed))}
                    return self.judge(all_forms.pop(""), seed, all_forms)
                return [(seed, *one(seed)) for seed in seeds]


def cut_down(judge, text, seed):
    """Leaves out lines, whole blocks first, as long as something still differs and it still compiles."""
    def wrong(lines):
        difference, _ = judge.judge_alone("\n".join(lines) + "\n", seed)
        return difference and not difference.startswith("does not compile")

    lines = text.splitlines()
    if not wrong(lines):
        return None
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


def show_wrong(judge, seed, seeds, folder):
    """Keeps what differs, as small as possible."""
    text = cut_down(judge, draw(seed), seed)
    path = folder / (f"random_{seed}.c" if text else f"random_{seed}_batch.c")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text or draw_batch(seeds), encoding="utf-8")
    print(f"{path}: {judge.judge_alone(text, seed)[0]}\n{text}" if text else f"{path}: it differs only as main_{seed} of this batch", flush=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("fermata", type=pathlib.Path)
    arguments.add_argument("--programs", type=int, default=1000)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--jobs", type=int, default=2)
    arguments.add_argument("--time", type=float, default=2, help="seconds for one exploration; larger programs are left out")
    arguments.add_argument("--keep", type=pathlib.Path, default=pathlib.Path("."))
    arguments.add_argument("--batch", type=int, default=100, help="programs in one file")
    arguments.add_argument("--explore-each", type=pathlib.Path)
    arguments.add_argument("--alone", action="store_true", help="one file and several processes for each program")
    arguments.add_argument("--show", type=int, help="print the program of this seed")
    options = arguments.parse_args()
    if options.show is not None:
        print(draw(options.show), end="")
        return 0

    fermata = options.fermata.resolve()  # './fermata' as a path is 'fermata', which is looked for elsewhere
    explore_each = None if options.alone else (options.explore_each or fermata.with_name("random_c_explore_each")).resolve()
    if explore_each and not explore_each.exists():
        arguments.error(f"{explore_each} is not there: build program_tests, name it with --explore-each, or say --alone")
    judge = Judge(fermata, explore_each, options.time)
    totals = collections.Counter()
    wrong = 0
    end = options.seed + options.programs
    batches = [range(first, min(first + options.batch, end)) for first in range(options.seed, end, options.batch)]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for seeds, results in zip(batches, pool.map(judge.judge_batch, batches)):
            for seed, difference, counts in results:
                totals.update(counts)
                if difference is None:
                    continue
                wrong += 1
                print(f"seed {seed}: {difference}", flush=True)
                if wrong <= 3 and not difference.startswith("does not compile"):
                    show_wrong(judge, seed, seeds, options.keep)
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
