// SPDX-License-Identifier: Apache-2.0
// The events of the runtime: what a step means to people, as runtime/ says it with __fermata_event.
#pragma once

#include <cstdint>
#include <string_view>

namespace fermata::ir {

/// The verb of an event. The text of each stands once, in the table of events.cpp; a test compares it with runtime/.
enum class Verb : std::uint8_t {
  other,  ///< none of those below: an input, or an event of a runtime that we do not know
  // threads
  start,
  begin,
  finish,
  join,
  detach,
  destroy_handle,  ///< of a thread that is neither joined nor detached
  assign_to_handle,
  sleep,
  yield,
  // locks
  lock,
  lock_for_reading,
  lock_for_writing,
  fail_to_lock,
  unlock,
  // condition variables, futexes
  wait_on,
  wait_for,  ///< a writer of a read-write lock: from here on readers wait behind it
  wait_to_destroy,
  time_out_waiting_for,
  time_out_waiting_on,
  signal,
  broadcast,
  wake,
  // semaphores
  take_unit,
  fail_to_take_unit,
  post,
  acquire,
  fail_to_acquire,
  release,
  // barriers, latches
  arrive_at,
  pass,
  complete,
  count_down,
  // futures
  set_result,
  break_promise,
  see_result,
  // exceptions
  throw_,
  // initialisation
  start_initialising,
  finish_initialising,
  give_up_initialising,
  // atomic objects
  load,
  store,
  exchange,
  fail_to_exchange,
  // sections of the user's
  begin_to_wait_for,
  stop_waiting_for,
  enter_section,
  leave_section,
};

/// `other`, if it is none of them.
Verb verb_named(std::string_view text);
/// Empty for `other`.
std::string_view text(Verb verb);
/// May it end another thread's wait on the same object?
bool wakes(Verb verb);

}  // namespace fermata::ir
