// fermata: holds
// What is read there is only compared, and all that depends on it could be computed without it.
#include <pthread.h>

static const int names[4] = {0, 1, 2, 3};
static int next, found;

static void *advance(void *unused) {
  (void)unused;
  next = 3;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, advance, NULL);
  int at = next;
  if (names[at] == 3) {
    found = 1;
  }
  pthread_join(thread, NULL);
  return 0;
}
