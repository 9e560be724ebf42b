// SPDX-License-Identifier: Apache-2.0
// The user's names of things in a state.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "vm/code.h"
#include "vm/memory.h"

namespace fermata::vm {

/// Numbers for the heap objects of one run, so that `Task#0` and `Task#1` are told apart: by type, in the order in
/// which they were made. What is made again in the same line and at the same place has the same number.
class ObjectNumbers {
 public:
  void made(ObjectKey object, std::uint32_t origin, const std::string& type);
  /// Nothing, if nobody saw it being made.
  std::optional<std::uint32_t> of(ObjectKey object, std::uint32_t origin) const;

 private:
  std::map<std::pair<ObjectKey, std::uint32_t>, std::uint32_t> numbers_;
  std::map<std::string, std::uint32_t> count_;
};

/// As ObjectNumbers::made wants it: the type of what is allocated at `origin`, or the place, if that is all that is
/// known.
std::string sort_of_object(const Code& code, std::uint32_t origin, std::uint64_t size);

/// What is at `address` in the state that `memory` has loaded: "queue.mutex_", "slots[2]",
/// "Task#0.done", "the object allocated at pool.cpp:31". Library types are named as a whole. Without `numbers`, heap
/// objects are named after the line that made them: "Task(pool.cpp:31).done".
std::string name_of(const Code& code, Memory& memory, Address address, const ObjectNumbers* numbers = nullptr);

/// The same for all objects that were made where `origin` says (Object::origin), in whatever state.
std::string name_of(const Code& code, ObjectKey object, std::uint32_t origin, std::uint32_t offset);

/// `value` as the type of what is at `address` shows it: "true", "-1", "null".
std::string show_value(const Code& code, Memory& memory, Address address, std::uint64_t value, std::uint32_t size,
                       const ObjectNumbers* numbers = nullptr);

/// `_Z3foov` as `foo()`; a name that is not mangled stays as it is.
std::string demangled(const std::string& name);

/// What is declared and defined nowhere, as the user knows it: `std::ifstream`, and not what the library has inside
/// (`VTT for std::basic_ifstream<char, std::char_traits<char> >`).
std::string known_as(const std::string& linker_name);

/// `_ZTSSt9exception`, the name of a type as std::type_info has it, becomes `std::exception` wherever it stands.
std::string with_names_of_types(const std::string& text);

}  // namespace fermata::vm
