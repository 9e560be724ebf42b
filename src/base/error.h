// SPDX-License-Identifier: Apache-2.0
// What a user gave us and we cannot use.
#pragma once

#include <expected>
#include <string>

namespace fermata {

/// A problem with the input, said to the user. `where` is "file:line:col" or a path, or empty.
struct Error {
  std::string what;
  std::string where;
  std::string hint;
};

template <class T>
using Result = std::expected<T, Error>;

}  // namespace fermata
