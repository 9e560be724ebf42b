// Two threads wait for the pool, and "all threads idle" is signalled to one of them.
// library: Pithikos/C-Thread-Pool 2b56942a7347280ea4d0ede238cefacef96db4bb
// sources: thpool.c
// fermata: violated hang
// fermata-clang: -I{library}
#include <pthread.h>
#include <stdlib.h>

#include <thpool.h>

static void job(void* nothing) { (void)nothing; }

static void* wait(void* pool) {
  thpool_wait(pool);
  return NULL;
}

int main(void) {
  threadpool pool = thpool_init(1);
  thpool_add_work(pool, job, NULL);
  pthread_t other;
  pthread_create(&other, NULL, wait, pool);
  thpool_wait(pool);
  pthread_join(other, NULL);
  exit(0);
}
