// fermata: violated safety assertion at 26
// The same by another name is two steps.
#include <pthread.h>

extern void reach_error(void);

static int count;

static void increment_atomic(void) {
  int seen = count;
  count = seen + 1;
}

static void *work(void *unused) {
  (void)unused;
  increment_atomic();
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  if (count != 2) reach_error();  // fails here
  return 0;
}
