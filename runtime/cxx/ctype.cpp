// SPDX-License-Identifier: Apache-2.0
// The only locale there is, "C", and the only facet of it that streams need: std::ctype<char>.
//
// It is a constant, so that looking at a character is not an access to shared memory. Numbers do not go through
// num_put and num_get: see ostream.cpp and istream.cpp. A program that asks for other facets is not modelled.
#include "../fermata_intrinsics.h"
#include "stream_layout.h"

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

void call_virtual_function() { __fermata_unmodelled("a virtual function of std::ctype<char>"); }

// Where std::ctype's virtual functions are: two destructors, then is, scan, toupper, widen and others.
void (*const VIRTUAL_FUNCTIONS[16])() = {
    call_virtual_function, call_virtual_function, call_virtual_function, call_virtual_function,
    call_virtual_function, call_virtual_function, call_virtual_function, call_virtual_function,
    call_virtual_function, call_virtual_function, call_virtual_function, call_virtual_function,
    call_virtual_function, call_virtual_function, call_virtual_function, call_virtual_function};

constexpr fermata::CtypeLayout plain_ctype() {
  fermata::CtypeLayout ctype{};
  ctype.virtual_table = VIRTUAL_FUNCTIONS;
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

// The headers call these before the first look at tables that are complete from the start.
void ctype<char>::_M_widen_init() const {}
void ctype<char>::_M_narrow_init() const {}

}  // namespace std

// std::has_facet and std::use_facet for what std::basic_ios asks for, under the names their instantiations have.
#define FACET(function, facet, result) __asm__("_ZSt9" function "_facetI" facet "E" result "RKSt6locale")
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
const void* use_num_put(const std::locale&) { __fermata_unmodelled("std::num_put"); }
const void* use_num_get(const std::locale&) { __fermata_unmodelled("std::num_get"); }
