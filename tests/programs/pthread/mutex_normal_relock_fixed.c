// fermata: holds
// The twin of mutex_normal_relock.c: the outer section ends before the inner one begins.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int entries;

static void inner(void) {
  pthread_mutex_lock(&mutex);
  entries++;
  pthread_mutex_unlock(&mutex);
}

int main(void) {
  pthread_mutex_lock(&mutex);
  entries++;
  pthread_mutex_unlock(&mutex);
  inner();
  assert(entries == 2);
  return 0;
}
