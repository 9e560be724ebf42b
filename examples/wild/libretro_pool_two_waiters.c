// Two threads wait for the pool, and its last worker signals one of them.
// library: libretro/libretro-common 1a81c98e9ebe4e67ab4420593777df76eba18bcc
// sources: rthreads/tpool.c rthreads/rthreads.c
// fermata: violated hang
// fermata-clang: -DHAVE_THREADS -I{library}/include
#include <pthread.h>
#include <stddef.h>

#include <rthreads/tpool.h>

static void work(void* nothing) { (void)nothing; }

static void* wait(void* pool) {
  tpool_wait(pool);
  return NULL;
}

int main(void) {
  tpool_t* pool = tpool_create(1);
  tpool_add_work(pool, work, NULL);
  pthread_t other;
  pthread_create(&other, NULL, wait, pool);
  tpool_wait(pool);
  pthread_join(other, NULL);
  tpool_destroy(pool);
}
