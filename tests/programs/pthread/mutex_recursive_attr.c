// fermata: holds
// A recursive mutex, by attribute: its owner may lock it again, others may not come in between.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int inside;

static void descend(int depth) {
  pthread_mutex_lock(&mutex);
  inside++;
  if (depth > 0) descend(depth - 1);
  inside--;
  pthread_mutex_unlock(&mutex);
}

static void *visitor(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  assert(inside == 0);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&mutex, &attr);

  pthread_t thread;
  pthread_create(&thread, NULL, visitor, NULL);
  descend(2);
  pthread_join(thread, NULL);
  pthread_mutex_destroy(&mutex);
  pthread_mutexattr_destroy(&attr);
  return 0;
}
