/* SPDX-License-Identifier: Apache-2.0
 * Threads: create, join, detach, end.
 *
 * The new thread may run before its handle is stored, as POSIX allows it to. Where others can see the
 * variable, storing it is a step of its own; elsewhere nobody can tell.
 *
 * A thread that joins itself gets EDEADLK, as from glibc; two that join each other wait for ever.
 * Joining a thread that has been joined or detached is undefined: we report it. When main ends by
 * pthread_exit the others go on; when the last thread has ended, the machine ends the process.
 *
 * Not modelled: pthread_exit does not unwind the stack. If there are cleanup handlers or destructors
 * to be run on the way, the machine says that it cannot go on.
 */
#include "thread.h"

#include <errno.h>
#include <time.h>

#include "../fermata_intrinsics.h"
#include "clock.h"
#include "misuse.h"

/* The new thread is the only one that looks at its record, so it needs no atomic block to do so. */
static void run_thread(void *p) {
  const struct start start = *(struct start *)p;
  __fermata_free(p);
  pthread_exit(start.function ? start.function(start.argument) : (void *)(long)start.c11_function(start.argument));
}

void __fermata_start_at(pthread_t *thread, int detached, void (*function)(void *), void *argument) {
  __fermata_atomic_begin();
  const int child = __fermata_spawn(function, argument);
  if (detached) __fermata_detach(child);
  __fermata_event("start", thread_object(child));
  __fermata_atomic_end();
  *thread = handle(child);
}

int __fermata_start(pthread_t *thread, int detached, struct start start) {
  struct start *record = __fermata_alloc(sizeof *record);
  *record = start;
  __fermata_start_at(thread, detached, run_thread, record);
  return 0;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *), void *argument) {
  const int detached = attributes && *(const int *)attributes == PTHREAD_CREATE_DETACHED;
  return __fermata_start(thread, detached, (struct start){.function = function, .argument = argument});
}

void pthread_exit(void *value) {
  if (__fermata_run_thread_exit_functions) __fermata_run_thread_exit_functions();
  __fermata_run_key_destructors();
  if (__fermata_leaves_no_section) __fermata_leaves_no_section();
  __fermata_thread_exit(value);
}

/* An error if it cannot be joined, nor detached. */
static int checked(int thread) {
  const int state = __fermata_thread_state(thread);
  if (state == FERMATA_NO_THREAD) return refused("this thread does not exist, or has been joined before", ESRCH);
  if (state == FERMATA_DETACHED) return refused("this thread is detached", EINVAL);
  return 0;
}

static void reap(int thread, void **value) {
  void *result = __fermata_reap(thread);
  if (value) *value = result;
  __fermata_event("join", thread_object(thread));
}

static int join(int thread, void **value) {
  const int self = __fermata_self();
  int error = 0;
  __fermata_section_begin(FERMATA_JOIN, thread_object(thread));
  __fermata_atomic_begin();
  if (thread == self) {
    error = EDEADLK;
  } else if (!(error = checked(thread))) {
    __fermata_block_until(__fermata_thread_state(thread) == FERMATA_FINISHED);
    reap(thread, value);
  }
  __fermata_section_end(FERMATA_JOIN, thread_object(thread), self);
  __fermata_atomic_end();
  return error;
}

/* Not one with join: a program in which this is linked can see the ends of threads. */
static int join_if_ended(int thread, void **value, int failure) {
  int error = 0;
  __fermata_atomic_begin();
  if (thread == __fermata_self()) {
    error = EDEADLK;
  } else if (!(error = checked(thread))) {
    if (__fermata_ended(thread)) reap(thread, value);
    else error = failure;
  }
  __fermata_atomic_end();
  return error;
}

int pthread_join(pthread_t thread, void **value) { return join(number(thread), value); }
int pthread_tryjoin_np(pthread_t thread, void **value) { return join_if_ended(number(thread), value, EBUSY); }

/* A timed join takes the thread if it has ended and gives up if not, as a timed lock does. If the deadline is no time,
 * glibc waits without one. */
int pthread_timedjoin_np(pthread_t thread, void **value, const struct timespec *deadline) {
  if (!deadline || !is_time(deadline) || __fermata_timeouts(deadline) == NEVER_TIMES_OUT)
    return join(number(thread), value);
  const int error = join_if_ended(number(thread), value, ETIMEDOUT);
  if (error == ETIMEDOUT) __fermata_timed_out(deadline);
  return error;
}

int pthread_clockjoin_np(pthread_t thread, void **value, clockid_t clock, const struct timespec *deadline) {
  if (deadline && !is_clock(clock)) return EINVAL;
  return pthread_timedjoin_np(thread, value, deadline);
}

int pthread_detach(pthread_t thread) {
  __fermata_atomic_begin();
  const int error = checked(number(thread));
  if (!error) {
    __fermata_detach(number(thread));
    __fermata_event("detach", thread_object(number(thread)));
  }
  __fermata_atomic_end();
  return error;
}

pthread_t pthread_self(void) { return handle(__fermata_self()); }
int pthread_equal(pthread_t a, pthread_t b) { return a == b; }
