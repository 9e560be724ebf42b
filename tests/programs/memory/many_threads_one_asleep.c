// fermata: violated hang never-signalled at 14,24
// As many_threads_one_by_one.c, but the thread with the highest number is never woken.
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
    if (i < THREADS - 1) sem_post(&go[i]);
    pthread_join(threads[i], &result);  // stuck here
    assert((intptr_t)result == i);
  }
  assert(sum == THREADS);
  return 0;
}
