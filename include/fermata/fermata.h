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
 *   int n = fermata_choose(3);       0, 1 or 2: the environment decides, and may be unkind; elsewhere, 0
 *   fermata_assume(a != b);          runs in which this is false do not count */
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

#endif

#ifdef __cplusplus
}

#if __cplusplus >= 201703L

namespace fermata {

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

}  // namespace fermata

#endif
#endif

#endif /* FERMATA_FERMATA_H */
