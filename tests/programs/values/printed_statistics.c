// fermata: holds
// fermata-leaves-out: stats.polls, stats.rounds
// Statistics of a spinning thread that are printed at the end: fields of a struct, of all widths and forms.
#include <pthread.h>
#include <stdio.h>

static struct {
  volatile int done;
  unsigned long polls;
  double rounds;
} stats;

static void *worker(void *unused) {
  stats.done = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  while (!stats.done) {
    stats.polls++;
    stats.rounds += 0.5;
  }
  pthread_join(t, 0);
  printf("%lu polls, %6.2f rounds\n", stats.polls, stats.rounds);
  fprintf(stderr, "%x\n", (unsigned)stats.polls);
}
