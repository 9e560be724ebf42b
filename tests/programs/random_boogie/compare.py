#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws small Boogie programs, decides each by going through all of its states here, and compares with Fermata.

    compare.py FERMATA [--programs N] [--seed S] [--keep DIR] [--show]

What a statement means is written down a second time, on the tree that was drawn, and shares nothing with the front end. Four families:
general ones (awaits, locks, conditions, reads and writes), choosing ones (havoc, if (*), calls, local variables, values that are not
known in the beginning), handshakes (many rounds), and waiters beside togglers: who waits is let through for a moment, again and again,
which only a rule that looks at every state of a loop tells from a fair one.

Asked is about `hang` (can the scheduler make every state end, whatever is chosen?) and about `termination` (a strongly fair run that
never ends). Exploring must give exactly these answers; the bounded engine and proofs may say nothing, but nothing else.
"""

import argparse
import concurrent.futures
import json
import pathlib
import random
import subprocess
import sys
import tempfile

VARIABLES = ["g", "h", "x"]  # bools, and x, an int that is 0 or 1
TIMEOUT_SECONDS = 120
MOST_STATES = 20_000  # of the oracle; a larger program is passed over

# --- programs: a thread is a list of statements. A condition is (variable, value): it has this value.
#     ("set", v, c)  ("copy", v, w)  ("flip", v)  ("await", condition)  ("if", condition, yes, no)  ("while", condition, body)
#     ("atomic", [...])  ("try", lock, yes, no)  ("choose", [(condition or None, body), ...])
#     ("either", yes, no)  ("repeat", body)  ("havoc", v, (what is assumed of it, another variable) or None)
#     ("block", [...]): atomic, with choices in it
#     ("call", argument, yes, no, result, target): a procedure of its own, with a parameter on which it branches
# "l" is a local variable of the thread, a bool.


def condition(r):
    return r.choice(VARIABLES), r.randrange(2)


def statement(r, depth, waits=True):
    kinds = ["set", "set", "copy", "flip"] + (["await", "take", "drop"] if waits else [])
    if depth > 0:
        kinds += ["if", "while", "while", "try", "choose"] if waits else ["if"]
    kind = r.choice(kinds)
    if kind == "set":
        return ("set", r.choice(VARIABLES), r.randrange(2))
    if kind == "copy":
        return ("copy", r.choice(["g", "h"]), r.choice(["g", "h"]))
    if kind == "flip":
        return ("flip", r.choice(["g", "h"]))
    if kind == "await":
        return ("await", condition(r))
    if kind == "take":
        if r.randrange(3) == 0:  # an assumption behind what is written: all of it, or nothing
            return ("atomic", [("flip", "g"), ("await", condition(r)), ("set", "h", r.randrange(2)), ("await", condition(r))])
        return ("atomic", [("await", ("x", 0)), ("set", "x", 1)])
    if kind == "drop":
        return ("set", "x", 0)
    if kind == "try":
        return ("try", statements(r, depth - 1), statements(r, depth - 1))
    if kind == "if":
        return ("if", condition(r), statements(r, depth - 1, waits), statements(r, depth - 1, waits))
    if kind == "while":
        return ("while", condition(r), statements(r, depth - 1))
    v, value = condition(r)
    return ("choose", [((v, value), statements(r, depth - 1)), ((v, 1 - value), statements(r, depth - 1))] if r.randrange(2)
            else [((v, value), statements(r, depth - 1)), (("g" if v != "g" else "h", 1), statements(r, depth - 1))])


def choosing(r):
    def one(depth):
        kind = r.choice(["either", "repeat", "havoc", "havoc", "call", "block", "local", "other", "other"])
        if kind == "block":
            return ("block", inside(r.choice([2, 3, 4])))
        if kind == "havoc":
            v = r.choice(["g", "h", "l", "x"])
            of = r.choice(["or", "and", "equal"]), r.choice([w for w in ("g", "h", "l") if w != v])
            return ("havoc", v, of if r.randrange(3) else None)
        if kind == "local":
            return r.choice([("copy", "l", "g"), ("copy", "h", "l"), ("flip", "l"), ("set", "l", r.randrange(2))])
        if depth == 0 or kind == "other":
            s = statement(r, min(depth, 1))
            return ("if", ("l", r.randrange(2)), s[2], s[3]) if s[0] == "if" else s
        if kind == "call":
            return ("call", r.choice(["g", "h", "l"]), many(depth - 1), many(depth - 1), r.choice(["g", "h"]), r.choice(["g", "h", "l"]))
        return ("either", many(depth - 1), many(depth - 1)) if kind == "either" else ("repeat", many(depth - 1))

    def inside(length):
        body = []
        while len(body) < length:
            kind = r.choice(["havoc", "either", "await", "set", "copy", "flip"])
            if kind == "await" and (not body or body[-1][0] != "havoc"):
                body.append(("await", condition(r)))
            elif kind == "havoc":
                v = r.choice(["g", "h", "l"])
                other = r.choice([w for w in ("g", "h", "l") if w != v])
                body.append(("havoc", v, r.choice([None, ("or", other), ("equal", other)])))
            elif kind == "either" and length > 1:
                body.append(("either", inside(1), inside(1)))
            elif kind in ("set", "copy", "flip"):
                v = r.choice(["g", "h", "l"])
                body.append({"set": ("set", v, r.randrange(2)), "copy": ("copy", v, r.choice(["g", "h", "l"])), "flip": ("flip", v)}[kind])
        return body

    def many(depth):
        return [one(depth) for _ in range(r.choice([1, 1, 2]))]
    return [[s for _ in range(r.choice([1, 2])) for s in [one(2)]] for _ in range(2)]


def statements(r, depth, waits=True):
    return [statement(r, depth, waits) for _ in range(r.choice([1, 1, 2]))]


def general(r):
    return [[s for _ in range(r.choice([1, 2, 2])) for s in [statement(r, 2)]] for _ in range(r.choice([2, 2, 3]))]


def handshake(r):
    def side(mine, other, turns):
        body = []
        for _ in range(turns):
            body += [("await", (other, r.randrange(2))), ("set", mine, r.randrange(2))]
        return [("while", ("x", 0), body)] + ([("set", "x", 1)] if r.randrange(2) else [])
    threads = [side("g", "h", r.choice([1, 2, 3])), side("h", "g", r.choice([1, 2, 3]))]
    if r.randrange(3) == 0:
        threads.append([("set", "x", 1)])
    return threads


def toggler(r):
    waiter = [("await", ("g", 1))] + ([("set", "x", 1)] if r.randrange(2) else [])
    body = [("set", "g", r.randrange(2)) for _ in range(r.choice([1, 2, 3]))]
    if r.randrange(2):
        body = [("atomic", body)] if r.randrange(2) else [("set", "h", r.randrange(2)), ("atomic", body)]
    return [waiter, [("while", ("x", 0), body)]] + ([[("await", ("h", 1))]] if r.randrange(3) == 0 else [])


# --- as text


def shown(c):
    v, value = c
    return f"{v} == {value}" if v == "x" else v if value else f"!{v}"


def number(v, value):
    return str(value) if v == "x" else ["false", "true"][value]


def text(body, indent, labels, procedures):
    out = []
    for s in body:
        pad = "  " * indent
        if s[0] == "set":
            out.append(f"{pad}{s[1]} := {number(s[1], s[2])};")
        elif s[0] == "copy":
            out.append(f"{pad}{s[1]} := {s[2]};")
        elif s[0] == "flip":
            out.append(f"{pad}{s[1]} := !{s[1]};")
        elif s[0] == "await":
            out.append(f"{pad}assume {shown(s[1])};")
        elif s[0] == "if":
            out += [f"{pad}if ({shown(s[1])}) {{", *text(s[2], indent + 1, labels, procedures), f"{pad}}} else {{", *text(s[3], indent + 1, labels, procedures), f"{pad}}}"]
        elif s[0] == "while":
            out += [f"{pad}while ({shown(s[1])}) {{", *text(s[2], indent + 1, labels, procedures), f"{pad}}}"]
        elif s[0] in ("atomic", "block"):
            out += [f"{pad}call corral_atomic_begin();", *text(s[1], indent, labels, procedures), f"{pad}call corral_atomic_end();"]
        elif s[0] == "try":
            out += [f"{pad}call corral_atomic_begin();", f"{pad}t := x == 0;", f"{pad}if (t) {{", f"{pad}  x := 1;", f"{pad}}}",
                    f"{pad}call corral_atomic_end();", f"{pad}if (t) {{", *text(s[1], indent + 1, labels, procedures), f"{pad}}} else {{",
                    *text(s[2], indent + 1, labels, procedures), f"{pad}}}"]
        elif s[0] == "either":
            out += [f"{pad}if (*) {{", *text(s[1], indent + 1, labels, procedures), f"{pad}}} else {{", *text(s[2], indent + 1, labels, procedures), f"{pad}}}"]
        elif s[0] == "repeat":
            out += [f"{pad}while (*) {{", *text(s[1], indent + 1, labels, procedures), f"{pad}}}"]
        elif s[0] == "havoc":
            out.append(f"{pad}havoc {s[1]};")
            v = "x == 1" if s[1] == "x" else s[1]
            if s[1] == "x":
                out.append(f"{pad}assume 0 <= x && x <= 1;")
            if s[2]:
                sign = {"or": "||", "and": "&&", "equal": "<==>"}[s[2][0]]
                out.append(f"{pad}assume {'(' + v + ')' if s[1] == 'x' else v} {sign} {s[2][1]};")
        elif s[0] == "call":
            name = f"P{len(procedures)}"
            procedures.append([])
            inside = []
            procedures[int(name[1:])] = ["procedure " + name + "(p: bool) returns (r: bool) modifies g, h, x; {", "  var t, l: bool;", "  l := false;", "  if (p) {",
                                         *text(s[2], 2, inside, procedures), "  } else {", *text(s[3], 2, inside, procedures), "  }",
                                         f"  r := {s[4]};", "}"]
            out.append(f"{pad}call {s[5]} := {name}({s[1]});")
        else:
            names = [f"L{len(labels) + k}" for k in range(len(s[1]) + 1)]
            labels += names
            out.append(f"{pad}goto {', '.join(names[:-1])};")
            for name, (c, inside) in zip(names, s[1]):
                out += [f"{pad}{name}:", f"{pad}assume {shown(c)};", *text(inside, indent, labels, procedures), f"{pad}goto {names[-1]};"]
            out.append(f"{pad}{names[-1]}:")
    return out


def boogie(threads, initial, how):
    """`how` the initial values are told: assigned, assumed, required, or not at all (then `initial` are all that there are)."""
    out = ["var g, h: bool;", "var x: int;", "procedure corral_atomic_begin();", "procedure corral_atomic_end();"]
    procedures = []
    for i, body in enumerate(threads):
        out += [f"procedure T{i}() modifies g, h, x; {{", "  var t, l: bool;", "  l := false;", *text(body, 1, [], procedures), "}"]
    out += [line for lines in procedures for line in lines]
    known = {v: initial[0][v] for v in VARIABLES if len({values[v] for values in initial}) == 1}
    equations = " && ".join(["0 <= x && x <= 1"] * ("x" not in known) + [f"{v} == {number(v, value)}" for v, value in known.items()])
    out += ["procedure {:entrypoint} Main() modifies g, h, x;", *([f"requires {equations};"] if how == "required" else []), "{",
            *([f"  {v} := {number(v, value)};" for v, value in known.items()] if how == "assigned" else []),
            *([f"  assume {equations};"] if how == "assumed" else []),
            *[f"  async call T{i}();" for i in range(len(threads))], "}"]
    return "\n".join(out) + "\n"


# --- the oracle. A thread's code is a table of locations; each has edges (guard, updates, next), all of them atomic.


class Code:
    def __init__(self, body, thread):
        self.local = f"l{thread}"
        self.waits_for_nobody = set()  # whoever can choose nothing here never will: its run does not count
        self.edges = []  # by location: [(guard: values -> bool, update: values -> values, next)]
        self.end = None
        start = self.add()
        self.edge(start, lambda values: True, lambda values: {**values, self.local: 0}, self.add())
        self.end = self.body(body, start + 1)

    def add(self):
        self.edges.append([])
        return len(self.edges) - 1

    def edge(self, at, guard, update, to):
        self.edges[at].append((guard, update, to))

    def body(self, body, at):
        """What is assumed behind a choice belongs to it: of what is chosen, or one assumption where a way begins."""
        body = list(body)
        while body:
            s = body.pop(0)
            after = []
            while body and body[0][0] == "await" and ((s[0] == "repeat" and not after) or (s[0] == "havoc" and body[0][1][0] == s[1])):
                after.append(body.pop(0)[1])
            at = self.statement(s, at, after)
        return at

    def way(self, body, at, to):
        """One of several, to be chosen."""
        begin = self.add()
        first = body[0][1] if body[0][0] == "await" else None
        self.edge(at, lambda values: not first or values[first[0]] == first[1], dict, begin)
        self.join(self.body(body[1:] if first else body, begin), to)

    def name(self, v):
        return self.local if v == "l" else v

    def statement(self, s, at, assumed=()):
        """`assumed`: what stands right behind it and belongs to its step."""
        after = self.add()
        always = lambda values: True
        local = self.local
        named = lambda v: local if v == "l" else v
        holds = lambda c: lambda values: values[named(c[0])] == c[1]
        fails = lambda c: lambda values: values[named(c[0])] != c[1]
        same = dict
        if s[0] in ("set", "copy", "flip"):
            self.edge(at, always, update_of((s[0], *[named(v) if isinstance(v, str) else v for v in s[1:]])), after)
        elif s[0] == "either":
            for inside in s[1:]:
                self.way(inside, at, after)
        elif s[0] == "repeat":
            self.edge(at, lambda values: all(values[v] == c for v, c in assumed), same, after)
            self.way(s[1], at, at)
        elif s[0] == "havoc":
            if not s[2] or (s[1] != "l" and s[2][1] == "l"):
                self.waits_for_nobody.add(at)
            for value in (0, 1):
                def possible(values, value=value):
                    if not all(c == value for _, c in assumed):
                        return False
                    if not s[2]:
                        return True
                    other = values[named(s[2][1])]
                    return {"or": value or other, "and": value and other, "equal": value == other}[s[2][0]]
                self.edge(at, possible, lambda values, value=value: {**values, named(s[1]): value}, after)
        elif s[0] == "call":
            outside, self.local = self.local, f"{self.local}.{after}"
            inner, parameter, result = self.local, f"{self.local}.p", f"{self.local}.r"
            begin, yes, no, end, given = self.add(), self.add(), self.add(), self.add(), self.add()
            self.edge(at, always, lambda values: {**values, parameter: values[named(s[1])], inner: 0}, begin)
            self.edge(begin, lambda values: values[parameter] == 1, same, yes)
            self.edge(begin, lambda values: values[parameter] == 0, same, no)
            self.join(self.body(s[2], yes), end)
            self.join(self.body(s[3], no), end)
            self.edge(end, always, lambda values: {**values, result: values[s[4]]}, given)
            self.local = outside
            # What was local to the call is forgotten.
            self.edge(given, always, lambda values: {k: v for k, v in {**values, named(s[5]): values[result]}.items()
                                                     if not k.startswith(inner + ".") and k != inner}, after)
        elif s[0] == "await":
            self.edge(at, holds(s[1]), same, after)
        elif s[0] == "if":
            yes, no = self.add(), self.add()
            self.edge(at, holds(s[1]), same, yes)
            self.edge(at, fails(s[1]), same, no)
            self.join(self.body(s[2], yes), after)
            self.join(self.body(s[3], no), after)
        elif s[0] == "while":
            yes = self.add()
            self.edge(at, holds(s[1]), same, yes)
            self.edge(at, fails(s[1]), same, after)
            self.join(self.body(s[2], yes), at)
        elif s[0] == "atomic":
            def through(values):
                for u in s[1]:
                    if u[0] != "await":
                        values = update_of(u)(values)
                    elif values[u[1][0]] != u[1][1]:
                        return None
                return values
            self.edge(at, lambda values: through(dict(values)) is not None, through, after)
        elif s[0] == "block":
            for k in range(64):
                self.edge(at, lambda values, k=k: len(ways_through(values, s[1], named)) > k,
                          lambda values, k=k: ways_through(values, s[1], named)[k], after)
        elif s[0] == "try":
            yes, no = self.add(), self.add()
            self.edge(at, lambda values: values["x"] == 0, lambda values: {**values, "x": 1}, yes)
            self.edge(at, lambda values: values["x"] != 0, same, no)
            self.join(self.body(s[1], yes), after)
            self.join(self.body(s[2], no), after)
        else:
            for c, inside in s[1]:
                begin = self.add()
                self.edge(at, holds(c), same, begin)
                self.join(self.body(inside, begin), after)
        return after

    def join(self, at, after):
        """Who is here is there: the end of a branch is no step."""
        self.edges[at] = Same(after)

    def place(self, at):
        while isinstance(self.edges[at], Same):
            at = self.edges[at].to
        return at


class Same:
    def __init__(self, to):
        self.to = to


def ways_through(values, body, named):
    """All that an atomic block with choices can make of the values; nothing, if it has to wait."""
    if not body:
        return [values]
    s, rest = body[0], body[1:]
    if s[0] == "await":
        return ways_through(values, rest, named) if values[named(s[1][0])] == s[1][1] else []
    if s[0] == "either":
        return [v for inside in s[1:] for v in ways_through(values, inside + rest, named)]
    if s[0] == "havoc":
        other = values[named(s[2][1])] if s[2] else None
        return [v for value in (0, 1) if not s[2] or (value or other if s[2][0] == "or" else value == other)
                for v in ways_through({**values, named(s[1]): value}, rest, named)]
    return ways_through(update_of((s[0], *[named(v) if isinstance(v, str) else v for v in s[1:]]))(values), rest, named)


def update_of(s):
    if s[0] == "set":
        return lambda values: {**values, s[1]: s[2]}
    if s[0] == "copy":
        return lambda values: {**values, s[1]: values[s[2]]}
    return lambda values: {**values, s[1]: 1 - values[s[1]]}


def components(nodes, out):
    """Tarjan's, with a stack of its own."""
    index, low, on, stack, found, count = {}, {}, set(), [], [], 0
    for root in nodes:
        if root in index:
            continue
        work = [(root, iter(out(root)))]
        index[root] = low[root] = count
        count += 1
        stack.append(root)
        on.add(root)
        while work:
            node, more = work[-1]
            for to in more:
                if to not in index:
                    index[to] = low[to] = count
                    count += 1
                    stack.append(to)
                    on.add(to)
                    work.append((to, iter(out(to))))
                    break
                if to in on:
                    low[node] = min(low[node], index[to])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    part = set()
                    while True:
                        top = stack.pop()
                        on.discard(top)
                        part.add(top)
                        if top == node:
                            break
                    found.append(part)
    return found


def decide(threads, initial):
    """hang, termination: are they violated? Nothing, if there are too many states, or runs that do not count."""
    codes = [Code(body, i) for i, body in enumerate(threads)]
    starts = [(tuple(code.place(0) for code in codes), tuple(sorted(values.items()))) for values in initial]
    steps, enabled, to_do = {}, {}, list(starts)
    while to_do:
        state = to_do.pop()
        if state in steps:
            continue
        if len(steps) > MOST_STATES:
            return None
        steps[state], enabled[state] = [], set()
        places, row = state
        values = dict(row)
        for t, code in enumerate(codes):
            possible = [e for e in code.edges[places[t]] if e[0](values)]
            if not possible and places[t] in code.waits_for_nobody:
                return None
            for _, update, to in possible:
                target = (places[:t] + (code.place(to),) + places[t + 1:], tuple(sorted(update(dict(values)).items())))
                steps[state].append((t, target))
                enabled[state].add(t)
                to_do.append(target)
    done = lambda state: all(p == code.place(code.end) for p, code in zip(state[0], codes))
    # A state can end if a thread can be chosen all of whose choices lead to states that can.
    before, left = {}, {}
    for state, edges in steps.items():
        for t, target in edges:
            before.setdefault(target, []).append((state, t))
            left[state, t] = left.get((state, t), 0) + 1
    can_end = set()
    to_do = [s for s in steps if done(s)]
    while to_do:
        s = to_do.pop()
        if s in can_end:
            continue
        can_end.add(s)
        for state, t in before.get(s, []):
            left[state, t] -= 1
            if left[state, t] == 0:
                to_do.append(state)
    hang = len(can_end) < len(steps)

    def fair(part):
        """Is there a strongly fair cycle among these states?"""
        for c in components(part, lambda s: [x for _, x in steps[s] if x in part]):
            inside = [(t, s, x) for s in c for t, x in steps[s] if x in c]
            if not inside:
                continue
            moving = {t for t, _, _ in inside}
            starved = {t for s in c for t in enabled[s]} - moving
            if not starved:
                return True
            rest = {s for s in c if not enabled[s] & starved}
            if len(rest) < len(c) and fair(rest):
                return True
        return False
    deadlock = any(not edges and not done(s) for s, edges in steps.items())
    return hang, deadlock or fair(set(steps))


# --- comparing


def ask(fermata, file, engine, time):
    done = subprocess.run([fermata, "check", file, "--engine", engine, "--property", "hang,termination", "--format", "json", "--progress", "never", *([] if engine == "explore" else ["--time", time]),
                           "--run-file", "none"], capture_output=True, timeout=TIMEOUT_SECONDS, check=False, stdin=subprocess.DEVNULL)
    if done.returncode not in (0, 5, 10):
        raise RuntimeError(f"exit code {done.returncode}: {done.stderr.decode(errors='replace')}")
    return {r["property"]: r["verdict"] for r in json.loads(done.stdout)["results"]}


def draw(seed):
    r = random.Random(seed)
    threads = r.choice([general, general, choosing, choosing, handshake, toggler])(r)
    how = r.choice(["assigned", "assigned", "assumed", "required"])
    initial = [{v: r.randrange(2) for v in VARIABLES}]
    if r.randrange(4) == 0:
        v = r.choice(["g", "h"] if how == "assigned" else VARIABLES)
        initial.append({**initial[0], v: 1 - initial[0][v]})
    return threads, initial, how


def compare(fermata, seed, options):
    threads, initial, how = draw(seed)
    decided = decide(threads, initial)
    if not decided:
        return [], {"hang": False, "termination": False}
    hang, endless = decided
    wanted = {"hang": hang, "termination": endless}
    keep = options.keep
    source = boogie(threads, initial, how)
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "random.bpl"
        file.write_text(source, encoding="utf-8")
        complaints = []
        for engine in options.engines.split(","):
            try:
                found = ask(fermata, str(file), engine, options.time)
            except Exception as problem:  # pylint: disable=broad-except
                complaints.append(f"{engine}: {problem}")
                continue
            for name, violated in wanted.items():
                said = found.get(name, "unknown")
                if said == "unknown" and engine != "explore":
                    continue
                if said != ("violated" if violated else "holds"):
                    complaints.append(f"{engine}: {name} {said}, but it is {'violated' if violated else 'not violated'}")
    if complaints and keep:
        (keep / f"random_{seed}.bpl").write_text(source, encoding="utf-8")
    return complaints, wanted


def main():
    parser = argparse.ArgumentParser(description="Compares Fermata with an oracle on random Boogie programs.")
    parser.add_argument("fermata", type=pathlib.Path)
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for programs on which they differ")
    parser.add_argument("--engines", default="explore,bounded,prove")
    parser.add_argument("--time", default="5s", help="for each program, for engines that may say nothing")
    parser.add_argument("--show", action="store_true", help="print the program of the first seed, and ask nobody")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    fermata = str(options.fermata.resolve())
    if options.show:
        threads, initial, how = draw(options.seed)
        print(boogie(threads, initial, how), end="")
        print("// hang, termination violated:", decide(threads, initial))
        return
    failed, counts = 0, {"hang": 0, "termination": 0}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        seeds = range(options.seed, options.seed + options.programs)
        for seed, (complaints, wanted) in zip(seeds, pool.map(lambda s: compare(fermata, s, options), seeds)):
            for name in counts:
                counts[name] += bool(wanted[name])
            if complaints:
                failed += 1
                print(f"seed {seed}: {'; '.join(complaints)}", flush=True)
    print(f"{options.programs} programs, {counts['hang']} hang, {counts['termination']} can run for ever or wait for ever; {failed} differ")
    if not (0 < counts["termination"] < options.programs or options.programs < 20):
        sys.exit("all have the same answer: nothing was compared")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
