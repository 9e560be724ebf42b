// SPDX-License-Identifier: Apache-2.0
// What a user gave us and we cannot use, and what there was no time for.
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

/// There was no time or memory left to find out: the answer is unknown.
struct Stopped {
  std::string reason;
};

/// Of work that is done under limits.
template <class T>
using Attempt = std::expected<T, std::variant<Error, Stopped>>;

}  // namespace fermata
