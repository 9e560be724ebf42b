// fermata: holds
// The twin of once_waits_for_user.c: the helper is joined after the once.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_t thread;

static void set_up(void);

static void *helper(void *unused) {
  (void)unused;
  pthread_once(&once, set_up);
  return NULL;
}

static void set_up(void) { pthread_create(&thread, NULL, helper, NULL); }

int main(void) {
  pthread_once(&once, set_up);
  pthread_join(thread, NULL);
  return 0;
}
