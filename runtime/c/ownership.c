// SPDX-License-Identifier: Apache-2.0
// include/fermata/fermata.h: who owns what. The machine keeps and checks it; here is only the table it keeps it in.
#include <stdint.h>

#include "../../include/fermata/fermata.h"
#include "../fermata_intrinsics.h"

// The machine's own: a number, then so many declarations with the thread that made each.
static struct {
  size_t count;
  struct {
    struct fermata_declaration what;
    size_t thread;
  } all[100];
} declarations;

static void say(int begins, const volatile void *object, size_t size, int (*mine)(void *), void *me, size_t value) {
  const struct fermata_declaration what = {(const void *)object, size, mine, me, value};
  __fermata_owns(begins, &declarations, &what);
}

// --explain-reduction knows these two by name.
static int fermata_always(void *me) {
  (void)me;
  return 1;
}

// The machine gives the value as well.
static int fermata_equal(const int *variable, int value) { return *variable == value; }

void fermata_owns_while(const volatile void *object, size_t size, int (*mine)(void *me), void *me) {
  say(1, object, size, mine, me, 0);
}

void fermata_owns_while_equal(const volatile void *object, size_t size, const volatile void *variable, int value) {
  say(1, object, size, (int (*)(void *))(uintptr_t)fermata_equal, (void *)variable, (unsigned)value);
}

void fermata_owns_always(const volatile void *object, size_t size) { say(1, object, size, fermata_always, NULL, 0); }

void fermata_owns_no_more(const volatile void *object, size_t size, int (*mine)(void *me), void *me) {
  say(0, object, size, mine, me, 0);
}
