/* SPDX-License-Identifier: Apache-2.0
 * The end of the process, and what is to be done before it.
 *
 * exit runs the handlers, last registered first; other threads go on until the end. Two threads
 * that call exit at the same time is undefined; here they share the handlers between them. main
 * returning is a call of exit.
 */
#include <stdlib.h>
#include <unistd.h>

#include "../fermata_intrinsics.h"
#include "thread.h"

struct handler {
  void (*function)(void *);
  void *argument;
  struct handler *next;
};
static struct handler *at_exit_handlers, *at_quick_exit_handlers;

static int add(struct handler **list, void (*function)(void *), void *argument) {
  struct handler *h = __fermata_alloc(sizeof *h);
  __fermata_atomic_begin();
  *h = (struct handler){function, argument, *list};
  *list = h;
  __fermata_atomic_end();
  return 0;
}

static void run_all(struct handler **list) {
  for (;;) {
    struct handler first = {0};
    __fermata_atomic_begin();
    struct handler *h = *list;
    if (h) {
      first = *h;
      *list = h->next;
      __fermata_free(h);
    }
    __fermata_atomic_end();
    if (!h) return;
    first.function(first.argument);
  }
}

static void call(void *function) { ((void (*)(void))function)(); }

int atexit(void (*function)(void)) { return add(&at_exit_handlers, call, (void *)function); }
int at_quick_exit(void (*function)(void)) { return add(&at_quick_exit_handlers, call, (void *)function); }

int __cxa_atexit(void (*function)(void *), void *argument, void *library) {
  (void)library;
  return add(&at_exit_handlers, function, argument);
}
int __cxa_at_quick_exit(void (*function)(void *), void *library) {
  (void)library;
  return add(&at_quick_exit_handlers, function, NULL);
}
void __cxa_finalize(void *library) { (void)library; }

void exit(int code) {
  if (__fermata_run_thread_exit_functions) __fermata_run_thread_exit_functions();
  run_all(&at_exit_handlers);
  __fermata_exit(code);
}

void quick_exit(int code) {
  run_all(&at_quick_exit_handlers);
  __fermata_exit(code);
}

void _exit(int code) { __fermata_exit(code); }
void _Exit(int code) { __fermata_exit(code); }
