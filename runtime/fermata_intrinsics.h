/* SPDX-License-Identifier: Apache-2.0
 * What the machine under test offers. Everything in this folder is written with these.
 *
 * A step of a thread is what it does between two stored points. A stored point stands before each
 * access to memory that other threads can see, before each atomic block, and before spawn, exit and
 * fail, as long as more than one thread is alive. The code after it, up to the next one, belongs to
 * the same step.
 */
#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All between begin and end is one indivisible step. Blocks nest; the outermost counts. */
void __fermata_atomic_begin(void);
void __fermata_atomic_end(void);

/* Only inside an atomic block, before anything is written there: while `condition` is 0 this thread cannot take the
 * step (the whole block is taken back and tried again whenever the state has changed). */
void __fermata_block_until(int condition);

/* One of 0 .. n-1; all are explored. `why` is one of: */
enum {
  FERMATA_INPUT = 0,    /* the environment decides; it may be unkind */
  FERMATA_SPURIOUS = 1, /* spurious wakeup or failure: never an excuse */
  FERMATA_TIMEOUT = 2,  /* a timed wait may or may not fire */
  FERMATA_POLICY = 3    /* e.g. which waiter a signal wakes */
};
int __fermata_choose(int n, int why);

/* An integer of so many bits (1 to 64) that the environment decides on, extended to 64 bits; `bits` and `is_signed`
 * are constants. A run says which one it is. Whoever tries all of them looks at what is assumed about it next. */
unsigned long __fermata_input(int bits, int is_signed);
/* A step in which `condition` is 0 does not exist; and neither does a state from which all ways on lead to such steps.
 * A thread that has no other step cannot move. */
void __fermata_assume(int condition);

/* Starts a thread that runs fn(arg) and must end in thread_exit. Gives its number (main is 0). */
int __fermata_spawn(void (*fn)(void*), void* arg);
/* Ends this thread. The value is kept until it is reaped. */
void __fermata_thread_exit(void* value) __attribute__((noreturn));
enum { FERMATA_NO_THREAD = 0, FERMATA_RUNNING = 1, FERMATA_FINISHED = 2, FERMATA_DETACHED = 3 };
/* To wait until it has finished, and to tell whether it can be joined. */
int __fermata_thread_state(int thread);
/* Whether it has finished, for those who do not wait. Where that can be asked, the end of a thread is a step of its
 * own; elsewhere it belongs to the thread's last step. */
int __fermata_ended(int thread);
/* The value of a finished thread; its number may be used again afterwards. */
void* __fermata_reap(int thread);
/* The thread will not be reaped: its number is free once it has ended. */
void __fermata_detach(int thread);
int __fermata_self(void);

/* Something begins that ought to end. Waits belong to the calling thread, FERMATA_CRITICAL to the object.
 * end: thread is the one whose section ends (for FERMATA_CRITICAL: -1). Ending what is not open does nothing. */
enum {
  FERMATA_MUTEX = 0,     /* waiting for a mutex, a spinlock */
  FERMATA_CRITICAL = 1,  /* holding it */
  FERMATA_CONDITION = 2, /* waiting on a condition variable */
  FERMATA_BARRIER = 3,
  FERMATA_SEMAPHORE = 4,
  FERMATA_JOIN = 5,   /* object: (const void *)(long)thread number */
  FERMATA_RWLOCK = 6, /* waiting for a read or write lock */
  FERMATA_ONCE = 7,   /* waiting for another thread's call_once / static initialisation */
  FERMATA_FUTEX = 8,
  FERMATA_USER = 9,    /* a wait that the user has marked */
  FERMATA_SHARED = 10, /* holding a read lock: belongs to (object, thread) */
  FERMATA_LATCH = 11,
  FERMATA_FUTURE = 12,
  FERMATA_EXCLUSIVE = 13, /* of the user's: belongs to the object, like FERMATA_CRITICAL */
  FERMATA_CALL = 14       /* of the user's: a call that has to return; object: one of its local variables */
};
void __fermata_section_begin(int kind, const void* object);
void __fermata_section_end(int kind, const void* object, int thread);
/* The first thread with a number above `after` that has such a section open; or -1. A critical section is its holder's.
 */
int __fermata_next_in_section(int kind, const void* object, int after);

/* What a thread sleeps on is written down with the thread, and nowhere else: those who sleep on an object are all
 * threads that say so. Objects are told apart by address; whether there is one is not looked at.
 * From now on this thread sleeps on the object, or on nothing (NULL): */
void __fermata_sleep_on(int thread, const void* object);
/* NULL: it is awake. */
const void* __fermata_sleeps_on(int thread);
/* How many sleep on the object. */
int __fermata_sleepers(const void* object);
/* One of them, or -1 if there is none; all are explored (FERMATA_POLICY). */
int __fermata_choose_sleeper(const void* object);
/* All of them wake up, and their sections of this kind on the object end (-1: they are in none). How many that were. */
int __fermata_wake_all(int kind, const void* object);

/* Hints for reduction: this thread now owns / no longer owns obj; it took / gave back a unit of a semaphore, or its
   share of a read-write lock, which others can do at the same time; it looked at obj's state; what this atomic block
   has read there, as far as it depends on it, stays as it is until this thread itself changes it (NULL: that this
   thread is awake). */
void __fermata_acquired(const void* object);
void __fermata_released(const void* object);
void __fermata_taken(const void* object);
void __fermata_given(const void* object);
void __fermata_observed(const void* object);
void __fermata_settled(const void* object);

/* A line of the trace: "<verb> <name of object>". The text must be a string literal, and stand in the
 * table of src/ir/events.cpp. */
void __fermata_event(const char* verb, const void* object);

/* A safety violation; the run ends here. */
enum {
  FERMATA_ASSERTION = 0,
  FERMATA_ABORT = 1,
  FERMATA_MISUSE = 2, /* unlocking what one does not hold, joining twice, ... */
  FERMATA_INVALID_ACCESS = 3,
  FERMATA_DOUBLE_FREE = 4,
  FERMATA_UNCAUGHT = 5,
  FERMATA_DIVISION = 6,
  FERMATA_UNDEFINED = 7 /* what the language gives no meaning to */
};
void __fermata_fail(int kind, const char* text) __attribute__((noreturn));

/* Zeroed memory of this thread's arena; lowest free slot first. free(NULL) does nothing. */
void* __fermata_alloc(size_t bytes);
void __fermata_free(void* object);
/* The size of the heap object that begins at p, or (size_t)-1. */
size_t __fermata_object_size(const void* p);

/* The process ends, whatever other threads do. */
void __fermata_exit(int code) __attribute__((noreturn));
/* Output, kept as text of the trace. */
void __fermata_print(const char* text, size_t length);
/* This value. Nothing depends on it but what is printed; the front end says so of numbers that are printed, and nobody
 * else has to. */
size_t __fermata_shown(size_t value);
/* We do not model this: the answer will be "unknown", naming `what`. */
void __fermata_unmodelled(const char* what) __attribute__((noreturn));

/* What the user asked for on the command line. */
enum {
  FERMATA_SPURIOUS_WAKEUPS = 0,  /* 0 off, 1 on */
  FERMATA_TIMEOUTS = 1,          /* 0 may, 1 never, 2 always */
  FERMATA_SPURIOUS_FAILURES = 2, /* 0 off, 1 on */
  /* Not for the user to ask: */
  FERMATA_CLOCK = 3,         /* 0 lets loops come back, 1 only advances, 2 at each look */
  FERMATA_CLOCK_IS_READ = 4, /* 1 if the program can say __fermata_time_repeats */
  FERMATA_WRITERS_FIRST = 5, /* 1: read-write locks prefer writers, whatever they say of themselves */
  FERMATA_ABORT_ENDS = 6,    /* 1: abort ends the process and is no failure */
  FERMATA_IGNORES_MISUSE = 7 /* 1: misuse is no failure; see c/misuse.h */
};
int __fermata_option(int which);

/* A number for the chain of calls that has led here. */
unsigned __fermata_place(void);
/* The clock goes back. Whoever remembers what it has shown may miss that time passes; the answer says so. */
void __fermata_time_repeats(void);

/* Exceptions. What they are is written down by the runtime; the machine knows which callers of a function have
 * something to do if one passes through them. Callers are counted outwards: 0 is the function that asks. An exception
 * is being made: nothing happens. An engine that does not follow exceptions goes no further. */
void __fermata_throws(void);
/* The clause with this number of what a caller does: one of these, or the address of the std::type_info of a handler.
 */
enum {
  FERMATA_NO_CLAUSE = 0,  /* there are no more; of a caller that does nothing, none */
  FERMATA_CLEANUP = 1,    /* destructors, for whatever passes through */
  FERMATA_CATCH_ALL = 2,  /* a handler for all types */
  FERMATA_TERMINATES = 3, /* likewise, but all it does is to end the program: the function is noexcept */
  FERMATA_FILTER = 4,     /* a list of types that may pass through, as in C++98 */
  FERMATA_NO_CALLER = 5   /* there is no such caller */
};
size_t __fermata_clause(int caller, int clause);
/* All functions inside of the caller end, their local variables are gone, and the caller goes on with that clause. */
void __fermata_unwind(int caller, int clause, void* exception) __attribute__((noreturn));

/* begins: from now on this thread owns the bytes while mine(me, value) is not 0. Otherwise: it takes that word back.
 * All that was said, and by whom, is kept in `table`, which must be the same global variable in all calls. */
struct fermata_declaration {
  const void* object;
  size_t size;
  int (*mine)(void* me);
  void* me;
  size_t value;
};
void __fermata_owns(int begins, void* table, const struct fermata_declaration* what);

#ifdef __cplusplus
}
#endif
