// SPDX-License-Identifier: Apache-2.0
// What libstdc++'s stream objects look like in memory.
//
// std::cout and its like must be there before any constructor has run, so they are written down as constants. The
// members have the order and meaning they have in <bits/ios_base.h>, <bits/basic_ios.h> and <bits/locale_facets.h>.
#pragma once
#include <istream>
#include <locale>
#include <ostream>

namespace fermata {

struct UserWord {
  void* pointer;
  long number;
};

struct IosLayout {
  const void* virtual_table;
  std::streamsize precision;
  std::streamsize width;
  std::ios_base::fmtflags flags;
  std::ios_base::iostate exceptions;
  std::ios_base::iostate state;
  void* callbacks;
  UserWord no_word;
  UserWord own_words[8];
  int word_count;
  UserWord* words;
  const void* locale;
  void* tie;
  char fill;
  bool fill_is_set;
  const void* buffer;
  const void* ctype;
  const void* num_put;
  const void* num_get;
};
static_assert(sizeof(IosLayout) == sizeof(std::ios));

struct OstreamLayout {
  const void* virtual_table;
  IosLayout ios;
};
static_assert(sizeof(OstreamLayout) == sizeof(std::ostream));

struct IstreamLayout {
  const void* virtual_table;
  std::streamsize last_count;
  IosLayout ios;
};
static_assert(sizeof(IstreamLayout) == sizeof(std::istream));

struct StreambufLayout {
  const void* virtual_table;
  char* get_area[3];
  char* put_area[3];
  const void* locale;
};
static_assert(sizeof(StreambufLayout) == sizeof(std::streambuf));

struct CtypeLayout {
  const void* virtual_table;
  int references;
  void* c_locale;
  bool owns_table;
  const int* to_upper;
  const int* to_lower;
  const std::ctype_base::mask* table;
  char widen_ok;
  char widen[256];
  char narrow[256];
  char narrow_ok;
};
static_assert(sizeof(CtypeLayout) == sizeof(std::ctype<char>));

// A facet that has nothing of its own but the C library's locale.
struct FacetLayout {
  const void* virtual_table;
  int references;
  const void* c_locale;
};

}  // namespace fermata

// std::has_facet and std::use_facet, under the names their instantiations have.
#define FACET(function, facet, result) __asm__("_ZSt9" function "_facetI" facet "E" result "RKSt6locale")
