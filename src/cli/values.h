// SPDX-License-Identifier: Apache-2.0
// What people write for a time or a size.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fermata::cli {

/// "500ms", "60s", "1.5m", "2h", or plain seconds. Nothing if it is none of these, or zero.
std::optional<std::chrono::milliseconds> duration(std::string_view text);
std::string shown(std::chrono::milliseconds time);  ///< as `duration` takes it

/// "512M", "4G", also "4GB" and "4GiB": powers of 1024. A plain number is refused, since nobody means 4 bytes by 4.
std::optional<std::uint64_t> size(std::string_view text);

/// The words of a line, as a shell takes them: spaces separate, quotation marks and \ keep what they protect. Nothing
/// if a quotation does not end.
std::optional<std::vector<std::string>> words(std::string_view line);

/// The word among `candidates` that somebody who typed `word` may have meant; empty if none is near.
template <class Words>
std::string_view nearest(std::string_view word, const Words& candidates);

/// Insertions, deletions, changes and swaps of neighbours that make one word of the other.
std::size_t distance(std::string_view a, std::string_view b);

template <class Words>
std::string_view nearest(std::string_view word, const Words& candidates) {
  std::string_view best;
  std::size_t least = word.size() / 4 + 2;  // "--tiem" is "--time", "--foo" is nothing we know
  for (std::string_view candidate : candidates)
    if (auto d = distance(word, candidate); d < least) best = candidate, least = d;
  return best;
}

}  // namespace fermata::cli
