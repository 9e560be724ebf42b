// fermata: holds
// fermata-clang: -std=c++17 -DREADERS=2
// The C++ of 2017, with a macro from the command line.
#include <array>
#include <cassert>
#include <map>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <thread>

class Cache {
 public:
  std::optional<int> find(const std::string& key) const {
    std::shared_lock lock(mutex_);
    if (auto it = values_.find(key); it != values_.end()) return it->second;
    return std::nullopt;
  }

  void insert(const std::string& key, int value) {
    std::unique_lock lock(mutex_);
    values_.insert_or_assign(key, value);
  }

 private:
  mutable std::shared_mutex mutex_;
  std::map<std::string, int> values_;
};

int main() {
  Cache cache;
  std::array<std::thread, READERS> readers;
  for (auto& reader : readers) {
    reader = std::thread([&cache] { assert(cache.find("answer").value_or(42) == 42); });
  }
  cache.insert("answer", 42);
  for (auto& reader : readers) reader.join();
}
