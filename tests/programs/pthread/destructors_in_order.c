// fermata: holds
// At exit: what was registered, last first; then destructors, those with a higher priority first, and of equal ones the last.
#include <assert.h>
#include <stdlib.h>

static int at;

static void check(int expected) {
  if (++at != expected) abort();
}

static void registered_first(void) { check(2); }
static void registered_last(void) { check(1); }
__attribute__((destructor)) static void one(void) { check(4); }
__attribute__((destructor)) static void two(void) { check(3); }
__attribute__((destructor(200))) static void with_low_priority(void) { check(6); }
__attribute__((destructor(300))) static void with_high_priority(void) { check(5); }
__attribute__((constructor)) static void early(void) { atexit(registered_first); }

int main(void) {
  atexit(registered_last);
  exit(0);
}
