// fermata: holds
// Who am I, and who are you.
#include <assert.h>
#include <pthread.h>

static pthread_t main_thread;

static void *worker(void *argument) {
  pthread_t *self_seen = argument;
  *self_seen = pthread_self();
  assert(!pthread_equal(pthread_self(), main_thread));
  return NULL;
}

int main(void) {
  main_thread = pthread_self();
  pthread_t thread, seen;
  pthread_create(&thread, NULL, worker, &seen);
  pthread_join(thread, NULL);
  assert(pthread_equal(thread, seen));
  assert(pthread_equal(main_thread, pthread_self()));
  return 0;
}
