// SPDX-License-Identifier: Apache-2.0
// A folder that remembers what was computed, from one run to the next.
#pragma once

#include <llvm/Support/BLAKE3.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace fermata::frontend::llvm {

/// Everything that a result depends on. Two keys are equal only if all their parts are.
class Key {
 public:
  /// `kind`: what the result is, with the version of its form.
  explicit Key(std::string_view kind) { add(kind); }
  /// Also its length, so that "ab", "c" differs from "a", "bc".
  void add(std::string_view part);
  /// The file's name, size and times, and where it lies; not what is in it. For large files that are not edited.
  void add_identity(const std::string& file);
  /// The identity of our own program and of the libraries that it runs with.
  void add_this_process();
  /// 64 hexadecimal digits.
  std::string digest() const;

 private:
  ::llvm::BLAKE3 hash_;
};

/// What was kept under a digest, as a file that other programs may read: its content comes first. Until it is known to
/// be intact it may be anything.
class CacheEntry {
 public:
  CacheEntry(CacheEntry&&) noexcept;
  CacheEntry& operator=(CacheEntry&&) = delete;
  ~CacheEntry();

  /// Valid in this process and in those that are started while this object lives.
  std::string path() const;
  std::uint64_t size() const { return size_; }
  /// As many bytes from `begin` on; less if there are less.
  std::string content(std::uint64_t begin, std::uint64_t bytes) const;
  bool intact() const;

 private:
  friend class Cache;
  CacheEntry(int descriptor, std::string digest, std::uint64_t size)
      : descriptor_(descriptor), digest_(std::move(digest)), size_(size) {}

  bool ends_with(::llvm::BLAKE3& hash) const;

  int descriptor_;
  std::string digest_;
  std::uint64_t size_;  // of the content
};

/// What was kept under a digest is found again exactly as it was, or not at all: a file that is damaged, incomplete or
/// not ours is as good as none. Several processes may use the folder at the same time. Whatever goes wrong goes wrong
/// silently, since nothing depends on it but time.
class Cache {
 public:
  static constexpr std::uint64_t default_most_bytes = std::uint64_t{1} << 30;

  /// Finds nothing and keeps nothing.
  Cache() = default;
  /// The folder is made when the first result is kept. It is kept below `most_bytes`: what was not used for the longest
  /// time goes first.
  explicit Cache(std::string folder, std::uint64_t most_bytes = default_most_bytes)
      : folder_(std::move(folder)), most_bytes_(most_bytes) {}

  bool in_use() const { return !folder_.empty(); }
  std::optional<std::string> find(const std::string& digest) const;
  std::optional<CacheEntry> open(const std::string& digest) const;
  void keep(const std::string& digest, std::string_view content) const;

 private:
  void make_room() const;

  std::string folder_;
  std::uint64_t most_bytes_ = 0;
};

}  // namespace fermata::frontend::llvm
