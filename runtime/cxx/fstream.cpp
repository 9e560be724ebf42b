// SPDX-License-Identifier: Apache-2.0
// Streams of files. The headers have the code; what they keep in the library is here: a file, with the C runtime's
// functions, and the facet that says that bytes are not converted. They are not buffered, so that output appears where
// it is written, and a stream costs no memory.
#define _GLIBCXX_BUFSIZ 1  // what <fstream> takes for a buffer that is none
#include <cerrno>
#include <cstdio>
#include <fstream>

#include "../fermata_intrinsics.h"
#include "stream_layout.h"

namespace std {

__basic_file<char>::__basic_file(__c_lock*) throw() : _M_cfile(nullptr), _M_cfile_created(false) {}
__basic_file<char>::~__basic_file() { close(); }
bool __basic_file<char>::is_open() const throw() { return _M_cfile != nullptr; }
FILE* __basic_file<char>::file() throw() { return _M_cfile; }
int __basic_file<char>::fd() throw() { return fileno(_M_cfile); }

__basic_file<char>* __basic_file<char>::open(const char* name, ios_base::openmode mode, int) {
  if (is_open()) return nullptr;
  const auto how = mode & (ios_base::in | ios_base::out | ios_base::trunc | ios_base::app);
  const char* text = nullptr;
  if (how == ios_base::in) text = "r";
  if (how == (ios_base::in | ios_base::out)) text = "r+";
  if (how == ios_base::out || how == (ios_base::out | ios_base::trunc)) text = "w";
  if (how == (ios_base::in | ios_base::out | ios_base::trunc)) text = "w+";
  if (how == ios_base::app || how == (ios_base::out | ios_base::app)) text = "a";
  if (how == (ios_base::in | ios_base::app) || how == (ios_base::in | ios_base::out | ios_base::app)) text = "a+";
  if (!text) return nullptr;
  _M_cfile = fopen(name, text);
  _M_cfile_created = _M_cfile != nullptr;
  return _M_cfile ? this : nullptr;
}

__basic_file<char>* __basic_file<char>::close() {
  if (!is_open()) return nullptr;
  if (_M_cfile_created) fclose(_M_cfile);
  _M_cfile = nullptr;
  return this;
}

streamsize __basic_file<char>::xsgetn(char* text, streamsize length) {
  return static_cast<streamsize>(fread(text, 1, static_cast<size_t>(length), _M_cfile));
}
streamsize __basic_file<char>::xsputn(const char* text, streamsize length) {
  return static_cast<streamsize>(fwrite(text, 1, static_cast<size_t>(length), _M_cfile));
}
streamsize __basic_file<char>::xsputn_2(const char* first, streamsize length, const char* second, streamsize more) {
  return (length > 0 ? xsputn(first, length) : 0) + xsputn(second, more);
}
streamoff __basic_file<char>::seekoff(streamoff offset, ios_base::seekdir way) throw() {
  const int from = way == ios_base::beg ? SEEK_SET : way == ios_base::cur ? SEEK_CUR : SEEK_END;
  return fseek(_M_cfile, offset, from) == 0 ? ftell(_M_cfile) : -1;
}
int __basic_file<char>::sync() { return 0; }
streamsize __basic_file<char>::showmanyc() { return 0; }

// The facet.
using Bytes = codecvt<char, char, mbstate_t>;
Bytes::~codecvt() {}
Bytes::result Bytes::do_out(state_type&, const char* from, const char*, const char*& next, char* to, char*,
                            char*& to_next) const {
  next = from;
  to_next = to;
  return noconv;
}
Bytes::result Bytes::do_unshift(state_type&, char* to, char*, char*& next) const {
  next = to;
  return noconv;
}
Bytes::result Bytes::do_in(state_type&, const char* from, const char*, const char*& next, char* to, char*,
                           char*& to_next) const {
  next = from;
  to_next = to;
  return noconv;
}
int Bytes::do_encoding() const throw() { return 1; }
bool Bytes::do_always_noconv() const throw() { return true; }
int Bytes::do_length(state_type&, const char* from, const char* end, size_t most) const {
  const auto length = static_cast<size_t>(end - from);
  return static_cast<int>(length < most ? length : most);
}
int Bytes::do_max_length() const throw() { return 1; }

template class basic_filebuf<char>;
template class basic_ifstream<char>;
template class basic_ofstream<char>;
template class basic_fstream<char>;

}  // namespace std

extern const void* const BYTES_TABLE[11] __asm__("_ZTVSt7codecvtIcc11__mbstate_tE");

namespace {
constinit const fermata::FacetLayout BYTES = {&BYTES_TABLE[2], 1, nullptr};
static_assert(sizeof BYTES == sizeof(std::Bytes));
}  // namespace

#define CODECVT "St7codecvtIcc11__mbstate_tE"
bool has_codecvt(const std::locale&) FACET("has", CODECVT, "b");
const std::Bytes& use_codecvt(const std::locale&) FACET("use", CODECVT, "RKT_");
bool has_codecvt(const std::locale&) { return true; }
const std::Bytes& use_codecvt(const std::locale&) { return reinterpret_cast<const std::Bytes&>(BYTES); }
