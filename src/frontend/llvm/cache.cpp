// SPDX-License-Identifier: Apache-2.0
//
// An entry is one file, named by its digest: the content, a mark, a checksum of name and content. It is written under
// another name and then renamed, so that nobody sees half of it. Nothing is locked: two processes that keep the same
// result write the same file, and one that loses an entry to make_room() computes it again.
//
// What a killed process leaves is a file with the prefix `unfinished`. The next process that keeps something an hour
// later removes it.
#include "frontend/llvm/cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <llvm/ADT/StringExtras.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <set>
#include <utility>
#include <vector>

namespace fermata::frontend::llvm {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view mark = "fermata cache 2\n";
constexpr std::size_t checksum_size = 32;
constexpr std::string_view unfinished = "unfinished-";
constexpr std::time_t oldest_unfinished = 3600;
constexpr std::size_t digest_size = 64;
constexpr std::size_t most_at_a_time = 1 << 18;

std::string final_of(::llvm::BLAKE3& hash) {
  const auto bytes = hash.final<checksum_size>();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

::llvm::BLAKE3 hash_of(std::string_view digest, std::string_view content) {
  ::llvm::BLAKE3 hash;
  hash.update(digest);
  hash.update(content);
  return hash;
}

bool is_digest(std::string_view name) {
  return name.size() == digest_size && std::ranges::all_of(name, [](unsigned char c) { return std::isxdigit(c); });
}

/// Closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  int number() const { return number_; }

 private:
  int number_;
};

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// How many bytes of it were there.
std::size_t read_at(int file, std::uint64_t begin, std::string& text) {
  std::size_t filled = 0;
  while (filled < text.size()) {
    const ssize_t got = pread(file, text.data() + filled, text.size() - filled, static_cast<off_t>(begin + filled));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    filled += static_cast<std::size_t>(got);
  }
  return filled;
}

bool is_ours(const struct stat& about) { return about.st_uid == geteuid(); }

/// For nobody else to read: what lies in it comes from the user's programs.
bool make_folder(const std::string& folder) {
  std::error_code error;
  if (const fs::path parent = fs::path(folder).parent_path(); !parent.empty() && !fs::exists(parent, error))
    if (!make_folder(parent.string())) return false;
  if (mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST) return false;
  struct stat about = {};
  return stat(folder.c_str(), &about) == 0 && S_ISDIR(about.st_mode);
}

}  // namespace

void Key::add(std::string_view part) {
  hash_.update(fmt::format("{}:", part.size()));
  hash_.update(part);
}

void Key::add_identity(const std::string& file) {
  struct stat about = {};
  add(file);
  if (stat(file.c_str(), &about) != 0) return add("none");
  add(fmt::format("{} {} {} {}.{} {}.{}", about.st_dev, about.st_ino, about.st_size, about.st_mtim.tv_sec,
                  about.st_mtim.tv_nsec, about.st_ctim.tv_sec, about.st_ctim.tv_nsec));
}

void Key::add_this_process() {
  std::set<std::string> files;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    if (const auto path = line.find('/'); path != line.npos && line.contains(" r-xp ")) files.insert(line.substr(path));
  for (const std::string& file : files) add_identity(file);
}

std::string Key::digest() const {
  ::llvm::BLAKE3 so_far = hash_;
  return ::llvm::toHex(so_far.final<digest_size / 2>(), /*LowerCase=*/true);
}

CacheEntry::CacheEntry(CacheEntry&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), digest_(std::move(other.digest_)), size_(other.size_) {}

CacheEntry::~CacheEntry() {
  if (descriptor_ >= 0) close(descriptor_);
}

std::string CacheEntry::path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }

std::string CacheEntry::content(std::uint64_t begin, std::uint64_t bytes) const {
  std::string text(std::min(bytes, size_ - std::min(begin, size_)), '\0');
  text.resize(read_at(descriptor_, begin, text));
  return text;
}

bool CacheEntry::intact() const {
  ::llvm::BLAKE3 hash;
  hash.update(digest_);
  std::string part(most_at_a_time, '\0');
  for (std::uint64_t at = 0; at < size_; at += part.size()) {
    part.resize(std::min<std::uint64_t>(part.size(), size_ - at));
    if (read_at(descriptor_, at, part) != part.size()) return false;
    hash.update(part);
  }
  return ends_with(hash);
}

bool CacheEntry::ends_with(::llvm::BLAKE3& hash) const {
  std::string end(mark.size() + checksum_size, '\0');
  return read_at(descriptor_, size_, end) == end.size() && end.starts_with(mark) &&
         end.substr(mark.size()) == final_of(hash);
}

std::optional<CacheEntry> Cache::open(const std::string& digest) const {
  if (!in_use()) return std::nullopt;
  CacheEntry file(::open((folder_ + "/" + digest).c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK), digest, 0);
  struct stat about = {};
  if (file.descriptor_ < 0 || fstat(file.descriptor_, &about) != 0 || !S_ISREG(about.st_mode) || !is_ours(about))
    return std::nullopt;
  const auto size = static_cast<std::uint64_t>(about.st_size);
  const std::size_t after = mark.size() + checksum_size;
  if (size < after || size - after > most_bytes_ / 4) return std::nullopt;
  file.size_ = size - after;
  futimens(file.descriptor_, nullptr);  // used now, as make_room() sees it
  return file;
}

std::optional<std::string> Cache::find(const std::string& digest) const {
  const auto file = open(digest);
  if (!file) return std::nullopt;
  std::string content = file->content(0, file->size());
  auto hash = hash_of(digest, content);
  if (!file->ends_with(hash)) return std::nullopt;
  return content;
}

void Cache::keep(const std::string& digest, std::string_view content) const {
  if (!in_use() || content.size() > most_bytes_ / 4 || !make_folder(folder_)) return;
  struct stat about = {};
  if (stat(folder_.c_str(), &about) != 0 || !is_ours(about)) return;
  std::string name = fmt::format("{}/{}XXXXXX", folder_, unfinished);
  const Descriptor file(mkostemp(name.data(), O_CLOEXEC));
  if (file.number() < 0) return;
  auto hash = hash_of(digest, content);
  const bool written =
      write_all(file.number(), content) && write_all(file.number(), mark) && write_all(file.number(), final_of(hash));
  if (!written || rename(name.c_str(), (folder_ + "/" + digest).c_str()) != 0) unlink(name.c_str());
  make_room();
}

void Cache::make_room() const {
  struct Entry {
    timespec used;
    std::uint64_t bytes;
    std::string path;
  };
  std::vector<Entry> entries;
  std::uint64_t total = 0;
  DIR* folder = opendir(folder_.c_str());
  if (!folder) return;
  while (const dirent* one = readdir(folder)) {
    const std::string_view name = one->d_name;
    const bool begun = name.starts_with(unfinished);
    struct stat about = {};
    const std::string path = fmt::format("{}/{}", folder_, name);
    if ((!begun && !is_digest(name)) || lstat(path.c_str(), &about) != 0 || !S_ISREG(about.st_mode)) continue;
    if (begun) {
      if (about.st_mtim.tv_sec + oldest_unfinished < std::time(nullptr)) unlink(path.c_str());
      continue;
    }
    const auto bytes = static_cast<std::uint64_t>(about.st_size);
    entries.push_back({about.st_mtim, bytes, path});
    total += bytes;
  }
  closedir(folder);
  if (total <= most_bytes_) return;
  std::ranges::sort(entries, {}, [](const Entry& e) { return std::pair(e.used.tv_sec, e.used.tv_nsec); });
  for (const Entry& entry : entries) {
    if (total <= most_bytes_ / 4 * 3) break;
    if (unlink(entry.path.c_str()) == 0) total -= entry.bytes;
  }
}

}  // namespace fermata::frontend::llvm
