// SPDX-License-Identifier: Apache-2.0
// Where the program's variables are in the model: words of one array `mem`, and what a pointer to them is.
//
// An address is 0x40000000 + (first word of the object << 16) + offset in bytes. A pointer that leaves its object is
// in no other, as in the machine. Order in `mem`: what all threads share, constants, for each
// thread its thread-local and local variables, then the heap: for each thread an arena of slots, all of one size.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "ir/program.h"

namespace fermata::emit {

constexpr std::int64_t first_address = 0x40000000, first_function = 0x60000000;

/// A local variable is named by the function and the place of its alloca there.
using Local = std::pair<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>>;

class Objects {
 public:
  explicit Objects(const ir::Program& program);

  /// What does not fit, if something does not.
  const std::optional<Error>& error() const { return error_; }

  /// Of a variable that is not thread-local.
  std::int64_t address(ir::GlobalId global, std::uint64_t offset) const {
    return at(words_[static_cast<std::size_t>(global)]) + static_cast<std::int64_t>(offset);
  }
  /// Of a thread-local variable or a local one, as an expression for thread `who`.
  std::string own_address(ir::GlobalId global, std::uint64_t offset, const std::string& who) const;
  std::string own_address(const Local& local, const std::string& who) const;
  std::optional<std::uint64_t> size(const Local& local) const;  ///< nothing: it has none that is known

  /// The name of the word at a known address, or nothing if `bytes` there are not inside one object, aligned, and (to
  /// write) not constant.
  std::optional<std::uint32_t> word(std::int64_t address, std::uint32_t bytes, bool write) const;
  /// The size of the object that begins at this address, if it is not a thread's own.
  std::optional<std::uint32_t> size(std::int64_t page) const;
  bool constant(std::int64_t page) const;
  bool shared(std::uint32_t word) const { return word < shared_; }

  /// A kind of heap object: where the user's code allocates it, and how large it is.
  std::uint32_t site(ir::PositionId at, std::uint64_t bytes);  ///< a number from 1 on
  /// How many arenas there are, one for each thread that may allocate, and how many slots in each.
  void set_heap(std::uint32_t threads, std::uint32_t arenas, std::uint32_t slots);
  bool has_heap() const { return !sites_.empty(); }
  std::uint32_t arenas() const { return has_heap() ? arenas_ : 0; }
  std::uint32_t slots() const { return slots_; }

  std::uint32_t words() const { return heap_ + arenas() * slots_ * slot_words(); }
  std::uint32_t own_words() const { return own_; }
  bool has_own() const { return own_ > 0 || has_heap(); }
  /// Words of a local variable, relative to its thread's first.
  std::pair<std::uint32_t, std::uint32_t> range(const Local& local) const;

  std::string macros() const;
  /// Statements that give words other than 0 their first values; and those of the thread-local variables of `who`.
  std::vector<std::string> first_values() const;
  std::vector<std::string> first_own_values(const std::string& who) const;

 private:
  struct Object {
    std::uint32_t word = 0, bytes = 0;
    bool constant = false;
    std::string name;
  };
  static std::int64_t at(std::uint32_t word) { return first_address + (std::int64_t{word} << 16); }
  std::uint32_t slot_words() const;
  std::uint32_t place(std::vector<Object>& objects, std::uint32_t& next, const std::string& name, std::uint64_t bytes,
                      bool constant);
  std::vector<std::pair<std::uint32_t, std::int64_t>> values(const ir::Global& global) const;

  const ir::Program& program_;
  std::vector<std::uint32_t> words_;  ///< by global; of a thread-local one: relative to its thread's first
  std::vector<bool> used_;
  std::vector<Object> objects_, own_objects_;
  std::map<Local, std::size_t> locals_;  ///< into own_objects_
  std::map<std::pair<ir::PositionId, std::uint64_t>, std::uint32_t> sites_;
  std::uint32_t shared_ = 0, common_ = 0, own_ = 0,
                heap_ = 0;  ///< first words of constants, of what is a thread's own, of the heap
  std::uint32_t arenas_ = 0, slots_ = 0;
  mutable std::optional<Error> error_;
};

}  // namespace fermata::emit
