// fermata: holds
// fermata-warns: nothing
// Sixteen bytes, as an atomic pair and with the functions that compilers call for them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef unsigned __int128 wide;
wide __atomic_load_16(const volatile void *, int);
void __atomic_store_16(volatile void *, wide, int);
wide __atomic_exchange_16(volatile void *, wide, int);
_Bool __atomic_compare_exchange_16(volatile void *, void *, wide, int, int);
wide __atomic_fetch_add_16(volatile void *, wide, int);

struct pair {
  long up, down;
};
static _Atomic struct pair pair;
static wide counter;

static void *count(void *unused) {
  struct pair old = pair, new;
  do new = (struct pair){old.up + 1, old.down - 1};
  while (!atomic_compare_exchange_strong(&pair, &old, new));
  __atomic_fetch_add_16(&counter, (wide)1 << 64 | 1, memory_order_seq_cst);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, count, NULL);
  const struct pair seen = pair;
  const wide counted = __atomic_load_16(&counter, memory_order_seq_cst);
  count(NULL);
  pthread_join(thread, NULL);
  assert(seen.up == -seen.down && counted >> 64 == (unsigned long)counted);
  const struct pair last = pair;
  assert(last.up == 2 && last.down == -2);

  wide expected = (wide)2 << 64 | 2;
  assert(__atomic_compare_exchange_16(&counter, &expected, 7, memory_order_seq_cst, memory_order_seq_cst));
  assert(!__atomic_compare_exchange_16(&counter, &expected, 8, memory_order_seq_cst, memory_order_seq_cst) && expected == 7);
  __atomic_store_16(&counter, 9, memory_order_seq_cst);
  assert(__atomic_exchange_16(&counter, 10, memory_order_seq_cst) == 9 && counter == 10);
  return 0;
}
