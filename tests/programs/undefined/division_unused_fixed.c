// fermata: holds
// fermata-clang: -O2
// A quotient that nobody needs.
#include <pthread.h>

static int workers = 1;

static void *leave(void *unused) {
  (void)unused;
  workers = 2;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, leave, NULL);
  int each = 100 / workers;
  (void)each;
  pthread_join(thread, NULL);
  return 0;
}
