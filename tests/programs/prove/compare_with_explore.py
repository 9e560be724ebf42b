#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws C programs whose loops count, wait and meet, and has Fermata look for a proof that each ends. Where one is found and confirmed, the
explorer must not find a run that does not end or comes to rest; and none that fails, if the proof says that none does.

    compare_with_explore.py FERMATA [--programs N] [--seed S] [--jobs J] [--keep DIR] [--at-least PROVED]
    compare_with_explore.py --show SEED

Two to four threads, often with the same function. Counters of a byte wrap and are compared with small numbers, large ones and inputs; mutexes,
two condition variables, two semaphores, a barrier, compare and exchange, spins. About half of all loops count in the wrong direction, wait for
what does not come, meet once too often or forget to signal: a prover that believes too much is noticed only by programs that do not end.
A third of the programs are of a family whose threads have something in common: semaphores both ways, bounded buffers, barriers in rounds, tickets,
turns. In more than half of these one number or one line is wrong.
A program on which the two differ is kept in DIR and its seed is printed.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import random
import subprocess
import sys
import tempfile

HEAD = """\
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <fermata/fermata.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
"""
COUNTERS = ["a", "b", "c"]                       # atomic, of a byte: they wrap
KEPT = ["x", "y"]                                # of a byte, mostly under the mutex


class Artist:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = 0
        few = self.random.sample([self.count, self.count, self.fall, self.drain, self.pool, self.exchange, self.spin, self.locked, self.condition,
                                  self.tell, self.post, self.wait, self.meet, self.store, self.branch, self.polls, self.pairs, self.rounds, self.check],
                                 self.random.randint(2, 4))
        self.sorts = few + [self.store]

    def one_in(self, n):
        return self.random.randrange(n) == 0

    def pick(self, *some):
        return self.random.choice(some)

    def fresh(self):
        self.names += 1
        return f"i{self.names}"

    def number(self):
        return str(self.pick(0, 1, 1, 2, 2, 3, 3, 4, 5, 100, 250, 255)) if not self.one_in(3) else self.pick("limit", "limit", "input")

    def counter(self):
        return self.random.choice(COUNTERS)

    def block(self, length, depth):
        lines = []
        for _ in range(length):
            lines += self.random.choice(self.sorts)(depth)
        return lines

    def inside(self, depth):
        return self.block(self.random.randint(1, 2), depth - 1) if depth > 0 else self.store(0)

    def store(self, depth):
        v = self.counter()
        return [self.pick(f"{v}++;", f"{v}--;", f"{v} = {self.number()};", f"{v} += 2;", f"{v} |= 1;", "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);")]

    def count(self, depth):
        i = self.fresh()
        sort = self.pick("unsigned char", "signed char", "int", "unsigned")
        to = self.pick(self.number(), self.number(), self.counter())
        by = self.pick(f"{i}++", f"{i}++", f"{i}++", f"{i} += 2", f"{i} += 3", f"{i}--")
        return [f"for ({sort} {i} = {self.pick(0, 0, 1)}; {i} {self.pick('<', '<', '!=', '<=')} {to}; {by}) {{", *self.inside(depth), "}"]

    def fall(self, depth):
        i = self.fresh()
        return [f"{self.pick('unsigned char', 'int', 'signed char')} {i} = {self.number()};",
                f"while ({i} {self.pick('> 0', '!= 0', '> 1')}) {{", *self.inside(depth), self.pick(f"{i}--;", f"{i} -= 2;", f"{i} /= 2;", f"{i} >>= 1;", f"if (a) {i}--;"), "}"]

    def drain(self, depth):
        v = self.counter()
        return [f"while ({v} {self.pick('> 0', '!= 0', '> 2', '< 3', '< limit')}) {v}{self.pick('--', '--', ' -= 2', '++', ' += 2')};"]

    def pool(self, depth):
        v = self.counter()
        test = self.pick("<", "<", "!=", "<=")
        return [f"while ({v}{self.pick('++', '++', '--')} {test} {self.number()}) {{", *(self.inside(depth) if self.one_in(2) else []), "}"]

    def exchange(self, depth):
        v, old = self.counter(), self.fresh()
        new = self.pick(f"{old} + 1", f"{old} + 1", f"{old} - 1", f"{old} / 2", "0")
        end = self.pick("", "", f"if ({old} == {self.number()}) break; ")
        call = self.pick("strong", "strong", "weak")
        return [f"unsigned char {old} = {v};", f"while (!atomic_compare_exchange_{call}(&{v}, &{old}, {new})) {{ {end}}}"]

    def spin(self, depth):
        v = self.counter()
        return [f"while ({v} {self.pick('==', '!=', '<', '<', '>')} {self.number()}) {self.pick(';', ';', '{ pthread_mutex_lock(&m); pthread_mutex_unlock(&m); }')}"]

    def locked(self, depth):
        inner = self.inside(min(depth, 1)) if self.one_in(3) else [self.pick("x++;", "y++;", "x--;", "if (x > 0) x--;", f"x = {self.number()};", "if (x < y) x++;")]
        return ["pthread_mutex_lock(&m);", *inner, *([] if self.one_in(12) else ["pthread_mutex_unlock(&m);"])]

    def condition(self, depth):
        test = self.pick("x == 0", "x < 2", "y == 0", "x != y", f"x < {self.number()}", "a == 0", "x == 2")
        then = self.pick("x--;", "x = 0;", "y++;", "x++;", "")
        wake = self.pick("", "", "pthread_cond_signal(&q);", "pthread_cond_broadcast(&p);")
        return ["pthread_mutex_lock(&m);", f"{self.pick('while', 'while', 'while', 'if')} ({test}) pthread_cond_wait(&{self.pick('p', 'p', 'q')}, &m);",
                f"{then} {wake}", "pthread_mutex_unlock(&m);"]

    def tell(self, depth):
        return ["pthread_mutex_lock(&m);", self.pick("x++;", "x++;", "x = 2;", "y = 1;", "y++;", "x = y;"),
                self.pick("pthread_cond_signal(&p);", "pthread_cond_broadcast(&p);", "pthread_cond_broadcast(&p); pthread_cond_signal(&q);", ""), "pthread_mutex_unlock(&m);"]

    def post(self, depth):
        return [f"sem_post(&{self.pick('s', 't')});"]

    def wait(self, depth):
        return [f"sem_wait(&{self.pick('s', 't')});"] if not self.one_in(5) else ["while (sem_trywait(&s) != 0) ;"]

    def pairs(self, depth):
        i, (u, v) = self.fresh(), self.pick(("s", "t"), ("t", "s"))
        return [f"for (int {i} = 0; {i} < {self.number()}; {i}++) {{ sem_wait(&{u}); {self.pick('', 'a++;')} sem_post(&{self.pick(u, v, v)}); }}"]

    def meet(self, depth):
        return ["pthread_barrier_wait(&together);"]

    def rounds(self, depth):
        i = self.fresh()
        return [f"for (int {i} = 0; {i} < {self.pick('limit', '2', '3')}; {i}++) {{", *self.store(0), "pthread_barrier_wait(&together);", "}"]

    def branch(self, depth):
        return [f"if ({self.counter()} {self.pick('<', '==', '>')} {self.number()}) {{", *self.inside(depth), "}"]

    def check(self, depth):
        i = self.fresh()
        return self.pick([f"assert({self.pick('x', 'y', 'a', 'b')} {self.pick('<', '<=', '!=')} {self.pick(2, 3, 5, 100, 255)});"],
                         ["pthread_mutex_lock(&m);", f"if (x {self.pick('<', '<', '<=', '!=')} {self.pick(3, 5)}) x++;",
                          f"assert(x {self.pick('<', '<=', '<=')} {self.pick(3, 5, 5)});", "pthread_mutex_unlock(&m);"],
                         [f"for (int {i} = 0; {i} < {self.number()}; {i}++) {{", f"assert({i} {self.pick('<', '<=', '!=', '>=')} {self.pick('limit', 'limit', 0, 3)});", "}"])

    def polls(self, depth):
        return ["while (pthread_mutex_trylock(&m) != 0) ;", self.pick("x++;", "x = 0;", ""), "pthread_mutex_unlock(&m);"]

    # Families: functions of threads, how often each is started, and what main does before. `odd` is mostly what it should be.

    def odd(self, right, *wrong):
        return right if not self.one_in(4) else self.random.choice(wrong)

    def loop(self, *body):
        i = self.fresh()
        sort = self.pick("int", "int", "unsigned char", "unsigned")
        return [f"for ({sort} {i} = {self.odd('0', '1')}; {i} {self.odd('<', '<=', '!=')} {self.odd('limit', '2', 'limit + 1')}; {i}++) {{", *body, "}"]

    def both_ways(self):
        puts = self.loop(self.odd("sem_wait(&s);", ""), *self.random.sample(["a++;"], self.random.randrange(2)), self.odd("sem_post(&t);", "if (a != 2) sem_post(&t);"))
        takes = self.loop(self.odd("sem_wait(&t);", "while (sem_trywait(&t) != 0) ;"), self.odd("sem_post(&s);", "", "if (x == 0) sem_post(&s);"))
        pairs = self.pick(1, 1, 2)
        return [(puts, pairs), (takes, self.odd(pairs, pairs + 1))], [f"sem_init(&s, 0, {self.pick(1, 2, 3)});", f"sem_init(&t, 0, {self.odd(0, 1)});"]

    def buffer(self):
        room = self.pick("1", "2", "3", "200")
        puts = self.loop("pthread_mutex_lock(&m);", f"{self.odd('while', 'if')} (x {self.pick('==', '>=')} {room}) pthread_cond_wait(&q, &m);", "x++;",
                         self.odd("pthread_cond_signal(&p);", "pthread_cond_broadcast(&p);", "if (x == 1) pthread_cond_signal(&p);", ""), "pthread_mutex_unlock(&m);")
        takes = self.loop("pthread_mutex_lock(&m);", f"{self.odd('while', 'if')} (x {self.pick('== 0', '< 1')}) pthread_cond_wait(&{self.odd('p', 'q')}, &m);", "x--;",
                          self.odd("pthread_cond_signal(&q);", "pthread_cond_broadcast(&q);", ""), "pthread_mutex_unlock(&m);")
        return [(puts, self.pick(1, 1, 2)), (takes, self.pick(1, 1, 2))], []

    def in_rounds(self):
        body = self.loop(*self.store(0), "pthread_barrier_wait(&together);", *([] if self.one_in(2) else ["pthread_barrier_wait(&together);"]))
        return [(body, 2 if self.one_in(2) else 3)], []

    def tickets(self):
        once = ["unsigned char mine = a++;", f"while (b {self.odd('!=', '<', '>')} mine) {self.pick(';', ';', '{ c++; }')}", *self.random.sample(["x++;"], self.random.randrange(2)),
                self.odd("b++;", "if (mine != 1) b++;", "b = mine;", "b = mine + 1;")]
        return [(self.loop(*once) if self.one_in(2) else once, self.pick(2, 2, 3))], [f"a = {self.pick(0, 0, 255)};", f"b = {self.odd('a', '1')};"]

    def turns(self):
        wake = self.odd("pthread_cond_signal(&p);", "pthread_cond_broadcast(&p);", "")
        def half(mine, other):
            return self.loop("pthread_mutex_lock(&m);", f"while (x != {mine}) pthread_cond_wait(&p, &m);", f"x = {other};", wake, "pthread_mutex_unlock(&m);")
        return [(half(0, 1), 1), (half(1, self.odd(0, 2)), 1)], []

    def family(self):
        functions, before = self.pick(self.both_ways, self.both_ways, self.buffer, self.in_rounds, self.tickets, self.turns)()
        if self.one_in(4):
            functions[0][0].extend(self.store(0))
        return functions, before

    def draw(self):
        if self.one_in(3):
            functions, before = self.family()
            return self.written([body for body, _ in functions], [k for k, (_, times) in enumerate(functions) for _ in range(times)], before)
        kinds = self.random.randint(1, 2)
        threads = [self.random.randrange(kinds) for _ in range(self.pick(1, 2, 2, 3))]
        return self.written([self.block(self.random.randint(1, 3), 2) for _ in range(kinds)], threads,
                            [f"sem_init(&s, 0, {self.pick(0, 1, 2)});", f"sem_init(&t, 0, {self.pick(0, 0, 1)});"])

    def written(self, bodies, threads, before):
        text = HEAD + "static _Atomic unsigned char a, b = 2, c = 3;\nstatic unsigned char x, y, limit;\n"
        text += "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nstatic pthread_cond_t p = PTHREAD_COND_INITIALIZER, q = PTHREAD_COND_INITIALIZER;\n"
        text += "static sem_t s, t;\nstatic pthread_barrier_t together;\n"
        for k, body in enumerate(bodies):
            text += "static void* " + f"f{k}(void* arg) {{\n  " + "\n  ".join(self.with_inputs(body)) + "\n  return arg;\n}\n"
        main = [*before, f"pthread_barrier_init(&together, 0, {len(threads) + self.pick(0, 0, 0, 1)});"]
        main += self.pick([f"limit = {self.pick(0, 1, 2, 3, 4)};"], ["limit = fermata_choose(4);"], ["limit = __VERIFIER_nondet_uchar();"],
                          ["unsigned char n = __VERIFIER_nondet_uchar();", f"fermata_assume(n {self.pick('<', '<=', '>')} {self.pick(3, 5, 200)});", "limit = n;"])
        for i, f in enumerate(threads):
            main += [f"pthread_t t{i};", f"pthread_create(&t{i}, 0, f{f}, 0);"]
        if self.one_in(2):
            main += self.with_inputs(self.block(1, 1))
        for i in range(len(threads)):
            if not self.one_in(10):
                main.append(f"pthread_join(t{i}, 0);")
        return text + "int main(void) {\n  " + "\n  ".join(main) + "\n  return 0;\n}\n"

    def with_inputs(self, lines):
        return [line.replace("input", f"({self.pick('fermata_choose(3)', '__VERIFIER_nondet_uchar()', 'fermata_choose(2) + 1')})") for line in lines]


def ask(fermata, file, *options):
    made = subprocess.run([fermata, *options, "--format", "json", "--run-file", "none", str(file)], capture_output=True, text=True)
    if made.returncode == 6 or made.returncode < 0 or not made.stdout.strip():
        return "error", f"exit code {made.returncode}: {made.stderr[-300:]}"
    verdict = json.loads(made.stdout)
    results = verdict["results"]
    if any(result["verdict"] == "violated" for result in results):
        return "violated", ""
    if not results:
        return "unknown", ""
    safety = (verdict["safety_besides"] or {}).get("verdict")
    return results[0]["verdict"] + (", safely" if safety == "holds" else ""), results[0]["reason"] or ""


def compare(fermata, seed, keep):
    text = Artist(seed).draw()
    choice = random.Random(seed ^ 0xfa1)
    ways = ["--fairness", choice.choice(["strong", "strong", "strong", "weak", "none"]), "--spurious-wakeups", choice.choice(["on", "on", "off"])]
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, f"{seed}.c")
        file.write_text(text)
        proved, reason = ask(fermata, file, "prove", "--time", "4s", *ways)
        explored = "not asked"
        if proved.startswith("holds"):
            properties = "termination,hang" + (",safety" if proved == "holds, safely" else "")
            explored, reason = ask(fermata, file, "check", "--engine", "explore", "--property", properties, "--time", "10s", *ways)
    wrong = proved in ("error", "violated") or explored in ("error", "violated")
    # A proof that was found and is not confirmed is no wrong answer, but the two translations differ.
    differ = "could not be confirmed" in reason or "was not shown" in reason
    if wrong:
        pathlib.Path(keep, f"prove_{seed}.c").write_text(text)
    return seed, proved, explored, wrong, differ, " ".join(ways), reason


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("fermata", nargs="?")
    parser.add_argument("--programs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", default=".")
    parser.add_argument("--at-least", type=int, default=0)
    parser.add_argument("--show", type=int)
    options = parser.parse_args()
    if options.show is not None:
        print(Artist(options.show).draw(), end="")
        return 0
    seen, failures, differing = collections.Counter(), 0, []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        seeds = range(options.seed, options.seed + options.programs)
        for seed, proved, explored, wrong, differ, ways, reason in pool.map(lambda s: compare(options.fermata, s, options.keep), seeds):
            seen[proved, explored] += 1
            if differ:
                differing.append((seed, reason))
            if wrong:
                failures += 1
                print(f"seed {seed} ({ways}): prove says {proved}, explore {explored} {reason}", flush=True)
    proved = sum(count for (answer, _), count in seen.items() if answer.startswith("holds"))
    safely = sum(count for (answer, _), count in seen.items() if answer == "holds, safely")
    explored = seen["holds", "holds"] + seen["holds, safely", "holds"]
    print(f"{options.programs} programs, {proved} proved, {safely} of them also to be without failures; {explored} of them explored to the end; {failures} wrong")
    for seed, reason in differing:
        print(f"seed {seed}: found, but not confirmed: {reason}")
    if proved < options.at_least:
        print(f"fewer than {options.at_least} were proved: the comparison says little")
        return 1
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
