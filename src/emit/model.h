// SPDX-License-Identifier: Apache-2.0
// A model while it is written.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "emit/objects.h"
#include "emit/promela.h"
#include "emit/terms.h"
#include "emit/unfolding.h"

namespace fermata::emit {

/// Follows the code from where threads begin, and translates what it reaches. The first instruction that has no
/// translation is kept as the error; the text is useless then.
class Model {
 public:
  Model(const ir::Program& program, const Options& options);

  Result<std::string> text();

 private:
  // Reading registers: those of the acting thread as they are now, or as a thread that stands still keeps them.
  using Values = std::map<Variable, Term>;

  /// Where a thread may stand between two steps.
  struct Point {
    Place place;
    std::vector<Variable> live;
    std::string guard = "1";  ///< what must be true for the step to be possible, for the thread _pid
    bool stands = false;      ///< a thread may stand here
    bool begins = false;      ///< a thread may begin here, with a parameter perhaps
  };
  struct Access {
    Term address;
    std::optional<std::uint32_t> known;  ///< the word of mem, if it is known when the model is written
    std::string word(unsigned further = 0) const;
    std::string shift() const;  ///< of the first bit in the word
  };

  // --- statements.cpp
  void write_all();
  void write_from(Place place);
  bool write(const Place& place);  ///< false: control does not go on to the next instruction; see onward_
  void write_load(const Place& place);
  void write_store(const Place& place);
  void write_exchange(const Place& place);
  void write_copy(const Place& place);
  void write_fill(const Place& place);
  void write_alloca(const Place& place);
  void write_alloc(const Place& place);
  void write_free(const Place& place);
  bool write_call(const Place& place);
  void write_return(const Place& place);
  void write_switch(const Place& place);
  bool write_intrinsic(const Place& place);
  void ask_sleepers(const Place& place, const std::string& call);
  void write_choice(const Place& place);
  void write_spawn(const Place& place);
  void write_thread_end(const Place& place, const Term& value);
  void write_release(const Place& place, bool reaps);
  std::string entering(const Place& call, Copy callee);  ///< statements that give parameters their values, with a goto

  void line(const std::string& text) { body_ += "  " + text + "\n"; }
  std::string jump(const Place& place);  ///< "goto L7", which will be written
  std::string label(const Place& place) {
    return "L" + std::to_string(labels_.try_emplace(place, labels_.size()).first->second);
  }
  void stop_here(const Place& place, const std::string& when, const std::string& then);  ///< a stored point
  void need(const Conditions& conditions);
  void define(const Place& place, std::size_t result, const Term& term);
  void assign(const Place& place, std::size_t result, const std::string& text);
  bool may_stop(const ir::Instruction& instruction, unsigned depth) const;
  bool used_once_soon(const Place& place, std::size_t result, const Term& term) const;
  Access reach(const Place& place, std::size_t operand, std::uint32_t bytes, bool write);
  std::string validity(const Term& address, std::uint32_t bytes, bool write) const;
  Term loaded(const Access& access, unsigned width, Conditions& conditions) const;
  void store(const Access& access, unsigned width, const Term& value);
  void keep_own(const Term& value, const Access* to);
  void clear_locals(std::uint32_t function);

  // --- guards.cpp
  std::string guard(const Place& place, const Values& values, const std::string& self);
  std::string guard_from(Place place, unsigned depth, Values values, const std::string& self, std::set<Place> been);
  void set(Values& values, const Place& place, std::size_t result, Term term) const;
  bool may_block(const Place& place, unsigned depth, std::set<Place>& been);

  // --- promela.cpp
  bool asks_for_sleep() const;
  std::string head() const;
  std::string tail() const;
  std::uint32_t threads() const;

  // --- everywhere
  Term operand(Copy copy, const ir::Operand& operand, unsigned width, const Values* values, const std::string& self);
  Term operand(const Place& place, std::size_t i, const Values* values = nullptr, const std::string& self = "me");
  unsigned width_of(const Place& place, std::size_t i) const;
  Result<Term> computed(const Place& place, const Values* values, const std::string& self, Conditions& conditions);
  Term option(std::uint64_t which) const;
  std::uint32_t point(const Place& place);
  std::string variable(const Variable& v);
  void refuse(const Place& place, std::string what, std::string hint);
  const ir::Instruction& at(const Place& place) const { return code_.at(place); }
  static Place next(Place place) { return ++place.index, place; }
  static Place block(const Place& from, ir::BlockId id) { return {from.copy, static_cast<std::uint32_t>(id), 0}; }

  const ir::Program& program_;
  Options options_;
  Unfolding code_;
  Objects objects_;
  std::optional<Error> error_;

  std::string body_, stops_;
  std::map<Place, std::size_t> labels_;
  std::map<Place, unsigned> depths_;  ///< of atomic blocks, where control comes by
  std::set<Place> written_;
  std::deque<Place> todo_;
  std::optional<Place> onward_;  ///< where control goes on, if that can be written next
  unsigned depth_ = 0;           ///< of atomic blocks, here
  std::map<Place, std::uint32_t> point_numbers_;
  std::vector<Point> points_;  ///< number 1 is the first
  std::map<Variable, std::string> variables_;
  std::set<std::string> names_;
  Values held_;  ///< registers that are not written, since their only use follows soon
  std::size_t sections_ = 0, written_instructions_ = 0;
  std::uint32_t starts_ = 0;   ///< places that start a thread
  bool starts_again_ = false;  ///< one of them can be passed twice
  std::vector<Place> allocs_;  ///< places that allocate
};

}  // namespace fermata::emit
