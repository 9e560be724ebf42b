// fermata: violated hang deadlock
// The routine of a once joins a thread that itself waits for the once.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void set_up(void);

static void *helper(void *unused) {
  (void)unused;
  pthread_once(&once, set_up);
  return NULL;
}

static void set_up(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, helper, NULL);
  pthread_join(thread, NULL);
}

int main(void) {
  pthread_once(&once, set_up);
  return 0;
}
