// SPDX-License-Identifier: Apache-2.0
// fermata: holds
// A semaphore written out as a counter. The worker posts in any case, as main waits.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int posts;
static atomic_int jobs;

static void post(void) { atomic_fetch_add(&posts, 1); }

static void wait_for_post(void) {
  while (atomic_load(&posts) == 0) {}
  atomic_fetch_sub(&posts, 1);
}

static void *worker(void *unused) {
  (void)unused;
  atomic_fetch_sub(&jobs, 1);
  post();
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
