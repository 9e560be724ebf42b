// fermata: violated termination livelock fair await
// fermata-args: --property hang,safety,termination --exhaustive
// Figure 1(c) of Atig, Bouajjani, Emmi, Lal (CAV 2012): an optimistic operation retries for ever, since the other thread
// changes g between each of its reads and the validation. The program ends with the operation; whether Thread1 ever has
// enough is input, so nothing may depend on it.
#include <pthread.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);

pthread_mutex_t x = PTHREAD_MUTEX_INITIALIZER;
bool g;

void *thread1(void *arg) {
  while (__VERIFIER_nondet_bool()) {
    pthread_mutex_lock(&x);
    g = __VERIFIER_nondet_bool();
    pthread_mutex_unlock(&x);
  }
  return arg;
}
void *thread2(void *arg) {
  for (;;) {
    bool before = g, after = !before;
    pthread_mutex_lock(&x);
    if (g == before) {
      g = after;
      pthread_mutex_unlock(&x);
      return arg;
    }
    pthread_mutex_unlock(&x);
  }
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, thread1, 0);
  pthread_create(&b, 0, thread2, 0);
  pthread_join(b, 0);
}
