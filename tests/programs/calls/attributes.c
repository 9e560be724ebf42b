// fermata: holds
// What was set as an attribute can be asked for, and a mutex keeps its kind beside other attributes.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int main(void) {
  int value;
  pthread_condattr_t condition;
  clockid_t clock;
  pthread_condattr_init(&condition);
  pthread_condattr_setclock(&condition, CLOCK_MONOTONIC);
  pthread_condattr_setpshared(&condition, PTHREAD_PROCESS_SHARED);
  assert(pthread_condattr_getclock(&condition, &clock) == 0 && clock == CLOCK_MONOTONIC);
  assert(pthread_condattr_getpshared(&condition, &value) == 0 && value == PTHREAD_PROCESS_SHARED);

  pthread_barrierattr_t barrier;
  pthread_barrierattr_init(&barrier);
  assert(pthread_barrierattr_getpshared(&barrier, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
  pthread_barrierattr_setpshared(&barrier, PTHREAD_PROCESS_SHARED);
  assert(pthread_barrierattr_getpshared(&barrier, &value) == 0 && value == PTHREAD_PROCESS_SHARED);

  pthread_rwlockattr_t rwlock;
  pthread_rwlockattr_init(&rwlock);
  pthread_rwlockattr_setpshared(&rwlock, PTHREAD_PROCESS_SHARED);
  assert(pthread_rwlockattr_getpshared(&rwlock, &value) == 0 && value == PTHREAD_PROCESS_SHARED);

  pthread_mutexattr_t attributes;
  pthread_mutex_t mutex;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT);
  pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  assert(pthread_mutexattr_gettype(&attributes, &value) == 0 && value == PTHREAD_MUTEX_ERRORCHECK);
  assert(pthread_mutexattr_getprotocol(&attributes, &value) == 0 && value == PTHREAD_PRIO_INHERIT);
  pthread_mutex_init(&mutex, &attributes);
  pthread_mutex_lock(&mutex);
  assert(pthread_mutex_lock(&mutex) == EDEADLK);
  pthread_mutex_unlock(&mutex);

  pthread_attr_t thread;
  size_t size;
  pthread_attr_init(&thread);
  assert(pthread_attr_setstacksize(&thread, 1) == EINVAL && pthread_attr_setstacksize(&thread, 1 << 20) == 0);
  assert(pthread_attr_getstacksize(&thread, &size) == 0 && size == 1 << 20);
  assert(pthread_attr_getdetachstate(&thread, &value) == 0 && value == PTHREAD_CREATE_JOINABLE);
}
