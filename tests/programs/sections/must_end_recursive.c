// fermata: holds
// fermata-args: --daemon
// An instance for each call: of recursive ones, the inner ends and the outer goes on.
#include <fermata/fermata.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int beat;

static __attribute__((noinline)) int depth(int n) {
  FERMATA_MUST_END();
  beat = !beat;
  return n == 0 ? 0 : depth(n - 1) + 1;
}

static void *work(void *unused) {
  for (;;) depth(2);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
}
