// SPDX-License-Identifier: Apache-2.0
// The standard exception classes: what is run between `throw std::runtime_error("...")` and the throw itself, and what
// a program does with such objects that it never throws.
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <typeinfo>

namespace std {

// The text of an exception. libstdc++ counts its owners; we copy it, which no program can tell, and which saves each
// copy an access to memory that is shared with other threads.
namespace {
const char* copy_of(const char* text, size_t length) {
  char* copy = new char[length + 1];
  __builtin_memcpy(copy, text, length);
  copy[length] = 0;
  return copy;
}
const char* copy_of(const char* text) { return copy_of(text, char_traits<char>::length(text)); }
}  // namespace

__cow_string::__cow_string() : _M_p(copy_of("", 0)) {}
__cow_string::__cow_string(const string& text) : _M_p(copy_of(text.data(), text.size())) {}
__cow_string::__cow_string(const char* text, size_t length) : _M_p(copy_of(text, length)) {}
__cow_string::__cow_string(const __cow_string& other) noexcept : _M_p(copy_of(other._M_p)) {}
__cow_string::__cow_string(__cow_string&& other) noexcept : _M_p(copy_of(other._M_p)) {}
__cow_string::~__cow_string() { delete[] _M_p; }
__cow_string& __cow_string::operator=(const __cow_string& other) noexcept {
  const char* text = copy_of(other._M_p);
  delete[] _M_p;
  _M_p = text;
  return *this;
}
__cow_string& __cow_string::operator=(__cow_string&& other) noexcept {
  std::swap(_M_p, other._M_p);
  return *this;
}

#define WITHOUT_TEXT(type, text)    \
  type::~type() noexcept = default; \
  const char* type::what() const noexcept { return text; }

WITHOUT_TEXT(exception, "std::exception")
WITHOUT_TEXT(bad_exception, "std::bad_exception")
WITHOUT_TEXT(bad_alloc, "std::bad_alloc")
WITHOUT_TEXT(bad_array_new_length, "std::bad_array_new_length")
WITHOUT_TEXT(bad_cast, "std::bad_cast")
WITHOUT_TEXT(bad_typeid, "std::bad_typeid")
WITHOUT_TEXT(bad_function_call, "bad_function_call")
WITHOUT_TEXT(bad_weak_ptr, "bad_weak_ptr")

#define WITH_TEXT(type)                                                           \
  type::type(const string& text) : _M_msg(text) {}                                \
  type::type(const char* text) : _M_msg(text, char_traits<char>::length(text)) {} \
  type::type(const type&) noexcept = default;                                     \
  type::type(type&&) noexcept = default;                                          \
  type& type::operator=(const type&) noexcept = default;                          \
  type& type::operator=(type&&) noexcept = default;                               \
  type::~type() noexcept = default;                                               \
  const char* type::what() const noexcept { return _M_msg._M_p; }

WITH_TEXT(logic_error)
WITH_TEXT(runtime_error)

#define KIND_OF(base, type)                      \
  type::type(const string& text) : base(text) {} \
  type::type(const char* text) : base(text) {}   \
  type::~type() noexcept = default;

KIND_OF(logic_error, domain_error)
KIND_OF(logic_error, invalid_argument)
KIND_OF(logic_error, length_error)
KIND_OF(logic_error, out_of_range)
KIND_OF(runtime_error, range_error)
KIND_OF(runtime_error, overflow_error)
KIND_OF(runtime_error, underflow_error)

system_error::~system_error() noexcept = default;

}  // namespace std
