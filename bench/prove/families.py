# SPDX-License-Identifier: Apache-2.0
"""Eighteen families of programs that always end, as people write them, and of each a twin that does not: it differs in a line or two, and
comes to rest or has a fair run without end. Sizes are numbers of threads, places, phases; how often loops go round is mostly an input.

Written before anybody looked at what can be proved. They are not to be changed so that they can be: what is too hard stays in the table.
"""

C = """\
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

"""
CXX = """\
#include <atomic>
#include <barrier>
#include <condition_variable>
#include <functional>
#include <latch>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <thread>
#include <vector>
extern "C" int __VERIFIER_nondet_int();
extern "C" unsigned __VERIFIER_nondet_uint();

"""


class Program:
    def __init__(self, family, name, text, twin, suffix=".c"):
        self.family, self.name, self.text, self.twin, self.suffix = family, name, text, twin, suffix


def changed(text, *changes):
    """The text with each `before` replaced by its `after`; all of them are there."""
    for before, after in changes:
        assert before in text, (before, text)
        text = text.replace(before, after)
    return text


def c(family, name, body, *changes):
    text = C + body
    return Program(family, name, text, changed(text, *changes))


def cxx(family, name, body, *changes):
    text = CXX + body
    return Program(family, name, text, changed(text, *changes), ".cpp")


def main(threads, before="", between="", after=""):
    """main, which starts so many threads of each function and joins all."""
    lines = [line for line in before.strip().splitlines()]
    total = sum(count for _, count in threads)
    lines.append(f"pthread_t t[{total}];")
    first = 0
    for function, count in threads:
        if count == 1:
            lines.append(f"pthread_create(&t[{first}], 0, {function}, 0);")
        else:
            lines.append(f"for (int k = {first}; k < {first + count}; k++) pthread_create(&t[k], 0, {function}, 0);")
        first += count
    lines += between.strip().splitlines()
    lines.append(f"for (int k = 0; k < {total}; k++) pthread_join(t[k], 0);")
    lines += after.strip().splitlines()
    return "int main(void) {\n" + "".join(f"  {line}\n" for line in lines) + "  return 0;\n}\n"


INPUT = "limit = __VERIFIER_nondet_int();"


def producers():
    made = """\
static int limit;
static atomic_int made;

static void* producer(void* arg) {
  for (int i = 0; i < limit; i++) made++;
  return arg;
}

"""
    for n in (2, 4, 8, 12):
        yield c("producers", f"atomic_{n}", made + main([("producer", n)], INPUT), ("i < limit; i++", "i != limit; i += 2"))
    locked = """\
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned limit, made;

static void* producer(void* arg) {
  unsigned left = limit;
  while (left > 0) {
    pthread_mutex_lock(&lock);
    made++;
    pthread_mutex_unlock(&lock);
    left--;
  }
  return arg;
}

"""
    for n in (3, 5):
        yield c("producers", f"locked_{n}", locked + main([("producer", n)], "limit = __VERIFIER_nondet_uint();"), ("    left--;\n", "    left -= 2;\n"))
    yield cxx("producers", "vector_3", """\
int main() {
  const int limit = __VERIFIER_nondet_int();
  std::atomic<int> made{0};
  std::vector<std::thread> producers;
  for (int k = 0; k < 3; k++)
    producers.emplace_back([&] {
      for (int i = 0; i < limit; ++i) made.fetch_add(1);
    });
  for (auto& one : producers) one.join();
}
""", ("i < limit; ++i", "i != limit; i += 2"))
    yield c("producers", "own_limits_3", """\
static atomic_uint made;

static void* producer(void* arg) {
  unsigned mine = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < mine; i++) atomic_fetch_add(&made, 2);
  return arg;
}

""" + main([("producer", 3)]), ("i < mine; i++", "i <= mine; i++"))


def producers_consumer_barrier():
    spin = """\
static int limit;
static atomic_int done, items;

static void* producer(void* arg) {
  for (int i = 0; i < limit; i++) items++;
  done++;
  return arg;
}

static void* consumer(void* arg) {
  while (done != @) sched_yield();
  for (int j = limit; j > 0; j--) items--;
  return arg;
}

"""
    for n in (1, 2, 4, 6, 8, 12):
        yield c("producers-consumer-barrier", f"spin_{n}", spin.replace("@", str(n)) + main([("producer", n), ("consumer", 1)], INPUT),
                (f"done != {n}", f"done != {n + 1}"))
    barrier = """\
static int limit;
static atomic_int items;
static pthread_barrier_t full;

static void* producer(void* arg) {
  for (int i = 0; i < limit; i++) items++;
  pthread_barrier_wait(&full);
  return arg;
}

static void* consumer(void* arg) {
  pthread_barrier_wait(&full);
  for (int j = 0; j < limit; j++) items--;
  return arg;
}

"""
    for n in (2, 3):
        yield c("producers-consumer-barrier", f"pthread_{n}", barrier + main([("producer", n), ("consumer", 1)], f"{INPUT}\npthread_barrier_init(&full, 0, {n + 1});"),
                (f"0, {n + 1});", f"0, {n + 2});"))
    yield cxx("producers-consumer-barrier", "latch_3", """\
int main() {
  const int limit = __VERIFIER_nondet_int();
  std::atomic<int> items{0};
  std::latch produced{3};
  std::vector<std::thread> threads;
  for (int k = 0; k < 3; k++)
    threads.emplace_back([&] {
      for (int i = 0; i < limit; ++i) ++items;
      produced.count_down();
    });
  threads.emplace_back([&] {
    produced.wait();
    for (int i = 0; i < limit; ++i) --items;
  });
  for (auto& one : threads) one.join();
}
""", ("produced{3}", "produced{4}"))


def producers_consumers():
    both = """\
static int limit;
static atomic_int done, items;

static void* producer(void* arg) {
  for (int i = 0; i < limit; i++) items++;
  done++;
  return arg;
}

static void* consumer(void* arg) {
  while (done < @) {
  }
  for (int j = 0; j < limit; j++) items--;
  return arg;
}

"""
    for p, k in ((2, 2), (2, 3), (3, 2), (3, 3), (4, 2), (6, 3)):
        yield c("producers-consumers", f"spin_{p}_{k}", both.replace("@", str(p)) + main([("producer", p), ("consumer", k)], INPUT), (f"done < {p}", f"done <= {p}"))
    yield c("producers-consumers", "cond_2_2", """\
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_done = PTHREAD_COND_INITIALIZER;
static int limit, done;
static atomic_int items;

static void* producer(void* arg) {
  for (int i = 0; i < limit; i++) items++;
  pthread_mutex_lock(&lock);
  if (++done == 2) pthread_cond_broadcast(&all_done);
  pthread_mutex_unlock(&lock);
  return arg;
}

static void* consumer(void* arg) {
  pthread_mutex_lock(&lock);
  while (done < 2) pthread_cond_wait(&all_done, &lock);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < limit; i++) items--;
  return arg;
}

""" + main([("producer", 2), ("consumer", 2)], INPUT), ("pthread_cond_broadcast", "pthread_cond_signal"))
    yield c("producers-consumers", "semaphore_2_1", """\
static int limit;
static sem_t items;

static void* producer(void* arg) {
  for (int i = 0; i < limit; i++) sem_post(&items);
  return arg;
}

static void* consumer(void* arg) {
  for (int i = 0; i < 2 * limit; i++) sem_wait(&items);
  return arg;
}

""" + main([("producer", 2), ("consumer", 1)], "limit = __VERIFIER_nondet_int();\nif (limit < 0 || limit > 1000) limit = 1000;\nsem_init(&items, 0, 0);"),
            ("i < 2 * limit", "i <= 2 * limit"))


def lock_loops():
    one = """\
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int limit, balance;

static void* worker(void* arg) {
  for (int i = 0; i < limit; i++) {
    pthread_mutex_lock(&lock);
    balance += 2;
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

"""
    for n in (2, 3, 5, 8):
        yield c("lock-loops", f"one_{n}", one + main([("worker", n)], INPUT), ("    balance += 2;\n", "    balance += 2;\n    if (balance == 6) return arg;\n"))
    two = """\
static pthread_mutex_t from = PTHREAD_MUTEX_INITIALIZER, to = PTHREAD_MUTEX_INITIALIZER;
static int limit, here, there;

static void* pays(void* arg) {
  for (int i = 0; i < limit; i++) {
    pthread_mutex_lock(&from);
    pthread_mutex_lock(&to);
    here--;
    there++;
    pthread_mutex_unlock(&to);
    pthread_mutex_unlock(&from);
  }
  return arg;
}

static void* pays_back(void* arg) {
  for (int i = 0; i < limit; i++) {
    pthread_mutex_lock(&from);  // the same order
    pthread_mutex_lock(&to);
    there--;
    here++;
    pthread_mutex_unlock(&to);
    pthread_mutex_unlock(&from);
  }
  return arg;
}

"""
    for a, b in ((1, 1), (2, 1), (2, 2)):
        yield c("lock-loops", f"two_{a}_{b}", two + main([("pays", a), ("pays_back", b)], INPUT),
                ("    pthread_mutex_lock(&from);  // the same order\n    pthread_mutex_lock(&to);", "    pthread_mutex_lock(&to);\n    pthread_mutex_lock(&from);"))
    yield cxx("lock-loops", "scoped_2", """\
struct Account {
  std::mutex lock;
  long balance = 0;
};

void transfer(Account& from, Account& to, int times) {
  for (int i = 0; i < times; ++i) {
    std::scoped_lock both(from.lock, to.lock);
    from.balance -= 1;
    to.balance += 1;
  }
}

int main() {
  Account a, b;
  const int times = __VERIFIER_nondet_int();
  std::thread first([&] { transfer(a, b, times); });
  std::thread second([&] { transfer(a, b, times); });
  first.join();
  second.join();
}
""", ("transfer(a, b, times); });\n  first", "transfer(b, a, times); });\n  first"))


def shared_counter():
    under_lock = """\
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int left;

static void* worker(void* arg) {
  for (;;) {
    pthread_mutex_lock(&lock);
    bool mine = left > 0;
    if (mine) left--;
    pthread_mutex_unlock(&lock);
    if (!mine) return arg;
  }
}

"""
    for n in (2, 3, 5):
        yield c("shared-counter", f"locked_{n}", under_lock + main([("worker", n)], "left = __VERIFIER_nondet_int();"), ("if (mine) left--;", "if (mine) left -= left > 1 ? 1 : 0;"))
    retry = """\
static atomic_int left;

static void* worker(void* arg) {
  int seen = left;
  while (seen > 0) {
    if (atomic_compare_exchange_strong(&left, &seen, seen - 1)) seen = left;
  }
  return arg;
}

"""
    for n in (2, 3):
        yield c("shared-counter", f"exchange_{n}", retry + main([("worker", n)], "left = __VERIFIER_nondet_int();"), ("seen - 1)", "seen == 7 ? 7 : seen - 1)"))
    draw = """\
static atomic_int next;
static int tasks;

static void* worker(void* arg) {
  int mine;
  while ((mine = next++) < tasks) sched_yield();
  return arg;
}

"""
    for n in (2, 4):
        yield c("shared-counter", f"draw_{n}", draw + main([("worker", n)], "tasks = __VERIFIER_nondet_int();\nif (tasks > 1000) tasks = 1000;"),
                ("sched_yield();", "next = mine;"))
    yield c("shared-counter", "add_once_3", """\
static atomic_uint total;

static void* worker(void* arg) {
  for (int i = 0; i < 10; i++) {
    unsigned seen = atomic_load(&total);
    while (!atomic_compare_exchange_weak(&total, &seen, seen + 3)) {
    }
  }
  return arg;
}

""" + main([("worker", 3)]), ("    unsigned seen = atomic_load(&total);\n    while (!atomic_compare_exchange_weak(&total, &seen, seen + 3)) {\n",
                             "    unsigned seen = atomic_load(&total), old;\n    while (old = seen, !atomic_compare_exchange_weak(&total, &old, seen + 3)) {\n"))


def unequal_steps():
    for steps in ((1, 2), (2, 3), (1, 2, 3), (1, 1, 4), (2, 3, 5, 7), (1, 2, 3, 4, 5)):
        body = "static atomic_int left;\n\n"
        for k, step in enumerate(steps):
            body += f"static void* worker_{k}(void* arg) {{\n  while (left > 0) left -= {step};\n  return arg;\n}}\n\n"
        yield c("unequal-steps", "atomic_" + "_".join(map(str, steps)), body + main([(f"worker_{k}", 1) for k in range(len(steps))], "left = __VERIFIER_nondet_int();"),
                ("while (left > 0) left -= %d;\n  return arg;\n}\n\nint main" % steps[-1], "while (left > 0) left += %d;\n  return arg;\n}\n\nint main" % steps[-1]))
    for steps in ((1, 3), (2, 3, 4)):
        body = "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\nstatic int left;\n\n"
        for k, step in enumerate(steps):
            body += f"""\
static void* worker_{k}(void* arg) {{
  pthread_mutex_lock(&lock);
  while (left >= {step}) {{
    left -= {step};
    pthread_mutex_unlock(&lock);
    sched_yield();
    pthread_mutex_lock(&lock);
  }}
  pthread_mutex_unlock(&lock);
  return arg;
}}

"""
        yield c("unequal-steps", "locked_" + "_".join(map(str, steps)), body + main([(f"worker_{k}", 1) for k in range(len(steps))], "left = __VERIFIER_nondet_int();"),
                (f"    left -= {steps[-1]};\n", f"    left += left > 100 ? -{steps[-1]} : {steps[-1]};\n"))


def phased_barrier():
    rounds = """\
static int phases;
static pthread_barrier_t together;
static atomic_int work;

static void* worker(void* arg) {
  for (int p = 0; p < phases; p++) {
    work++;
    pthread_barrier_wait(&together);
  }
  return arg;
}

"""
    for n in (2, 3, 4):
        yield c("phased-barrier", f"rounds_{n}", rounds + main([("worker", n)], f"phases = __VERIFIER_nondet_int();\npthread_barrier_init(&together, 0, {n});"),
                ("    pthread_barrier_wait(&together);", "    if (work != 5) pthread_barrier_wait(&together);"))
    fixed = """\
static int limit;
static pthread_barrier_t together;
static atomic_int work;

static void* worker(void* arg) {
@  return arg;
}

"""
    for n, phases in ((2, 3), (3, 2), (4, 2)):
        body = "".join(f"  for (int i = 0; i < limit; i++) work++;  // phase {p + 1}\n  pthread_barrier_wait(&together);\n" for p in range(phases))
        yield c("phased-barrier", f"fixed_{n}_{phases}", fixed.replace("@", body) + main([("worker", n)], f"{INPUT}\npthread_barrier_init(&together, 0, {n});"),
                (f"i++) work++;  // phase {phases}", f"i++) if (work++ == 9) return arg;  // phase {phases}"))
    own = """\
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_here = PTHREAD_COND_INITIALIZER;
static int here, phases;
static unsigned round_number;

static void barrier(void) {
  pthread_mutex_lock(&lock);
  unsigned mine = round_number;
  if (++here == @) {
    here = 0;
    round_number++;
    pthread_cond_broadcast(&all_here);
  } else {
    while (round_number == mine) pthread_cond_wait(&all_here, &lock);
  }
  pthread_mutex_unlock(&lock);
}

static void* worker(void* arg) {
  for (int p = 0; p < phases; p++) barrier();
  return arg;
}

"""
    yield c("phased-barrier", "own_2", own.replace("@", "2") + main([("worker", 2)], "phases = __VERIFIER_nondet_int();"), ("    here = 0;\n", ""))
    yield cxx("phased-barrier", "std_3", """\
int main() {
  const int phases = __VERIFIER_nondet_int();
  std::barrier together{3};
  std::vector<std::thread> workers;
  for (int k = 0; k < 3; k++)
    workers.emplace_back([&] {
      for (int p = 0; p < phases; ++p) together.arrive_and_wait();
    });
  for (auto& one : workers) one.join();
}
""", ("together{3}", "together{2}"))


def monitor():
    buffer = """\
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int limit, count;

static void* producer(void* arg) {
  for (int i = 0; i < @PUTS; i++) {
    pthread_mutex_lock(&lock);
    while (count == @ROOM) pthread_cond_wait(&not_full, &lock);
    count++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

static void* consumer(void* arg) {
  for (int i = 0; i < @TAKES; i++) {
    pthread_mutex_lock(&lock);
    while (count == 0) pthread_cond_wait(&not_empty, &lock);
    count--;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

"""
    for p, k, room in ((1, 1, 1), (1, 1, 4), (2, 2, 3), (2, 1, 2), (1, 2, 2), (4, 3, 2)):
        puts, takes = ("limit", "limit") if p == k else (f"{k} * limit", f"{p} * limit")
        body = buffer.replace("@PUTS", puts).replace("@TAKES", takes).replace("@ROOM", str(room))
        yield c("monitor", f"buffer_{p}_{k}_room_{room}", body + main([("producer", p), ("consumer", k)], "limit = __VERIFIER_nondet_int();\nif (limit < 0 || limit > 1000) limit = 1000;"),
                ("    pthread_cond_signal(&not_full);\n", "    if (count == 0 && i != 5) pthread_cond_signal(&not_full);\n"))
    yield cxx("monitor", "queue_1_1", """\
int main() {
  std::mutex lock;
  std::condition_variable changed;
  unsigned queued = 0;
  const unsigned items = __VERIFIER_nondet_uint();
  std::thread producer([&] {
    for (unsigned i = 0; i < items; ++i) {
      {
        std::lock_guard guard(lock);
        ++queued;
      }
      changed.notify_one();
    }
  });
  std::thread consumer([&] {
    for (unsigned i = 0; i < items; ++i) {
      std::unique_lock guard(lock);
      changed.wait(guard, [&] { return queued > 0; });
      --queued;
    }
  });
  producer.join();
  consumer.join();
}
""", ("i < items; ++i) {\n      std::unique_lock", "i <= items; ++i) {\n      std::unique_lock"))
    yield c("monitor", "gate_3", """\
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static bool open;
static int limit;
static atomic_int passed;

static void* visitor(void* arg) {
  pthread_mutex_lock(&lock);
  while (!open) pthread_cond_wait(&opened, &lock);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < limit; i++) passed++;
  return arg;
}

""" + main([("visitor", 3)], INPUT, "pthread_mutex_lock(&lock);\nopen = true;\npthread_cond_broadcast(&opened);\npthread_mutex_unlock(&lock);"),
            ("pthread_cond_broadcast", "pthread_cond_signal"))


def ticket_lock():
    once = """\
static atomic_uint next, serving;
static int limit, inside;

static void* worker(void* arg) {
  unsigned mine = next++;
  while (serving != mine) sched_yield();
  for (int i = 0; i < limit; i++) inside++;
  serving++;
  return arg;
}

"""
    for n in (2, 3, 4):
        yield c("ticket-lock", f"once_{n}", once + main([("worker", n)], INPUT), ("  serving++;\n", "  serving = mine;\n"))
    loops = """\
static atomic_uint next, serving;
static int limit, inside;

static void* worker(void* arg) {
  for (int i = 0; i < limit; i++) {
    unsigned mine = next++;
    while (serving != mine) {
    }
    inside++;
    serving++;
  }
  return arg;
}

"""
    for n in (2, 3):
        yield c("ticket-lock", f"loops_{n}", loops + main([("worker", n)], INPUT), ("    serving++;\n", "    if (inside != 3) serving++;\n"))
    yield cxx("ticket-lock", "wait_notify_2", """\
std::atomic<unsigned> next{0}, serving{0};

void worker(int times) {
  for (int i = 0; i < times; ++i) {
    const unsigned mine = next.fetch_add(1);
    for (unsigned now = serving; now != mine; now = serving) serving.wait(now);
    serving.fetch_add(1);
    serving.notify_all();
  }
}

int main() {
  const int times = __VERIFIER_nondet_int();
  std::thread first(worker, times), second(worker, times);
  first.join();
  second.join();
}
""", ("    serving.notify_all();\n", ""))


def readers_writers():
    library = """\
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int limit, value;

static void* reader(void* arg) {
  int sum = 0;
  for (int i = 0; i < limit; i++) {
    pthread_rwlock_rdlock(&lock);
    sum += value;
    pthread_rwlock_unlock(&lock);
  }
  return arg;
}

static void* writer(void* arg) {
  for (int i = 0; i < limit; i++) {
    pthread_rwlock_wrlock(&lock);
    value++;
    pthread_rwlock_unlock(&lock);
  }
  return arg;
}

"""
    for r, w in ((1, 1), (2, 1), (2, 2), (3, 1), (3, 2)):
        yield c("readers-writers", f"rwlock_{r}_{w}", library + main([("reader", r), ("writer", w)], INPUT),
                ("    value++;\n    pthread_rwlock_unlock", "    value++;\n    if (value != 5) pthread_rwlock_unlock"))
    own = """\
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t freed = PTHREAD_COND_INITIALIZER;
static int readers, limit;
static bool writing;

static void* reader(void* arg) {
  for (int i = 0; i < limit; i++) {
    pthread_mutex_lock(&lock);
    while (writing) pthread_cond_wait(&freed, &lock);
    readers++;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    if (--readers == 0) pthread_cond_broadcast(&freed);
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

static void* writer(void* arg) {
  for (int i = 0; i < limit; i++) {
    pthread_mutex_lock(&lock);
    while (writing || readers > 0) pthread_cond_wait(&freed, &lock);
    writing = true;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    writing = false;
    pthread_cond_broadcast(&freed);
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

"""
    for r, w in ((1, 1), (2, 1)):
        yield c("readers-writers", f"own_{r}_{w}", own + main([("reader", r), ("writer", w)], INPUT),
                ("    writing = false;\n    pthread_cond_broadcast(&freed);\n", "    writing = false;\n"))
    yield cxx("readers-writers", "shared_mutex_2_1", """\
int main() {
  std::shared_mutex lock;
  int value = 0;
  const int times = __VERIFIER_nondet_int();
  auto read = [&] {
    int last = 0;
    for (int i = 0; i < times; ++i) {
      std::shared_lock guard(lock);
      last = value;
    }
    return last;
  };
  std::thread first(read), second(read), writer([&] {
    for (int i = 0; i < times; ++i) {
      std::unique_lock guard(lock);
      ++value;
    }
  });
  first.join();
  second.join();
  writer.join();
}
""", ("      last = value;\n", "      last = value;\n      if (last == 3) {\n        guard.unlock();\n        guard.lock();\n        i = 0;\n      }\n"))


def ring_pipeline():
    def ring(n):
        text = "static int limit;\nstatic atomic_int turn;\n\n"
        for k in range(n):
            text += f"""\
static void* member_{k}(void* arg) {{
  for (int i = 0; i < limit; i++) {{
    while (turn != {k}) sched_yield();
    turn = {(k + 1) % n};
  }}
  return arg;
}}

"""
        return text

    for n in (2, 3, 4):
        yield c("ring-pipeline", f"token_{n}", ring(n) + main([(f"member_{k}", 1) for k in range(n)], INPUT), (f"    turn = {n - 1};", f"    turn = {n - 1} + (i == 4);"))

    def stages(n):
        text = "static int limit;\n" + f"static sem_t ready[{n + 1}];\n\n"
        for k in range(n):
            text += f"""\
static void* stage_{k}(void* arg) {{
  for (int i = 0; i < limit; i++) {{
    {f'sem_wait(&ready[{k}]);' if k > 0 else 'sched_yield();'}
    sem_post(&ready[{k + 1}]);
  }}
  return arg;
}}

"""
        return text

    for n in (2, 3, 4):
        inits = "".join(f"sem_init(&ready[{k}], 0, 0);\n" for k in range(n + 1))
        yield c("ring-pipeline", f"stages_{n}", stages(n) + main([(f"stage_{k}", 1) for k in range(n)], INPUT + "\nif (limit > 10000) limit = 10000;\n" + inits),
                ("    sched_yield();\n", "    if (i == 5) continue;\n"))

    def posts(n):
        text = f"static int limit;\nstatic sem_t mine[{n}];\n\n"
        for k in range(n):
            text += f"""\
static void* member_{k}(void* arg) {{
  for (int i = 0; i < limit; i++) {{
    sem_wait(&mine[{k}]);
    sem_post(&mine[{(k + 1) % n}]);
  }}
  return arg;
}}

"""
        return text

    for n in (2, 3):
        inits = "".join(f"sem_init(&mine[{k}], 0, {1 if k == 0 else 0});\n" for k in range(n))
        yield c("ring-pipeline", f"semaphores_{n}", posts(n) + main([(f"member_{k}", 1) for k in range(n)], INPUT + "\n" + inits), ("sem_init(&mine[0], 0, 1)", "sem_init(&mine[0], 0, 0)"))


def fork_join():
    tree = """\
static int limit;
static atomic_int work;

static void* leaf(void* arg) {
  for (int i = 0; i < limit; i++) work++;
  return arg;
}

static void* inner(void* arg) {
  pthread_t left, right;
  pthread_create(&left, 0, leaf, 0);
  pthread_create(&right, 0, leaf, 0);
  pthread_join(left, 0);
  pthread_join(right, 0);
  for (int i = 0; i < limit; i++) work--;
  return arg;
}

"""
    for n in (1, 2):
        yield c("fork-join", f"tree_{n}", tree + main([("inner", n)], INPUT), ("i < limit; i++) work--;", "i != limit; i += 2) work--;"))
    rounds = """\
static int limit;
static atomic_int work;

static void* helper(void* arg) {
  for (int i = 0; i < limit; i++) work++;
  return arg;
}

int main(void) {
  limit = __VERIFIER_nondet_int();
  for (int round = 0; round < limit; round++) {
    pthread_t t[@];
    for (int k = 0; k < @; k++) pthread_create(&t[k], 0, helper, 0);
    for (int k = 0; k < @; k++) pthread_join(t[k], 0);
  }
  return 0;
}
"""
    for n in (1, 2, 3):
        yield c("fork-join", f"rounds_{n}", rounds.replace("@", str(n)), ("i++) work++;", "i++) while (work++ == 3) work--;"))
    steal = """\
static atomic_int left[2];

static void* worker_0(void* arg) {
  while (atomic_fetch_sub(&left[0], 1) > 0) sched_yield();
  while (atomic_fetch_sub(&left[1], 1) > 0) sched_yield();
  return arg;
}

static void* worker_1(void* arg) {
  while (atomic_fetch_sub(&left[1], 1) > 0) sched_yield();
  while (atomic_fetch_sub(&left[0], 1) > 0) sched_yield();
  return arg;
}

"""
    for a, b in ((1, 1), (2, 1)):
        yield c("fork-join", f"steal_{a}_{b}", steal + main([("worker_0", a), ("worker_1", b)],
                "left[0] = __VERIFIER_nondet_int();\nleft[1] = __VERIFIER_nondet_int();\nif (left[0] < 0 || left[1] < 0) return 0;"),
                ("  while (atomic_fetch_sub(&left[0], 1) > 0) sched_yield();\n  return arg;", "  while (atomic_fetch_sub(&left[0], 1) > 0) left[0] += 2;\n  return arg;"))
    yield cxx("fork-join", "sum_2", """\
void sum(int from, int to, std::atomic<long>& total) {
  for (int i = from; i < to; ++i) total += i;
}

int main() {
  const int size = __VERIFIER_nondet_int();
  std::atomic<long> total{0};
  std::thread half(sum, 0, size / 2, std::ref(total));
  sum(size / 2, size, total);
  half.join();
}
""", ("i < to; ++i", "i != to; i += 2"))


def lexicographic():
    body = """\
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int rows, columns, width;

static void* worker(void* arg) {
  for (;;) {
    pthread_mutex_lock(&lock);
    if (rows <= 0) break;
    if (columns > 0) {
      columns--;
    } else {
      rows--;
      columns = width;
    }
    pthread_mutex_unlock(&lock);
  }
  pthread_mutex_unlock(&lock);
  return arg;
}

"""
    before = "rows = __VERIFIER_nondet_int();\nwidth = __VERIFIER_nondet_int();"
    for n in (1, 2, 3, 4):
        yield c("lexicographic", f"locked_{n}", body + main([("worker", n)], before), ("      rows--;\n", "      if (width > 0) rows--;\n"))
    apart = """\
static atomic_int outer, inner;
static int width;

static void* refills(void* arg) {
  for (int i = 0; i < width; i++) {
    outer++;
    inner += 2;
  }
  return arg;
}

static void* drains(void* arg) {
  int o = width;
  while (o > 0) {
    int k = width;
    while (k > 0) {
      k--;
      inner--;
    }
    o--;
    outer--;
  }
  return arg;
}

"""
    for n in (1, 2):
        yield c("lexicographic", f"nested_{n}", apart + main([("refills", 1), ("drains", n)], "width = __VERIFIER_nondet_int();"), ("(k > 0) {\n      k--;", "(k != 0) {\n      k -= 2;"))
    yield c("lexicographic", "exchange_2", """\
static atomic_int x, y;

static void* first(void* arg) {
  while (x > 0) {
    x--;
    y = 10;
  }
  return arg;
}

static void* second(void* arg) {
  while (y > 0) y--;
  return arg;
}

""" + main([("first", 1), ("second", 1)], "x = __VERIFIER_nondet_int();\ny = __VERIFIER_nondet_int();"), ("while (y > 0) y--;", "while (y > 0) {\n    y--;\n    x = 3;\n  }"))
    yield cxx("lexicographic", "retries_2", """\
std::mutex lock;
int jobs, retries;

void worker() {
  std::unique_lock guard(lock);
  while (jobs > 0) {
    if (retries > 0) {
      --retries;
    } else {
      --jobs;
      retries = 3;
    }
    guard.unlock();
    std::this_thread::yield();
    guard.lock();
  }
}

int main() {
  jobs = __VERIFIER_nondet_int();
  std::thread first(worker), second(worker);
  first.join();
  second.join();
}
""", ("      --jobs;\n", "      if (jobs != 2) --jobs;\n"))


LOOPS = {  # loops over a thread's own variables, from x, y: inputs; and the same that may never end
    "countdown": ("while (x > 0) { x--; step(); }", "while (x != 0) { if (x > 9) x--; step(); }"),
    "two_by_two": ("while (x > 1) { x -= 2; step(); }", "while (x != 1) { x -= 2; step(); }"),
    "both": ("while (x > 0 && y > 0) { if (x > y) x--; else y--; step(); }", "while (x > 0 && y > 0) { if (x > y) x--; else if (x < y) y--; step(); }"),
    "nested": ("for (int i = 0; i < x; i++) { for (int j = 0; j < y; j++) step(); }", "for (int i = 0; i < x; i++) { for (int j = 0; j < y; j++) { step(); i -= j == 5; } }"),
    "triangle": ("for (int i = 0; i < x; i++) { for (int j = i; j < x; j++) step(); }", "for (int i = 0; i < x; i++) { for (int j = i; j < x; i = i > 7 ? j : i) step(); }"),
    "halving": ("while (x > 1) { x /= 2; step(); }", "while (x > 0) { x -= x / 2; step(); }"),
    "meeting": ("while (x < y) { x++; y--; step(); }", "while (x != y) { x++; y--; step(); }"),
    "remainder": ("while (y > 0 && x >= y) { x -= y; step(); }", "while (y >= 0 && x >= y) { x -= y; step(); }"),
    "gcd": ("while (x > 0 && y > 0) { if (x >= y) x -= y; else y -= x; step(); }", "while (x > 0 && y >= 0 && x != y + 1) { if (x >= y) x -= y; else y -= x; step(); }"),
    "phases": ("while (x >= 0) { x += y; y--; if (y < -1000) y = -1000; step(); }", "while (x >= 0) { x += y; if (y > 0) y--; step(); }"),
}
STEP = "static atomic_int steps;\nstatic void step(void) { steps++; }\n\n"


def around(loop, k=0):
    return f"static void* worker_{k}(void* arg) {{\n  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();\n  if (x > 10000 || y > 10000) return arg;\n  {loop}\n  return arg;\n}}\n\n"


def sequential_parallel():
    for name, n in (("countdown", 2), ("two_by_two", 3), ("both", 2), ("nested", 2), ("nested", 3), ("triangle", 2), ("halving", 3), ("meeting", 2), ("remainder", 2), ("gcd", 2)):
        right, wrong = LOOPS[name]
        yield c("sequential-parallel", f"{name}_{n}", STEP + around(right) + main([("worker_0", n)]), (right, wrong))


def two_loops():
    for one, other in (("countdown", "nested"), ("both", "meeting"), ("triangle", "two_by_two"), ("halving", "remainder"), ("gcd", "countdown"), ("meeting", "phases")):
        right, wrong = LOOPS[other]
        yield c("two-loops", f"{one}_{other}", STEP + around(LOOPS[one][0]) + around(right, 1) + main([("worker_0", 1), ("worker_1", 1)]), (right, wrong))


def sequential_shared():
    """A loop of one thread whose numbers others change, too."""
    loops = {
        "countdown": ("if (x > 0) { x--; more = true; }", "if (x != 0) { x -= x > 3; more = true; }"),
        "both": ("if (x > 0 && y > 0) { if (x > y) x--; else y--; more = true; }", "if (x > 0 && y > 0) { if (x > y) x--; else y -= y > 1; more = true; }"),
        "meeting": ("if (x < y) { x++; y--; more = true; }", "if (x != y) { x++; y--; more = true; }"),
        "refilled": ("if (x > 0) { if (y > 0) y--; else { x--; y = 5; } more = true; }", "if (x > 0) { if (y > 0) y--; else { x -= x > 2; y = 5; } more = true; }"),
    }
    body = """\
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void* worker(void* arg) {
  bool more;
  do {
    pthread_mutex_lock(&lock);
    more = false;
    @
    pthread_mutex_unlock(&lock);
  } while (more);
  return arg;
}

"""
    for name, n in (("countdown", 2), ("both", 2), ("both", 3), ("meeting", 2), ("refilled", 2), ("refilled", 3)):
        right, wrong = loops[name]
        yield c("sequential-shared", f"{name}_{n}", body.replace("@", right) + main([("worker", n)], "x = __VERIFIER_nondet_int();\ny = __VERIFIER_nondet_int();"), (right, wrong))
    yield c("sequential-shared", "limit_raised", """\
static atomic_int limit;
static atomic_int at;

static void* climbs(void* arg) {
  while (at < limit) at++;
  return arg;
}

static void* raises(void* arg) {
  for (int i = 0; i < 100; i++) limit++;
  return arg;
}

""" + main([("climbs", 1), ("raises", 1)], "limit = __VERIFIER_nondet_int();\nif (limit > 10000) return 0;"), ("while (at < limit) at++;", "while (at != limit) at += 2;"))


def semaphores():
    pool = """\
static sem_t permits;
static int limit;
static atomic_int inside;

static void* client(void* arg) {
  for (int i = 0; i < limit; i++) {
    sem_wait(&permits);
    inside++;
    inside--;
    sem_post(&permits);
  }
  return arg;
}

"""
    for n, permits in ((2, 1), (3, 1), (3, 2), (4, 2)):
        yield c("semaphores", f"pool_{n}_{permits}", pool + main([("client", n)], f"{INPUT}\nsem_init(&permits, 0, {permits});"),
                ("    sem_post(&permits);\n", "    if (i != 3) sem_post(&permits);\n"))
    both = """\
static sem_t room, items;
static int limit;

static void* producer(void* arg) {
  for (int i = 0; i < limit; i++) {
    sem_wait(&room);
    sem_post(&items);
  }
  return arg;
}

static void* consumer(void* arg) {
  for (int i = 0; i < limit; i++) {
    sem_wait(&items);
    sem_post(&room);
  }
  return arg;
}

"""
    for p, room in ((1, 1), (1, 8), (2, 3)):
        yield c("semaphores", f"buffer_{p}_{p}_room_{room}", both + main([("producer", p), ("consumer", p)], f"{INPUT}\nsem_init(&room, 0, {room});\nsem_init(&items, 0, 0);"),
                ("    sem_post(&room);\n", "    if (i < 2) sem_post(&room);\n"))
    yield c("semaphores", "rendezvous", """\
static sem_t first_here, second_here;
static int limit;

static void* first(void* arg) {
  for (int i = 0; i < limit; i++) {
    sem_post(&first_here);
    sem_wait(&second_here);
  }
  return arg;
}

static void* second(void* arg) {
  for (int i = 0; i < limit; i++) {
    sem_post(&second_here);
    sem_wait(&first_here);
  }
  return arg;
}

""" + main([("first", 1), ("second", 1)], f"{INPUT}\nsem_init(&first_here, 0, 0);\nsem_init(&second_here, 0, 0);"),
            ("    sem_post(&second_here);\n", "    if (i < 10) sem_post(&second_here);\n"))


def stop_flag():
    polled = """\
static atomic_bool stop;
static atomic_int work;
static int limit;

static void* worker(void* arg) {
  while (!stop) work++;
  return arg;
}

"""
    for n in (1, 3, 5):
        yield c("stop-flag", f"polled_{n}", polled + main([("worker", n)], INPUT, "for (int i = 0; i < limit; i++) sched_yield();\nstop = true;"),
                ("stop = true;", "if (limit != 7) stop = true;"))
    locked = """\
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool stop;
static int limit, work;

static bool stopped(void) {
  pthread_mutex_lock(&lock);
  bool now = stop;
  pthread_mutex_unlock(&lock);
  return now;
}

static void* worker(void* arg) {
  while (!stopped()) sched_yield();
  return arg;
}

static void* master(void* arg) {
  for (int i = 0; i < limit; i++) work++;
  pthread_mutex_lock(&lock);
  stop = true;
  pthread_mutex_unlock(&lock);
  return arg;
}

"""
    for n in (1, 2):
        yield c("stop-flag", f"locked_{n}", locked + main([("worker", n), ("master", 1)], INPUT), ("  stop = true;\n", "  stop = !stop && limit > 0;\n"))
    yield c("stop-flag", "handshake", """\
static atomic_bool asked, answered;
static int limit;

static void* server(void* arg) {
  while (!asked) sched_yield();
  for (int i = 0; i < limit; i++) sched_yield();
  answered = true;
  return arg;
}

static void* client(void* arg) {
  asked = true;
  while (!answered) {
  }
  return arg;
}

""" + main([("server", 1), ("client", 1)], INPUT), ("  asked = true;\n  while", "  asked = true;\n  asked = false;\n  while"))
    yield cxx("stop-flag", "jthreads_2", """\
int main() {
  std::atomic<bool> stop{false};
  std::atomic<unsigned> turns{0};
  const int pause = __VERIFIER_nondet_int();
  std::thread first([&] {
    while (!stop.load()) turns.fetch_add(1);
  });
  std::thread second([&] {
    do {
      turns.fetch_add(1);
    } while (!stop.load());
  });
  for (int i = 0; i < pause; ++i) std::this_thread::yield();
  stop = true;
  first.join();
  second.join();
}
""", ("  stop = true;\n  first.join();\n", "  first.join();\n  stop = true;\n"))
    yield c("stop-flag", "bounded_or_stopped_2", """\
static atomic_bool stop;
static int limit;
static atomic_int found;

static void* searches(void* arg) {
  for (int i = 0; i < limit && !stop; i++) {
    if (__VERIFIER_nondet_int() == 0) {
      found++;
      stop = true;
    }
  }
  return arg;
}

""" + main([("searches", 2)], INPUT), ("i < limit && !stop; i++", "i < limit || !stop; i++"))


FAMILIES = [producers, producers_consumer_barrier, producers_consumers, lock_loops, shared_counter, unequal_steps, phased_barrier, monitor, ticket_lock,
            readers_writers, ring_pipeline, fork_join, lexicographic, sequential_parallel, two_loops, sequential_shared, semaphores, stop_flag]


def programs():
    return [one for family in FAMILIES for one in family()]
