// Two pools. The flag that keeps their workers alive is a global variable: who destroys one pool stops the other.
// library: Pithikos/C-Thread-Pool 2b56942a7347280ea4d0ede238cefacef96db4bb
// sources: thpool.c
// fermata: violated hang
// fermata-clang: -I{library}
#include <stdlib.h>

#include <thpool.h>

static void job(void* nothing) { (void)nothing; }

int main(void) {
  threadpool gone = thpool_init(1);
  threadpool used = thpool_init(1);
  thpool_destroy(gone);
  thpool_add_work(used, job, NULL);
  thpool_wait(used);  // stuck here
  exit(0);
}
