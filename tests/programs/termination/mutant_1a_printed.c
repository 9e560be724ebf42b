// fermata: violated hang stuck-loop
// fermata: violated termination stuck-loop fair inescapable
// fermata-args: --property hang,safety,termination
// Figure 1(a) of Atig, Bouajjani, Emmi, Lal, "Detecting Fair Non-termination in Multithreaded Programs" (CAV 2012), as
// printed. The paper says that no run that goes on for ever is fair; but if Thread2 has finished before Thread1 writes
// false, then nobody will write true again, and no scheduler can help.
#include <pthread.h>
#include <stdatomic.h>

atomic_bool g;

void *thread1(void *arg) {
  g = 0;
  while (!g) {}  // stuck here
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
