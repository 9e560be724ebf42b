// SPDX-License-Identifier: Apache-2.0
// Streams of char. The headers promise that the library holds their members; here the headers' own code is
// instantiated. What we do ourselves, in ostream.cpp and istream.cpp, has stronger linkage and replaces it.
#include <complex>
#include <iomanip>
#include <istream>
#include <ostream>
#include <sstream>
#include <string>

namespace std {

template class basic_ios<char>;
template class basic_streambuf<char>;
template class basic_ostream<char>;
template class basic_istream<char>;
template class basic_iostream<char>;
template class basic_stringbuf<char>;
template class basic_ostringstream<char>;
template class basic_istringstream<char>;
template class basic_stringstream<char>;

template ostream& endl(ostream&);
template ostream& ends(ostream&);
template ostream& flush(ostream&);
template ostream& operator<<(ostream&, char);
template ostream& operator<<(ostream&, unsigned char);
template ostream& operator<<(ostream&, signed char);
template ostream& operator<<(ostream&, const char*);
template ostream& operator<<(ostream&, const unsigned char*);
template ostream& operator<<(ostream&, const signed char*);
template ostream& operator<<(ostream&, const string&);

template istream& ws(istream&);
template istream& operator>>(istream&, char&);
template istream& operator>>(istream&, unsigned char&);
template istream& operator>>(istream&, signed char&);

template istream& getline(istream&, string&);

template ostream& operator<<(ostream&, _Setw);
template ostream& operator<<(ostream&, _Setfill<char>);
template ostream& operator<<(ostream&, _Setprecision);
template ostream& operator<<(ostream&, _Setbase);
template ostream& operator<<(ostream&, _Setiosflags);
template ostream& operator<<(ostream&, _Resetiosflags);
template istream& operator>>(istream&, _Setw);
template istream& operator>>(istream&, _Setfill<char>);
template istream& operator>>(istream&, _Setprecision);
template istream& operator>>(istream&, _Setbase);
template istream& operator>>(istream&, _Setiosflags);
template istream& operator>>(istream&, _Resetiosflags);

template ostream& operator<<(ostream&, const complex<float>&);
template ostream& operator<<(ostream&, const complex<double>&);
template ostream& operator<<(ostream&, const complex<long double>&);

template streamsize __copy_streambufs(streambuf*, streambuf*);

}  // namespace std

// In C++20 str() got an overload for temporaries, which changed its name. Older dialects know it by this one.
#define OLD_STR(type) __asm__("_ZNKSt7__cxx11" type "IcSt11char_traitsIcESaIcEE3strEv")

std::string old_str(const std::stringbuf&) OLD_STR("15basic_stringbuf");
std::string old_str(const std::ostringstream&) OLD_STR("19basic_ostringstream");
std::string old_str(const std::istringstream&) OLD_STR("19basic_istringstream");
std::string old_str(const std::stringstream&) OLD_STR("18basic_stringstream");

std::string old_str(const std::stringbuf& buffer) { return buffer.str(); }
std::string old_str(const std::ostringstream& stream) { return stream.str(); }
std::string old_str(const std::istringstream& stream) { return stream.str(); }
std::string old_str(const std::stringstream& stream) { return stream.str(); }
