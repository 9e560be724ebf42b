// SPDX-License-Identifier: Apache-2.0
// std::ios_base: the state all streams have. Callbacks, and more than eight user words, are not modelled.
#include <ios>

#include "../fermata_intrinsics.h"

namespace std {

ios_base::ios_base() throw()
    : _M_precision(),
      _M_width(),
      _M_flags(),
      _M_exception(),
      _M_streambuf_state(),
      _M_callbacks(nullptr),
      _M_word_zero(),
      _M_local_word(),
      _M_word_size(_S_local_word_size),
      _M_word(_M_local_word) {}

ios_base::~ios_base() {}

void ios_base::_M_init() throw() {
  _M_precision = 6;
  _M_width = 0;
  _M_flags = skipws | dec;
}

void ios_base::_M_call_callbacks(event) throw() {}
void ios_base::_M_dispose_callbacks() throw() {}

locale ios_base::imbue(const locale&) throw() { return locale(); }

void ios_base::_M_move(ios_base& from) noexcept {
  _M_precision = from._M_precision;
  _M_width = from._M_width;
  _M_flags = from._M_flags;
  _M_exception = from._M_exception;
  _M_streambuf_state = from._M_streambuf_state;
  for (int i = 0; i < _S_local_word_size; ++i) {
    _M_local_word[i] = from._M_local_word[i];
    from._M_local_word[i] = _Words();
  }
}

void ios_base::_M_swap(ios_base& other) noexcept {
  std::swap(_M_precision, other._M_precision);
  std::swap(_M_width, other._M_width);
  std::swap(_M_flags, other._M_flags);
  std::swap(_M_exception, other._M_exception);
  std::swap(_M_streambuf_state, other._M_streambuf_state);
  for (int i = 0; i < _S_local_word_size; ++i) std::swap(_M_local_word[i], other._M_local_word[i]);
}

int ios_base::xalloc() throw() {
  static int last = 3;  // libstdc++ keeps the first few for itself
  return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

// There is no second way to write to the console that could get out of step with std::cout.
bool ios_base::sync_with_stdio(bool) { return true; }

// Every file that includes <iostream> has one of these. std::cout needs no initialisation.
ios_base::Init::Init() {}
ios_base::Init::~Init() {}

}  // namespace std
