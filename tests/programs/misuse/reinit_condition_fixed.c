// fermata: holds
// fermata-args: --spurious-wakeups off
// The twin of reinit_condition.c: it is initialised once.
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
  cnd_signal(&changed);
  mtx_unlock(&m);
  thrd_join(worker, NULL);
  return 0;
}
