// fermata: holds
// fermata-args: --timeouts never
// What glibc answers to a deadline with a billion nanoseconds: a mutex looks at it only if one has to wait for it, a join not at all.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static const struct timespec no_time[] = {{1, 1000000000}, {1, -1}};

static void mutexes(const struct timespec *deadline) {
  pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
  assert(pthread_mutex_timedlock(&plain, deadline) == 0);
  assert(pthread_mutex_timedlock(&plain, deadline) == EINVAL);
  assert(pthread_mutex_clocklock(&plain, CLOCK_MONOTONIC, deadline) == EINVAL);
  assert(pthread_mutex_unlock(&plain) == 0);
  assert(pthread_mutex_clocklock(&plain, CLOCK_MONOTONIC, deadline) == 0);
  assert(pthread_mutex_clocklock(&plain, CLOCK_BOOTTIME, deadline) == EINVAL);

  pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  assert(pthread_mutex_timedlock(&recursive, deadline) == 0);
  assert(pthread_mutex_timedlock(&recursive, deadline) == 0);

  pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
  assert(pthread_mutex_timedlock(&checked, deadline) == 0);
  assert(pthread_mutex_timedlock(&checked, deadline) == EDEADLK);

  mtx_t c11;
  mtx_init(&c11, mtx_timed);
  assert(mtx_timedlock(&c11, deadline) == thrd_success);
  assert(mtx_timedlock(&c11, deadline) == thrd_error);
  cnd_t condition;
  cnd_init(&condition);
  assert(cnd_timedwait(&condition, &c11, deadline) == thrd_error);
}

static void others(const struct timespec *deadline) {
  pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
  assert(pthread_rwlock_timedrdlock(&lock, deadline) == EINVAL);
  assert(pthread_rwlock_timedwrlock(&lock, deadline) == EINVAL);
  assert(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, deadline) == EINVAL);

  sem_t semaphore;
  sem_init(&semaphore, 0, 1);
  assert(sem_timedwait(&semaphore, deadline) == -1 && errno == EINVAL);
  assert(sem_clockwait(&semaphore, CLOCK_MONOTONIC, deadline) == -1 && errno == EINVAL);

  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  pthread_mutex_lock(&mutex);
  assert(pthread_cond_timedwait(&condition, &mutex, deadline) == EINVAL);
  assert(pthread_mutex_unlock(&mutex) == 0);

  int word = 0;
  assert(syscall(SYS_futex, &word, FUTEX_WAIT, 0, deadline, NULL, 0) == -1 && errno == EINVAL);
  assert(nanosleep(deadline, NULL) == -1 && errno == EINVAL);
  assert(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, deadline, NULL) == EINVAL);
  assert(thrd_sleep(deadline, NULL) == -2);
}

static void *run(void *unused) { return unused; }

int main(void) {
  for (int i = 0; i < 2; i++) {
    mutexes(&no_time[i]);
    others(&no_time[i]);
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    assert(pthread_timedjoin_np(thread, NULL, &no_time[i]) == 0);
  }
  return 0;
}
