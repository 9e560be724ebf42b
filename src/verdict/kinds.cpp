// SPDX-License-Identifier: Apache-2.0
#include "verdict/kinds.h"

#include <algorithm>
#include <array>

namespace fermata::verdict {

namespace {

constexpr std::array table{
    Kind{"deadlock", "Deadlock", Property::hang,
         "Threads wait for each other, or for what nobody will give, and no thread of the process can move any "
         "more. The report names a cycle of locks and their holders, or the wait that explains the others. Take "
         "locks in one order everywhere, or take them together (std::scoped_lock).",
         833},
    Kind{"partial-deadlock", "Partial deadlock", Property::hang,
         "Some threads wait for each other for ever while others run on. The process looks alive, and the part "
         "that is stuck never answers. Read it like a deadlock; the threads that run on cannot help.",
         833},
    Kind{"self-deadlock", "Self-deadlock", Property::hang,
         "A thread waits for a lock that it holds itself: a mutex that is not recursive was locked twice, or a "
         "read lock was upgraded to a write lock. Look at the callers of the second lock.",
         764},
    Kind{"join-cycle", "Threads that join each other", Property::hang,
         "Threads wait for each other to end, or a thread joins itself. None of them will.", 833},
    Kind{"lost-wakeup", "Lost wakeup", Property::hang,
         "A thread sleeps on a condition variable, semaphore or futex that no thread will signal again. Usually "
         "the signal came before the sleep: the condition was changed without the mutex, or was not checked again "
         "under it.",
         662},
    Kind{"never-released", "Lock that is never released", Property::hang,
         "A thread waits for a lock whose holder has ended without releasing it: an early return, an exception or "
         "a missing unlock.",
         667},
    Kind{"never-signalled", "Wait that nobody ends", Property::hang,
         "A thread sleeps until something becomes true, and in this run no thread makes it true or signals it: a "
         "flag that is not set on some way out, a signal that is left out, a unit that nobody posts.",
         662},
    Kind{"leaked-unit", "Unit of a semaphore that is not given back", Property::hang,
         "A thread waits for a unit of a semaphore, and a thread that took one has ended without giving it back: an "
         "early return, an exception or a missing post.",
         772},
    Kind{"stuck-loop", "Stuck loop", Property::hang,
         "A thread goes round a loop that nothing can end any more: a spin on a flag that nobody will set, a retry "
         "that cannot succeed. The thread uses the processor all the while.",
         835},
    Kind{"unended-section", "Section that never ends", Property::hang,
         "A section that the program has marked (fermata/fermata.h: a wait for an event, an exclusive section, a call "
         "that must end) was begun, and nothing can end it any more, although threads run on.",
         835},
    Kind{"livelock", "Livelock", Property::termination,
         "Threads go round for ever although the scheduler is fair: each undoes what the other needs. From every "
         "state some schedule ends the process, but nothing makes the scheduler take it.",
         835},
    Kind{"starvation", "Starvation", Property::termination,
         "Threads go round for ever while another thread, which could move again and again, is passed over. Only a "
         "scheduler that is less than strongly fair does that.",
         662},
    Kind{"assertion", "Failed assertion", Property::safety,
         "An assert, or another check that the program makes of itself, fails in this run.", 617},
    Kind{"abort", "Abort", Property::safety, "The program calls abort, or std::terminate."},
    Kind{"misuse", "Misused primitive", Property::safety,
         "A function for threads is called in a way that its standard leaves undefined: unlocking what the thread "
         "does not hold, joining twice, destroying or initialising a lock that is in use.",
         667},
    Kind{"invalid-access", "Invalid access", Property::safety,
         "A read or write outside of an object, through a null pointer or a pointer to no object, or a write to a "
         "constant.",
         119},
    Kind{"use-after-free", "Use after free", Property::safety,
         "An access to memory of the heap that was freed before, in this schedule.", 416},
    Kind{"use-after-return", "Use after return", Property::safety,
         "An access to a local or thread-local variable whose scope, function or thread has ended. Often a thread "
         "was given a reference to a local variable of its creator.",
         825},
    Kind{"double-free", "Double free", Property::safety, "Memory is freed twice.", 415},
    Kind{"invalid-free", "Invalid free", Property::safety,
         "What is freed is not the beginning of an object of the heap.", 763},
    Kind{"uncaught-exception", "Uncaught exception", Property::safety,
         "An exception leaves main, the function of a thread, or a function that is noexcept (a destructor, for "
         "example), "
         "which ends the process. The line is that of the throw.",
         248},
    Kind{"division-by-zero", "Division by zero", Property::safety, "An integer is divided by zero.", 369},
    Kind{"overflow", "Overflow in a division", Property::safety,
         "The smallest integer is divided by -1, which has no result.", 190},
    Kind{"stack-overflow", "Stack overflow", Property::safety,
         "Calls or local variables need more stack than a thread has.", 674},
    Kind{"undefined-behaviour", "Undefined behaviour", Property::safety,
         "The program does what its language gives no meaning to: an index outside of its array, unreachable code "
         "that is reached, a shift that is too far.",
         758},
    Kind{"ownership", "Ownership violation", Property::safety,
         "A thread accesses, takes or shares a variable that another thread has declared to own "
         "(docs/ownership.md).",
         362},
};

}  // namespace

std::span<const Kind> kinds() { return table; }

const Kind* kind_named(std::string_view id) {
  const auto* found = std::ranges::find(table, id, &Kind::id);
  return found == table.end() ? nullptr : found;
}

}  // namespace fermata::verdict
