/* fermata: holds */
/* fermata-warns: nothing */
/* Different bytes of one object do not race, nor do reads. */
#include <pthread.h>

static struct {
  char first, second;
  int read_by_both;
} pair;
static int parts[2];

static void *work(void *p) {
  pair.first = (char)pair.read_by_both;
  parts[0] = 1;
  return p;
}

int main(void) {
  pthread_t t;
  pair.read_by_both = 7;
  pthread_create(&t, 0, work, 0);
  pair.second = (char)pair.read_by_both;
  parts[1] = 1;
  pthread_join(t, 0);
  return parts[0] - parts[1];
}
