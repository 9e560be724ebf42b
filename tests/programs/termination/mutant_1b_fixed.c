// fermata: holds
// fermata-args: --property hang,safety,termination --fairness none
// Who has tried twice gives up, so no schedule whatever goes on for ever.
#include <pthread.h>
#include <stdatomic.h>

atomic_bool g;

void *thread1(void *arg) {
  for (int i = 0; i < 2 && g; ++i) g = 0;
  return arg;
}
void *thread2(void *arg) {
  for (int i = 0; i < 2 && !g; ++i) g = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, thread1, 0);
  pthread_create(&b, 0, thread2, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
