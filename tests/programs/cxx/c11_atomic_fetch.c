// fermata: holds
// The generic functions of <stdatomic.h>.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint bits;

static void *set_low(void *unused) {
  (void)unused;
  atomic_fetch_or(&bits, 0x0fu);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, set_low, NULL);
  atomic_fetch_or_explicit(&bits, 0xf0u, memory_order_relaxed);
  pthread_join(thread, NULL);
  assert(atomic_load(&bits) == 0xffu);
  assert(atomic_fetch_and(&bits, 0x3cu) == 0xffu);
  assert(atomic_fetch_xor(&bits, 0x0fu) == 0x3cu);
  assert(atomic_exchange(&bits, 7) == 0x33u);
  assert(atomic_fetch_add(&bits, 3) == 7);
  assert(atomic_fetch_sub_explicit(&bits, 1, memory_order_acq_rel) == 10);
  atomic_store_explicit(&bits, 1, memory_order_release);
  assert(atomic_load_explicit(&bits, memory_order_acquire) == 1);
  return 0;
}
