// SPDX-License-Identifier: Apache-2.0
// The user's names of things in a state.
#pragma once

#include <string>

#include "vm/code.h"
#include "vm/memory.h"

namespace fermata::vm {

/// What is at `address` in the state that `memory` has loaded: "queue.mutex_", "slots[2]",
/// "the object allocated at pool.cpp:31". Library types are named as a whole.
std::string name_of(const Code& code, Memory& memory, Address address);

/// The same for all objects that were made where `origin` says (Object::origin), in whatever state.
std::string name_of(const Code& code, ObjectKey object, std::uint32_t origin, std::uint32_t offset);

/// `value` as the type of what is at `address` shows it: "true", "-1", "null".
std::string show_value(const Code& code, Memory& memory, Address address, std::uint64_t value, std::uint32_t size);

/// `_Z3foov` as `foo()`; a name that is not mangled stays as it is.
std::string demangled(const std::string& name);

/// What is declared and defined nowhere, as the user knows it: `std::ifstream`, and not what the library has inside
/// (`VTT for std::basic_ifstream<char, std::char_traits<char> >`).
std::string known_as(const std::string& linker_name);

/// `_ZTSSt9exception`, the name of a type as std::type_info has it, becomes `std::exception` wherever it stands.
std::string with_names_of_types(const std::string& text);

}  // namespace fermata::vm
