// fermata: violated safety assertion
// fermata-leaves-out: nothing
// What is printed into a buffer can be read there.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

int polls = 8;

static void *worker(void *unused) {
  polls++;
  return unused;
}

int main(void) {
  pthread_t t;
  char text[8];
  pthread_create(&t, 0, worker, 0);
  polls++;
  pthread_join(t, 0);
  snprintf(text, sizeof text, "%d", polls);
  assert(text[0] == '9');  // fails here: 10
}
