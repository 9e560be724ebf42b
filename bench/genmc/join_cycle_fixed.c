// SPDX-License-Identifier: Apache-2.0
// fermata: holds
// Only main joins.
#include <pthread.h>

static pthread_t main_thread;
static pthread_t seen;

static void *worker(void *unused) {
  (void)unused;
  seen = main_thread;
  return NULL;
}

int main(void) {
  main_thread = pthread_self();
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
