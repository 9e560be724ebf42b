// SPDX-License-Identifier: Apache-2.0
// fermata: unknown because whose place another one may have then
// fermata-args: --engine prove --property termination,safety
// Whether the new object has the place of the old one decides whether it ends, and a proof does not know.
#include <pthread.h>
#include <stdlib.h>

static int *shared;

static void *use(void *p) {
  const int *old = shared;
  free(shared);
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
