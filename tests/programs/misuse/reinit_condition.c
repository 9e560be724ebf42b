// fermata: violated safety misuse at 26
// fermata: violated hang lost-wakeup at 14
// fermata-args: --spurious-wakeups off
// A condition variable is initialised after a thread has fallen asleep on it, and the signal that follows finds nobody.
#include <threads.h>

static mtx_t m;
static cnd_t changed;
static int ready;

static int work(void *unused) {
  (void)unused;
  mtx_lock(&m);
  while (!ready) cnd_wait(&changed, &m);
  mtx_unlock(&m);
  return 0;
}

int main(void) {
  thrd_t worker;
  mtx_init(&m, mtx_plain);
  cnd_init(&changed);
  thrd_create(&worker, work, NULL);
  mtx_lock(&m);
  ready = 1;
  cnd_init(&changed);  // fails here
  cnd_signal(&changed);
  mtx_unlock(&m);
  thrd_join(worker, NULL);
  return 0;
}
