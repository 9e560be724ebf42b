// SPDX-License-Identifier: Apache-2.0
// fermata: unknown because it may come to rest
// fermata-args: --engine prove --property termination
// The writer does not let go.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static int rounds, shared_data;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void* reader(void* arg) {
  for (int i = 0; i < rounds; i++) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
  }
  return arg;
}

static void* writer(void* arg) {
  for (int i = 0; i < rounds; i++) {
    pthread_rwlock_wrlock(&lock);
    shared_data++;
  }
  return arg;
}

int main(void) {
  rounds = __VERIFIER_nondet_int();
  pthread_t r, w;
  pthread_create(&r, 0, reader, 0);
  pthread_create(&w, 0, writer, 0);
  pthread_join(r, 0);
  pthread_join(w, 0);
  return 0;
}
