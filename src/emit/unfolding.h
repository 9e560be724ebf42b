// SPDX-License-Identifier: Apache-2.0
// The program with every call in its place: a function that is called from two places is there twice.
//
// Then a place in the code is all that is needed to know where to return to, and a model needs no stack. Registers
// stay those of the function: since no function is called inside itself, a thread has one of each at a time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "emit/liveness.h"
#include "ir/program.h"

namespace fermata::emit {

enum class Copy : std::uint32_t {};  ///< of a function, at one of the places where it is called

/// Before an instruction of a copy.
struct Place {
  Copy copy{};
  std::uint32_t block = 0, index = 0;
  auto operator<=>(const Place&) const = default;
};

/// A register of a function.
struct Variable {
  std::uint32_t function = 0;
  ir::Register reg = 0;
  auto operator<=>(const Variable&) const = default;
};

class Unfolding {
 public:
  explicit Unfolding(const ir::Program& program);

  const ir::Program& program() const { return program_; }
  const ir::Instruction& at(const Place& place) const;
  const ir::Function& function(Copy copy) const { return program_.functions[copies_[index(copy)].function]; }
  std::uint32_t function_id(Copy copy) const { return copies_[index(copy)].function; }

  /// The copy that main begins with, and those that other threads do; always the same one for a function.
  Copy main() { return entry(static_cast<std::uint32_t>(program_.entry), true); }
  Copy thread(std::uint32_t function) { return entry(function, false); }
  /// The copy of `callee` that the call at `place` enters; an error if it would be called inside itself.
  Result<Copy> callee(const Place& place, std::uint32_t callee);
  /// Where a return from this copy leads to; nothing: it is what a thread began with.
  std::optional<Place> after(Copy copy) const;
  /// The functions a call through a pointer may lead to: those of this many parameters whose address is kept somewhere.
  std::vector<std::uint32_t> candidates(std::size_t arguments) const;
  /// Likewise for starting a thread.
  std::vector<std::uint32_t> startable() const;

  /// An operand there, with parameters replaced by what is given for them if that is the same in every run.
  ir::Operand resolve(Copy copy, const ir::Operand& operand) const;
  /// What the machine keeps of a thread that stands there: the registers that are live in each of its frames, and not
  /// known.
  std::vector<Variable> live(const Place& place) const;
  /// The innermost place of the user's around it; 0 if there is none.
  ir::PositionId user_position(const Place& place) const;
  /// Whether control can come there again after it has left, without returning from the thread's function.
  bool comes_back(const Place& place) const;
  /// Whether a register of 64 bits is always `shl x, n` and only read by `ashr it, n`, with the same n of 32 or more.
  bool half_of_sign_extension(std::uint32_t function, ir::Register reg) const;
  /// Whether it is in what main runs.
  bool in_main(const Place& place) const;
  /// "queue.c:12:3": the innermost place of the user's around it, else the function.
  std::string where(const Place& place) const;
  const Liveness& liveness(std::uint32_t function) const { return liveness_[function]; }

 private:
  struct Instance {
    std::uint32_t function = 0;
    std::optional<Place> call;                      ///< where it was called
    std::vector<std::optional<ir::Operand>> known;  ///< by parameter
  };
  Copy entry(std::uint32_t function, bool is_main);
  static std::size_t index(Copy copy) { return static_cast<std::size_t>(copy); }
  bool assigned(std::uint32_t function, ir::Register reg) const;
  void add_live(Copy copy, const Registers& registers, std::vector<Variable>& out) const;

  const ir::Program& program_;
  std::vector<Liveness> liveness_;
  std::vector<Instance> copies_;
  std::map<std::pair<std::uint32_t, bool>, Copy> entries_;
  std::map<std::pair<Place, std::uint32_t>, Copy> callees_;
  std::vector<bool> address_kept_, address_started_;
};

}  // namespace fermata::emit
