// An assertion that is checked while the program goes on, after the third example of Atig, Bouajjani, Emmi, Lal (CAV
// 2012), and figure 3(c) there. The checker blocks nobody: it reads what the other thread writes, and what it has read
// counts only if nothing was written meanwhile. If that goes wrong for too long, it should give up.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

static atomic_bool version, value, checked;

static void *writer(void *unused) {
  for (bool round = true; !checked; round = !round) {
    value = round;
    version = round;
  }
  return unused;
}

// Has `value` been read while nothing changed?
static bool read_value(void) {
  const bool before = version;
  (void)value;
  return version == before;
}

static time_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec;
}

static void check(void);

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  check();
  checked = true;
  pthread_join(thread, 0);
}
