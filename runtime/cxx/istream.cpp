// SPDX-License-Identifier: Apache-2.0
// Reading numbers from streams, without locales: the longest run of characters that can belong to a number is
// collected and converted. Reading text is in the headers.
//
// Not here: hexadecimal floating point, "inf", "nan", and pointers.
#include <cerrno>
#include <cstdlib>
#include <istream>
#include <limits>

namespace {

using std::ios_base;
using std::istream;

// The characters of one number, taken off the stream.
class Digits {
 public:
  Digits(istream& stream, bool floating) : stream_(stream), base_(floating ? 10 : base_of(stream)) {
    take_one_of("+-");
    if (base_ == 16 || base_ == 0) take_prefix();
    take_digits();
    if (!floating) return;
    take_one_of(".");
    take_digits();
    if (any_ && take_one_of("eE")) {
      take_one_of("+-");
      any_ = false;
      take_digits();
    }
  }

  bool any() const { return any_; }
  int base() const { return base_; }
  const char* text() const { return text_; }
  bool negative() const { return text_[0] == '-'; }

 private:
  static int base_of(istream& stream) {
    switch (stream.flags() & ios_base::basefield) {
      case ios_base::dec: return 10;
      case ios_base::hex: return 16;
      case ios_base::oct: return 8;
      default: return 0;  // as the text says
    }
  }

  // The next character, or a negative number at the end.
  int next() {
    const int c = stream_.rdbuf()->sgetc();
    if (c == std::char_traits<char>::eof()) {
      stream_.setstate(ios_base::eofbit);
      return -1;
    }
    return c;
  }

  void take(int c) {
    if (length_ + 1 < sizeof text_) text_[length_++] = static_cast<char>(c);
    text_[length_] = 0;
    stream_.rdbuf()->sbumpc();
  }

  bool take_one_of(const char* some) {
    const int c = next();
    for (; *some; ++some)
      if (c == *some) {
        take(c);
        return true;
      }
    return false;
  }

  void take_prefix() {
    if (!take_one_of("0")) {
      if (base_ == 0) base_ = 10;
      return;
    }
    any_ = true;
    if (take_one_of("xX")) {
      any_ = false;
      base_ = 16;
    } else if (base_ == 0) {
      base_ = 8;
    }
  }

  bool belongs(int c) const {
    if (c >= '0' && c <= '9') return c - '0' < base_;
    return base_ == 16 && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'));
  }

  void take_digits() {
    for (int c = next(); belongs(c); c = next()) {
      take(c);
      any_ = true;
    }
  }

  istream& stream_;
  int base_;
  bool any_ = false;
  unsigned length_ = 0;
  char text_[128] = "";
};

template <typename T>
istream& extract_signed(istream& stream, T& value) {
  istream::sentry ready(stream);
  if (!ready) return stream;
  const Digits digits(stream, false);
  using Limits = std::numeric_limits<T>;
  errno = 0;
  const long long wide = std::strtoll(digits.text(), nullptr, digits.base());
  const bool too_large = errno == ERANGE || wide > Limits::max() || wide < Limits::min();
  value = too_large ? (digits.negative() ? Limits::min() : Limits::max()) : static_cast<T>(wide);
  if (!digits.any()) value = 0;
  if (!digits.any() || too_large) stream.setstate(ios_base::failbit);
  return stream;
}

template <typename T>
istream& extract_unsigned(istream& stream, T& value) {
  istream::sentry ready(stream);
  if (!ready) return stream;
  const Digits digits(stream, false);
  using Limits = std::numeric_limits<T>;
  errno = 0;
  const char* magnitude = digits.text() + digits.negative();
  const unsigned long long wide = std::strtoull(magnitude, nullptr, digits.base());
  const bool too_large = errno == ERANGE || wide > Limits::max();
  value = too_large ? Limits::max() : static_cast<T>(digits.negative() ? 0 - wide : wide);
  if (!digits.any()) value = 0;
  if (!digits.any() || too_large) stream.setstate(ios_base::failbit);
  return stream;
}

template <typename T>
istream& extract_floating(istream& stream, T& value) {
  istream::sentry ready(stream);
  if (!ready) return stream;
  const Digits digits(stream, true);
  value = digits.any() ? static_cast<T>(std::strtod(digits.text(), nullptr)) : 0;
  if (!digits.any()) stream.setstate(ios_base::failbit);
  return stream;
}

// The words of std::boolalpha differ in their first letter.
istream& extract_word(istream& stream, bool& value) {
  istream::sentry ready(stream);
  if (!ready) return stream;
  value = stream.rdbuf()->sgetc() == 't';
  for (const char* expected = value ? "true" : "false"; *expected; ++expected) {
    if (stream.rdbuf()->sgetc() != *expected) {
      value = false;
      stream.setstate(ios_base::failbit);
      break;
    }
    stream.rdbuf()->sbumpc();
  }
  return stream;
}

istream& extract_bool(istream& stream, bool& value) {
  if (stream.flags() & ios_base::boolalpha) return extract_word(stream, value);
  long number = 0;
  extract_signed(stream, number);
  value = number != 0;
  if (number != 0 && number != 1) stream.setstate(ios_base::failbit);
  return stream;
}

}  // namespace

// The members of std::istream that end here, under the names their instantiations have.
istream& extract_member(istream&, short&) __asm__("_ZNSirsERs");
istream& extract_member(istream&, int&) __asm__("_ZNSirsERi");
istream& extract_member(istream&, long&) __asm__("_ZNSi10_M_extractIlEERSiRT_");
istream& extract_member(istream&, long long&) __asm__("_ZNSi10_M_extractIxEERSiRT_");
istream& extract_member(istream&, unsigned short&) __asm__("_ZNSi10_M_extractItEERSiRT_");
istream& extract_member(istream&, unsigned&) __asm__("_ZNSi10_M_extractIjEERSiRT_");
istream& extract_member(istream&, unsigned long&) __asm__("_ZNSi10_M_extractImEERSiRT_");
istream& extract_member(istream&, unsigned long long&) __asm__("_ZNSi10_M_extractIyEERSiRT_");
istream& extract_member(istream&, bool&) __asm__("_ZNSi10_M_extractIbEERSiRT_");
istream& extract_member(istream&, float&) __asm__("_ZNSi10_M_extractIfEERSiRT_");
istream& extract_member(istream&, double&) __asm__("_ZNSi10_M_extractIdEERSiRT_");
istream& extract_member(istream&, long double&) __asm__("_ZNSi10_M_extractIeEERSiRT_");

istream& extract_member(istream& stream, short& value) { return extract_signed(stream, value); }
istream& extract_member(istream& stream, int& value) { return extract_signed(stream, value); }
istream& extract_member(istream& stream, long& value) { return extract_signed(stream, value); }
istream& extract_member(istream& stream, long long& value) { return extract_signed(stream, value); }
istream& extract_member(istream& stream, unsigned short& value) { return extract_unsigned(stream, value); }
istream& extract_member(istream& stream, unsigned& value) { return extract_unsigned(stream, value); }
istream& extract_member(istream& stream, unsigned long& value) { return extract_unsigned(stream, value); }
istream& extract_member(istream& stream, unsigned long long& value) { return extract_unsigned(stream, value); }
istream& extract_member(istream& stream, bool& value) { return extract_bool(stream, value); }
istream& extract_member(istream& stream, float& value) { return extract_floating(stream, value); }
istream& extract_member(istream& stream, double& value) { return extract_floating(stream, value); }
istream& extract_member(istream& stream, long double& value) { return extract_floating(stream, value); }
