// fermata: violated safety invalid-access at 21
// The length grows between the check and the loop over an array on the stack.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int length = 2;

static void *grow(void *unused) {
  (void)unused;
  atomic_store(&length, 3);
  return NULL;
}

int main(void) {
  int cells[2] = {1, 2};
  pthread_t thread;
  pthread_create(&thread, NULL, grow, NULL);
  if (atomic_load(&length) <= 2) {
    for (int i = 0; i < atomic_load(&length); i++) {
      cells[i] += i;  // fails here
    }
  }
  printf("%d %d\n", cells[0], cells[1]);
  pthread_join(thread, NULL);
  return 0;
}
