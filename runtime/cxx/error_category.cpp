// SPDX-License-Identifier: Apache-2.0
// std::error_category and the two categories that stand for errno.
#include <cstring>
#include <string>
#include <system_error>

namespace std {

error_category::~error_category() = default;

error_condition error_category::default_error_condition(int value) const noexcept {
  return error_condition(value, *this);
}
bool error_category::equivalent(int value, const error_condition& condition) const noexcept {
  return default_error_condition(value) == condition;
}
bool error_category::equivalent(const error_code& code, int value) const noexcept {
  return *this == code.category() && code.value() == value;
}
__cow_string error_category::_M_message(int value) const { return __cow_string(message(value)); }

error_condition error_code::default_error_condition() const noexcept {
  return category().default_error_condition(value());
}

namespace {

class Errno final : public error_category {
 public:
  constexpr explicit Errno(const char* name) : name_(name) {}
  const char* name() const noexcept override { return name_; }
  string message(int value) const override { return strerror(value); }
  error_condition default_error_condition(int value) const noexcept override {
    return error_condition(value, generic_category());
  }

 private:
  const char* name_;
};

// Never destroyed: a thread may still ask while the process ends.
[[clang::no_destroy]] constinit const Errno GENERIC("generic");
[[clang::no_destroy]] constinit const Errno SYSTEM("system");

}  // namespace

inline namespace _V2 {
const error_category& generic_category() noexcept { return GENERIC; }
const error_category& system_category() noexcept { return SYSTEM; }
}  // namespace _V2

}  // namespace std
