// fermata: holds
// fermata-args: --property hang,safety,termination
// Figure 1(a) of Atig, Bouajjani, Emmi, Lal (CAV 2012) as it is meant: g is false before the threads start. Thread1 spins
// for ever only if Thread2, which could move all the time, never does; and that is not fair, not even weakly.
#include <pthread.h>
#include <stdatomic.h>

atomic_bool g;

void *thread1(void *arg) {
  while (!g) {}
  return arg;
}
void *thread2(void *arg) {
  g = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, thread1, 0);
  pthread_create(&b, 0, thread2, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
