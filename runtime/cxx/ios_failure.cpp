// SPDX-License-Identifier: Apache-2.0
// std::ios_base::failure, which streams throw that were told to.
#include <ios>
#include <string>
#include <system_error>

namespace std {

namespace {

class IostreamCategory : public error_category {
 public:
  constexpr IostreamCategory() = default;
  const char* name() const noexcept override { return "iostream"; }
  string message(int code) const override {
    return static_cast<io_errc>(code) == io_errc::stream ? "iostream error" : "Unknown error";
  }
};
[[clang::no_destroy]] constinit const IostreamCategory CATEGORY;

}  // namespace

const error_category& iostream_category() noexcept { return CATEGORY; }

ios_base::failure::failure(const string& text) : system_error(io_errc::stream, text) {}
ios_base::failure::failure(const string& text, const error_code& code) : system_error(code, text) {}
ios_base::failure::failure(const char* text, const error_code& code) : system_error(code, text) {}
ios_base::failure::~failure() throw() {}
const char* ios_base::failure::what() const throw() { return system_error::what(); }

void __throw_ios_failure(const char* text) { throw ios_base::failure(text); }
void __throw_ios_failure(const char* text, int code) {
  throw ios_base::failure(text, code ? error_code(code, system_category()) : error_code(io_errc::stream));
}

}  // namespace std
