// POOL_joinJobs, which zstd uses inside, from two threads: one signal for both. (Its own callers are one at a time.)
// library: facebook/zstd 2dddf0905619b70c25faeca7f1a39601dc97616f
// sources: lib/common/pool.c lib/common/threading.c lib/common/zstd_common.c lib/common/error_private.c
// fermata: violated hang
// fermata-clang: -DZSTD_MULTITHREAD -I{library}/lib/common -I{library}/lib
#include <pthread.h>

#include "pool.h"

static POOL_ctx* pool;

static void job(void* nothing) { (void)nothing; }

static void* join(void* nothing) {
  (void)nothing;
  POOL_joinJobs(pool);
  return NULL;
}

int main(void) {
  pool = POOL_create(1, 1);
  POOL_add(pool, job, NULL);
  pthread_t other;
  pthread_create(&other, NULL, join, NULL);
  POOL_joinJobs(pool);
  pthread_join(other, NULL);
  POOL_free(pool);
}
