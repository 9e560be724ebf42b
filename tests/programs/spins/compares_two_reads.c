// fermata: violated hang stuck-loop
// Two reads in a round: they differ only if the writer comes in between, and it comes once for each request. So the reader
// never fails three times, never gives up, and the process never ends. (One round of it could fail.)
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first, second, request;

static void *write_both(void *unused) {
  for (;;) {
    while (!request) continue;
    request = 0;
    first = 1, second = 1;
    second = 0, first = 0;
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, write_both, NULL);
  for (;;) {
    int n;
    request = 1;
    for (n = 0; n < 3; n++) {
      const int a = first, b = second;
      if (a >= b) break;
    }
    if (n == 3) return 0;
  }
}
