// fermata: holds
// There is one, or there are two, when the array is made.
#include <pthread.h>

static int count = 1;

static void *announce(void *unused) {
  (void)unused;
  count = 2;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, announce, NULL);
  int cells[count];
  cells[0] = 1;
  pthread_join(thread, NULL);
  return cells[0] - 1;
}
