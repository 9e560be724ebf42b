// fermata: violated hang never-signalled
// Ranges of short numbers with a sign, which LLVM extends by shifting them up and down. A change of -1 takes back the one
// item that the reader waits for.
#include <pthread.h>
#include <semaphore.h>

extern short __VERIFIER_nondet_short(void);
extern void __VERIFIER_assume(int);
static sem_t items;

static void *reader(void *unused) {
  sem_wait(&items);
  return unused;
}

int main(void) {
  short change = __VERIFIER_nondet_short();
  __VERIFIER_assume(change > -2 && change <= 1);
  sem_init(&items, 0, (unsigned)(1 + change));
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  pthread_join(thread, 0);
  return 0;
}
