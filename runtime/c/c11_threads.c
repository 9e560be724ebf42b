/* SPDX-License-Identifier: Apache-2.0
 * The threads of C11, as other names for those of POSIX. The types have the same size and the same
 * bytes.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <threads.h>
#include <time.h>

#include "thread.h"

_Static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t), "");
_Static_assert(sizeof(cnd_t) == sizeof(pthread_cond_t), "");
_Static_assert(sizeof(once_flag) == sizeof(pthread_once_t), "");
_Static_assert(sizeof(thrd_t) == sizeof(pthread_t), "");
_Static_assert(sizeof(tss_t) == sizeof(pthread_key_t), "");

static int result(int error) {
  switch (error) {
    case 0: return thrd_success;
    case EBUSY: return thrd_busy;
    case ETIMEDOUT: return thrd_timedout;
    case ENOMEM: return thrd_nomem;
    default: return thrd_error;
  }
}

int thrd_create(thrd_t *thread, thrd_start_t function, void *argument) {
  return result(__fermata_start(thread, 0, (struct start){.c11_function = function, .argument = argument}));
}

int thrd_join(thrd_t thread, int *value) {
  void *returned = NULL;
  const int error = pthread_join(thread, &returned);
  if (!error && value) *value = (int)(long)returned;
  return result(error);
}

int thrd_detach(thrd_t thread) { return result(pthread_detach(thread)); }
void thrd_exit(int value) { pthread_exit((void *)(long)value); }
thrd_t thrd_current(void) { return pthread_self(); }
int thrd_equal(thrd_t a, thrd_t b) { return a == b; }
int thrd_sleep(const struct timespec *duration, struct timespec *rest) {
  return clock_nanosleep(CLOCK_REALTIME, 0, duration, rest) ? -2 : 0; /* -1 would be a signal */
}
void thrd_yield(void) { sched_yield(); }

int mtx_init(mtx_t *mutex, int type) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  if (type & mtx_recursive) pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  return result(pthread_mutex_init((pthread_mutex_t *)mutex, &attributes));
}
int mtx_lock(mtx_t *mutex) { return result(pthread_mutex_lock((pthread_mutex_t *)mutex)); }
int mtx_trylock(mtx_t *mutex) { return result(pthread_mutex_trylock((pthread_mutex_t *)mutex)); }
int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict deadline) {
  return result(pthread_mutex_timedlock((pthread_mutex_t *)mutex, deadline));
}
int mtx_unlock(mtx_t *mutex) { return result(pthread_mutex_unlock((pthread_mutex_t *)mutex)); }
void mtx_destroy(mtx_t *mutex) { pthread_mutex_destroy((pthread_mutex_t *)mutex); }

int cnd_init(cnd_t *condition) { return result(pthread_cond_init((pthread_cond_t *)condition, NULL)); }
int cnd_signal(cnd_t *condition) { return result(pthread_cond_signal((pthread_cond_t *)condition)); }
int cnd_broadcast(cnd_t *condition) { return result(pthread_cond_broadcast((pthread_cond_t *)condition)); }
int cnd_wait(cnd_t *condition, mtx_t *mutex) {
  return result(pthread_cond_wait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex));
}
int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex, const struct timespec *restrict deadline) {
  return result(pthread_cond_timedwait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex, deadline));
}
void cnd_destroy(cnd_t *condition) { pthread_cond_destroy((pthread_cond_t *)condition); }

void call_once(once_flag *flag, void (*routine)(void)) { pthread_once((pthread_once_t *)flag, routine); }

int tss_create(tss_t *key, tss_dtor_t destructor) { return result(pthread_key_create(key, destructor)); }
int tss_set(tss_t key, void *value) { return result(pthread_setspecific(key, value)); }
void *tss_get(tss_t key) { return pthread_getspecific(key); }
void tss_delete(tss_t key) { pthread_key_delete(key); }
