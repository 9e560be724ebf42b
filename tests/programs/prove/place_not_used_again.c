// SPDX-License-Identifier: Apache-2.0
// fermata: holds
// fermata-args: --engine prove --property termination,safety
// The old object is still there when addresses are compared.
#include <pthread.h>
#include <stdlib.h>

static int *shared;

static void *use(void *p) {
  const int *old = shared;
  shared = malloc(sizeof *shared);
  while (shared == old) {
  }
  return p;
}

int main(void) {
  pthread_t t;
  shared = malloc(sizeof *shared);
  pthread_create(&t, NULL, use, NULL);
  pthread_join(t, NULL);
  return 0;
}
