// SPDX-License-Identifier: Apache-2.0
// std::barrier. The header of libstdc++ 12 lets threads arrive in a tree of tickets, and waits for the phase to change
// with spinning and a futex. Who comes last is all that matters: arriving is one step here, and so is seeing that the
// phase is another. What the last one does then (the completion, those who dropped out, the next phase) is the
// header's.
//
// The header counts phases up to 128, and every round of an endless program would be 128 times as many states. Here
// four phases take turns. Nobody can tell: a thread compares the phase only with a token, and a token may be used only
// in its own phase and in the next one. To use it one or two phases later is undefined, and reported; or the thread
// passes, as with libstdc++. One that is older still would be taken for one of the same turn. Whoever waits looks for
// itself, so there is nobody to notify.
#include "../c/misuse.h"
#include "../fermata_intrinsics.h"
#include "instead.h"

namespace {

// The beginning of std::__tree_barrier, whatever its completion is.
struct Barrier {
  long expected;
  long* tickets;  // there are at least 64 bytes, all of them zero; we count in the first ones
};

using Phase = unsigned char;
constexpr int a_phase = 2, turns = 4 * a_phase;  // the header takes two numbers for each phase

// What std::__tree_barrier::wait asks again and again.
struct Question {
  const Phase* phase;
  Phase old;
};

}  // namespace

extern "C" {

bool __fermata_barrier_arrive(Barrier* b, Phase, unsigned long)
    INSTEAD_OF("_ZNSt14__tree_barrierI*E9_M_arriveESt17__barrier_phase_tm");
bool __fermata_barrier_arrive(Barrier* b, Phase, unsigned long) {
  __fermata_atomic_begin();
  const bool last = ++*b->tickets >= b->expected;
  if (last) *b->tickets = 0;
  __fermata_event(last ? "complete" : "arrive at", b);
  __fermata_atomic_end();
  return last;
}

void __fermata_barrier_set_phase(Phase* phase, Phase next, int)
    INSTEAD_OF("_ZNSt13__atomic_impl5storeISt17__barrier_phase_tEEvPT_NSt15remove_volatileIS2_E4typeESt12memory_order");
void __fermata_barrier_set_phase(Phase* phase, Phase next, int) {
  __atomic_store_n(phase, static_cast<Phase>(next % turns), __ATOMIC_RELEASE);
}

void __fermata_barrier_notify(const Phase*, bool)
    INSTEAD_OF("_ZSt23__atomic_notify_addressISt17__barrier_phase_tEvPKT_b");
void __fermata_barrier_notify(const Phase*, bool) {}

void __fermata_barrier_wait(const Phase* phase, Question question)
    INSTEAD_OF("_ZSt21__atomic_wait_addressISt17__barrier_phase_tZNKSt14__tree_barrierI*");
void __fermata_barrier_wait(const Phase* phase, Question question) {
  __fermata_section_begin(FERMATA_BARRIER, phase);
  __fermata_atomic_begin();
  __fermata_block_until(*phase != question.old);
  if ((question.old + a_phase) % turns != *phase) misused("waiting with a token from before the last phase");
  __fermata_section_end(FERMATA_BARRIER, phase, __fermata_self());
  __fermata_atomic_end();
}
}
