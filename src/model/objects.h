// SPDX-License-Identifier: Apache-2.0
// The objects of memory: what they are called, where they lie, and what is in them at first.
//
// An object lies in the middle of 256 MiB of its own, so an address is a number like any other, and the object it
// points into can be read off it, also if it points a little beside. Addresses have 47 bits, as on x86-64: programs
// keep marks in the others.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/thread_id.h"
#include "ir/program.h"

namespace fermata::model {

enum class ObjectId : std::uint32_t {};
constexpr std::uint32_t index(ObjectId object) { return static_cast<std::uint32_t>(object); }

/// Named by thread and place, never by when it was made: a loop that allocates and frees comes back to the same names.
struct ObjectName {
  enum class Kind : std::uint8_t {
    global,
    thread_local_,
    stack,    ///< number: how many objects its thread had before; block, instruction, function: its alloca
    heap,     ///< block: its size; number: the lowest slot of its thread and size that was free
    thread,   ///< what is known of a thread: its state at byte 0, its result at byte 8, what it sleeps on at byte 16
    section,  ///< whether a thread is in a section; number: its kind; function, block: the halves of its object's
              ///< address
  };
  Kind kind = Kind::global;
  ThreadId thread{};
  std::uint32_t number = 0;  ///< of a global or thread-local variable: which
  std::uint32_t function = 0, block = 0, instruction = 0;
  auto operator<=>(const ObjectName&) const = default;
};

struct PointsTo {
  ObjectId object;
  std::int64_t offset;
};

class Objects {
 public:
  explicit Objects(const ir::Program& program);

  ObjectId object(const ObjectName& name);
  const ObjectName& operator[](ObjectId id) const { return names_[index(id)]; }
  std::size_t size() const { return names_.size(); }

  static std::uint64_t address(ObjectId id, std::uint64_t offset = 0) {
    return ((first_page + index(id)) << page_bits) + middle + offset;
  }
  std::uint64_t address(ir::FunctionId function) const {
    return first_function + 16 * static_cast<std::uint64_t>(function);
  }
  /// May be any number.
  std::optional<PointsTo> object_at(std::uint64_t address) const;
  std::optional<ir::FunctionId> function_at(std::uint64_t address) const;
  static bool looks_like_address(std::uint64_t value) { return value >= first_function && value < end_of_addresses; }
  /// Is there an object or a function at this address, whatever stands in the bits above?
  bool names_something(std::uint64_t value) const {
    const std::uint64_t low = value & (end_of_addresses - 1);
    return object_at(low).has_value() ||
           (low >= first_function && low < first_function + 16 * program_.functions.size());
  }
  static constexpr std::uint64_t largest_object = std::uint64_t{1} << 27;

  /// Its size, if that is known from the program alone.
  std::optional<std::uint64_t> fixed_size(ObjectId id) const;
  /// The variable that it is, if it is global or thread-local.
  const ir::Global* variable(ObjectId id) const;
  /// `size` bytes at `offset` as they are when the object is made.
  std::uint64_t first_value(ObjectId id, std::uint64_t offset, unsigned size) const;
  /// For people: "queue.count", "main's node", "heap 2 of worker/1".
  std::string describe(ObjectId id, std::uint64_t offset, const std::vector<std::string>& thread_names) const;

 private:
  static constexpr std::uint64_t first_function = std::uint64_t{1} << 40;
  static constexpr unsigned page_bits = 28;
  static constexpr std::uint64_t first_page = std::uint64_t{1} << (46 - page_bits);
  static constexpr std::uint64_t middle = std::uint64_t{1} << (page_bits - 1);
  static constexpr std::uint64_t end_of_addresses = std::uint64_t{1} << 47;

  std::string path_in(ir::LayoutId layout, std::uint64_t offset) const;

  const ir::Program& program_;
  std::vector<ObjectName> names_;
  std::map<ObjectName, ObjectId> numbers_;
  std::vector<std::vector<std::uint8_t>> images_;  // of variables, by ir::GlobalId
};

}  // namespace fermata::model
