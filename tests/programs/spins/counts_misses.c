// fermata: violated hang stuck-loop at 18
// fermata-leaves-out: longest, misses
// As counts_misses_fixed, but the second visitor forgets to unlock, and the third goes round for ever, a thousand times and again. The
// statistics decide nothing.
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
      if (!atomic_exchange(&locked, 1)) {  // stuck here
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
  if (++visits != 2) locked = 0;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, visit, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  printf("%ld misses, at most %ld\n", misses, longest);
}
