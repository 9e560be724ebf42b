// fermata: violated safety division-by-zero at 17
// fermata-clang: -O2
// A quotient that nobody needs.
#include <pthread.h>

static int workers = 1;

static void *leave(void *unused) {
  (void)unused;
  workers = 0;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, leave, NULL);
  int each = 100 / workers;  // fails here
  (void)each;
  pthread_join(thread, NULL);
  return 0;
}
