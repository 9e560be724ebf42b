// fermata: violated safety undefined-behaviour at 16
// Nobody has said how many there are when the array is made.
#include <pthread.h>

static int count;

static void *announce(void *unused) {
  (void)unused;
  count = 2;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, announce, NULL);
  int cells[count];  // fails here
  cells[0] = 1;
  pthread_join(thread, NULL);
  return cells[0] - 1;
}
