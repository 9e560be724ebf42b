// SPDX-License-Identifier: Apache-2.0
// Small multithreaded programs as trees of statements, which can be cut down.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace fermata::random_programs {

enum class Kind : std::uint8_t {
  hold,       // mutex a, body; flag: it is never unlocked. b = 1, also below: for reading, if it is a read-write lock
  try_hold,   // mutex a, body if it is free (flag: never unlocked), other if not
  lock,       // mutex a, whatever is held
  unlock,     // mutex a, whatever is held
  read,       // the local variable becomes shared variable a
  write,      // shared variable a becomes b; 3: the local variable, 4: that plus 1 modulo 3
  if_local,   // local variable == a: body, else other
  if_shared,  // shared variable a == b: body, else other
  await,      // block until shared variable a == b; flag: as a section
  spin,       // while (a != b) {}; flag: with a yield
  while_not,  // while (a != b) body
  wait,       // on the condition variable, with mutex a; flag: the wait may time out
  signal,
  broadcast,
  take,          // a unit of semaphore a
  try_take,      // likewise, body if there is one, and it is given back then (flag: never), other if not
  post,          // semaphore a
  check,         // assert shared variable a == b
  input,         // the local variable becomes one of 0 .. a-1, chosen by the environment
  input_inside,  // the same inside an atomic block
  policy,        // the same, chosen by the scheduler, inside an atomic block
  timeout,       // the same, outside of any atomic block, as the runtime's clock does
  repeat,        // body a times
  forever,       // body
  leave,         // the innermost loop
  section,       // of the user, on object a, around body; flag: it is never ended
  spawn,         // thread function a, its number goes to handle b
  join,          // handle b
  try_join,      // handle b, body if it had finished, other if not
  detach,        // handle b
  exit,          // the process, with code a
  end_thread,
  yield,
  atomic,  // body, in one step: no loops, no choices, nothing that looks at threads
  scope,   // of the thread's own variable, around body
  own,     // the thread's own variable becomes b
  lend,    // the pointer becomes its address
  hide,    // the pointer becomes null
  borrow,  // what the pointer points to, if to anything: becomes b; flag: body if it is b
  call,    // a function that lends a variable of its own, with value b; flag: and hides it again
};

struct Statement {
  Kind kind{};
  int a = 0, b = 0;
  bool flag = false;
  std::vector<Statement> body, other;
};
using Statements = std::vector<Statement>;

/// Mutexes, shared variables, semaphores.
constexpr int most_locks = 5, most_variables = 5, semaphores = 2;
/// More units than that are lost; more shares of one thread are a failure.
constexpr int most_units = 3, most_shares = 2;

struct Program {
  std::vector<Statements> threads;  ///< the first is main
  bool keeper = false;              ///< main first starts a thread that sleeps for ever, so that it is never alone
  bool spurious_wakeups = false, spurious_failures = false;
  std::array<int, semaphores> units{};  ///< of each semaphore, at first
  bool careful = false;                 ///< drawn so that nothing is used without its lock, and no lock is tried
  int reentrant = 0;    ///< bit m: mutex m may be locked again by its owner; it must not be waited or tried with
  int rwlocks = 0;      ///< bit m: mutex m is a read-write lock; it must not be waited with
  bool blocks = false;  ///< there may be atomic ones
  bool scopes = false;  ///< threads have variables of their own, and there is a pointer to one of them
  bool packed = false;  ///< mutexes and variables stand side by side in one object
};

}  // namespace fermata::random_programs
