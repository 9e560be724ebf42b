// SPDX-License-Identifier: Apache-2.0
// fermata: violated hang join-cycle
// main joins the worker, and the worker joins main before it ends.
#include <pthread.h>

static pthread_t main_thread;

static void *worker(void *unused) {
  (void)unused;
  pthread_join(main_thread, NULL);
  return NULL;
}

int main(void) {
  main_thread = pthread_self();
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
