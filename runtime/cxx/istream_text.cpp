// SPDX-License-Identifier: Apache-2.0
// Reading words and lines from streams: those functions of <istream> that the library specialises for char.
#include <istream>
#include <limits>
#include <streambuf>
#include <string>

namespace std {
namespace {

constexpr int END = char_traits<char>::eof();

bool is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Looks at characters until one is refused (it stays) or the end of the stream is reached (then true).
template <typename Accept>
bool read_while(istream& stream, Accept accept) {
  streambuf& buffer = *stream.rdbuf();
  for (int c = buffer.sgetc(); c != END; c = buffer.snextc())
    if (!accept(c)) return false;
  return true;
}

}  // namespace

template <>
istream& operator>>(istream& stream, string& word) {
  istream::sentry ready(stream);
  if (!ready) return stream;
  word.clear();
  const size_t limit = stream.width() > 0 ? static_cast<size_t>(stream.width()) : word.max_size();
  const bool end = read_while(stream, [&](int c) {
    if (word.size() == limit || is_space(c)) return false;
    word.push_back(static_cast<char>(c));
    return true;
  });
  stream.width(0);
  if (end && word.size() < limit) stream.setstate(ios_base::eofbit);
  if (word.empty()) stream.setstate(ios_base::failbit);
  return stream;
}

template <>
istream& getline(istream& stream, string& line, char delimiter) {
  istream::sentry ready(stream, true);
  if (!ready) return stream;
  line.clear();
  bool delimited = false;
  const bool end = read_while(stream, [&](int c) {
    delimited = c == static_cast<unsigned char>(delimiter);
    if (!delimited) line.push_back(static_cast<char>(c));
    return !delimited;
  });
  if (delimited) stream.rdbuf()->sbumpc();
  if (end) stream.setstate(ios_base::eofbit);
  if (end && line.empty()) stream.setstate(ios_base::failbit);
  return stream;
}

template <>
istream& istream::getline(char* line, streamsize size, char delimiter) {
  _M_gcount = 0;
  streamsize stored = 0;
  sentry ready(*this, true);
  if (ready) {
    bool delimited = false;
    const bool end = read_while(*this, [&](int c) {
      delimited = c == static_cast<unsigned char>(delimiter);
      if (delimited || stored + 1 >= size) return false;
      line[stored++] = static_cast<char>(c);
      return true;
    });
    _M_gcount = stored;
    if (delimited) {
      rdbuf()->sbumpc();
      ++_M_gcount;
    }
    if (end) setstate(eofbit);
    if (_M_gcount == 0 || (!end && !delimited)) setstate(failbit);
  }
  if (size > 0) line[stored] = 0;
  return *this;
}

template <>
istream& istream::ignore(streamsize count) {
  return ignore(count, END);
}

template <>
istream& istream::ignore(streamsize count, int_type delimiter) {
  _M_gcount = 0;
  sentry ready(*this, true);
  if (!ready) return *this;
  const bool limited = count != numeric_limits<streamsize>::max();
  while (!limited || _M_gcount < count) {
    const int c = rdbuf()->sbumpc();
    if (c == END) {
      setstate(eofbit);
      break;
    }
    ++_M_gcount;
    if (c == delimiter) break;
  }
  return *this;
}

void __istream_extract(istream& stream, char* word, streamsize size) {
  const streamsize width = stream.width();
  if (width > 0 && width < size) size = width;
  streamsize stored = 0;
  istream::sentry ready(stream);
  if (ready) {
    const bool end = read_while(stream, [&](int c) {
      if (stored + 1 >= size || is_space(c)) return false;
      word[stored++] = static_cast<char>(c);
      return true;
    });
    if (end) stream.setstate(ios_base::eofbit);
    stream.width(0);
  }
  word[stored] = 0;
  if (stored == 0) stream.setstate(ios_base::failbit);
}

template <>
streamsize __copy_streambufs_eof(streambuf* from, streambuf* to, bool& reached_end) {
  streamsize copied = 0;
  reached_end = true;
  for (int c = from->sgetc(); c != END; c = from->snextc(), ++copied)
    if (to->sputc(static_cast<char>(c)) == END) {
      reached_end = false;
      break;
    }
  return copied;
}

}  // namespace std
