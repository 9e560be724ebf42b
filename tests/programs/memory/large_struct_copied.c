// fermata: holds
// Structs of 100 KB are copied and compared, strings lie in large buffers, and blocks are moved onto themselves, at any place of a
// chunk.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct large {
  int first;
  char text[100000];
  unsigned long last;
};
static const char table[20000] = "constant";
static struct large a, b;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *copies(void *arg) {
  (void)arg;
  pthread_mutex_lock(&mutex);
  b = a;
  pthread_mutex_unlock(&mutex);
  return 0;
}

static void moves(void) {
  char *p = malloc(70001);
  strcpy(p + 250, "crosses a border of chunks");
  memmove(p + 16380, p + 250, 40);
  assert(strcmp(p + 16380, p + 250) == 0);
  memmove(p + 260, p + 250, 40);
  memmove(p + 255, p + 260, 40);
  assert(strcmp(p + 255, "crosses a border of chunks") == 0);
  p = realloc(p, 200000);
  assert(strcmp(p + 255, "crosses a border of chunks") == 0 && strlen(p + 16380) == 26);
  p = realloc(p, 300);
  assert(memcmp(p + 255, "crosses", 7) == 0);
  memcpy(p, table, 200);
  assert(strcmp(p, "constant") == 0 && table[19999] == 0);
  unsigned long value = 0x0102030405060708;
  memcpy(a.text + 252, &value, sizeof value);
  memcpy(&value, a.text + 253, sizeof value);
  assert(value == 0x01020304050607);
  free(p);
}

int main(void) {
  moves();
  strcpy(a.text + 99000, "the end");
  a.last = ~0ul;
  pthread_t t;
  pthread_create(&t, 0, copies, 0);
  pthread_mutex_lock(&mutex);
  a.first = 1;
  pthread_mutex_unlock(&mutex);
  pthread_join(t, 0);
  assert(strcmp(b.text + 99000, "the end") == 0 && b.last == ~0ul && b.first <= 1);
  struct large c = b;
  c.first = a.first;
  assert(memcmp(&c, &a, sizeof a) == 0);
}
