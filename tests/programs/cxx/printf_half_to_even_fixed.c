// fermata: holds
// The same, rounded up before it is printed.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_barrier_t start;

static int rounded(double x) {
  char text[16];
  snprintf(text, sizeof text, "%.0f", x + 0.25);
  return atoi(text);
}

static void *work(void *unused) {
  (void)unused;
  pthread_barrier_wait(&start);
  return NULL;
}

int main(void) {
  enum { HALVES = 5, MOST = 3 };
  const int threads = rounded(HALVES / 2.0);
  pthread_t thread[MOST];
  pthread_barrier_init(&start, NULL, MOST);
  for (int i = 0; i < threads; i++) pthread_create(&thread[i], NULL, work, NULL);
  for (int i = 0; i < threads; i++) pthread_join(thread[i], NULL);
  return 0;
}
