/* SPDX-License-Identifier: Apache-2.0
 * qsort and bsearch. The order of equal elements is open; glibc keeps it, and so does insertion.
 */
#include <stdlib.h>

typedef int comparison(const void *, const void *);

static void swap(char *a, char *b, size_t size) {
  for (size_t i = 0; i < size; i++) {
    const char c = a[i];
    a[i] = b[i];
    b[i] = c;
  }
}

void qsort(void *base, size_t count, size_t size, comparison *compare) {
  char *const begin = base;
  for (size_t i = 1; i < count; i++)
    for (char *p = begin + i * size; p > begin && compare(p - size, p) > 0; p -= size) swap(p - size, p, size);
}

typedef int comparison_with(const void *, const void *, void *);
void qsort_r(void *base, size_t count, size_t size, comparison_with *compare, void *argument) {
  char *const begin = base;
  for (size_t i = 1; i < count; i++)
    for (char *p = begin + i * size; p > begin && compare(p - size, p, argument) > 0; p -= size)
      swap(p - size, p, size);
}

void *bsearch(const void *key, const void *base, size_t count, size_t size, comparison *compare) {
  const char *low = base;
  while (count > 0) {
    const char *middle = low + count / 2 * size;
    const int order = compare(key, middle);
    if (order == 0) return (void *)middle;
    if (order > 0) low = middle + size, count--;
    count /= 2;
  }
  return NULL;
}
