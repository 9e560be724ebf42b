# SPDX-License-Identifier: Apache-2.0
"""Small random C programs with two to five threads. They use, and misuse, most of what POSIX threads have; atomics, futexes, atomic blocks
and inputs; objects on heap and stack that others reach, in time or too late, also through pointers with tags; thread-local variables,
key destructors and exit handlers; counters that decide something, or nothing; sections that the program marks. One statement per line, so that programs can be cut down by leaving out lines."""

import random
import re

INCLUDES = """\
#define _GNU_SOURCE
#include <alloca.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <fermata/fermata.h>
_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);
static pthread_mutex_t closed = PTHREAD_MUTEX_INITIALIZER;
static void wait_for_ever_unless(int condition) { if (!condition) pthread_mutex_lock(&closed), pthread_mutex_lock(&closed); }
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assert(int);
"""

# What a program needs of these stands at its top, in this order.
SHARED = {
    "box": "struct box { int value; struct box *next; pthread_mutex_t mutex; };",
    "pair": "struct pair { int a, b; };",
    "room": "struct room { char before; pthread_spinlock_t latch; int after; pthread_mutex_t door; int in; };",
    "m0": "pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER;",
    "m1": "pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER;",
    "m2": "pthread_mutex_t m2 = PTHREAD_MUTEX_INITIALIZER;",
    "c0": "pthread_cond_t c0 = PTHREAD_COND_INITIALIZER;",
    "rw": "pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;",
    "once": "pthread_once_t once = PTHREAD_ONCE_INIT;",
    "spin": "pthread_spinlock_t spin;",
    "barrier": "pthread_barrier_t barrier;",
    "sem": "sem_t sem;",
    "key": "pthread_key_t key;",
    "x0": "int x0;",
    "x1": "int x1;",
    "x2": "int x2;",
    "a0": "atomic_int a0;",
    "a1": "atomic_int a1;",
    "mine": "_Thread_local int mine;",
    "n0": "int n0;",
    "n1": "unsigned n1 = 5;",
    "h0": "atomic_long h0;",
    "tally": "struct { int hits, misses; long spare[2]; } tally;",
    "own_n": "_Thread_local int own_n;",
    "text": "char text[8];",
    "both": "struct pair both;",
    "duo": "_Atomic struct pair duo;",
    "rooms": "struct room rooms[2];",
    "top": "struct box *_Atomic top;",
    "seen": "int *_Atomic seen;",
    "lent": "int *lent;",
    "offer": "int *_Atomic offer;",
    "stock": "int *stock;",
    "tagged": "_Atomic uintptr_t tagged;",
    "soon": "static const struct timespec soon = {1, 0};",
    "must": "static __attribute__((noinline)) void must(int *p) { FERMATA_MUST_END(); while (*p == 2) ; }",
    "first": "static void first(void) { x2 = 1; }",
    "idle": "static void *idle(void *p) { return p; }",
    "brief": "static void *brief(void *p) { x1 = 1; return p; }",
    "polite": "static void *polite(void *p) { pthread_mutex_lock(&m1); x1++; pthread_mutex_unlock(&m1); return p; }",
    "touch": "static void *touch(void *p) { ++*(int *)p; return NULL; }",
    "put": "static __attribute__((noinline)) void put(int *to, int value) { *to = value; }",
    "add": "static __attribute__((noinline)) int add(int *to, int value) { int old = *to; *to = old + value; return old; }",
    "bump": "static __attribute__((noinline)) int bump(int by) { return n0 += by; }",
    "given": "static __attribute__((noinline)) void given(int n) { tally.misses += n; }",
    "shown": "static __attribute__((noinline)) void shown(int n) { int l = n; seen = &l; l++; seen = NULL; }",
    "forgotten": "static __attribute__((noinline)) void forgotten(int n) { int l = n; lent = &l; if (l == 1) lent = NULL; }",
    "guest": "static __attribute__((noinline)) void guest(int n) { int l = n; pthread_mutex_lock(&m1); lent = &l; pthread_mutex_unlock(&m1); "
             "pthread_mutex_lock(&m1); lent = NULL; pthread_mutex_unlock(&m1); }",
    "below": "static __attribute__((noinline)) void below(int n) { int l = n; lent = &l; shown(n); lent = NULL; }",
    "quiet": "static __attribute__((noinline)) int quiet(int n) { int l[2] = {n, 1}; put(&l[n & 1], 2); return l[0]; }",
    "scratch": "static __attribute__((noinline)) int scratch(int n) { int *l = alloca(n * sizeof *l); l[n - 1] = 1; seen = l; seen = NULL; return l[0]; }",
}

KINDS = ["PTHREAD_MUTEX_INITIALIZER", "PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP", "PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP"]

# How each is made anew, and how it is destroyed.
OBJECTS = {
    "m1": ("pthread_mutex_init(&m1, NULL);", "pthread_mutex_destroy(&m1);"),
    "c0": ("pthread_cond_init(&c0, NULL);", "pthread_cond_destroy(&c0);"),
    "rw": ("pthread_rwlock_init(&rw, NULL);", "pthread_rwlock_destroy(&rw);"),
    "spin": ("pthread_spin_init(&spin, 0);", "pthread_spin_destroy(&spin);"),
    "barrier": ("pthread_barrier_init(&barrier, NULL, 2);", "pthread_barrier_destroy(&barrier);"),
    "sem": ("sem_init(&sem, 0, 1);", "sem_destroy(&sem);"),
}


class Artist:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.shared = dict(SHARED, m2=f"pthread_mutex_t m2 = {self.random.choice(KINDS)};")
        # Few sorts in one program, so that they meet.
        sorts = [self.locks, self.locks, self.condition, self.semaphore, self.meet, self.readers, self.spins, self.atomics, self.atomics, self.heap,
                 self.stack, self.tries, self.ends, self.scopes, self.calls, self.arrays, self.blocks, self.blocks, self.anew, self.neighbours,
                 self.tags, self.data, self.argument, self.own, self.input, self.futex]
        self.sorts = self.random.sample(sorts, 3) + [self.plain]
        # Drawn apart from the rest: a seed whose program has none draws what it drew before there were any.
        self.aside = random.Random(seed ^ 0xc0047)
        if self.aside.randrange(3) == 0:
            self.sorts[:2] = [self.counters, self.counters]
        self.uses = self.aside.sample(range(16), self.aside.randrange(4))
        self.apart = random.Random(seed ^ 0x9ace5)  # likewise
        if self.apart.randrange(4) == 0:
            self.sorts[1:3] = [self.places, self.places]
        self.beside = random.Random(seed ^ 0xa55e3)  # likewise
        if self.beside.randrange(6) == 0:
            self.sorts[1:3] = [self.assumptions, self.number]
        self.marks = random.Random(seed ^ 0x5ec71)  # likewise
        if is_marked(seed):
            self.sorts[:2] = [self.sections, self.sections]
        self.guarded = self.random.random() < 0.5  # x0 is used under m0 only, and so on
        self.names = 0
        self.functions = []    # beside workers and main
        self.endless = False   # what is drawn is repeated without end
        self.spawns = 0
        self.in_main = False

    def chance(self, n):
        return self.random.randrange(n) == 0

    def fresh(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    def function(self, name, body, parameter="void"):
        self.functions.append(name)
        self.shared[name] = "\n".join([f"static void {name}({parameter}) {{", *body, "}"])
        return name

    def block(self, length, depth):
        lines = []
        for _ in range(length):
            lines += self.random.choice(self.sorts)(depth)
        return lines

    def inside(self, depth):
        return self.block(self.random.randint(1, 2), depth - 1) if depth > 0 else self.plain(0)

    def change(self, variable):
        """Counts, but not for ever: there would be too many states."""
        return [f"{variable} ^= 1;"] if self.endless else [f"{variable}++;"]

    def access(self, i):
        x = f"x{i}"
        return self.random.choice([[f"{x} = 1;"], [f"{x} = 0;"], self.change(x), [f"if ({x} == 1) {x} = 2;"], [f"__VERIFIER_assert({x} != 2);"],
                                   [f"{x} = 1;", f"{x} = 0;"], [f"{x} = 2;", f"{x} = 0;"], [f"while ({x} == 2) ;"]])

    def one_access(self, i):
        """Of those that go round to wait for others, none."""
        lines = self.access(i)
        return self.one_access(i) if lines[0].startswith("while") else lines

    def through(self, pointer):
        """What others do with a variable that they were shown."""
        return self.random.choice([self.change(f"(*{pointer})"), [f"if (*{pointer} == 2) x1 = 1;"], [f"*{pointer} = 3;"], [f"put({pointer}, 1);"],
                                   [f"if (add({pointer}, {int(not self.endless)}) == 1) a0 = 1;"], [f"memset({pointer}, 0, sizeof(int));"]])

    def plain(self, depth):
        pick = self.random.randrange(12)
        if pick == 0:
            return ["sched_yield();"]
        if pick == 1:
            return ["pthread_once(&once, first);"]
        if pick == 2 and self.chance(3):
            return [self.random.choice(["exit(0);", "if (x1 == 1) exit(1);", "if (x0) abort();", "if (x1) pthread_exit(NULL);"])]
        i = self.random.randrange(2)
        if self.guarded and not self.chance(10):
            return [f"pthread_mutex_lock(&m{i});", *self.access(i), f"pthread_mutex_unlock(&m{i});"]
        return self.access(i)

    def counters(self, depth):
        """Most of them decide nothing, in most programs."""
        pick = self.aside.choice
        n = pick(["n0", "n1", "h0", "tally.hits", "tally.misses", "tally.spare[1]", "own_n"])
        count = [f"{n} = ({n} + 1) & 3;"] if self.endless else pick([[f"{n}++;"], [f"{n} += 2;"], [f"{n} = {pick('012')};"]])
        if n == "h0" and not self.endless:
            count = ["atomic_fetch_add(&h0, 1);"]
        if self.aside.randrange(3):
            return pick([count, count, [f'printf("%d\\n", (int){n});'], [f'printf("%5.1f %ld\\n", (double){n}, (long){n});'],
                         [f"tally.spare[{pick(['0', 'x0 & 1'])}] = {n};"], [*count, f"while (x0 == 2) {n} ^= 1;"], [f"own_n = {n};"]])
        if not self.uses:
            return count
        uses = [[f"if ({n} == 2) {{", *self.plain(0), "}"], [f"__VERIFIER_assert({n} != 3);"], [f"own_n = 6 / ({n} - 3);"], [f"n1 = 6 / (n1 + {n} - 6);"],
                [f"while ({n} == 1) ;"], [f"x1 = {n};"], [f"if (bump({n} & 1) == 2) x1 = 1;"], [f"given({n} & 1);", "if (tally.misses == 2) x1 = 1;"],
                [f"tally.spare[{n} & 1] ^= 1;"], [f'if (printf("%d", 9 + (int){n}) == 2) x1 = 1;'],
                [f'snprintf(text, sizeof text, "%d", (int){n});', "if (text[0] == '2') x1 = 1;"], ["memcpy(&both, &tally, sizeof both);", "if (both.b) x1 = 1;"],
                [f"if (atomic_fetch_add(&h0, {n} & 1) == 1) x1 = 1;"], [f"exit((int){n});"], ["if (atomic_exchange(&h0, 0) == 2) x1 = 1;"],
                [f"x1 = {n} > 1 ? 2 : x1;"]]
        return [*count, *uses[pick(self.uses)]]

    def locks(self, depth):
        i, j = self.random.sample(range(3), 2)
        body = self.access(i) if self.chance(2) else self.inside(depth)
        if self.chance(3):
            body = [f"pthread_mutex_lock(&m{j});", *self.access(j), f"pthread_mutex_unlock(&m{j});"]
        end = [] if self.chance(20) else [f"pthread_mutex_unlock(&m{i});"]
        return [f"pthread_mutex_lock(&m{i});", *body, *end]

    def tries(self, depth):
        i = self.random.randrange(3)
        if self.chance(4):
            now = self.fresh("now")
            return ["{", f"struct timespec {now};", f"clock_gettime(CLOCK_REALTIME, &{now});", f"{now}.tv_sec += 1;",
                    f"if (pthread_mutex_timedlock(&m{i}, &{now}) == 0) {{", *self.access(i), f"pthread_mutex_unlock(&m{i});", "}", "}"]
        take = self.random.choice([f"pthread_mutex_trylock(&m{i})", f"pthread_mutex_timedlock(&m{i}, &soon)"])
        lines = [f"if ({take} == 0) {{", *self.access(i), f"pthread_mutex_unlock(&m{i});", "}"]
        if self.chance(2):
            lines[-1:] = ["} else {", *self.plain(0), "}"]
        return lines

    def condition(self, depth):
        pick = self.random.randrange(5)
        if pick < 2:
            loop = self.random.choice(["while", "while", "if"])
            wait = self.random.choice(["pthread_cond_wait(&c0, &m0)", "pthread_cond_wait(&c0, &m0)", "pthread_cond_timedwait(&c0, &m0, &soon)"])
            return ["pthread_mutex_lock(&m0);", f"{loop} (x0 == 0) {wait};", *self.access(0), "pthread_mutex_unlock(&m0);"]
        wake = self.random.choice(["pthread_cond_signal(&c0);", "pthread_cond_broadcast(&c0);"])
        if pick == 2:
            return ["pthread_mutex_lock(&m0);", "x0 = 1;", "pthread_mutex_unlock(&m0);", wake]
        return ["pthread_mutex_lock(&m0);", "x0 = 1;", wake, "pthread_mutex_unlock(&m0);"]

    def semaphore(self, depth):
        pick = self.random.randrange(6)
        if pick < 2:
            return ["sem_wait(&sem);"]
        if pick == 2:
            return ["sem_wait(&sem);", *self.inside(depth), "sem_post(&sem);"]
        if pick == 3:
            take = self.random.choice(["sem_trywait(&sem)", "sem_timedwait(&sem, &soon)"])
            return [f"if ({take} == 0) {{", *self.access(1), "sem_post(&sem);", "}"]
        return ["sem_trywait(&sem);"] if self.endless else ["sem_post(&sem);"]

    def meet(self, depth):
        if self.chance(3):
            return ["if (pthread_barrier_wait(&barrier)) {", *self.access(1), "}"]
        return ["pthread_barrier_wait(&barrier);"]

    def readers(self, depth):
        how = self.random.choice(["rdlock", "rdlock", "wrlock", "wrlock", "tryrdlock", "trywrlock"])
        body = self.access(2) if self.chance(2) else self.inside(depth)
        return [f"if (pthread_rwlock_{how}(&rw) == 0) {{", *body, "pthread_rwlock_unlock(&rw);", "}"]

    def spins(self, depth):
        take = self.random.choice(["lock", "lock", "lock", "trylock"])
        body = self.access(2) if self.chance(2) else self.inside(depth)
        return [f"if (pthread_spin_{take}(&spin) == 0) {{", *body, "pthread_spin_unlock(&spin);", "}"]

    def atomics(self, depth):
        a = f"a{self.random.randrange(2)}"
        if self.chance(5):
            old = self.fresh("old")
            return ["{", f"int {old} = 0;", f"while (!atomic_compare_exchange_strong(&{a}, &{old}, 1)) {old} = 0;", *self.inside(depth),
                    f"atomic_store(&{a}, 0);", "}"]
        return self.random.choice([[f"while (atomic_load(&{a}) == 0) sched_yield();"], [f"while (atomic_load(&{a}) == 1) ;"],
                                   [f"atomic_store(&{a}, 1);"], [f"atomic_store(&{a}, 1);"], [f"atomic_store(&{a}, 0);"],
                                   [f"if (atomic_fetch_xor(&{a}, 1) == 1) {{", *self.plain(0), "}"] if self.endless
                                   else [f"if (atomic_fetch_add(&{a}, 1) == 1) {{", *self.plain(0), "}"],
                                   [f"atomic_store(&{a}, 1);", f"atomic_store(&{a}, 0);"]])

    def futex(self, depth):
        a = f"a{self.random.randrange(2)}"
        wait = [f"syscall(SYS_futex, &{a}, FUTEX_WAIT, 0, NULL, NULL, 0);"]
        wake = [f"syscall(SYS_futex, &{a}, FUTEX_WAKE, 1, NULL, NULL, 0);"]
        return self.random.choice([wait, [f"while (atomic_load(&{a}) == 0) {{", *wait, "}"], [f"atomic_store(&{a}, 1);", *wake],
                                   [f"if (atomic_exchange(&{a}, 1) == 0) {{", *wake, "}"]])

    def input(self, depth):
        if self.chance(3):
            return self.number(depth)
        lines = ["if (__VERIFIER_nondet_bool()) {", *self.inside(depth), "}"]
        if self.chance(3):
            lines[-1:] = ["} else {", *self.plain(0), "}"]
        return lines

    def number(self, depth):
        """An input of several bits, about which something is assumed at once; and now and then more, later, also about what is shared."""
        n = self.fresh("in")
        first, last = self.random.choice([(0, 2), (-1, 1), (5, 6)])
        lines = [f"int {n} = __VERIFIER_nondet_int(); __VERIFIER_assume({first} <= {n} && {n} <= {last});"]
        if self.chance(3):
            lines = [f"unsigned char {n} = __VERIFIER_nondet_uchar(); __VERIFIER_assume({n} > 252 && {n} != 254);"]
        lines += [f"if ({n} == {self.random.choice([1, 5, 253])}) {{", *self.inside(depth), "}"]
        if self.chance(2):
            lines.append(f"__VERIFIER_assume({self.random.choice([f'{n} != 1', f'{n} > 5', 'x0 != 1', 'a0 < 2', f'a0 != {n}'])});")
        return lines

    def assumptions(self, depth):
        """About what is shared, wherever a thread may stand: it holds a lock, or was waiting, or is in an atomic block with an input."""
        pick = self.beside.choice
        assume = f"__VERIFIER_assume({pick(['x0 != 1', 'x0 == 0', 'x1 < 2', 'x1 != 0', 'a0 == 0', 'a0 < 2', 'a1 != 1', 'a1 == 1'])});"
        begin, end = "__VERIFIER_atomic_begin();", "__VERIFIER_atomic_end();"
        i = pick([0, 1])
        lock, unlock = f"pthread_mutex_lock(&m{i});", f"pthread_mutex_unlock(&m{i});"
        n = self.fresh("known")
        regret = [f"int {n} = fermata_choose(2);", pick([f"x{i} = {n} + 1;", f"a{i} = {n} + 1;"]), f"__VERIFIER_assume({n} == 0);"]
        look = [f"if ({pick(['x', 'a'])}{i} == 2) __VERIFIER_assert(0);"]
        return pick([
            ["{", *regret, "}"], ["{", lock, *regret[:2], unlock, regret[2], "}"], look, look,
            [assume], [assume], [*self.one_access(i), assume], [lock, *self.one_access(i), assume, unlock], [lock, assume, *self.inside(depth), unlock],
            ["pthread_mutex_lock(&m0);", "while (x0 == 0) pthread_cond_wait(&c0, &m0);", assume, "pthread_mutex_unlock(&m0);"],
            ["sem_wait(&sem);", assume, *self.one_access(i), "sem_post(&sem);"], [begin, assume, *self.one_access(i), end],
            [begin, "if (__VERIFIER_nondet_bool()) {", assume, "}", lock, end, *self.one_access(i), unlock],
            [f"if (x{i} == 1) {{", assume, "}"], [f"while (a{i} == 1) {{", assume, "}"], [*self.inside(depth), assume]])

    def sections(self, depth):
        """Waits, exclusive sections and calls that the program marks: on what is shared, a local variable, or something on the heap; under a lock
        or not; and now and then one that is not ended, or is ended by another thread."""
        pick, number = self.marks.choice, self.marks.randrange
        x, v = pick(["x0", "x0", "x1", "both", "rooms[0]"]), self.fresh("v")
        i = number(2)
        body = pick([[], self.one_access(i), self.access(i), self.inside(depth)])
        wait = [f"fermata_wait_begin(&{x});", *body, *([] if number(12) == 0 else [f"fermata_wait_end(&{x});"])]
        enter, leave = f"fermata_exclusive_begin(&{x});", [] if number(8) == 0 else [f"fermata_exclusive_end(&{x});"]
        alone = [enter, *body, *leave]
        with_lock = [f"pthread_mutex_lock(&m{i});", enter, *self.one_access(i), *leave, f"pthread_mutex_unlock(&m{i});"]
        return pick([
            wait, wait, alone, with_lock, with_lock,
            [f"if (atomic_exchange(&a{i}, 1) == 0) {{", "fermata_exclusive_begin(&both);", *self.one_access(i), "}"],
            [f"if (atomic_exchange(&a{i}, 0) == 1) {{", "fermata_exclusive_end(&both);", "}"],
            ["pthread_mutex_lock(&m1);", "if (!x2) {", "x2 = 1;", "fermata_exclusive_begin(&x2);", "}", "pthread_mutex_unlock(&m1);"],
            ["pthread_mutex_lock(&m1);", "if (x2) {", "x2 = 0;", "fermata_exclusive_end(&x2);", "}", "pthread_mutex_unlock(&m1);"],
            [f"must(&x{i});"], ["{", f"int {v} = 0;", f"fermata_wait_begin(&{v});", *body, f"fermata_wait_end(&{v});", "}"],
            ["{", f"int {v} = 0;", f"fermata_exclusive_begin(&{v});", f"{v}++;", *([] if number(4) == 0 else [f"fermata_exclusive_end(&{v});"]), "}"],
            ["{", f"int *{v} = malloc(sizeof *{v});", f"fermata_exclusive_begin({v});", *([] if number(4) == 0 else [f"fermata_exclusive_end({v});"]),
             f"free({v});", "}"],
            ["fermata_atomic_begin();", enter, *leave, "fermata_atomic_end();"]])

    def heap(self, depth):
        p = self.fresh("p")
        pick = self.random.randrange(4)
        if pick < 2 and not self.endless:
            give = self.random.choice([f"top = {p};", f"{p}->next = top; top = {p};", f"pthread_mutex_lock(&m1); top = {p}; pthread_mutex_unlock(&m1);"])
            after = [f"{p}->value = 2;"] if self.chance(3) else []
            after += [f"free({p});"] if self.chance(8) else []
            return ["{", f"struct box *{p} = calloc(1, sizeof *{p});", f"{p}->value = 1;", give, *after, "}"]
        take = self.random.choice([f"struct box *{p} = top;", f"struct box *{p} = atomic_exchange(&top, NULL);"])
        use = self.random.choice([self.change(f"{p}->value"), [f"__VERIFIER_assert({p}->value != 3);"],
                                  [f"pthread_mutex_lock(&{p}->mutex);", *self.change(f"{p}->value"), f"pthread_mutex_unlock(&{p}->mutex);"]])
        drop = [f"free({p});"] if "exchange" in take and self.chance(2) else []
        return ["{", take, f"if ({p}) {{", *use, *drop, "}", "}"]

    # Variables of one thread that others reach. Who looks too late has lost.

    def look(self):
        v = self.fresh("v")
        pick = self.random.randrange(3)
        if pick == 0:
            return ["pthread_mutex_lock(&m1);", "if (lent) {", *self.through("lent"), "}", "pthread_mutex_unlock(&m1);"]
        return ["{", f"int *{v} = {['lent', 'seen'][pick - 1]};", f"if ({v}) {{", *self.through(v), "}", "}"]

    def stack(self, depth):
        v = self.fresh("v")
        if self.chance(2):
            return ["{", f"int *{v} = seen;", f"if ({v}) {{", *self.change(f"(*{v})"), f"if (*{v} == 2) a0 = 1;", "}", "}"]
        back = [] if self.chance(6) else ["seen = NULL;"]
        hold = self.random.choice([[], ["pthread_mutex_lock(&m1);", "pthread_mutex_unlock(&m1);"], self.plain(0)])
        return ["{", f"int {v} = 0;", f"seen = &{v};", *hold, f"{v}++;", *back, "}"]

    def places(self, depth):
        """One thread frees what another one has allocated, and that compares addresses. Nothing is lost, so that loops come back."""
        pick, number = self.apart.choice, self.apart.randrange
        p, q, r, i = self.fresh("p"), self.fresh("q"), self.fresh("r"), self.fresh("i")
        first, second = [f"int *{p} = malloc(sizeof *{p});"], [f"int *{q} = malloc(sizeof *{q});"]
        give, stale = [f"int *{r} = atomic_exchange(&offer, {p});", f"free({r});"], f"int *{p} = offer;"
        take = [f"int *{r} = atomic_exchange(&offer, NULL);", f"free({r});"]
        if number(3) == 0:  # with a lock, or half of it
            give = ["pthread_mutex_lock(&m1);", f"int *{r} = stock;", f"stock = {p};", *pick([["pthread_mutex_unlock(&m1);", f"free({r});"], [f"free({r});", "pthread_mutex_unlock(&m1);"]])]
            stale = f"int *{p} = stock;"
            take = [line.replace(p, "NULL") for line in give]
            if number(2):
                second = ["pthread_mutex_lock(&m1);", *second, *pick([[], self.access(number(2))]), "pthread_mutex_unlock(&m1);"]
        then = pick([["x1 = 1;"], ["__VERIFIER_assert(x0 != 1);"], [f"while (x{number(2)} == 1) ;"], ["pthread_mutex_lock(&m0);"], ["a0 = 1;"], self.plain(0), ["__VERIFIER_assert(0);"]])
        same = pick([f"{q} == {p}", f"{q} == {p}", f"{q} < {p}", f"((uintptr_t){q} >> 17) == ((uintptr_t){p} >> 17)", f"(uintptr_t){q} & 131072"])
        test = [f"if ({same}) {{", *then, "}", f"free({q});"]
        between = pick([[], [], [], self.access(number(2))])
        sort = number(8)
        if sort < 3:
            return ["{", *take, "}"]
        if sort == 3:
            return ["{", stale, *between, *second, *test, "}"]
        if sort == 4:
            return ["{", *first, *second, *give, f"free({q});", *between, f"int *{i} = malloc(sizeof *{i});", f"if ({i} {pick(['!=', '=='])} {q}) {{", *then, "}", f"free({i});", "}"]
        if sort == 5:
            return ["{", stale, *between, f"if (atomic_compare_exchange_strong(&offer, &{p}, NULL)) free({p});", "}"]
        if sort == 6 and not self.endless:
            return ["{", f"int *{q} = NULL;", f"for (int {i} = 0; {i} < 2; {i}++) {{", *first, f"if ({p} == {q}) {{", *then, "}", f"{q} = {p};", *give, "}", "}"]
        return ["{", *first, *give, *between, *second, *test, "}"]

    def scopes(self, depth):
        if self.chance(2):
            return self.look()
        lines = []
        for _ in range(self.random.randint(1, 2)):
            v = self.fresh("v")
            pointer = self.random.choice(["lent", "seen"])
            show, hide = [f"{pointer} = &{v};"], [f"{pointer} = NULL;"]
            if self.chance(3):
                show, hide = [["pthread_mutex_lock(&m1);", *one, "pthread_mutex_unlock(&m1);"] for one in (show, hide)]
            hide = [] if self.chance(5) else ["if (x0 != 1) {", *hide, "}"] if self.chance(5) else hide
            lines += ["{", f"int {v} = {self.random.randrange(3)};", *show, *self.random.choice([[], [f"{v}++;"], self.plain(0)]), *hide, "}"]
        return lines

    def calls(self, depth):
        if self.chance(2):
            return self.look()
        lines = [f"{self.random.choice(['shown', 'shown', 'forgotten', 'guest', 'guest', 'below'])}({self.random.randrange(3)});"]
        if self.chance(2):  # in the same place on the stack
            lines += self.random.choice([["if (quiet(1) == 2) x1 = 1;"], [f"shown({self.random.randrange(3)});"], ["guest(1);"], self.plain(0)])
        return lines

    def arrays(self, depth):
        if self.chance(3):
            return self.look()
        v, n, i = self.fresh("v"), self.fresh("n"), self.fresh("i")
        size = self.random.choice([f"{i} + 1", f"1 + ({self.random.choice(['x0', 'x1', 'a0'])} & 1)"])
        use = self.random.choice([[f"{v}[{n} - 1]++;"], [f"if ({v}[0] == 1) {{", *self.access(1), "}"], self.plain(0)])
        show, hide = self.random.choice([([], []), ([f"seen = &{v}[{n} - 1];"], ["seen = NULL;"]), ([f"lent = {v};"], ["lent = NULL;"])])
        hide = [] if self.chance(8) else hide
        body = [f"int {n} = {size};", f"int {v}[{n}];", f"{v}[0] = 1;", *show, *use, *hide]
        pick = self.random.randrange(4)
        if pick == 0:
            return ["{", f"int {n} = 1 + (x0 & 1);", f"if (scratch({n}) == 1) {{", *self.access(1), "}", "}"]
        if pick == 1 and not self.endless:
            body[1] = f"int *{v} = alloca({n} * sizeof(int));"
        return [f"for (int {i} = 0; {i} < 2; {i}++) {{", *body, "}"]

    def argument(self, depth):
        """A variable of main's, for all to use."""
        variable = "&local" if self.in_main else "(int *)p"
        use = self.random.choice([self.change(f"(*{variable})"), [f"if (*{variable} == 1) x1 = 1;"], [f"put({variable}, 1);"], [f"*{variable} = 0;"]])
        if self.chance(2):
            use = ["pthread_mutex_lock(&m0);", *use, "pthread_mutex_unlock(&m0);"]
        return use if self.in_main else ["if (p) {", *use, "}"]

    def tags(self, depth):
        u, v = self.fresh("u"), self.fresh("v")
        tag = self.random.choice(["1", "2", "1ull << 48", "1ull << 55", "1ull << 63"])
        clear = f"(int *)({u} & 0x7ffffffffffcull)"
        pick = self.random.randrange(5)
        if pick == 0:
            target = self.random.choice(["&x1", "&x2"])
            return [f"tagged = (uintptr_t){target} | {tag};"]
        if pick == 1:
            hide = [] if self.chance(6) else ["tagged = 0;"]
            return ["{", f"int {v} = 1;", f"tagged = (uintptr_t)&{v} | {tag};", *self.random.choice([[], [f"{v}++;"]]), *hide, "}"]
        if pick == 2 and not self.endless:
            return ["{", f"int *{v} = malloc(sizeof *{v});", f"*{v} = 1;", f"tagged = (uintptr_t){v} | {tag};", "}"]
        if pick == 3:
            drop = [f"free({clear});"] if self.chance(3) else []
            return ["{", f"uintptr_t {u} = atomic_exchange(&tagged, 0);", f"if ({clear}) {{", *self.change(f"(*{clear})"), *drop, "}", "}"]
        change = [f"atomic_compare_exchange_strong(&tagged, &{u}, {u} ^ {tag});"] if self.chance(2) else []
        return ["{", f"uintptr_t {u} = tagged;", *change, f"int *{v} = {clear};", f"if ({v}) {{", *self.through(v), "}", "}"]

    # Locks beside other things, locks made anew.

    def neighbours(self, depth):
        room = self.random.choice(["rooms[0]", "rooms[0]", "rooms[1]", "rooms[x0 & 1]"])
        use = self.random.choice([self.change(f"{room}.in"), [f"{room}.after = 1;"], self.change(f"{room}.before"), [f"if ({room}.after == 1) {room}.in = 2;"],
                                  [f"__VERIFIER_assert({room}.in != 3);"], [f"memset(&{room}.after, 0, sizeof {room}.after);"]])
        pick = self.random.randrange(8)
        if pick == 0:
            return ["rooms[1] = rooms[0];"] if self.chance(2) else use
        if pick < 3:
            return use
        if pick < 5:
            return [f"pthread_spin_lock(&{room}.latch);", *use, f"pthread_spin_unlock(&{room}.latch);"]
        if pick == 5:
            return [f"if (pthread_mutex_trylock(&{room}.door) == 0) {{", *use, f"pthread_mutex_unlock(&{room}.door);", "}"]
        return [f"pthread_mutex_lock(&{room}.door);", *use, f"pthread_mutex_unlock(&{room}.door);"]

    def anew(self, depth):
        name = self.random.choice(list(OBJECTS))
        make, destroy = OBJECTS[name]
        lines = self.random.choice([[destroy, make], [make], [destroy]])
        guard = self.random.randrange(4)
        if guard == 0:
            return ["if (atomic_exchange(&a1, 1) == 1) {", *lines, "}"]
        if guard == 1:
            return ["if (pthread_mutex_trylock(&m0) == 0) {", *lines, "pthread_mutex_unlock(&m0);", "}"]
        if guard == 2:
            return ["if (x1 == 1) {", *lines, "}"]
        use = {"m1": ["pthread_mutex_lock(&m1);", *self.access(1), "pthread_mutex_unlock(&m1);"], "sem": ["sem_wait(&sem);", "sem_post(&sem);"],
               "rw": ["pthread_rwlock_rdlock(&rw);", "pthread_rwlock_unlock(&rw);"], "spin": ["pthread_spin_lock(&spin);", "pthread_spin_unlock(&spin);"],
               "c0": ["pthread_cond_signal(&c0);"], "barrier": ["pthread_barrier_wait(&barrier);"]}[name]
        return use if not self.chance(3) else [*lines, *use]

    # What is one step, and data that is on its way.

    def one_step(self):
        """What may stand in an atomic block: nothing that goes round to wait for others."""
        i = self.random.randrange(2)
        lock, unlock = f"pthread_mutex_lock(&m{i});", f"pthread_mutex_unlock(&m{i});"
        room = f"rooms[{i}]"
        return self.random.choice([self.one_access(i), self.one_access(i), [lock, *self.one_access(i), unlock], self.change(f"a{i}"), [f"sem_{'trywait' if self.endless else 'post'}(&sem);"], ["sem_wait(&sem);"],
                                   [f"if (pthread_mutex_trylock(&m{i}) == 0) {{", *self.one_access(i), unlock, "}"],
                                   [f"if (pthread_mutex_timedlock(&m{i}, &soon) == 0) {{", *self.one_access(2), unlock, "}"],
                                   [f"if (sem_trywait(&sem) == 0) {{", *self.one_access(i), "}"], ["x0 = 1;", "pthread_cond_signal(&c0);"],
                                   ["pthread_spin_lock(&spin);", *self.one_access(2), "pthread_spin_unlock(&spin);"],
                                   ["pthread_rwlock_rdlock(&rw);", *self.one_access(2), "pthread_rwlock_unlock(&rw);"],
                                   [f"pthread_mutex_lock(&{room}.door);", *self.change(f"{room}.in"), f"pthread_mutex_unlock(&{room}.door);"],
                                   [f"pthread_spin_lock(&{room}.latch);", *self.change(f"{room}.after"), f"pthread_spin_unlock(&{room}.latch);"]])

    def blocks(self, depth):
        body = [line for _ in range(self.random.randint(1, 2)) for line in self.one_step()]
        pick = self.random.randrange(6)
        if pick < 2:
            return [self.function(f"__VERIFIER_atomic_{self.fresh('f')}", body) + "();"]
        begin, end = "__VERIFIER_atomic_begin();", "__VERIFIER_atomic_end();"
        if self.beside.randrange(6) == 0:  # nobody else can move while the block waits
            wait = self.beside.choice(["if (x0 == 0) pthread_cond_wait(&c0, &m0);", "pthread_cond_timedwait(&c0, &m0, &soon);"])
            return [begin, "pthread_mutex_lock(&m0);", wait, "pthread_mutex_unlock(&m0);", end]
        if pick == 2:
            i = self.random.randrange(2)
            return [begin, f"pthread_mutex_lock(&m{i});", *self.one_access(i), end, *self.plain(0), begin, *self.one_access(i), f"pthread_mutex_unlock(&m{i});", end]
        if pick == 3 and not self.guarded:
            return self.plain(0)
        return [begin, *body, end]

    def data(self, depth):
        c = self.fresh("c")
        return self.random.choice([
            ["{", f"struct pair {c};", f"memcpy(&{c}, &both, sizeof {c});", f"if ({c}.a != {c}.b) x1 = 1;", "}"],
            ["{", f"struct pair {c} = {{1, 1}};", f"both = {c};", "}"],
            ["memset(&both, 0, sizeof both);"],
            ["both.a = 1;", "both.b = 1;"],
            ["pthread_mutex_lock(&m0);", *self.change("both.a"), "both.b = both.a;", "pthread_mutex_unlock(&m0);"],
            ["{", f"struct timespec {c};", f"clock_gettime(CLOCK_MONOTONIC, &{c});", f"if ({c}.tv_sec >= 0) x1 = 1;", "}"],
            ["{", f"struct pair {c} = duo;", f"{c}.a ^= 1;", f"duo = {c};", "}"],
            ["{", f"int {c};", f"put(&{c}, x0);", f"if ({c} == 1) {{", *self.plain(0), "}", "}"],
            ["{", f"int {c} = 1;", f"add(&{c}, x1);", f"put(&x0, {c} & 1);", "}"],
            ["{", f"int {c} = 0;", "pthread_mutex_lock(&m1);", f"memcpy(&{c}, &x1, sizeof {c});", "pthread_mutex_unlock(&m1);", f"x2 = {c} & 1;", "}"],
        ])

    def own(self, depth):
        """Thread-local variables and what is done at the end of a thread or of the process."""
        pick = self.random.randrange(6)
        if pick < 2:
            return self.random.choice([[*self.change("mine"), "if (mine == 2) {", *self.plain(0), "}"], ["seen = &mine;", *self.change("mine"), "seen = NULL;"], ["mine = x0;", "x1 = mine;"]])
        if pick < 4:
            return [f"pthread_setspecific(key, {self.random.choice(['&x0', '&x1'])});"]
        if pick == 4 and not self.endless:
            return [f"atexit({self.function(self.fresh('last'), self.plain(0))});"]
        return self.look() if self.chance(2) else ["if (pthread_getspecific(key)) x2 = 1;"]

    def ends(self, depth):
        """Starts a thread, and looks whether it has ended."""
        if self.endless or self.spawns == 2:
            return self.plain(0)
        self.spawns += 1
        t, v = self.fresh("t"), self.fresh("v")
        what = self.random.choice(["idle", "idle", "brief", "polite", "touch"])
        argument = f"&{v}" if what == "touch" else "NULL"
        start = ([f"int {v} = 0;"] if what == "touch" else []) + [f"pthread_t {t};", f"pthread_create(&{t}, NULL, {what}, {argument});"]
        return ["{", *start, *self.reap(t), "}"]

    def reap(self, t):
        """Joins a thread, or not."""
        done, i, r = self.fresh("done"), self.fresh("i"), self.fresh("r")
        look = self.random.choice([f"pthread_tryjoin_np({t}, NULL)", f"pthread_tryjoin_np({t}, NULL)", f"pthread_timedjoin_np({t}, NULL, &soon)"])
        rest = self.random.choice([[f"pthread_detach({t});"], [f"pthread_join({t}, NULL);"], self.plain(0), [*self.plain(0), f"pthread_detach({t});"]])
        pick = self.random.randrange(6)
        if pick < 2:
            return [f"if ({look} != 0) {{", *rest, "}"]
        if pick == 5:  # it has done its work, but has not ended yet
            return [f"if (x1 == 1 && {look} != 0) {{", self.random.choice(["__VERIFIER_assert(0);", "for (;;) ;", f"pthread_detach({t});"]), "}"]
        if pick == 2:
            return [f"int {done} = 0;", f"for (int {i} = 0; {i} < 2 && !{done}; {i}++) {done} = {look} == 0;", f"if (!{done}) {{", *rest, "}"]
        if pick == 3:
            return [f"while ({look} != 0) sched_yield();"]
        return [f"void *{r} = NULL;", f"pthread_join({t}, &{r});", f"if ({r}) ++*(int *){r};"]

    # The whole.

    def worker(self, w, workers):
        loop = self.random.choice(["for (;;) {", "for (int i = 0; i < 2; i++) {", "while (x1 != 1) {"]) if self.chance(8) else ""
        self.endless = loop.startswith(("for (;;)", "while"))
        body = self.block(self.random.randint(1, 3 if workers < 3 else 2), 1)
        self.endless = False
        body = [loop, *body, "}"] if loop else body
        result = "&x1" if self.chance(12) else "NULL"
        return f"static void *worker{w}(void *p) {{\n" + "\n".join(["(void)p;", *body, f"return {result};"]) + "\n}\n"

    def draw_main(self, workers):
        """What main does before the first thread starts depends on what the program uses, so it comes in two parts."""
        self.in_main = True
        main = []
        for w in range(workers):
            argument = self.random.choice(["&local", "&local", "NULL"]) if self.argument in self.sorts else "NULL"
            main.append(f"pthread_create(&t{w}, NULL, worker{w}, {argument});")
            if self.chance(10):
                main.append(f"pthread_detach(t{w});")
        main += self.block(self.random.randint(0, 1), 1)
        if self.chance(8):
            main.append("pthread_exit(NULL);")
        else:
            for w in range(workers):
                if f"pthread_detach(t{w});" in main:
                    continue
                if self.chance(2 if self.ends in self.sorts else 12):
                    main += self.reap(f"t{w}")
                elif not self.chance(8):
                    main.append(f"pthread_join(t{w}, NULL);")
            if self.chance(12):
                make, destroy = OBJECTS[self.random.choice(list(OBJECTS))]
                main += [destroy, make] if self.chance(2) else [destroy]
        return main + (self.access(self.random.randrange(3)) if self.chance(3) else [])

    def program(self):
        """The program without includes, and the names that it has for functions, types and variables outside of functions."""
        workers = self.random.choice([1, 2, 2, 3])
        bodies = "".join(self.worker(w, workers) for w in range(workers))
        rest = self.draw_main(workers)
        text = bodies + "\n".join(rest)
        main = [f"pthread_t t{w};" for w in range(workers)]
        if re.search(r"\blocal\b", text):
            main.append("int local = 0;")
        prepare = {name: make for name, (make, _) in OBJECTS.items() if name in ("spin", "barrier")}
        prepare |= {"sem": f"sem_init(&sem, 0, {self.random.randrange(2)});"}
        prepare |= {"rooms": "pthread_spin_init(&rooms[0].latch, 0);\npthread_spin_init(&rooms[1].latch, 0);"}
        used = text + "".join(self.shared[name] for name in self.functions)
        main += [line for name, line in prepare.items() if re.search(rf"\b{name}\b", used)]
        if self.own in self.sorts:
            main.append(f"pthread_key_create(&key, {self.function('drop', ['(void)p;', *self.plain(0)], 'void *p')});")
        text = bodies + "int main(void) {\n" + "\n".join([*main, *rest, "return 0;"]) + "\n}\n"
        top = ""
        for name in reversed(self.shared):
            if re.search(rf"\b{name}\b", top + text):
                top = self.shared[name] + "\n" + top
        return top + text, [*self.shared, "main", *(f"worker{w}" for w in range(workers))]


def is_marked(seed):
    """Does its program mark sections?"""
    return random.Random(seed ^ 0x3a4c5).randrange(5) == 0


NUMBER = re.compile(r"int (\w+) = __VERIFIER_nondet_int\(\); __VERIFIER_assume\((-?\d+) <= \1 && \1 <= (-?\d+)\);")
BYTE = re.compile(r"unsigned char (\w+) = __VERIFIER_nondet_uchar\(\); __VERIFIER_assume\(\1 > 252 && \1 != 254\);")


def with_choices(text):
    """The same program, in which an input is chosen among the values that are assumed of it; or None, if it has no such input."""
    text, numbers = NUMBER.subn(lambda m: f"int {m[1]} = {m[2]} + fermata_choose({int(m[3]) - int(m[2]) + 1});", text)
    text, bytes_ = BYTE.subn(r"unsigned char \1 = 253 + 2 * fermata_choose(2);", text)
    return text if numbers + bytes_ else None


def with_waits(text):
    """The same program, in which whoever would break an assumption waits for ever instead: what can fail is the same. None, if nothing is assumed
    but of inputs at once."""
    text = with_choices(text) or text
    text, assumptions = re.subn(r"__VERIFIER_assume\((?!int\))", "wait_for_ever_unless(", text)
    return text if assumptions else None


def forms(program):
    """Pairs of a form of the program and what is added to its name."""
    return [(form, name) for form, name in ((program, ""), (with_choices(program), "_chosen"), (with_waits(program), "_waits")) if form is not None]


def draw(seed):
    return INCLUDES + Artist(seed).program()[0]


def draw_batch(seeds):
    """One file with all of them. What is called main otherwise is main_SEED, and so on; its own main does nothing."""
    text = INCLUDES
    for seed in seeds:
        program, names = Artist(seed).program()
        for form, name in forms(program):
            form = re.sub(rf"\b({'|'.join(names)})\b", rf"\1_{seed}{name}", form)
            text += form.replace(f"int main_{seed}{name}(", f"__attribute__((used, retain)) int main_{seed}{name}(")
    return text + "int main(void) { return 0; }\n"
