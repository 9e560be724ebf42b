// fermata: holds
// fermata-leaves-out: longest, misses, visits
// A spinlock that keeps statistics: in each of a thousand rounds, and of its own when it has the lock. Nobody reads them but the report, so
// one round is enough to know what it does.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int locked;
static atomic_long misses, longest;
static int visits;

static void lock(void) {
  long mine = 0;
  for (;;) {
    for (int n = 0; n < 1000; n++) {
      if (!atomic_exchange(&locked, 1)) {
        longest += mine;
        return;
      }
      mine++;
      misses++;
    }
    sched_yield();
  }
}

static void *visit(void *unused) {
  lock();
  visits++;
  locked = 0;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, visit, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  printf("%ld misses, at most %ld\n", misses, longest);
}
