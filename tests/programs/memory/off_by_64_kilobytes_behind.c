// fermata: violated safety invalid-access at 14
// As off_by_64_kilobytes.c, on the other side.
#include <pthread.h>
#include <stdlib.h>

enum { FAR = 65535 };
static char *objects[3];

static void *worker(void *arg) {
  (void)arg;
  for (int i = 0; i < 3; ++i) objects[i] = calloc(1, 16);
  volatile int index = 15 + FAR;
  objects[1][0] = 1;
  objects[1][index] = 1;  // fails here
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  return 0;
}
