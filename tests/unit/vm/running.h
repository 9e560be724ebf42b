// SPDX-License-Identifier: Apache-2.0
// Small programs in ir text, run by hand.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ir/text.h"
#include "ir/validate.h"
#include "vm/machine.h"

namespace fermata::vm {

/// A machine, the state it is in, and what the last step said.
class Running {
 public:
  explicit Running(std::string_view text, const Options& options = {}) {
    auto parsed = ir::parse(text, "test.ir");
    EXPECT_TRUE(parsed) << (parsed ? "" : parsed.error().where + ": " + parsed.error().what);
    if (!parsed) return;
    program_ = std::make_unique<ir::Program>(std::move(*parsed));
    for (const Error& e : ir::validate(*program_)) ADD_FAILURE() << e.what;
    machine_ = std::make_unique<Machine>(*program_, options);
    machine_->watch(true);
    state = machine_->initial();
  }

  /// Lets `thread` take a step and stays where that leads.
  Step::Outcome step(std::uint32_t thread = 0, std::vector<std::uint64_t> choices = {}) {
    machine_->step(state, ThreadId{thread}, choices, last);
    if (last.outcome == Step::Outcome::moved) state = last.target;
    return last.outcome;
  }
  bool ended() const { return Machine::ended(state); }
  std::uint32_t exit_code() const { return state[0] >> 8; }
  Machine& machine() { return *machine_; }

  /// What the last step did, as "read x; write y".
  std::string told() const {
    std::string text;
    for (const Event& h : last.events) {
      if (!text.empty()) text += "; ";
      switch (h.kind) {
        case Event::Kind::read: text += "read "; break;
        case Event::Kind::write: text += "write "; break;
        case Event::Kind::update: text += "update "; break;
        default: text += h.text + (h.name.empty() ? "" : " ");
      }
      text += h.name;
      if (!h.value.empty()) text += " = " + h.value;
    }
    return text;
  }

  std::vector<Word> state;
  Step last;

 private:
  std::unique_ptr<ir::Program> program_;
  std::unique_ptr<Machine> machine_;
};

/// The exit code of a program that runs alone: `body` assigns %r: i32.
inline std::uint32_t result_of(const std::string& body) {
  Running run("global @x: 64\nfunc @main() {\n" + body + "\n  exit_process %r\n}\n");
  EXPECT_EQ(run.step(), Step::Outcome::moved) << run.last.failure.text;
  EXPECT_TRUE(run.ended());
  return run.exit_code();
}

}  // namespace fermata::vm
