// fermata: holds
// fermata-warns: data-race 'next.b' at 14,21
// What is stored in one step is read from a variable that is not atomic, before that step.
#include <pthread.h>

struct record {
  long a, b, c;
};
static struct record current;
static struct record next;

static void *publish(void *unused) {
  (void)unused;
  __atomic_store(&current, &next, __ATOMIC_SEQ_CST);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, publish, NULL);
  next.b = 1;
  pthread_join(thread, NULL);
  return 0;
}
