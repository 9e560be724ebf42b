// fermata: violated termination livelock fair await
// fermata-args: --property hang,safety,termination --exhaustive
// Figure 1(b) of Atig, Bouajjani, Emmi, Lal (CAV 2012): each thread undoes what the other waits for, just before it
// looks. Both move all the time. It is not a hang, since each of them ends if it is let alone.
#include <pthread.h>
#include <stdatomic.h>

atomic_bool g;

void *thread1(void *arg) {
  while (g) g = 0;
  return arg;
}
void *thread2(void *arg) {
  while (!g) g = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, thread1, 0);
  pthread_create(&b, 0, thread2, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
