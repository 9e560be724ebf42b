# SPDX-License-Identifier: Apache-2.0
"""Counts states once more, without SPIN and without Fermata.

Each program is written down once more, from its C or C++ source: a thread is a table from a place to a step, and a step
takes the shared variables and the thread's own and gives (next place, shared, own) for each outcome, and as a fourth
whether the assertion after it holds, if there is one. One step is one access to shared memory or one operation of the
library; what a thread does by itself belongs to the step before it.

count() explores with main: one step for each create, one for each join in order, and a last read of the counter where
main has one. Three switches, the rules, say where Fermata counts otherwise than the Promela models; see
docs/internals/states.md. With none of them the counts must be SPIN's, with all of them Fermata's.

On purpose slow and plain: breadth-first over tuples, then backwards from the ends.

    python3 bench/spin/recount.py peterson -DK=2
"""
import sys
from array import array

RULES = ("ended", "alone", "fails")
TOP, END, NEW, FAIL = "top", "end", "new", "fail"


def put(values, i, value):
    return values[:i] + (value,) + values[i + 1:]


def but(variables, **new):
    return {**variables, **new}


def again(own, rounds):
    """Where a thread goes after the last step of a round, and what it keeps."""
    return (TOP, but(own, k=own["k"] + 1)) if own["k"] < rounds - 1 else (END, but(own, k=0))


class Program:
    def __init__(self, threads, shared, own, last_read=None):
        self.threads = threads      # for each thread: place -> step
        self.shared = shared
        self.own = own              # the variables of every thread, as they start
        self.last_read = last_read  # what main asserts at the very end, or None if it reads nothing


# --- steps that several programs have -----------------------------------------------------------

def lock(name, i, to):
    return lambda g, l: [] if g[name][i] else [(to, but(g, **{name: put(g[name], i, 1)}), l)]


def unlock(name, i, to):
    return lambda g, l: [(to, but(g, **{name: put(g[name], i, 0)}), l)]


def unlock_last(name, i, rounds):
    def step(g, l):
        to, l = again(l, rounds)
        return [(to, but(g, **{name: put(g[name], i, 0)}), l)]
    return step


def count_up(rounds, leave):
    """int t = counter; counter = t + 1; leave the critical section."""
    def last(g, l):
        to, after = again(l, rounds)
        return [(to, leave(g, l), but(after, mine=0) if "mine" in after else after)]
    return dict(read=lambda g, l: [("write", g, but(l, t=g["counter"]))],
                write=lambda g, l: [("leave", but(g, counter=l["t"] + 1), but(l, t=0))],
                leave=last)


# --- the programs -------------------------------------------------------------------------------

def phil(N=3, K=1, ORDERED=0):
    def thread(me):
        first, second = me, (me + 1) % N
        if ORDERED and me == N - 1:
            first, second = 0, N - 1
        return dict(top=lock("fork", first, "second"), second=lock("fork", second, "eat"),
                    eat=unlock("fork", second, "leave"), leave=unlock_last("fork", first, K))
    return Program([thread(i) for i in range(N)], dict(fork=(0,) * N), dict(k=0))


def trylock(N=2, K=1):
    def thread(me):
        left, right = me, (me + 1) % N
        def attempt(g, l):
            return [("back", g, l)] if g["fork"][right] else lock("fork", right, "eat")(g, l)
        return dict(top=lock("fork", left, "attempt"), attempt=attempt, back=unlock("fork", left, TOP),
                    eat=unlock("fork", right, "leave"), leave=unlock_last("fork", left, K))
    return Program([thread(i) for i in range(N)], dict(fork=(0,) * N), dict(k=0))


def peterson(K=1, BUG=0):
    def thread(me):
        other = 1 - me
        raise_flag = lambda g: but(g, flag=put(g["flag"], me, 1))
        give_way = lambda g: but(g, turn=other)
        a, b = (give_way, raise_flag) if BUG else (raise_flag, give_way)
        return dict(top=lambda g, l: [("b", a(g), l)], b=lambda g, l: [("wait", b(g), l)],
                    wait=lambda g, l: [("turn" if g["flag"][other] else "read", g, l)],
                    turn=lambda g, l: [("wait" if g["turn"] == other else "read", g, l)],
                    **count_up(K, lambda g, l: but(g, flag=put(g["flag"], me, 0))))
    return Program([thread(0), thread(1)], dict(flag=(0, 0), turn=0, counter=0), dict(k=0, t=0),
                   lambda g: g["counter"] == 2 * K)


def filter_lock(N=3, K=1):
    def thread(me):
        others = [j for j in range(N) if j != me]
        def passed(g, l):
            i = others.index(l["j"])
            if i + 1 < len(others):
                return [("wait", g, but(l, j=others[i + 1]))]
            if l["level"] < N - 1:
                return [(TOP, g, but(l, level=l["level"] + 1, j=0))]
            return [("read", g, but(l, level=1, j=0))]
        return dict(top=lambda g, l: [("victim", but(g, level=put(g["level"], me, l["level"])), l)],
                    victim=lambda g, l: [("wait", but(g, victim=put(g["victim"], l["level"], me)), but(l, j=others[0]))],
                    wait=lambda g, l: [("am_i", g, l)] if g["level"][l["j"]] >= l["level"] else passed(g, l),
                    am_i=lambda g, l: [("wait", g, l)] if g["victim"][l["level"]] == me else passed(g, l),
                    **count_up(K, lambda g, l: but(g, level=put(g["level"], me, 0))))
    return Program([thread(i) for i in range(N)], dict(level=(0,) * N, victim=(0,) * N, counter=0),
                   dict(k=0, t=0, j=0, level=1), lambda g: g["counter"] == N * K)


def bakery(N=2, K=1, BUG=0):
    def thread(me):
        others = [j for j in range(N) if j != me]
        def look(g, l):
            mine = max(l["mine"], g["number"][l["j"]])
            return [("look" if not BUG else TOP, g, but(l, mine=mine, j=l["j"] + 1))] if l["j"] < N - 1 \
                else [("take", g, but(l, mine=mine, j=0))]
        def take(g, l):
            mine = l["mine"] + 1
            g = but(g, number=put(g["number"], me, mine))
            return [("wait", g, but(l, mine=mine, j=others[0]))] if BUG else [("chosen", g, but(l, mine=mine))]
        def wait(g, l):
            j = l["j"]
            n = g["number"][j]
            if n and (n, j) < (l["mine"], me):
                return [("wait", g, l)]
            i = others.index(j)
            if i + 1 < len(others):
                return [("wait" if BUG else "choosing", g, but(l, j=others[i + 1]))]
            return [("read", g, but(l, j=0, mine=0))]
        return dict(top=look if BUG else lambda g, l: [("look", but(g, choosing=put(g["choosing"], me, 1)), l)],
                    look=look, take=take, wait=wait,
                    chosen=lambda g, l: [("choosing", but(g, choosing=put(g["choosing"], me, 0)), but(l, j=others[0]))],
                    choosing=lambda g, l: [("choosing" if g["choosing"][l["j"]] else "wait", g, l)],
                    **count_up(K, lambda g, l: but(g, number=put(g["number"], me, 0))))
    return Program([thread(i) for i in range(N)], dict(number=(0,) * N, choosing=(0,) * N, counter=0),
                   dict(k=0, t=0, j=0, mine=0), lambda g: g["counter"] == N * K)


def bbuf(P=1, C=1, K=1, CAP=1, TWOCV=0):
    def thread(me):
        produces = me < P
        must_wait = lambda g: g["count"] == (CAP if produces else 0)
        def notify(g, l):
            sleeping = [i for i in range(P + C) if g["asleep"][i] and (not TWOCV or (i < P) != produces)]
            return [("leave", but(g, asleep=put(g["asleep"], i, 0)), l) for i in sleeping] or [("leave", g, l)]
        def access(g, l):
            if produces:
                return [("update", but(g, buf=put(g["buf"], g["count"], me + 1)), l)]
            return [("update", g, l, g["buf"][g["count"] - 1] != 0)]
        return dict(
            top=lock("m", 0, "check"),
            check=lambda g, l: [("sleep" if must_wait(g) else "access", g, l)],
            sleep=lambda g, l: [("wake", but(g, m=(0,), asleep=put(g["asleep"], me, 1)), l)],
            wake=lambda g, l: [] if g["asleep"][me] else lock("m", 0, "check")(g, l),
            access=access,
            update=lambda g, l: [("notify", but(g, count=g["count"] + (1 if produces else -1)), l)],
            notify=notify,
            leave=unlock_last("m", 0, K if produces else P * K // C))
    return Program([thread(i) for i in range(P + C)],
                   dict(m=(0,), count=0, buf=(0,) * CAP, asleep=(0,) * (P + C)), dict(k=0))


def ticket(N=2, K=1):
    thread = dict(top=lambda g, l: [("wait", but(g, next=g["next"] + 1), but(l, mine=g["next"]))],
                  wait=lambda g, l: [("read" if g["serving"] == l["mine"] else "wait", g, l)],
                  **count_up(K, lambda g, l: but(g, serving=l["mine"] + 1)))
    return Program([thread] * N, dict(next=0, serving=0, counter=0), dict(k=0, t=0, mine=0),
                   lambda g: g["counter"] == N * K)


def rw(R=2, W=1, K=1, BUG=0):
    def post(to):
        def step(g, l):
            place, after = again(l, K) if to == TOP else (to, l)
            return [(place, but(g, sem=g["sem"] + 1), after)]
        return step
    def take(to):
        return lambda g, l: [(to, but(g, sem=g["sem"] - 1), l)] if g["sem"] else []
    def leave(g, l):
        r = l["t"]
        g, l = but(g, readers=r - 1), but(l, t=0)
        if r == 1:
            return [("post", g, l)]
        if not BUG:
            return [("unlock2", g, l)]
        to, l = again(l, K)
        return [(to, g, l)]
    reader = dict(
        top=lock("m", 0, "in1"),
        in1=lambda g, l: [("in2", g, but(l, t=g["readers"]))],
        in2=lambda g, l: [("unlock" if l["t"] else "take", but(g, readers=l["t"] + 1), but(l, t=0))],
        take=take("unlock"),
        unlock=unlock("m", 0, "a"),
        a=lambda g, l: [("b", g, but(l, t=g["data"]))],
        b=lambda g, l: [("out1" if BUG else "lock2", g, but(l, t=0), g["data"] == l["t"])],
        lock2=lock("m", 0, "out1"),
        out1=lambda g, l: [("out2", g, but(l, t=g["readers"]))],
        out2=leave,
        post=post(TOP if BUG else "unlock2"),
        unlock2=unlock_last("m", 0, K))
    writer = dict(top=take("a"),
                  a=lambda g, l: [("b", g, but(l, t=g["data"]))],
                  b=lambda g, l: [("post", but(g, data=l["t"] + 1), but(l, t=0))],
                  post=post(TOP))
    return Program([reader] * R + [writer] * W, dict(m=(0,), sem=1, readers=0, data=0), dict(k=0, t=0))


def barrier(N=2, K=2, BUG=0):
    def thread(me):
        def arrive(g, l):
            count = g["count"] + (1 if BUG else -1)
            return [("reset" if count == (N if BUG else 0) else "wait", but(g, count=count), l)]
        def check(g, l):
            to, after = again(l, K)
            return [(to, g, but(after, sense=0) if to == END else after, g["phase"][(me + 1) % N] >= l["k"] + 1)]
        return dict(
            top=lambda g, l: [("arrive", but(g, phase=put(g["phase"], me, l["k"] + 1)),
                               but(l, sense=0 if BUG else 1 - l["sense"]))],
            arrive=arrive,
            reset=lambda g, l: [("check" if BUG else "open", but(g, count=0 if BUG else N), l)],
            open=lambda g, l: [("check", but(g, sense=l["sense"]), l)],
            wait=lambda g, l: [("check" if (g["count"] == 0 if BUG else g["sense"] == l["sense"]) else "wait", g, l)],
            check=check)
    return Program([thread(i) for i in range(N)], dict(count=0 if BUG else N, sense=0, phase=(0,) * N),
                   dict(k=0, sense=0))


def fq(N=2, K=1):
    def read(name, into, to):
        return lambda g, l: [(to, g, but(l, **{into: g[name]}))]
    def add(by, to):
        return lambda g, l: [(to, but(g, count=g["count"] + by), l)]
    def write(name, mine, to):
        return lambda g, l: [(to, but(g, **{name: l[mine] + 1}), but(l, **{mine: 0}))]
    mx, my = 0, 1
    thread = dict(
        top=lambda g, l: [("incr1", g, l), ("decr1", g, l), ("read1", g, l)],
        incr1=lock("m", mx, "incr2"), incr2=read("x", "tx", "incr3"), incr3=add(1, "incr4"),
        incr4=write("x", "tx", "incr5"), incr5=unlock_last("m", mx, K),
        decr1=lock("m", my, "decr2"), decr2=read("y", "ty", "decr3"), decr3=add(-1, "decr4"),
        decr4=write("y", "ty", "decr5"), decr5=unlock_last("m", my, K),
        read1=lock("m", mx, "read2"), read2=read("x", "tx", "read3"), read3=lock("m", my, "read4"),
        read4=read("y", "ty", "read5"),
        read5=lambda g, l: [("read6", g, but(l, tx=0, ty=0), g["count"] == l["tx"] - l["ty"])],
        read6=unlock("m", my, "read7"), read7=unlock_last("m", mx, K))
    return Program([thread] * N, dict(m=(0, 0), x=0, y=0, count=0), dict(k=0, tx=0, ty=0))


PROGRAMS = dict(phil=phil, trylock=trylock, peterson=peterson, filter=filter_lock, bakery=bakery, bbuf=bbuf,
                ticket=ticket, rw=rw, barrier=barrier, fq=fq)


def program(name, flags):
    """name: of the source, without its ending; flags: ["-DN=3", "-DBUG"]"""
    values = {}
    for flag in flags:
        key, _, value = flag.removeprefix("-D").partition("=")
        values[key] = int(value or 1)
    return PROGRAMS[name](**values)


# --- exploring ----------------------------------------------------------------------------------

def count(p, rules=(), most=10**9):
    """How many states, transitions, ends, ...; None if there are more than `most` states."""
    shared_names, own_names = tuple(p.shared), tuple(p.own)
    n = len(p.threads)
    fresh, failed = ((place,) + tuple(p.own.values()) for place in (NEW, FAIL))
    over = 2 * n + (p.last_read is not None)  # where main stands at its end
    first = (tuple(p.shared.values()),) + (fresh,) * n + (0,)
    ended = (END,)
    known = [{} for _ in p.threads]  # what a thread can do depends on its own and the shared variables only

    def outcomes(t, shared, thread):
        if thread[0] == FAIL:
            return [FAIL]
        if thread[0] in (NEW, END):
            return []
        result = []
        for outcome in p.threads[t][thread[0]](dict(zip(shared_names, shared)), dict(zip(own_names, thread[1:]))):
            to, g, l = outcome[:3]
            holds = len(outcome) == 3 or outcome[3]
            result.append((tuple(g.values()), failed if "fails" in rules and not holds else (to,) + tuple(l.values())))
        return result

    def step_of_main(state):
        at = state[-1]
        if at < n:
            return state[:at + 1] + ((TOP,) + fresh[1:],) + state[at + 2:-1] + (at + 1,)
        if "alone" in rules and all(thread[0] == END for thread in state[1:-1]):
            at = over - 1
        if at < 2 * n and state[at - n + 1][0] != END:
            return None
        if at + 1 == over and p.last_read and "fails" in rules and not p.last_read(dict(zip(shared_names, state[0]))):
            return FAIL
        return ended if at + 1 == over and "ended" in rules else state[:-1] + (at + 1,)

    number, order = {first: 0}, [first]
    targets, starts = array("I"), array("Q", [0])  # the edges, state after state
    ends, deadlocks, failures = [], 0, 0
    for source, state in enumerate(order):  # order grows meanwhile
        if state[-1] in (over, END):
            ends.append(source)
            starts.append(len(targets))
            continue
        found = []
        shared = state[0]
        for t in range(n):
            key = (shared, state[t + 1])
            steps = known[t].get(key)
            if steps is None:
                steps = known[t][key] = outcomes(t, *key)
            for step in steps:
                found.append(step if step is FAIL else (step[0],) + state[1:t + 1] + (step[1],) + state[t + 2:])
        main = step_of_main(state)
        if main:
            found.append(main)
        for target in found:
            if target is FAIL:
                failures += 1
                ends.append(source)  # who fails is not stuck
                continue
            at = number.setdefault(target, len(order))
            if at == len(order):
                if at >= most:
                    return None
                order.append(target)
            targets.append(at)
        deadlocks += not found
        starts.append(len(targets))
    states = len(order)
    del number, order, known

    # Backwards from the ends, over the edges sorted by target.
    begin = array("Q", bytes(8 * (states + 2)))
    for target in targets:
        begin[target + 2] += 1
    for s in range(2, states + 2):
        begin[s] += begin[s - 1]
    sources = array("I", bytes(4 * len(targets)))
    for s in range(states):
        for e in range(starts[s], starts[s + 1]):
            slot = begin[targets[e] + 1]
            begin[targets[e] + 1] = slot + 1
            sources[slot] = s
    hopeful = bytearray(states)
    todo = list(dict.fromkeys(ends))
    for s in todo:
        hopeful[s] = 1
    while todo:
        s = todo.pop()
        for e in range(begin[s], begin[s + 1]):
            if not hopeful[sources[e]]:
                hopeful[sources[e]] = 1
                todo.append(sources[e])
    return dict(states=states, transitions=len(targets) + failures, ends=len(ends) - failures, deadlocks=deadlocks,
                cannot_finish=states - sum(hopeful))


def main():
    if len(sys.argv) < 2 or sys.argv[1] not in PROGRAMS:
        sys.exit(f"usage: recount.py {'|'.join(PROGRAMS)} [-DN=3 ...]")
    for k in range(len(RULES) + 1):
        print(" ".join(RULES[:k]) or "as SPIN", count(program(sys.argv[1], sys.argv[2:]), RULES[:k]), sep=": ")


if __name__ == "__main__":
    main()
