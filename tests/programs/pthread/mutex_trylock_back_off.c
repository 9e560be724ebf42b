// fermata: holds
// Two threads that want two mutexes in two orders and back off. They can collide again and again,
// but some schedule always lets both through.
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void with_both(pthread_mutex_t *first, pthread_mutex_t *second) {
  for (;;) {
    pthread_mutex_lock(first);
    if (pthread_mutex_trylock(second) == 0) break;
    pthread_mutex_unlock(first);
    sched_yield();
  }
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

static void *b_then_a(void *unused) {
  (void)unused;
  with_both(&b, &a);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, b_then_a, NULL);
  with_both(&a, &b);
  pthread_join(thread, NULL);
  return 0;
}
