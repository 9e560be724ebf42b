/* SPDX-License-Identifier: Apache-2.0
 * The heap. Memory never runs out, and what malloc gives is zero: a program that depends on its
 * content is not found out. The machine places every object at an address that is aligned to 64 KB, and
 * reports what is freed wrongly.
 */
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../fermata_intrinsics.h"

void *malloc(size_t size) { return __fermata_alloc(size ? size : 1); }
void free(void *p) { __fermata_free(p); }

void *calloc(size_t count, size_t size) {
  size_t total;
  if (__builtin_mul_overflow(count, size, &total)) {
    errno = ENOMEM;
    return NULL;
  }
  return malloc(total);
}

void *realloc(void *p, size_t size) {
  if (!p) return malloc(size);
  if (size == 0) {
    free(p);
    return NULL;
  }
  const size_t old = __fermata_object_size(p);
  if (old == SIZE_MAX) {
    __fermata_free(p); /* says what is wrong with it */
    return NULL;
  }
  if (size <= old && __fermata_choose(2, FERMATA_POLICY)) return p; /* it may stay, or move */
  void *moved = malloc(size);
  __builtin_memcpy(moved, p, old < size ? old : size);
  free(p);
  return moved;
}

void *reallocarray(void *p, size_t count, size_t size) {
  size_t total;
  if (__builtin_mul_overflow(count, size, &total)) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc(p, total);
}

static void *aligned(size_t alignment, size_t size) {
  if (alignment > 65536) __fermata_unmodelled("memory that is aligned to more than 64 KB");
  return malloc(size);
}

void *aligned_alloc(size_t alignment, size_t size) { return aligned(alignment, size); }
void *memalign(size_t alignment, size_t size) { return aligned(alignment, size); }
void *valloc(size_t size) { return malloc(size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) || (alignment & (alignment - 1)) || alignment == 0) return EINVAL;
  *result = aligned(alignment, size);
  return 0;
}

/* For glibc's allocator, which there is none of here. */
int malloc_trim(size_t kept) { return (void)kept, 0; }
int mallopt(int option, int value) { return (void)option, (void)value, 1; }

size_t malloc_usable_size(void *p) { return p ? __fermata_object_size(p) : 0; }
