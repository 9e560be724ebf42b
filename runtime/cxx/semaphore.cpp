// SPDX-License-Identifier: Apache-2.0
// std::counting_semaphore and std::binary_semaphore, as the standard has them.
//
// The header of libstdc++ 12 spins, and then waits with a futex for a value that it has read before it spun. If the
// count is the same again, it sleeps although there is a unit (GCC's bug 104928): every semaphore that is used as a
// lock could hang, by no fault of the program's. Here taking a unit and giving some back are steps like those of sem_t
// (../c/semaphore.c).
//
// To release more units than the argument of the template says is undefined. Both are tried: it is reported, and it
// goes on as in libstdc++, where the semaphore just has more. That a release may be too much does not keep it from
// commuting: what it is put before, in a transaction, are others' acquires, and without them it is too much all the
// more.
//
// Who gets a unit is open; we try everyone who waits. How long a timed acquire waits does not matter, only whether it
// waits at all. That is known of a duration that is a whole number; any other time is taken to be in the future.
#include <limits.h>

#include "../c/clock.h"
#include "../c/misuse.h"
#include "../fermata_intrinsics.h"
#include "instead.h"

namespace {

struct Semaphore {
  int counter;  // nothing else is in it
};

bool acquire(Semaphore* s, bool patient) {
  __fermata_section_begin(FERMATA_SEMAPHORE, s);
  __fermata_atomic_begin();
  if (patient) __fermata_block_until(s->counter > 0);
  const bool taken = s->counter > 0;
  if (taken) {
    --s->counter;
    __fermata_taken(s);
    __fermata_event("acquire", s);
  } else {
    __fermata_observed(s);
    __fermata_event("time out waiting for", s);
  }
  __fermata_section_end(FERMATA_SEMAPHORE, s, __fermata_self());
  __fermata_atomic_end();
  return taken;
}

bool try_acquire(Semaphore* s) {
  __fermata_atomic_begin();
  __fermata_observed(s);
  const bool fails = __fermata_option(FERMATA_SPURIOUS_FAILURES) && __fermata_choose(2, FERMATA_SPURIOUS);
  const bool taken = !fails && s->counter > 0;
  if (taken) {
    --s->counter;
    __fermata_taken(s);
    __fermata_event("acquire", s);
  } else {
    __fermata_event("fail to acquire", s);
  }
  __fermata_atomic_end();
  return taken;
}

void release(Semaphore* s, long units, long most) {
  constexpr const char* text = "releasing more units than a semaphore can have";
  __fermata_atomic_begin();
  const bool too_many = units < 0 || s->counter > most - units, impossible = units < 0 || s->counter > INT_MAX - units;
  if (impossible) {
    refused(text, 0);
  } else {
    if (too_many) misused(text);
    if (s->counter >= INT_MAX / 2 || units > 1) __fermata_observed(s);
    s->counter += static_cast<int>(units);
    __fermata_given(s);
    __fermata_event("release", s);
  }
  __fermata_atomic_end();
}

constexpr int never = 1;  // of the option

bool acquire_for_a_while(Semaphore* s) {
  const bool taken = acquire(s, __fermata_option(FERMATA_TIMEOUTS) == never);
  if (!taken) __fermata_slept_for_a_while();
  return taken;
}

}  // namespace

extern "C" {

void __fermata_semaphore_acquire(Semaphore* s) INSTEAD_OF("_ZNSt18__atomic_semaphore10_M_acquireEv");
void __fermata_semaphore_acquire(Semaphore* s) { acquire(s, true); }

bool __fermata_semaphore_try_acquire(Semaphore* s) INSTEAD_OF("_ZNSt18__atomic_semaphore14_M_try_acquireEv");
bool __fermata_semaphore_try_acquire(Semaphore* s) { return try_acquire(s); }

bool __fermata_semaphore_try_acquire_for(Semaphore* s, const void*)
    INSTEAD_OF("_ZNSt18__atomic_semaphore18_M_try_acquire_forI*");
bool __fermata_semaphore_try_acquire_for(Semaphore* s, const void*) { return acquire_for_a_while(s); }

bool __fermata_semaphore_try_acquire_for_whole(Semaphore* s, const long* time)
    INSTEAD_OF("_ZNSt18__atomic_semaphore18_M_try_acquire_forIl*");
bool __fermata_semaphore_try_acquire_for_whole(Semaphore* s, const long* time) {
  return *time > 0 ? acquire_for_a_while(s) : try_acquire(s);
}

bool __fermata_semaphore_try_acquire_until(Semaphore* s, const void*)
    INSTEAD_OF("_ZNSt18__atomic_semaphore20_M_try_acquire_untilI*");
bool __fermata_semaphore_try_acquire_until(Semaphore* s, const void*) { return acquire_for_a_while(s); }

void __fermata_semaphore_release(Semaphore* s, long units) INSTEAD_OF("_ZNSt18__atomic_semaphore10_M_releaseEl");
void __fermata_semaphore_release(Semaphore* s, long units) { release(s, units, INT_MAX); }

void __fermata_counting_semaphore_release(Semaphore* s, long units, long most)
    INSTEAD_OF("_ZNSt18counting_semaphoreILl#EE7releaseEl");
void __fermata_counting_semaphore_release(Semaphore* s, long units, long most) { release(s, units, most); }
}
