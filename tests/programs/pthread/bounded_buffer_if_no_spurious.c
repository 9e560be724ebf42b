// fermata: holds
// fermata-args: --spurious-wakeups off
// The program of bounded_buffer_if.c on a machine that never wakes anybody without a reason.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int count;

static void *produce(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  count++;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t producer;
  pthread_create(&producer, NULL, produce, NULL);
  pthread_mutex_lock(&mutex);
  if (count == 0) pthread_cond_wait(&not_empty, &mutex);
  assert(count == 1);
  count--;
  pthread_mutex_unlock(&mutex);
  pthread_join(producer, NULL);
  return 0;
}
