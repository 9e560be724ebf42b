// SPDX-License-Identifier: Apache-2.0
// fermata: violated hang stuck-loop at 13
// A semaphore written out as a counter. The worker posts only if it saw a job; main waits in any case.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int posts;
static atomic_int jobs;

static void post(void) { atomic_fetch_add(&posts, 1); }

static void wait_for_post(void) {
  while (atomic_load(&posts) == 0) {}  // stuck here
  atomic_fetch_sub(&posts, 1);
}

static void *worker(void *unused) {
  (void)unused;
  if (atomic_load(&jobs) > 0) post();
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  atomic_store(&jobs, 1);
  wait_for_post();
  pthread_join(thread, NULL);
  return 0;
}
