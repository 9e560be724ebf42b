// SPDX-License-Identifier: Apache-2.0
// <charconv> for floating point: the shortest text that is read back as the same number is found by trying one digit
// more until it is; the rest is what printf and strtod do.
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace std {

namespace {

constexpr size_t LONGEST = 1200;  // 1e308 with the largest precision that is printed here

to_chars_result copied(char* first, char* last, const char* text) {
  const size_t length = strlen(text);
  if (static_cast<size_t>(last - first) < length) return {last, errc::value_too_large};
  memcpy(first, text, length);
  return {first + length, errc()};
}

// Without "0x", and without zeros that printf adds.
void print(char* text, double value, chars_format format, int precision) {
  switch (format) {
    case chars_format::scientific: snprintf(text, LONGEST, "%.*e", precision, value); return;
    case chars_format::fixed: snprintf(text, LONGEST, "%.*f", precision, value); return;
    case chars_format::general: snprintf(text, LONGEST, "%.*g", precision, value); return;
    case chars_format::hex: break;
  }
  char with_prefix[64];
  if (precision < 0)
    snprintf(with_prefix, sizeof with_prefix, "%a", value);
  else
    snprintf(with_prefix, sizeof with_prefix, "%.*a", precision, value);
  const bool minus = with_prefix[0] == '-';
  if (minus) *text++ = '-';
  strcpy(text, with_prefix + minus + 2);
}

template <class T>
bool is_same(const char* text, T value) {
  return (sizeof(T) == sizeof(float) ? static_cast<T>(strtof(text, nullptr)) : static_cast<T>(strtod(text, nullptr))) ==
         value;
}

template <class T>
to_chars_result shortest(char* first, char* last, T value, const chars_format* wanted) {
  char text[LONGEST];
  const double wide = static_cast<double>(value);
  if (!isfinite(wide)) {
    snprintf(text, sizeof text, "%g", wide);
    return copied(first, last, text);
  }
  if (wanted && *wanted == chars_format::hex) {
    print(text, wide, chars_format::hex, -1);
    return copied(first, last, text);
  }
  int digits = 0;  // after the first
  do print(text, wide, chars_format::scientific, digits);
  while (!is_same(text, value) && ++digits < 17);
  const int exponent = atoi(strchr(text, 'e') + 1);
  char fixed[LONGEST];
  print(fixed, wide, chars_format::fixed, digits > exponent ? digits - exponent : 0);
  bool is_fixed = strlen(fixed) <= strlen(text);
  if (wanted && *wanted == chars_format::scientific) is_fixed = false;
  if (wanted && *wanted == chars_format::fixed) is_fixed = true;
  if (wanted && *wanted == chars_format::general) is_fixed = exponent >= -4 && exponent < 6;
  return copied(first, last, is_fixed ? fixed : text);
}

to_chars_result precise(char* first, char* last, double value, chars_format format, int precision) {
  char text[LONGEST];
  if (!isfinite(value)) {
    snprintf(text, sizeof text, "%g", value);
    return copied(first, last, text);
  }
  print(text, value, format, precision < 0 ? 6 : precision < 800 ? precision : 800);
  return copied(first, last, text);
}

template <class T>
from_chars_result read(const char* first, const char* last, T& value, chars_format format) {
  char text[LONGEST];
  char* to = text;
  const char* from = first;
  if (from != last && *from == '-') *to++ = *from++;
  const bool begins = from != last && *from != '+' && *from != ' ' && !(*from >= '\t' && *from <= '\r');
  if (format == chars_format::hex) *to++ = '0', *to++ = 'x';
  const size_t prefix = static_cast<size_t>(to - text) - static_cast<size_t>(from - first);
  bool any_exponent = false;
  for (; from != last && to < text + LONGEST - 1; ++from) {
    const char lower = static_cast<char>(*from | 32);
    if (format != chars_format::hex && lower == 'x') break;
    if (lower == 'e' && format == chars_format::fixed) break;
    any_exponent |= lower == 'e';
    *to++ = *from;
  }
  *to = 0;
  if (!begins || (format == chars_format::scientific && !any_exponent)) return {first, errc::invalid_argument};
  char* end = text;
  const int before = errno;
  errno = 0;
  const T result = sizeof(T) == sizeof(float) ? static_cast<T>(strtof(text, &end)) : static_cast<T>(strtod(text, &end));
  const bool too_large = errno == ERANGE;
  errno = before;
  if (end == text) return {first, errc::invalid_argument};
  const char* const read_to = first + (static_cast<size_t>(end - text) - prefix);
  if (too_large) return {read_to, errc::result_out_of_range};
  value = result;
  return {read_to, errc()};
}

}  // namespace

#define CONVERSIONS(type)                                                                                        \
  to_chars_result to_chars(char* first, char* last, type value) noexcept {                                       \
    return shortest(first, last, value, nullptr);                                                                \
  }                                                                                                              \
  to_chars_result to_chars(char* first, char* last, type value, chars_format format) noexcept {                  \
    return shortest(first, last, value, &format);                                                                \
  }                                                                                                              \
  to_chars_result to_chars(char* first, char* last, type value, chars_format format, int precision) noexcept {   \
    return precise(first, last, static_cast<double>(value), format, precision);                                  \
  }                                                                                                              \
  from_chars_result from_chars(const char* first, const char* last, type& value, chars_format format) noexcept { \
    return read(first, last, value, format);                                                                     \
  }
CONVERSIONS(float)
CONVERSIONS(double)
CONVERSIONS(long double)

}  // namespace std
