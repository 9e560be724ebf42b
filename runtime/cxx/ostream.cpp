// SPDX-License-Identifier: Apache-2.0
// Writing to streams: what libstdc++ does with locales, done without. Everything is put together in local memory and
// handed to the stream's buffer.
//
// Not here: thousands separators, and other widths of character than char.
#include <cstdio>
#include <memory>
#include <ostream>
#include <type_traits>

namespace {

using std::ios_base;
using std::ostream;
using std::streamsize;

bool has(const ostream& stream, ios_base::fmtflags flag) { return (stream.flags() & flag) != 0; }

void emit(ostream& stream, const char* text, streamsize length) {
  if (stream.rdbuf()->sputn(text, length) != length) stream.setstate(ios_base::badbit);
}

void emit_fill(ostream& stream, streamsize count) {
  char some[16];
  const char fill = stream.fill();
  for (char& c : some) c = fill;
  for (; count > 0; count -= sizeof some)
    emit(stream, some, count < streamsize(sizeof some) ? count : streamsize(sizeof some));
}

// `head` is how much of the text, a sign or a 0x, goes before the fill if that is asked for.
ostream& insert(ostream& stream, const char* text, streamsize length, streamsize head = 0) {
  if (!stream.good()) {
    if (stream.bad()) stream.setstate(ios_base::failbit);
    return stream;
  }
  const streamsize width = stream.width();
  if (width <= length) {
    emit(stream, text, length);
  } else {
    const ios_base::fmtflags side = stream.flags() & ios_base::adjustfield;
    if (side == ios_base::left) head = length;
    if (side != ios_base::left && side != ios_base::internal) head = 0;
    emit(stream, text, head);
    emit_fill(stream, width - length);
    emit(stream, text + head, length - head);
  }
  stream.width(0);
  return stream;
}

struct Number {
  unsigned long long magnitude;  // in another base than ten: the bits
  bool negative;
  bool is_signed;
};

ostream& insert_integer(ostream& stream, Number number) {
  const ios_base::fmtflags flags = stream.flags();
  const ios_base::fmtflags basefield = flags & ios_base::basefield;
  const unsigned base = basefield == ios_base::hex ? 16 : basefield == ios_base::oct ? 8 : 10;
  const char* digits = flags & ios_base::uppercase ? "0123456789ABCDEFX" : "0123456789abcdefx";

  char text[32];
  char* const end = text + sizeof text;
  char* begin = end;
  unsigned long long rest = number.magnitude;
  do {
    *--begin = digits[rest % base];
    rest /= base;
  } while (rest);

  const char* const first_digit = begin;
  const bool show_base = (flags & ios_base::showbase) && number.magnitude != 0;
  if (base == 16 && show_base) {
    *--begin = digits[16];
    *--begin = '0';
  } else if (base == 8 && show_base) {
    *--begin = '0';
    return insert(stream, begin, end - begin);  // this 0 counts as a digit
  } else if (base == 10 && number.negative) {
    *--begin = '-';
  } else if (base == 10 && number.is_signed && (flags & ios_base::showpos)) {
    *--begin = '+';
  }
  return insert(stream, begin, end - begin, first_digit - begin);
}

template <typename T>
ostream& insert_signed(ostream& stream, T value) {
  const bool decimal = !has(stream, ios_base::hex) && !has(stream, ios_base::oct);
  const unsigned long long bits = static_cast<unsigned long long>(value);
  if (decimal && value < 0) return insert_integer(stream, {0 - bits, true, true});
  return insert_integer(stream, {bits, false, true});
}

// A double, or a long double, which printf is told.
template <typename T>
ostream& insert_floating(ostream& stream, T value) {
  const ios_base::fmtflags form = stream.flags() & ios_base::floatfield;
  const bool hexadecimal = form == (ios_base::fixed | ios_base::scientific);
  const bool uppercase = has(stream, ios_base::uppercase);

  char format[9];
  char* f = format;
  *f++ = '%';
  if (has(stream, ios_base::showpos)) *f++ = '+';
  if (has(stream, ios_base::showpoint)) *f++ = '#';
  if (!hexadecimal) {
    *f++ = '.';
    *f++ = '*';
  }
  const char letter = hexadecimal ? 'a' : form == ios_base::fixed ? 'f' : form == ios_base::scientific ? 'e' : 'g';
  if (std::is_same_v<T, long double>) *f++ = 'L';
  *f++ = uppercase ? static_cast<char>(letter - 'a' + 'A') : letter;
  *f = 0;

  const int precision = static_cast<int>(stream.precision());
  const auto print = [&](char* text, std::size_t size) {
    return hexadecimal ? std::snprintf(text, size, format, value) : std::snprintf(text, size, format, precision, value);
  };
  char buffer[64];
  const int length = print(buffer, sizeof buffer);
  const bool fits = length < static_cast<int>(sizeof buffer);
  const std::unique_ptr<char[]> large(fits ? nullptr : new char[length + 1]);
  const char* const text = fits ? buffer : (print(large.get(), length + 1), large.get());

  const bool has_sign = text[0] == '-' || text[0] == '+',
             has_base = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  return insert(stream, text, length, has_sign ? 1 : has_base ? 2 : 0);
}

ostream& insert_pointer(ostream& stream, const void* pointer) {
  const ios_base::fmtflags before = stream.flags();
  stream.flags((before & ~(ios_base::basefield | ios_base::uppercase)) | ios_base::hex | ios_base::showbase);
  insert_integer(stream, {reinterpret_cast<unsigned long long>(pointer), false, false});
  stream.flags(before);
  return stream;
}

ostream& insert_bool(ostream& stream, bool value) {
  if (!has(stream, ios_base::boolalpha)) return insert_signed(stream, static_cast<long>(value));
  return value ? insert(stream, "true", 4) : insert(stream, "false", 5);
}

}  // namespace

// The members of std::ostream that end here, under the names their instantiations have.
ostream& insert_member(ostream&, long) __asm__("_ZNSo9_M_insertIlEERSoT_");
ostream& insert_member(ostream&, unsigned long) __asm__("_ZNSo9_M_insertImEERSoT_");
ostream& insert_member(ostream&, long long) __asm__("_ZNSo9_M_insertIxEERSoT_");
ostream& insert_member(ostream&, unsigned long long) __asm__("_ZNSo9_M_insertIyEERSoT_");
ostream& insert_member(ostream&, bool) __asm__("_ZNSo9_M_insertIbEERSoT_");
ostream& insert_member(ostream&, double) __asm__("_ZNSo9_M_insertIdEERSoT_");
ostream& insert_member(ostream&, long double) __asm__("_ZNSo9_M_insertIeEERSoT_");
ostream& insert_member(ostream&, const void*) __asm__("_ZNSo9_M_insertIPKvEERSoT_");
ostream& insert_text(ostream&, const char*, streamsize) __asm__(
    "_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l");
ostream& put_member(ostream&, char) __asm__("_ZNSo3putEc");
ostream& write_member(ostream&, const char*, streamsize) __asm__("_ZNSo5writeEPKcl");
ostream& flush_member(ostream&) __asm__("_ZNSo5flushEv");

ostream& insert_member(ostream& stream, long value) { return insert_signed(stream, value); }
ostream& insert_member(ostream& stream, unsigned long value) { return insert_integer(stream, {value, false, false}); }
ostream& insert_member(ostream& stream, long long value) { return insert_signed(stream, value); }
ostream& insert_member(ostream& stream, unsigned long long value) {
  return insert_integer(stream, {value, false, false});
}
ostream& insert_member(ostream& stream, bool value) { return insert_bool(stream, value); }
ostream& insert_member(ostream& stream, double value) { return insert_floating(stream, value); }
ostream& insert_member(ostream& stream, long double value) { return insert_floating(stream, value); }
ostream& insert_member(ostream& stream, const void* value) { return insert_pointer(stream, value); }
ostream& insert_text(ostream& stream, const char* text, streamsize length) { return insert(stream, text, length); }

ostream& put_member(ostream& stream, char c) {
  if (stream.good()) emit(stream, &c, 1);
  return stream;
}

ostream& write_member(ostream& stream, const char* text, streamsize length) {
  if (stream.good()) emit(stream, text, length);
  return stream;
}

ostream& flush_member(ostream& stream) {
  if (stream.good() && stream.rdbuf()->pubsync() == -1) stream.setstate(ios_base::badbit);
  return stream;
}
