// fermata: violated safety invalid-access at 13
// Two threads draw from a table of one entry.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static int table[1] = {7};
static atomic_int next;

static void *draw(void *unused) {
  (void)unused;
  int index = atomic_fetch_add(&next, 1);
  printf("%d\n", table[index]);  // fails here
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, draw, NULL);
  draw(NULL);
  pthread_join(thread, NULL);
  return 0;
}
