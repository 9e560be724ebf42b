// SPDX-License-Identifier: Apache-2.0
// The functions through which the headers throw.
#include <bits/functexcept.h>

#include <cstdarg>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <typeinfo>

#include "../fermata_intrinsics.h"

namespace std {

void __throw_bad_exception() { throw bad_exception(); }
void __throw_bad_alloc() { throw bad_alloc(); }
void __throw_bad_array_new_length() { throw bad_array_new_length(); }
void __throw_bad_cast() { throw bad_cast(); }
void __throw_bad_typeid() { throw bad_typeid(); }
void __throw_logic_error(const char* text) { throw logic_error(text); }
void __throw_domain_error(const char* text) { throw domain_error(text); }
void __throw_invalid_argument(const char* text) { throw invalid_argument(text); }
void __throw_length_error(const char* text) { throw length_error(text); }
void __throw_out_of_range(const char* text) { throw out_of_range(text); }
void __throw_runtime_error(const char* text) { throw runtime_error(text); }
void __throw_range_error(const char* text) { throw range_error(text); }
void __throw_overflow_error(const char* text) { throw overflow_error(text); }
void __throw_underflow_error(const char* text) { throw underflow_error(text); }
void __throw_system_error(int error) { throw system_error(error, generic_category()); }
void __throw_bad_function_call() { throw bad_function_call(); }

namespace {

void append_number(string& text, size_t number) {
  char digits[20];
  size_t begin = sizeof digits;
  do digits[--begin] = static_cast<char>('0' + number % 10);
  while (number /= 10);
  text.append(digits + begin, sizeof digits - begin);
}

}  // namespace

// The headers use no other conversions.
void __throw_out_of_range_fmt(const char* format, ...) {
  string text;
  va_list arguments;
  va_start(arguments, format);
  for (const char* p = format; *p; ++p) {
    if (p[0] == '%' && p[1] == 's') {
      text += va_arg(arguments, const char*);
      ++p;
    } else if (p[0] == '%' && p[1] == 'z' && p[2] == 'u') {
      append_number(text, va_arg(arguments, size_t));
      p += 2;
    } else if (p[0] == '%' && p[1] == '%') {
      text += *++p;
    } else {
      text += *p;
    }
  }
  va_end(arguments);
  throw out_of_range(text);
}

}  // namespace std
