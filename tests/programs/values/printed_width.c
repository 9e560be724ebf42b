// fermata: violated safety invalid-access
// fermata-leaves-out: nothing
// A width and a precision are not only shown: here they decide how much of a text is read.
#include <pthread.h>
#include <stdio.h>

int width = 1;

static void *worker(void *unused) {
  width++;
  return unused;
}

int main(void) {
  pthread_t t;
  const char text[2] = {'a', 'b'};
  pthread_create(&t, 0, worker, 0);
  width++;
  pthread_join(t, 0);
  printf("%.*s\n", width, text);  // fails here: three
}
