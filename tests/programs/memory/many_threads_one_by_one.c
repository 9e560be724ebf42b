// fermata: holds
// 300 threads that sleep; main wakes and joins one after the other.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>

enum { THREADS = 300 };
static pthread_t threads[THREADS];
static sem_t go[THREADS];
static int sum;

static void *worker(void *arg) {
  sem_wait(&go[(intptr_t)arg]);
  sum += 1;
  return arg;
}

int main(void) {
  for (intptr_t i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, worker, (void *)i);
  for (intptr_t i = THREADS - 1; i >= 0; --i) {
    void *result;
    sem_post(&go[i]);
    pthread_join(threads[i], &result);
    assert((intptr_t)result == i);
  }
  assert(sum == THREADS);
  return 0;
}
