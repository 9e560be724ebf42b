# SPDX-License-Identifier: Apache-2.0
"""Small random C programs with two to four threads: mutexes of three kinds, condition variables, semaphores, a barrier,
read-write and spin locks, once, atomics, objects on heap and stack that others reach. One statement per line, so that
programs can be cut down by leaving out lines."""

import random

HEAD = """\
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
struct box {{ int value; struct box *next; pthread_mutex_t mutex; }};
pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t m2 = {kind};
pthread_cond_t c0 = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_spinlock_t spin;
pthread_barrier_t barrier;
sem_t sem;
int x0, x1, x2;
atomic_int a0, a1;
struct box *_Atomic top;
int *_Atomic seen;
static void first(void) {{ x2 = 1; }}
static const struct timespec soon = {{1, 0}};
"""

KINDS = ["PTHREAD_MUTEX_INITIALIZER", "PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP", "PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP"]


class Artist:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.kind = self.random.choice(KINDS)
        # Few sorts in one program, so that they meet.
        sorts = [self.locks, self.locks, self.condition, self.semaphore, self.meet, self.readers, self.spins, self.atomics,
                 self.atomics, self.heap, self.stack, self.tries]
        self.sorts = self.random.sample(sorts, 3) + [self.plain]
        self.guarded = self.random.random() < 0.5  # x0 is used under m0 only, and so on
        self.names = 0

    def chance(self, n):
        return self.random.randrange(n) == 0

    def fresh(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    def block(self, length, depth):
        lines = []
        for _ in range(length):
            lines += self.random.choice(self.sorts)(depth)
        return lines

    def inside(self, depth):
        return self.block(self.random.randint(1, 2), depth - 1) if depth > 0 else self.plain(0)

    def access(self, i):
        x = f"x{i}"
        return self.random.choice([[f"{x} = 1;"], [f"{x} = 0;"], [f"{x}++;"], [f"if ({x} == 1) {x} = 2;"], [f"assert({x} != 2);"],
                                   [f"{x} = 1;", f"{x} = 0;"]])

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

    def locks(self, depth):
        i = self.random.randrange(3)
        body = self.access(i) if self.chance(2) else self.inside(depth)
        end = [] if self.chance(20) else [f"pthread_mutex_unlock(&m{i});"]
        return [f"pthread_mutex_lock(&m{i});", *body, *end]

    def tries(self, depth):
        i = self.random.randrange(3)
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
        return ["sem_post(&sem);"]

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
                                   [f"if (atomic_fetch_add(&{a}, 1) == 1) {{", *self.plain(0), "}"],
                                   [f"atomic_store(&{a}, 1);", f"atomic_store(&{a}, 0);"]])

    def heap(self, depth):
        p = self.fresh("p")
        pick = self.random.randrange(4)
        if pick < 2:
            give = self.random.choice([f"top = {p};", f"{p}->next = top; top = {p};", f"pthread_mutex_lock(&m1); top = {p}; pthread_mutex_unlock(&m1);"])
            after = [f"{p}->value = 2;"] if self.chance(3) else []
            after += [f"free({p});"] if self.chance(8) else []
            return ["{", f"struct box *{p} = calloc(1, sizeof *{p});", f"{p}->value = 1;", give, *after, "}"]
        take = self.random.choice([f"struct box *{p} = top;", f"struct box *{p} = atomic_exchange(&top, NULL);"])
        use = self.random.choice([[f"{p}->value++;"], [f"assert({p}->value != 3);"],
                                  [f"pthread_mutex_lock(&{p}->mutex);", f"{p}->value++;", f"pthread_mutex_unlock(&{p}->mutex);"]])
        drop = [f"free({p});"] if "exchange" in take and self.chance(2) else []
        return ["{", take, f"if ({p}) {{", *use, *drop, "}", "}"]

    def stack(self, depth):
        v = self.fresh("v")
        if self.chance(2):
            return ["{", f"int *{v} = seen;", f"if ({v}) {{", f"++*{v};", f"if (*{v} == 2) a0 = 1;", "}", "}"]
        back = [] if self.chance(6) else ["seen = NULL;"]
        hold = self.random.choice([[], ["pthread_mutex_lock(&m1);", "pthread_mutex_unlock(&m1);"], self.plain(0)])
        return ["{", f"int {v} = 0;", f"seen = &{v};", *hold, f"{v}++;", *back, "}"]

    def program(self):
        workers = self.random.choice([1, 2, 2, 3])
        text = HEAD.format(kind=self.kind)
        for w in range(workers):
            length = self.random.randint(1, 3 if workers < 3 else 2)
            body = self.block(length, 1)
            if self.chance(8):
                body = [self.random.choice(["for (;;) {", "for (int i = 0; i < 2; i++) {", "while (x1 != 1) {"]), *body, "}"]
            text += f"static void *worker{w}(void *p) {{\n" + "\n".join(["(void)p;", *body, "return NULL;"]) + "\n}\n"
        main = [f"pthread_t t{w};" for w in range(workers)]
        main += ["pthread_spin_init(&spin, 0);", "pthread_barrier_init(&barrier, NULL, 2);", f"sem_init(&sem, 0, {self.random.randrange(2)});"]
        for w in range(workers):
            main.append(f"pthread_create(&t{w}, NULL, worker{w}, NULL);")
            if self.chance(10):
                main.append(f"pthread_detach(t{w});")
        main += self.block(self.random.randint(0, 1), 1)
        if self.chance(8):
            main.append("pthread_exit(NULL);")
        else:
            for w in range(workers):
                if self.chance(12):
                    main += [f"if (pthread_tryjoin_np(t{w}, NULL) != 0) {{", *self.plain(0), "}"]
                elif not self.chance(8) and f"pthread_detach(t{w});" not in main:
                    main.append(f"pthread_join(t{w}, NULL);")
        main += self.access(self.random.randrange(3)) if self.chance(3) else []
        return text + "int main(void) {\n" + "\n".join([*main, "return 0;"]) + "\n}\n"


def draw(seed):
    return Artist(seed).program()
