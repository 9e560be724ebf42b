// fermata: violated safety invalid-access at 19
// fermata-says: an index is outside of its array
// What is read there is only compared, and all that depends on it could be computed without it.
#include <pthread.h>

static const int names[4] = {0, 1, 2, 3};
static int next, found;

static void *advance(void *unused) {
  (void)unused;
  next = 4;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, advance, NULL);
  int at = next;
  if (names[at] == 3) {  // fails here
    found = 1;
  }
  pthread_join(thread, NULL);
  return 0;
}
