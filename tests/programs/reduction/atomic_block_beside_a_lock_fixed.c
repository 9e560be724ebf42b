// fermata: holds
// A spinlock is four bytes long. What stands right behind it is a variable like any other, also in an atomic block that takes
// the lock.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static struct {
  pthread_spinlock_t lock;
  int x;
} g;

static void *writer(void *p) {
  __VERIFIER_atomic_begin();
  pthread_spin_lock(&g.lock);
  g.x = 1;
  __VERIFIER_atomic_end();
  g.x = 2;
  pthread_spin_unlock(&g.lock);
  return p;
}

static void *reader(void *p) {
  pthread_spin_lock(&g.lock);
  assert(g.x != 1);
  pthread_spin_unlock(&g.lock);
  return p;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, writer, NULL);
  pthread_create(&u, NULL, reader, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
}
