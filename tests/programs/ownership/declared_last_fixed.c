// fermata: holds
// The last thing that one thread does is to declare that a variable is its own. When it has ended, others may use it.
#include <fermata/fermata.h>
#include <pthread.h>
#include <stddef.h>

static int x;

static void *writer(void *p) {
  x = 1;
  x = 2;
  return p;
}

static void *owner(void *p) {
  fermata_owns_always(&x, sizeof x);
  return p;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&u, NULL, owner, NULL);
  pthread_join(u, NULL);
  pthread_create(&t, NULL, writer, NULL);
  pthread_join(t, NULL);
}
