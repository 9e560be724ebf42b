/* SPDX-License-Identifier: Apache-2.0
 * Atomic operations on objects of any size: what compilers call where the processor has no instruction for it (a
 * structure of 24 bytes, one that is not aligned). libatomic takes a lock of its own for them, which nobody can hold
 * for long; here each is a step.
 *
 * The object is accessed in that step. The other operands are not atomic: they are read before it and written after it.
 *
 * Memory orders are not looked at: all is sequentially consistent. compare_exchange is strong, as in libatomic, also
 * where the program asks for a weak one.
 *
 * The names are clang's own, which no program may define; so these are others that are called the same in the end.
 */
#include <stdint.h>
#include <string.h>

#include "../fermata_intrinsics.h"

#define IS_CALLED(name) __asm__(name)

void __fermata_atomic_load(size_t size, const void *object, void *result, int order) IS_CALLED("__atomic_load");
void __fermata_atomic_store(size_t size, void *object, const void *value, int order) IS_CALLED("__atomic_store");
void __fermata_atomic_exchange(size_t size, void *object, const void *value, void *result, int order)
    IS_CALLED("__atomic_exchange");
_Bool __fermata_atomic_compare_exchange(size_t size, void *object, void *expected, const void *value, int success,
                                        int failure) IS_CALLED("__atomic_compare_exchange");
_Bool __fermata_atomic_is_lock_free(size_t size, const void *object) IS_CALLED("__atomic_is_lock_free");

void __fermata_atomic_load(size_t size, const void *object, void *result, int order) {
  (void)order;
  char read[size];
  __fermata_atomic_begin();
  __builtin_memcpy(read, object, size);
  __fermata_event("load", object);
  __fermata_atomic_end();
  __builtin_memcpy(result, read, size);
}

void __fermata_atomic_store(size_t size, void *object, const void *value, int order) {
  (void)order;
  char written[size];
  __builtin_memcpy(written, value, size);
  __fermata_atomic_begin();
  __builtin_memcpy(object, written, size);
  __fermata_event("store", object);
  __fermata_atomic_end();
}

void __fermata_atomic_exchange(size_t size, void *object, const void *value, void *result, int order) {
  (void)order;
  char read[size], written[size];
  __builtin_memcpy(written, value, size);
  __fermata_atomic_begin();
  __builtin_memcpy(read, object, size);
  __builtin_memcpy(object, written, size);
  __fermata_event("exchange", object);
  __fermata_atomic_end();
  __builtin_memcpy(result, read, size);
}

_Bool __fermata_atomic_compare_exchange(size_t size, void *object, void *expected, const void *value, int success,
                                        int failure) {
  (void)success, (void)failure;
  char read[size], wanted[size], written[size];
  __builtin_memcpy(wanted, expected, size);
  __builtin_memcpy(written, value, size);
  __fermata_atomic_begin();
  __builtin_memcpy(read, object, size);
  const _Bool equal = memcmp(read, wanted, size) == 0;
  if (equal) __builtin_memcpy(object, written, size);
  __fermata_event(equal ? "exchange" : "fail to exchange", object);
  __fermata_atomic_end();
  if (!equal) __builtin_memcpy(expected, read, size);
  return equal;
}

/* As libatomic decides it: whatever lies in one aligned word of 8 bytes. */
_Bool __fermata_atomic_is_lock_free(size_t size, const void *object) { return (uintptr_t)object % 8 + size <= 8; }

/* Sixteen bytes are a step of the machine. Compilers older than clang 18 call these for them. */
#pragma clang diagnostic ignored "-Watomic-alignment"
typedef unsigned __int128 sixteen;

sixteen __atomic_load_16(const sixteen *object, int order) {
  return (void)order, __atomic_load_n(object, __ATOMIC_SEQ_CST);
}
void __atomic_store_16(sixteen *object, sixteen value, int order) {
  (void)order;
  __atomic_store_n(object, value, __ATOMIC_SEQ_CST);
}
sixteen __atomic_exchange_16(sixteen *object, sixteen value, int order) {
  return (void)order, __atomic_exchange_n(object, value, __ATOMIC_SEQ_CST);
}
_Bool __atomic_compare_exchange_16(sixteen *object, sixteen *expected, sixteen value, int success, int failure) {
  (void)success, (void)failure;
  return __atomic_compare_exchange_n(object, expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

#define FETCH(operation)                                                               \
  sixteen __atomic_fetch_##operation##_16(sixteen *object, sixteen value, int order) { \
    return (void)order, __atomic_fetch_##operation(object, value, __ATOMIC_SEQ_CST);   \
  }
FETCH(add)
FETCH(sub)
FETCH(and)
FETCH(or)
FETCH(xor)
FETCH(nand)
