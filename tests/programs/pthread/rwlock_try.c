// fermata: holds
// Readers admit readers and refuse writers; a writer refuses both.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *beside_a_reader(void *unused) {
  (void)unused;
  int write = pthread_rwlock_trywrlock(&lock);
  assert(write == EBUSY);
  int read = pthread_rwlock_tryrdlock(&lock);
  assert(read == 0);
  pthread_rwlock_unlock(&lock);
  return NULL;
}

static void *beside_a_writer(void *unused) {
  (void)unused;
  int write = pthread_rwlock_trywrlock(&lock);
  assert(write == EBUSY);
  int read = pthread_rwlock_tryrdlock(&lock);
  assert(read == EBUSY);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_rwlock_rdlock(&lock);
  pthread_create(&thread, NULL, beside_a_reader, NULL);
  pthread_join(thread, NULL);
  pthread_rwlock_unlock(&lock);

  pthread_rwlock_wrlock(&lock);
  pthread_create(&thread, NULL, beside_a_writer, NULL);
  pthread_join(thread, NULL);
  pthread_rwlock_unlock(&lock);
  return 0;
}
