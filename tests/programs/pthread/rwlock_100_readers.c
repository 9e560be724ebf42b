// fermata: violated hang deadlock
// A hundred threads have the lock for reading, one of them twice. The writer waits for them, and they wait for it.
#include <pthread.h>
#include <semaphore.h>

enum { N = 100 };
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t inside, over;

static void *work(void *number) {
  pthread_rwlock_rdlock(&lock);
  if (number) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
  }
  sem_post(&inside);
  sem_wait(&over);
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  for (long i = 0; i < N; i++) {
    pthread_t reader;
    pthread_create(&reader, NULL, work, (void *)(long)(i == N - 1));
    sem_wait(&inside);
  }
  pthread_rwlock_wrlock(&lock);
  return 0;
}
