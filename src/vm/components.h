// SPDX-License-Identifier: Apache-2.0
// Interned pieces of states.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace fermata::vm {

using Word = std::uint32_t;
enum class Component : std::uint32_t { nothing = 0 };

/// Gives equal sequences of words equal numbers, for ever. Component::nothing is the empty sequence.
class ComponentStore {
 public:
  ComponentStore();
  Component intern(std::span<const Word> words);
  /// Valid as long as the store.
  std::span<const Word> operator[](Component id) const {
    const Word* p = where_[static_cast<std::size_t>(id)];
    return {p + 1, p[0]};
  }
  std::uint64_t bytes() const { return bytes_; }
  std::size_t size() const { return where_.size(); }

 private:
  const Word* keep(std::span<const Word> words);
  void grow();

  struct Entry {
    std::uint32_t hash = 0;
    std::uint32_t id = 0;
  };
  std::vector<std::unique_ptr<Word[]>> chunks_;
  std::size_t chunk_used_ = 0, chunk_size_ = 0;
  std::vector<const Word*> where_;
  std::vector<Entry> table_;
  std::uint64_t bytes_ = 0;
};

}  // namespace fermata::vm
