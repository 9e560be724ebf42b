// SPDX-License-Identifier: Apache-2.0
#include "ir/events.h"

#include <algorithm>
#include <array>
#include <utility>

namespace fermata::ir {

namespace {

struct Row {
  Verb verb;
  std::string_view text;
  bool wakes = false;
};

constexpr std::array table{
    Row{Verb::other, ""},
    Row{Verb::start, "start"},
    Row{Verb::begin, "begin"},
    Row{Verb::finish, "finish"},
    Row{Verb::join, "join"},
    Row{Verb::detach, "detach"},
    Row{Verb::destroy_handle, "destroy the handle of"},
    Row{Verb::assign_to_handle, "assign to the handle of"},
    Row{Verb::sleep, "sleep"},
    Row{Verb::yield, "yield"},
    Row{Verb::lock, "lock"},
    Row{Verb::lock_for_reading, "lock for reading"},
    Row{Verb::lock_for_writing, "lock for writing"},
    Row{Verb::fail_to_lock, "fail to lock"},
    Row{Verb::unlock, "unlock"},
    Row{Verb::wait_on, "wait on"},
    Row{Verb::wait_for, "wait for"},
    Row{Verb::wait_to_destroy, "wait to destroy"},
    Row{Verb::time_out_waiting_for, "time out waiting for"},
    Row{Verb::time_out_waiting_on, "time out waiting on"},
    Row{Verb::signal, "signal", true},
    Row{Verb::broadcast, "broadcast", true},
    Row{Verb::wake, "wake", true},
    Row{Verb::take_unit, "take a unit of"},
    Row{Verb::fail_to_take_unit, "fail to take a unit of"},
    Row{Verb::post, "post", true},
    Row{Verb::acquire, "acquire"},
    Row{Verb::fail_to_acquire, "fail to acquire"},
    Row{Verb::release, "release", true},
    Row{Verb::arrive_at, "arrive at"},
    Row{Verb::pass, "pass"},
    Row{Verb::complete, "complete"},
    Row{Verb::count_down, "count down"},
    Row{Verb::set_result, "set"},
    Row{Verb::break_promise, "break the promise of"},
    Row{Verb::see_result, "see the result of"},
    Row{Verb::throw_, "throw"},
    Row{Verb::start_initialising, "start initialising"},
    Row{Verb::finish_initialising, "finish initialising"},
    Row{Verb::give_up_initialising, "give up initialising"},
    Row{Verb::load, "load"},
    Row{Verb::store, "store"},
    Row{Verb::exchange, "exchange"},
    Row{Verb::fail_to_exchange, "fail to exchange"},
    Row{Verb::begin_to_wait_for, "begin to wait for"},
    Row{Verb::stop_waiting_for, "stop waiting for"},
    Row{Verb::enter_section, "enter a section on"},
    Row{Verb::leave_section, "leave the section on"},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < table.size(); ++i)
    if (table[i].verb != static_cast<Verb>(i)) return false;
  return table.back().verb == Verb::leave_section;
}
static_assert(in_order(), "each verb has its row, in the order of the enumeration");

}  // namespace

Verb verb_named(std::string_view text) {
  const auto* row = std::ranges::find(table, text, &Row::text);
  return row == table.end() ? Verb::other : row->verb;
}

std::string_view text(Verb verb) { return table[static_cast<std::size_t>(verb)].text; }

bool wakes(Verb verb) { return table[static_cast<std::size_t>(verb)].wakes; }

}  // namespace fermata::ir
