// SPDX-License-Identifier: Apache-2.0
// The only locale there is, "C", the only facet of it that all streams need, std::ctype<char>, and std::collate<char>,
// which regular expressions ask for.
//
// Facets are constants, so that looking at a character is not an access to shared memory. Numbers do not go through
// num_put and num_get: see ostream.cpp and istream.cpp. Two others are in fstream.cpp and time_put.cpp. A program that
// asks for more is not modelled.
#include <stdexcept>
#include <string>
#include <string_view>

#include "../fermata_intrinsics.h"
#include "instead.h"
#include "stream_layout.h"

extern const void* const CTYPE_TABLE[12] __asm__("_ZTVSt5ctypeIcE");

namespace {

using Mask = std::ctype_base::mask;
using Base = std::ctype_base;

struct Classes {
  Mask of[256];
};

constexpr Classes classify() {
  Classes classes{};
  for (int c = 0; c < 128; ++c) {
    const bool lower = c >= 'a' && c <= 'z';
    const bool upper = c >= 'A' && c <= 'Z';
    const bool digit = c >= '0' && c <= '9';
    const bool hex_letter = (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    int mask = 0;
    if (lower) mask |= Base::lower;
    if (upper) mask |= Base::upper;
    if (lower || upper) mask |= Base::alpha;
    if (digit) mask |= Base::digit;
    if (digit || hex_letter) mask |= Base::xdigit;
    if (c == ' ' || (c >= '\t' && c <= '\r')) mask |= Base::space;
    if (c == ' ' || c == '\t') mask |= Base::blank;
    if (c < ' ' || c == 127) mask |= Base::cntrl;
    if (c >= ' ' && c < 127) mask |= Base::print;
    if (c > ' ' && c < 127 && !lower && !upper && !digit) mask |= Base::punct;
    classes.of[c] = static_cast<Mask>(mask);
  }
  return classes;
}
constexpr Classes CLASSES = classify();

constexpr fermata::CtypeLayout plain_ctype() {
  fermata::CtypeLayout ctype{};
  ctype.virtual_table = &CTYPE_TABLE[2];
  ctype.references = 1;
  ctype.table = CLASSES.of;
  ctype.widen_ok = 1;
  ctype.narrow_ok = 1;
  for (int c = 0; c < 256; ++c) ctype.widen[c] = ctype.narrow[c] = static_cast<char>(c);
  return ctype;
}

}  // namespace

extern "C" constinit const fermata::CtypeLayout __fermata_ctype = plain_ctype();

namespace std {

namespace {
constinit const struct {
  const void* none;
} CLASSIC{};
static_assert(sizeof CLASSIC == sizeof(locale));
}  // namespace

locale::locale() throw() : _M_impl(nullptr) {}
locale::locale(const locale&) throw() : _M_impl(nullptr) {}
locale::~locale() throw() {}
const locale& locale::operator=(const locale&) throw() { return *this; }
const locale& locale::classic() { return reinterpret_cast<const locale&>(CLASSIC); }
locale locale::global(const locale&) { return locale(); }
bool locale::operator==(const locale&) const throw() { return true; }
string locale::name() const { return "C"; }

locale::locale(const char* name) : _M_impl(nullptr) {
  const string_view wanted(name);
  if (wanted != "C" && wanted != "POSIX" && !wanted.empty())
    throw runtime_error("locale::facet::_S_create_c_locale name not valid");
}
locale::facet::~facet() {}

// The headers call these before the first look at tables that are complete from the start.
void ctype<char>::_M_widen_init() const {}
void ctype<char>::_M_narrow_init() const {}

ctype<char>::~ctype() {}
char ctype<char>::do_toupper(char c) const { return is(lower, c) ? static_cast<char>(c - 32) : c; }
char ctype<char>::do_tolower(char c) const { return is(upper, c) ? static_cast<char>(c + 32) : c; }
const char* ctype<char>::do_toupper(char* text, const char* end) const {
  for (; text < end; ++text) *text = do_toupper(*text);
  return end;
}
const char* ctype<char>::do_tolower(char* text, const char* end) const {
  for (; text < end; ++text) *text = do_tolower(*text);
  return end;
}

}  // namespace std

// What std::basic_ios asks for, and std::regex.
#define CTYPE "St5ctypeIcE"
#define NUM_PUT "St7num_putIcSt19ostreambuf_iteratorIcSt11char_traitsIcEEE"
#define NUM_GET "St7num_getIcSt19istreambuf_iteratorIcSt11char_traitsIcEEE"

bool has_ctype(const std::locale&) FACET("has", CTYPE, "b");
bool has_num_put(const std::locale&) FACET("has", NUM_PUT, "b");
bool has_num_get(const std::locale&) FACET("has", NUM_GET, "b");
const std::ctype<char>& use_ctype(const std::locale&) FACET("use", CTYPE, "RKT_");
const void* use_num_put(const std::locale&) FACET("use", NUM_PUT, "RKT_");
const void* use_num_get(const std::locale&) FACET("use", NUM_GET, "RKT_");

bool has_ctype(const std::locale&) { return true; }
bool has_num_put(const std::locale&) { return false; }
bool has_num_get(const std::locale&) { return false; }
const std::ctype<char>& use_ctype(const std::locale&) {
  return reinterpret_cast<const std::ctype<char>&>(__fermata_ctype);
}

#define COLLATE "NSt7__cxx117collateIcEE"
namespace {

// Its virtual functions. The class itself is not instantiated, since its identity would have to be initialised in every
// program.
void no_destructor(const void*) {}
int compare(const void*, const char* begin, const char* end, const char* other, const char* other_end) {
  const int order = std::string_view(begin, end).compare(std::string_view(other, other_end));
  return (order > 0) - (order < 0);
}
std::string transform(const void*, const char* begin, const char* end) { return {begin, end}; }
long hash(const void*, const char* begin, const char* end) {
  unsigned long value = 0;
  for (; begin < end; ++begin) value = static_cast<unsigned long>(*begin) + (value << 7 | value >> 57);
  return static_cast<long>(value);
}
constinit const struct {
  void (*destructors[2])(const void*);
  decltype(&compare) do_compare;
  decltype(&transform) do_transform;
  decltype(&hash) do_hash;
} COLLATE_TABLE = {{no_destructor, no_destructor}, compare, transform, hash};

constinit const fermata::FacetLayout COLLATE_FACET = {&COLLATE_TABLE, 1, nullptr};
static_assert(sizeof COLLATE_FACET == sizeof(std::collate<char>));

}  // namespace
bool has_collate(const std::locale&) FACET("has", COLLATE, "b");
const std::collate<char>& use_collate(const std::locale&) FACET("use", COLLATE, "RKT_");
bool has_collate(const std::locale&) { return true; }
const std::collate<char>& use_collate(const std::locale&) {
  return reinterpret_cast<const std::collate<char>&>(COLLATE_FACET);
}

const void* use_num_put(const std::locale&) { __fermata_unmodelled("std::num_put"); }
const void* use_num_get(const std::locale&) { __fermata_unmodelled("std::num_get"); }

// <regex> asks for a constant facet, and the header would look for it in a table that there is none of.
const std::ctype<char>& use_constant_ctype(const std::locale&)
    INSTEAD_OF("_ZSt9use_facetIKSt5ctypeIcEERKT_RKSt6locale");
const std::ctype<char>& use_constant_ctype(const std::locale& locale) { return use_ctype(locale); }
