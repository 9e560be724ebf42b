// fermata: holds
// As wait_of_a_frame.c, but the wait ends before the function does.
#include <fermata/fermata.h>

static volatile int hurry = 1;

static __attribute__((noinline)) void ask(void) {
  volatile int reply = hurry;
  fermata_wait_begin(&reply);
  fermata_wait_end(&reply);
}

int main(void) {
  ask();
  ask();
}
