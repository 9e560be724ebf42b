// fermata: violated hang stuck-loop at 11
// fermata-args: --daemon
// Two joins lead to a thread that only looks whether it may go on. Nobody will let it.
#include <pthread.h>
#include <sched.h>

static volatile int go;
static int beat;

static void *work(void *unused) {
  while (!go) sched_yield();  // stuck here
  return unused;
}

static void *supervise(void *unused) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  pthread_join(worker, NULL);
  return unused;
}

static void *tick(void *unused) {
  for (;;) beat = !beat;
  return unused;
}

int main(void) {
  pthread_t supervisor, ticker;
  pthread_create(&ticker, NULL, tick, NULL);
  pthread_create(&supervisor, NULL, supervise, NULL);
  pthread_join(supervisor, NULL);
  return 0;
}
