#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws programs with loops that look for something a bounded number of times, and asks Fermata about each step by step, with all rounds,
and with one round where that is enough (docs/internals/bounded-spins.md) and without values on which nothing depends
(docs/internals/irrelevant-values.md). The answers must be the same.

    compare.py FERMATA [--programs N] [--seed S] [--jobs J] [--keep DIR]
    compare.py --show SEED

Bounds are 0 to 4 or read from a variable, before the loop or in each round; the test is at the top, at the bottom, or part of one
condition. A round reads once or twice, tries an atomic block, exchanges, compares and exchanges, adds; at one place or at one that
depends on the round. Some count in steps of two or not at all, use the counter afterwards, compare with what the round before saw,
yield, do something else in some rounds, or leave only in some. Some keep statistics that nobody reads, in each round or after the loop.
A program on which answers differ is kept in DIR and its seed is printed.
"""

import argparse
import concurrent.futures
import json
import pathlib
import random
import subprocess
import sys
import tempfile

FLAGS = 3
WAYS = [[], ["--daemon"], ["--property", "termination"], ["--property", "termination", "--fairness", "weak"], ["--spurious-failures", "on"]]


class Artist:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = 0

    def one_in(self, n):
        return self.random.randrange(n) == 0

    def fresh(self, prefix="v"):
        self.names += 1
        return f"{prefix}{self.names}"

    def flag(self):
        return f"@f+{4 * self.random.randrange(FLAGS)}"

    def draw(self):
        workers = 1 + self.one_in(3)
        functions = [self.thread(f"w{w}") for w in range(workers)]
        limit = self.random.randrange(4)
        return "\n\n".join([f'global @f: 16\nglobal @hits: 4\nglobal @limit: 4 = "\\{limit:02x}"', *functions, self.main(workers)]) + "\n"

    def function(self, name, parameter, body, end):
        """`body` makes lines with declarations inside: `%x: i32 = ...`, at most once for each name."""
        return "\n".join([f"func @{name}({parameter}) {{", "b0:", *body, *end, "}"])

    def thread(self, name):
        body = self.body(1 + self.random.randrange(2))
        if self.one_in(3):
            again = self.fresh("again")
            body = [f"  jump {again}", f"{again}:", *body, f"  jump {again}"]
            never = self.fresh("never")
            return self.function(name, "%p: ptr", body, [f"{never}:", "  thread_exit 0", "  unreachable"])
        return self.function(name, "%p: ptr", body, ["  thread_exit 0", "  unreachable"])

    def main(self, workers):
        body = []
        for w in range(workers):
            body += ["  atomic_begin", f"  %t{w}: i32 = spawn @w{w}, 0", "  atomic_end"]
        body += self.body(1 + self.random.randrange(2))
        for w in range(workers):
            if self.one_in(4):
                continue
            body += [f"  section_begin 5, {w + 1}", "  atomic_begin", f"  %s{w}: i32 = thread_state %t{w}", f"  %e{w}: i1 = eq i32 %s{w}, 2",
                     f"  %z{w}: i32 = zext i1 %e{w}", f"  block_until %z{w}", f"  section_end 5, {w + 1}, 0", "  atomic_end"]
        return self.function("main", "", body, ["  exit_process 0", "  unreachable"])

    def body(self, statements):
        lines = []
        for _ in range(statements):
            lines += self.random.choice([self.spin, self.spin, self.spin, self.store, self.wait])()
        return lines

    def store(self):
        return [f"  store atomic i32 {self.random.randrange(2)}, {'@limit' if self.one_in(8) else self.flag()}"]

    def wait(self):
        v, c, z = self.fresh(), self.fresh(), self.fresh()
        return ["  section_begin 9, 1", "  atomic_begin", f"  %{v}: i32 = load {self.flag()}", f"  %{c}: i1 = ne i32 %{v}, {self.random.randrange(2)}",
                f"  %{z}: i32 = zext i1 %{c}", f"  block_until %{z}", "  atomic_end", f"  %{self.fresh()}: i32 = self",
                f"  section_end 9, 1, %v{self.names}"]

    def action(self):
        """What happens after a spin, one way or the other."""
        kind = self.random.randrange(8)
        if kind == 0:
            return self.store() + self.store()
        if kind == 1:
            return self.wait()
        if kind == 2:
            return ["  exit_process 1", "  unreachable"]
        if kind == 3:
            v, c, bad, good = self.fresh(), self.fresh(), self.fresh("bad"), self.fresh("good")
            return [f"  %{v}: i32 = load atomic {self.flag()}", f"  %{c}: i1 = eq i32 %{v}, 2", f"  branch %{c}, {bad}, {good}",
                    f"{bad}:", "  unreachable", f"{good}:"]
        if kind in (4, 5):
            return self.store()
        return []

    def attempt(self, counter):
        """Lines of one try, and a register of type i1 that says whether it has succeeded. Some are none that count."""
        kind = self.random.randrange(13)
        v, c = self.fresh(), self.fresh()
        flag = self.flag()
        if kind < 3:
            return [f"  %{v}: i32 = load atomic {flag}", f"  %{c}: i1 = {self.random.choice(['eq', 'ne'])} i32 %{v}, {self.random.randrange(2)}"], c
        if kind == 3:
            weak = " weak" if self.one_in(2) else ""
            return [f"  %{v}: i32, %{c}: i1 = cmpxchg{weak} atomic {flag}, {self.random.randrange(2)}, {self.random.randrange(3)}"], c
        if kind == 4:
            return [f"  %{v}: i32 = rmw atomic exchange {flag}, 1", f"  %{c}: i1 = eq i32 %{v}, 0"], c
        if kind == 5:
            return [f"  %{v}: i32 = rmw atomic add {flag}, 1", f"  %{c}: i1 = eq i32 %{v}, 2"], c
        if kind == 6:
            w = self.fresh()
            return [f"  %{v}: i32 = load atomic {flag}", f"  %{w}: i32 = load atomic {self.flag()}",
                    f"  %{c}: i1 = {self.random.choice(['eq', 'ne', 'ult'])} i32 %{v}, %{w}"], c
        if kind == 7:
            a, m, x = self.fresh(), self.fresh(), self.fresh()
            return [f"  %{m}: i32 = and %{counter}, 1", f"  %{a}: ptr = offset @f, %{m}, 4, 0", f"  %{x}: i32 = load atomic %{a}",
                    f"  %{c}: i1 = eq i32 %{x}, 1"], c
        if kind == 8:  # a lock
            free, busy, done, x = self.fresh("free"), self.fresh("busy"), self.fresh("done"), self.fresh()
            return ["  atomic_begin", f"  %{v}: i32 = load {flag}", f"  %{c}: i1 = eq i32 %{v}, 0", f"  branch %{c}, {free}, {busy}",
                    f"{free}:", f"  store i32 1, {flag}", f"  jump {done}", f"{busy}:", f"  jump {done}", f"{done}:", "  atomic_end"], c
        if kind == 9:
            return ["  atomic_begin", f"  %{v}: i32 = load {flag}", f"  %{self.fresh()}: i32 = load {self.flag()}", "  atomic_end",
                    f"  %{c}: i1 = ne i32 %{v}, %v{self.names}"], c
        if kind == 12:  # at something that is not left out, since it is looked at here
            return [f"  %{v}: i32 = rmw atomic add @hits, {self.random.randrange(2)}", f"  %{c}: i1 = eq i32 %{v}, 2"], c
        if kind == 10:  # as it was in the round before?
            return [f"  %{v}: i32 = load atomic {flag}", f"  %{c}: i1 = ne i32 %{v}, %{counter}"], c
        return [f"  %{v}: i32 = load atomic {flag}", f"  %{c}: i1 = ult i32 %{v}, {1 + self.random.randrange(2)}"], c

    def spin(self):
        n, m = self.fresh("n"), self.fresh()
        head, body, latch, found, given_up, after = (self.fresh(x) for x in ("head", "body", "latch", "found", "given", "after"))
        step = self.random.choice([1, 1, 1, 1, -1, 2, 0]) if self.one_in(3) else 1
        bound = str(self.random.randrange(5))
        before, in_round = [], []
        if self.one_in(3):
            b = self.fresh()
            (in_round if self.one_in(4) else before).append(f"  %{b}: i32 = load{' atomic' if self.one_in(2) else ''} @limit")
            bound = f"%{b}"
        start = bound if step == -1 else "0"
        test = f"ne i32 %{n}, 0" if step == -1 else self.random.choice([f"slt i32 %{n}, {bound}", f"ult i32 %{n}, {bound}", f"ne i32 %{n}, {bound}"])
        if step == 0 and self.one_in(2):
            test = test.replace("ne ", "slt ")
        lines = [*before, f"  %{n}: i32 = copy i32 {start}", f"  jump {head}", f"{head}:"]
        attempt, c = self.attempt(n)
        if in_round and self.one_in(2):  # nothing is read but the bound
            c = self.fresh()
            attempt = [f"  %{c}: i1 = eq i32 {bound}, {self.random.randrange(4)}"]
        more = self.pause(n)
        t = self.fresh()
        decide = [f"  branch %{c}, {found}, {latch}"]
        if self.one_in(8):  # only some rounds leave because of what they saw
            odd, look = self.fresh(), self.fresh("look")
            decide = [f"  %{odd}: i1 = trunc i32 %{n}", f"  branch %{odd}, {look}, {latch}", f"{look}:", *decide]
        shape = self.random.randrange(3)
        if shape == 0:  # the test is at the top
            lines += [*in_round, f"  %{t}: i1 = {test}", f"  branch %{t}, {body}, {given_up}", f"{body}:", *attempt, *decide,
                      f"{latch}:", *more, f"  %{m}: i32 = add %{n}, {step}", f"  %{n} = copy i32 %{m}", f"  jump {head}"]
        elif shape == 1:  # at the bottom
            test = test.replace(f"%{n}", f"%{m}", 1)
            lines += [*in_round, *attempt, *decide, f"{latch}:", *more, f"  %{m}: i32 = add %{n}, {step}", f"  %{n} = copy i32 %{m}",
                      f"  %{t}: i1 = {test}", f"  branch %{t}, {head}, {given_up}"]
        else:  # in one condition
            g, f = self.fresh(), self.fresh()
            lines += [*in_round, *attempt, f"  %{t}: i1 = {test}", f"  %{f}: i1 = xor %{c}, 1", f"  %{g}: i1 = select %{f}, %{t}, 0", f"  branch %{g}, {latch}, {found}",
                      f"{latch}:", *more, f"  %{m}: i32 = add %{n}, {step}", f"  %{n} = copy i32 %{m}", f"  jump {head}"]
        relay = self.fresh("relay") if shape == 0 and self.one_in(3) else None
        if relay:  # a loop around it has the same header
            x = self.fresh()
            lines[-2:] = [f"  %{x}: i32 = copy i32 %{m}", f"  jump {relay}", f"{relay}:", f"  %{n} = copy i32 %{x}", f"  jump {head}"]
        asked = []
        if shape == 0 and self.one_in(4):  # what a compiler leaves behind
            q, on = self.fresh(), self.fresh("on")
            asked = [f"  %{q}: i1 = ugt i32 %{n}, {self.random.choice([bound if bound[0] == '%' else max(int(bound) - 1, 0), 0, 3])}",
                     f"  branch %{q}, {given_up}, {on}", f"{on}:"]
        use = [f"  store atomic i32 %{n}, {self.random.choice([self.flag(), '@hits', '@hits'])}"] if self.one_in(4) else []
        ends = lambda code: [] if code and code[-1].strip() == "unreachable" else [f"  jump {after}"]
        yes, no = asked + use + self.action(), self.action()
        lines += [f"{found}:", *yes, *ends(yes)]
        if shape != 2:
            back = [f"  %{x}: i32 = copy i32 {start}", f"  jump {relay}"] if relay else ends(no)
            lines += [f"{given_up}:", *no, *(back if ends(no) else [])]
        return lines + [f"{after}:"]

    def pause(self, counter):
        kind = self.random.randrange(6)
        pause = ["  atomic_begin", "  atomic_end"]
        if kind == 0:
            return pause
        if kind == 1:  # only in some rounds
            c, some, join = self.fresh(), self.fresh("some"), self.fresh("join")
            return [f"  %{c}: i1 = ult i32 %{counter}, 1", f"  branch %{c}, {some}, {join}", f"{some}:", *(pause if self.one_in(2) else []), f"  jump {join}", f"{join}:"]
        if kind == 2:
            return [f"  %{self.fresh()}: i32 = mul %{counter}, 3"]
        if kind == 3:
            v, w = self.fresh(), self.fresh()
            return self.random.choice([[f"  %{v}: i32 = rmw atomic add @hits, 1"],
                                       [f"  %{v}: i32 = load atomic @hits", f"  %{w}: i32 = add %{v}, 1", f"  store atomic i32 %{w}, @hits"]])
        return []


def hoisted(text):
    """Registers are declared where a function begins: one may be assigned on several ways."""
    lines, result, names, start = text.split("\n"), [], {}, None
    for line in lines:
        if line.startswith("func"):
            names, start = {}, len(result) + 1
        elif line.startswith("}"):
            if names:
                result.insert(start, "  var " + ", ".join(f"%{n}: {t}" for n, t in names.items()))
        elif line.startswith("  %") and ": " in line.split(" = ")[0]:
            left, right = line.split(" = ", 1)
            parts = [p.strip() for p in left.strip().split(",")]
            for p in parts:
                name, kind = p.lstrip("%").split(": ")
                names[name] = kind
            line = "  " + ", ".join(p.split(": ")[0] for p in parts) + " = " + right
        result.append(line)
    return "\n".join(result)


def program(seed):
    return hoisted(Artist(seed).draw())


def ask(fermata, path, flags):
    done = subprocess.run([fermata, "check", path, "--exhaustive", "--format", "json", "--threads", "1", "--time", "3s", "--run-file", "none", *flags],
                          capture_output=True, text=True)
    if done.returncode == 6 or (done.returncode not in (0, 1, 3, 5, 10) and not done.stdout):
        return f"exit code {done.returncode}: {done.stderr.strip()}"
    report = json.loads(done.stdout)
    return {r["property"]: r["verdict"] for r in report["results"]}


def compare(fermata, seed, keep):
    """What is wrong, if anything; and how many answers could not be compared."""
    text = program(seed)
    left_open = 0
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "spin.ir"
        path.write_text(text)
        for way in WAYS:
            if "--spurious-failures" in way and "weak" not in text:
                continue
            right = ask(fermata, path, [*way, "--reduction", "none"])
            once = ask(fermata, path, way)
            if isinstance(right, str) or isinstance(once, str):
                problem = f"{right} / {once}" if right != once else right
                if right == once and "refuse" in str(right):
                    continue
            elif any(right[p] != once[p] and "unknown" not in (right[p], once[p]) for p in right):
                problem = f"{right} / {once}"
            else:
                left_open += sum("unknown" in (right[p], once[p]) for p in right)
                continue
            kept = pathlib.Path(keep) / f"spin-{seed}.ir"
            kept.write_text(text)
            return f"seed {seed} {' '.join(way)}: {problem}; kept in {kept}", left_open
    return None, left_open


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("fermata", nargs="?")
    parser.add_argument("--programs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", default=".")
    parser.add_argument("--show", type=int)
    options = parser.parse_args()
    if options.show is not None:
        print(program(options.show), end="")
        return 0
    failures = left_open = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for answer, not_compared in pool.map(lambda s: compare(options.fermata, s, options.keep), range(options.seed, options.seed + options.programs)):
            left_open += not_compared
            if answer:
                failures += 1
                print(answer, flush=True)
    print(f"{options.programs} programs, {failures} with different answers; {left_open} answers left open")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
