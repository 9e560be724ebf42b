// fermata: holds
// A semaphore of one is a mutex that anybody may unlock.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t lock;
static int count;

static void *increment(void *unused) {
  (void)unused;
  sem_wait(&lock);
  int seen = count;
  count = seen + 1;
  sem_post(&lock);
  return NULL;
}

int main(void) {
  sem_init(&lock, 0, 1);
  pthread_t first, second;
  pthread_create(&first, NULL, increment, NULL);
  pthread_create(&second, NULL, increment, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(count == 2);
  return 0;
}
