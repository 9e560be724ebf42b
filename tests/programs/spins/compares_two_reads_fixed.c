// fermata: holds
// As compares_two_reads, but the reader gives up when it has failed once.
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
    for (n = 0; n < 1; n++) {
      const int a = first, b = second;
      if (a >= b) break;
    }
    if (n == 1) return 0;
  }
}
