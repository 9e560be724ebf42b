// fermata: violated hang deadlock at 17
// Each of five halves of a job is a thread's, they say: 2.5 threads are printed as 2, not 3, and the third one is never started.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_barrier_t start;

static int rounded(double x) {
  char text[16];
  snprintf(text, sizeof text, "%.0f", x);
  return atoi(text);
}

static void *work(void *unused) {
  (void)unused;
  pthread_barrier_wait(&start);  // stuck here
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
