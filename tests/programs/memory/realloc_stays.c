// fermata: violated hang stuck-loop at 16
// An object that does not grow may stay where it is.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *_Atomic place;

static void *resizer(void *unused) {
  (void)unused;
  place = realloc(place, 8);
  return NULL;
}

static void wait_until_it_has_moved(void *old) {
  while (place == old) {  // stuck here
  }
}

int main(void) {
  pthread_t thread;
  void *old = place = malloc(8);
  pthread_create(&thread, NULL, resizer, NULL);
  wait_until_it_has_moved(old);
  pthread_join(thread, NULL);
  free(place);
  return 0;
}
