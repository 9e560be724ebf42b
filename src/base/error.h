// SPDX-License-Identifier: Apache-2.0
// Errors in the input, and work that a limit has ended.
#pragma once

#include <expected>
#include <string>
#include <variant>

namespace fermata {

/// A problem with the input, said to the user. `where` is "file:line:col" or a path, or empty.
struct Error {
  std::string what;
  std::string where;
  std::string hint;
};

template <class T>
using Result = std::expected<T, Error>;

/// A limit was reached before the answer was known: the verdict is unknown.
struct Stopped {
  std::string reason;
};

/// The result of work that a limit may end.
template <class T>
using Attempt = std::expected<T, std::variant<Error, Stopped>>;

}  // namespace fermata
