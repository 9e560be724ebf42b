// SPDX-License-Identifier: Apache-2.0
// What is behind std::cout and std::cin. The objects themselves are constants in console.cpp.
#include <cstdio>
#include <streambuf>

#include "../fermata_intrinsics.h"

namespace fermata {

// Holds nothing back: all that is written becomes part of the trace at once.
class ConsoleOutput : public std::streambuf {
 public:
  ~ConsoleOutput() override;

 protected:
  std::streamsize xsputn(const char* text, std::streamsize length) override;
  int_type overflow(int_type character) override;
};

ConsoleOutput::~ConsoleOutput() = default;

std::streamsize ConsoleOutput::xsputn(const char* text, std::streamsize length) {
  __fermata_print(text, static_cast<size_t>(length));
  return length;
}

ConsoleOutput::int_type ConsoleOutput::overflow(int_type character) {
  if (traits_type::eq_int_type(character, traits_type::eof())) return traits_type::not_eof(character);
  const char text = traits_type::to_char_type(character);
  __fermata_print(&text, 1);
  return character;
}

// What the C runtime reads, byte by byte: nothing is held back from those who read from stdin.
class ConsoleInput : public std::streambuf {
 public:
  ~ConsoleInput() override;

 protected:
  int_type underflow() override;
  int_type uflow() override;
  int_type pbackfail(int_type character) override;
};

ConsoleInput::~ConsoleInput() = default;

ConsoleInput::int_type ConsoleInput::underflow() { return std::ungetc(std::getc(stdin), stdin); }
ConsoleInput::int_type ConsoleInput::uflow() { return std::getc(stdin); }
ConsoleInput::int_type ConsoleInput::pbackfail(int_type character) {
  if (!traits_type::eq_int_type(character, traits_type::eof())) return std::ungetc(character, stdin);
  return std::fseek(stdin, -1, SEEK_CUR) == 0 ? 0 : traits_type::eof();
}

}  // namespace fermata
