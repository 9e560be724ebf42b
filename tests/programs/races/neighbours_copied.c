/* fermata: holds */
/* fermata-warns: data-race 'pair.first[23]' at 12,21 */
/* A copy of the whole touches each of its bytes. */
#include <pthread.h>

static struct pair {
  char first[24];
  int second;
} pair, copy;

static void *work(void *p) {
  pair.first[23] = 1;
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  {
    struct pair *const from = &pair;
    copy = *from;
  }
  pthread_join(t, 0);
  return copy.second;
}
