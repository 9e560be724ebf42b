// fermata: holds
// A writer is alone: a reader never sees the two halves differ.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int left, right;

static void *writer(void *unused) {
  (void)unused;
  pthread_rwlock_wrlock(&lock);
  left++;
  right++;
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  pthread_rwlock_rdlock(&lock);
  assert(left == right);
  pthread_rwlock_unlock(&lock);
  writer(NULL);
  pthread_join(thread, NULL);
  assert(left == 2);
  return 0;
}
