/* SPDX-License-Identifier: Apache-2.0
 * How a pthread_t names a thread, how one starts, and what has to be done when it ends.
 */
#pragma once
#include <pthread.h>

static inline pthread_t handle(int thread) { return (pthread_t)thread + 1; }
static inline int number(pthread_t handle) { return (int)(handle - 1); }
/* A thread as the object of a section or an event. */
static inline const void *thread_object(int thread) { return (const void *)(long)thread; }

/* Starts a thread; never fails. One of the functions is null. */
struct start {
  void *(*function)(void *);
  int (*c11_function)(void *);
  void *argument;
};
int __fermata_start(pthread_t *thread, int detached, struct start start);
/* Starts a thread at a function of the runtime that ends in pthread_exit. The argument becomes the
 * new thread's own. */
void __fermata_start_at(pthread_t *thread, int detached, void (*function)(void *), void *argument);

/* Destructors of pthread_key_create: keys.c. */
void __fermata_run_key_destructors(void);

/* Destructors of thread_local objects. The C++ runtime has them; without it there are none. */
__attribute__((weak)) void __fermata_run_thread_exit_functions(void);
/* Likewise, if the program marks sections: reports those that the thread has begun, and only it could end. */
__attribute__((weak)) void __fermata_leaves_no_section(void);
