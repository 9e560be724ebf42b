/* SPDX-License-Identifier: Apache-2.0
 * include/fermata/fermata.h: sections that the user marks.
 *
 *   V. Still, J. Barnat, "Local Nontermination Detection for Parallel C++ Programs", SEFM 2019, section 3.2
 *
 * A wait belongs to its thread and its event, an exclusive section to its object, a call to its frame, which the
 * address of a local variable stands for. The paper leaves it to the user not to enter a section that is open; here
 * that is reported, and so is a thread that ends in a wait or a call. Nobody looks at the object: what is known by its
 * address stays open when the object is gone, until it is ended.
 *
 * What a thread waits for is nobody else's business, so it is written down with the thread. Exclusive sections may be
 * ended by other threads than began them; so entering and leaving one are steps, and each meets all others.
 */
#include "../../include/fermata/fermata.h"
#include "../fermata_intrinsics.h"
#include "thread.h"

enum { MOST_WAITS = 16 };
static _Thread_local const volatile void *waits[MOST_WAITS]; /* those that it has begun first come first */

/* Its place; or that of the first which is free, or MOST_WAITS. */
static int place_of(const volatile void *event) {
  int i = 0;
  while (i < MOST_WAITS && waits[i] && waits[i] != event) i++;
  return i;
}

static void some_object(const volatile void *object) {
  if (!object) __fermata_fail(FERMATA_MISUSE, "a section on a null pointer");
}

void fermata_wait_begin(const volatile void *event) {
  some_object(event);
  const int at = place_of(event);
  if (at == MOST_WAITS) __fermata_unmodelled("more than 16 waits of one thread at a time (fermata_wait_begin)");
  if (waits[at]) __fermata_fail(FERMATA_MISUSE, "a wait is begun that this thread is in already");
  waits[at] = event;
  __fermata_event("begin to wait for", (const void *)event);
  __fermata_section_begin(FERMATA_USER, (const void *)event);
}

void fermata_wait_end(const volatile void *event) {
  some_object(event);
  int at = place_of(event);
  if (at == MOST_WAITS || !waits[at]) __fermata_fail(FERMATA_MISUSE, "a wait is ended that this thread is not in");
  for (; at + 1 < MOST_WAITS && waits[at]; at++) waits[at] = waits[at + 1];
  if (at < MOST_WAITS) waits[at] = NULL;
  __fermata_event("stop waiting for", (const void *)event);
  __fermata_section_end(FERMATA_USER, (const void *)event, __fermata_self());
}

/* Any change makes a step meet all others that change it, also one that fails, so it comes before looking; and after a
 * round of begin and end it is what it was. */
int __fermata_exclusive_sections;

void fermata_exclusive_begin(const volatile void *object) {
  some_object(object);
  __fermata_atomic_begin();
  __fermata_exclusive_sections++;
  if (__fermata_next_in_section(FERMATA_EXCLUSIVE, (const void *)object, -1) >= 0)
    __fermata_fail(FERMATA_MISUSE, "an exclusive section is entered that is open already");
  __fermata_event("enter a section on", (const void *)object);
  __fermata_section_begin(FERMATA_EXCLUSIVE, (const void *)object);
  __fermata_atomic_end();
}

void fermata_exclusive_end(const volatile void *object) {
  some_object(object);
  __fermata_atomic_begin();
  __fermata_exclusive_sections--;
  const int who = __fermata_next_in_section(FERMATA_EXCLUSIVE, (const void *)object, -1);
  if (who < 0) __fermata_fail(FERMATA_MISUSE, "an exclusive section is left that nobody is in");
  if (who != __fermata_self())
    (void)__fermata_thread_state(who); /* if that one has ended, its number may be free now */
  __fermata_event("leave the section on", (const void *)object);
  __fermata_section_end(FERMATA_EXCLUSIVE, (const void *)object, who);
  __fermata_atomic_end();
}

static _Thread_local unsigned calls;

void fermata_call_begin(const volatile void *call) {
  calls++;
  __fermata_section_begin(FERMATA_CALL, (const void *)call);
}
void fermata_call_end(const volatile void *call) {
  calls--;
  __fermata_section_end(FERMATA_CALL, (const void *)call, __fermata_self());
}

void __fermata_leaves_no_section(void) {
  if (waits[0]) __fermata_fail(FERMATA_MISUSE, "a thread ends in a wait that it has begun (fermata_wait_begin)");
  if (calls) __fermata_fail(FERMATA_MISUSE, "a thread ends in a call that has to return (FERMATA_MUST_END)");
}
