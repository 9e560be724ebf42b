/* SPDX-License-Identifier: Apache-2.0
 * What a program can tell Fermata about itself. Compiled by anything else, all of it is nothing.
 *
 *   fermata_owns_while(&slot, sizeof slot, my_turn, &me);      "this thread owns `slot` while my_turn(&me) is true"
 *
 * A thread says this for itself, before it uses the variable. From then on Fermata checks, at every access to these
 * bytes while there are other threads, that whoever accesses them owns them; that nobody else does at the same time;
 * and that only the owner gives its ownership away. What breaks this is a violation of `safety`, of kind `ownership`.
 * In return such accesses are no steps that others could come between: there are fewer states.
 *
 * A predicate may read what threads share, compute, and call functions that do no more; it must not write, wait, or
 * keep variables in memory. It is asked about any thread at any time, so it says "is it mine" of `me`, not of whoever
 * runs it.
 *
 * docs/ownership.md tells more.
 *
 *   fermata_wait_begin(&reply);  ...  fermata_wait_end(&reply);      whatever is done in between ought to end
 *
 * Locks, waits of the library and joins are such sections anyway. These are for what the library knows nothing of: a
 * loop that polls, a protocol of messages, a request that a server must not leave unanswered. A section from which no
 * schedule leads to its end is a hang, also in a program that is not meant to end (`--daemon`). docs/sections.md tells
 * more.
 *
 *   int n = fermata_choose(3);       0, 1 or 2: the environment decides, and may be unkind; elsewhere, 0
 *   fermata_assume(a != b);          runs in which this is false do not count
 *   fermata_atomic_begin();  ...  fermata_atomic_end();      no other thread comes in between */
#ifndef FERMATA_FERMATA_H
#define FERMATA_FERMATA_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __FERMATA__

/* While mine(me) is not 0, the calling thread owns these bytes. */
void fermata_owns_while(const volatile void* object, size_t size, int (*mine)(void* me), void* me);
/* While this int, atomic or not, has this value. */
void fermata_owns_while_equal(const volatile void* object, size_t size, const volatile void* variable, int value);
/* Always: nobody else ever uses them. */
void fermata_owns_always(const volatile void* object, size_t size);
/* Takes such a word back. A thread that ends takes back all of its own; a variable that is no more has no owner. */
void fermata_owns_no_more(const volatile void* object, size_t size, int (*mine)(void* me), void* me);

/* One of 0 .. n-1, for the environment to decide. */
int fermata_choose(int n);
/* A run in which `condition` is 0 is none. */
void fermata_assume(int condition);
/* All between is one step. Blocks nest. */
void fermata_atomic_begin(void);
void fermata_atomic_end(void);

/* From here to its end the calling thread waits for something that is known by this address. */
void fermata_wait_begin(const volatile void* event);
void fermata_wait_end(const volatile void* event);
/* Only one section on an object is open at a time. Any thread may end it. */
void fermata_exclusive_begin(const volatile void* object);
void fermata_exclusive_end(const volatile void* object);
/* For FERMATA_MUST_END: a call, known by the address of one of its variables. */
void fermata_call_begin(const volatile void* call);
void fermata_call_end(const volatile void* call);

/* The function, or block, in which this stands has to end. Once in each block. In C++ there is also fermata::must_end.
 */
static inline void fermata_call_ends_(const volatile char* call) { fermata_call_end(call); }
#define FERMATA_MUST_END()                                                      \
  volatile char fermata_call_ __attribute__((cleanup(fermata_call_ends_))) = 0; \
  fermata_call_begin(&fermata_call_)

#else

static inline void fermata_owns_while(const volatile void* object, size_t size, int (*mine)(void* me), void* me) {
  (void)object, (void)size, (void)mine, (void)me;
}
static inline void fermata_owns_while_equal(const volatile void* object, size_t size, const volatile void* variable,
                                            int value) {
  (void)object, (void)size, (void)variable, (void)value;
}
static inline void fermata_owns_always(const volatile void* object, size_t size) { (void)object, (void)size; }
static inline void fermata_owns_no_more(const volatile void* object, size_t size, int (*mine)(void* me), void* me) {
  (void)object, (void)size, (void)mine, (void)me;
}
static inline int fermata_choose(int n) { return (void)n, 0; }
static inline void fermata_assume(int condition) { (void)condition; }
static inline void fermata_atomic_begin(void) {}
static inline void fermata_atomic_end(void) {}
static inline void fermata_wait_begin(const volatile void* event) { (void)event; }
static inline void fermata_wait_end(const volatile void* event) { (void)event; }
static inline void fermata_exclusive_begin(const volatile void* object) { (void)object; }
static inline void fermata_exclusive_end(const volatile void* object) { (void)object; }
static inline void fermata_call_begin(const volatile void* call) { (void)call; }
static inline void fermata_call_end(const volatile void* call) { (void)call; }
#define FERMATA_MUST_END() ((void)0)

#endif

#ifdef __cplusplus
}

namespace fermata {

#if __cplusplus >= 201703L

/* As long as this object lives, the thread that made it owns `object` while `mine()` is true:
 *
 *   fermata::owns_while ownership(slot, [me] { return turn == me; });
 *
 * Capture by value what belongs to this thread: what is captured by reference becomes visible to all. */
template <class Object, class Mine>
class owns_while {
 public:
  owns_while(const Object& object, Mine mine) : object_(&object), mine_(mine) {
    fermata_owns_while(object_, sizeof(Object), &owns_while::ask, &mine_);
  }
  owns_while(const owns_while&) = delete;
  owns_while& operator=(const owns_while&) = delete;
  ~owns_while() { fermata_owns_no_more(object_, sizeof(Object), &owns_while::ask, &mine_); }

 private:
  static int ask(void* mine) { return (*static_cast<const Mine*>(mine))() ? 1 : 0; }

  const volatile void* object_;
  Mine mine_;
};

#endif

/* Sections that last as long as these objects live.
 *
 *   fermata::wait_for waits(reply);              this thread waits for something that `reply` stands for
 *   fermata::exclusive_section section(slot);
 *   fermata::must_end this_call;                 the function, or block, in which this stands has to end
 *   fermata::atomic_block step; */
class wait_for {
 public:
  template <class Event>
  explicit wait_for(const volatile Event& event) : event_(&reinterpret_cast<const volatile char&>(event)) {
    fermata_wait_begin(event_);
  }
  ~wait_for() { fermata_wait_end(event_); }

 private:
  wait_for(const wait_for&);
  wait_for& operator=(const wait_for&);
  const volatile void* event_;
};

class exclusive_section {
 public:
  template <class Object>
  explicit exclusive_section(const volatile Object& object) : object_(&reinterpret_cast<const volatile char&>(object)) {
    fermata_exclusive_begin(object_);
  }
  ~exclusive_section() { fermata_exclusive_end(object_); }

 private:
  exclusive_section(const exclusive_section&);
  exclusive_section& operator=(const exclusive_section&);
  const volatile void* object_;
};

class must_end {
 public:
  must_end() { fermata_call_begin(this); }
  ~must_end() { fermata_call_end(this); }

 private:
  must_end(const must_end&);
  must_end& operator=(const must_end&);
};

class atomic_block {
 public:
  atomic_block() { fermata_atomic_begin(); }
  ~atomic_block() { fermata_atomic_end(); }

 private:
  atomic_block(const atomic_block&);
  atomic_block& operator=(const atomic_block&);
};

}  // namespace fermata

#endif

#endif /* FERMATA_FERMATA_H */
