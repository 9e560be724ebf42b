// fermata: holds
// Whoever waits is told.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *_Atomic place;
static atomic_int resized;

static void *resizer(void *unused) {
  (void)unused;
  place = realloc(place, 8);
  resized = 1;
  return NULL;
}

static void wait_until_it_is_resized(void) {
  while (!resized) {
  }
}

int main(void) {
  pthread_t thread;
  place = malloc(8);
  pthread_create(&thread, NULL, resizer, NULL);
  wait_until_it_is_resized();
  pthread_join(thread, NULL);
  free(place);
  return 0;
}
