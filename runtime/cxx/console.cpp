// SPDX-License-Identifier: Apache-2.0
// std::cout, std::cerr, std::clog and std::cin, as constants that are complete before the program starts.
//
// The machine counts what happens to the state of these objects (flags, width) as private to the thread that does it,
// so that writing a line is no step of its own. It knows them by name.
#include "stream_layout.h"

extern "C" const fermata::CtypeLayout __fermata_ctype;

// Tables of virtual functions. The first entries of each are offsets and type information.
extern const void* const OSTREAM_TABLE[10] __asm__("_ZTVSo");
extern const void* const ISTREAM_TABLE[10] __asm__("_ZTVSi");
extern const void* const OUTPUT_TABLE[16] __asm__("_ZTVN7fermata13ConsoleOutputE");
extern const void* const INPUT_TABLE[16] __asm__("_ZTVN7fermata12ConsoleInputE");

namespace {

using std::ios_base;

constinit const fermata::StreambufLayout OUTPUT = {&OUTPUT_TABLE[2], {}, {}, nullptr};
constinit const fermata::StreambufLayout INPUT = {&INPUT_TABLE[2], {}, {}, nullptr};

constexpr fermata::IosLayout ios(const void* table, const void* buffer, fermata::IosLayout& self, void* tie,
                                 ios_base::fmtflags more = {}) {
  return {.virtual_table = table,
          .precision = 6,
          .width = 0,
          .flags = ios_base::skipws | ios_base::dec | more,
          .exceptions = ios_base::goodbit,
          .state = ios_base::goodbit,
          .callbacks = nullptr,
          .no_word = {},
          .own_words = {},
          .word_count = 8,
          .words = self.own_words,
          .locale = nullptr,
          .tie = tie,
          .fill = ' ',
          .fill_is_set = true,
          .buffer = buffer,
          .ctype = &__fermata_ctype,
          .num_put = nullptr,
          .num_get = nullptr};
}

}  // namespace

extern fermata::OstreamLayout standard_output __asm__("_ZSt4cout");
extern fermata::OstreamLayout standard_error __asm__("_ZSt4cerr");
extern fermata::OstreamLayout standard_log __asm__("_ZSt4clog");
extern fermata::IstreamLayout standard_input __asm__("_ZSt3cin");

constinit fermata::OstreamLayout standard_output = {&OSTREAM_TABLE[3],
                                                    ios(&OSTREAM_TABLE[8], &OUTPUT, standard_output.ios, nullptr)};
constinit fermata::OstreamLayout standard_error = {
    &OSTREAM_TABLE[3], ios(&OSTREAM_TABLE[8], &OUTPUT, standard_error.ios, &standard_output, ios_base::unitbuf)};
constinit fermata::OstreamLayout standard_log = {&OSTREAM_TABLE[3],
                                                 ios(&OSTREAM_TABLE[8], &OUTPUT, standard_log.ios, nullptr)};
constinit fermata::IstreamLayout standard_input = {
    &ISTREAM_TABLE[3], 0, ios(&ISTREAM_TABLE[8], &INPUT, standard_input.ios, &standard_output)};
