// SPDX-License-Identifier: Apache-2.0
// std::put_time: what strftime says, in the only locale there is.
//
// Not here: std::get_time.
#include <ctime>
#include <iomanip>
#include <iterator>
#include <locale>
#include <string>

#include "stream_layout.h"

namespace {

using Iterator = std::ostreambuf_iterator<char>;
using TimePut = std::time_put<char>;

// Nobody looks into it.
constinit const struct {
  const void* none;
} FACET_OBJECT{};

}  // namespace

#define TIME_PUT "St8time_putIcSt19ostreambuf_iteratorIcSt11char_traitsIcEEE"
bool has_time_put(const std::locale&) FACET("has", TIME_PUT, "b");
const TimePut& use_time_put(const std::locale&) FACET("use", TIME_PUT, "RKT_");
bool has_time_put(const std::locale&) { return true; }
const TimePut& use_time_put(const std::locale&) { return reinterpret_cast<const TimePut&>(FACET_OBJECT); }

// std::time_put<char>::put
Iterator put(const TimePut*, Iterator, std::ios_base&, char, const std::tm*, const char*, const char*) __asm__(
    "_ZNKSt8time_putIcSt19ostreambuf_iteratorIcSt11char_traitsIcEEE3putES3_RSt8ios_basecPK2tmPKcSB_");

Iterator put(const TimePut*, Iterator to, std::ios_base&, char, const std::tm* time, const char* begin,
             const char* end) {
  // One conversion at a time, since the whole may have any length.
  while (begin != end) {
    std::string format;
    format += *begin++;
    if (format[0] == '%' && begin != end) {
      if (*begin == 'E' || *begin == 'O') format += *begin++;
      if (begin != end) format += *begin++;
    }
    char text[128];
    const std::size_t length = format[0] == '%' ? std::strftime(text, sizeof text, format.c_str(), time) : 1;
    if (format[0] != '%') text[0] = format[0];
    for (std::size_t i = 0; i < length; ++i) *to++ = text[i];
  }
  return to;
}
