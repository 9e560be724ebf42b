// SPDX-License-Identifier: Apache-2.0
// A persistent array: a tree with nodes of fixed width, of which a write copies one path.
//
//   J. R. Driscoll, N. Sarnak, D. D. Sleator, R. E. Tarjan, "Making data structures persistent", JCSS 1989 (path
//     copying)
//
// Where we differ: nodes are hash-consed, so that versions with equal bytes are one, whatever their history; and a step
// copies a path once, and interns it when the state is saved.
//
// A chunk has 256 bytes, a node has 64 parts. Either is a sequence of 64 words, stored without its trailing zeros. So
// zero bytes are the empty sequence at every level, Component::nothing, whose number is 0. The bytes of the last chunk
// that lie behind the end of the object are zero. The top is a node that is no component of its own: its words are part
// of the component of the object. An object of 1 MB has one level of nodes below it, one of 2 GiB has three.
#include "vm/chunks.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

namespace fermata::vm {

namespace {

std::span<const std::uint8_t> as_bytes(std::span<const Word> words) {
  return {reinterpret_cast<const std::uint8_t*>(words.data()), words.size_bytes()};
}

bool all_zero(const std::uint8_t* bytes, std::size_t size) {
  return size == 0 || (bytes[0] == 0 && std::memcmp(bytes, bytes + 1, size - 1) == 0);
}

Word at(std::span<const Word> ids, std::uint32_t slot) { return slot < ids.size() ? ids[slot] : 0; }

std::span<const Word> without_zeros_at_the_end(std::span<const Word> words) {
  while (!words.empty() && words.back() == 0) words = words.first(words.size() - 1);
  return words;
}

}  // namespace

void Chunks::open(std::uint32_t size, std::span<const Word> top) {
  height_ = height_of(size);
  top_ = top;
  own_ = nullptr;
  window_ = {};
}

// --- looking -----------------------------------------------------------------------------------

Chunks::Stretch Chunks::stretch(std::uint32_t offset) const {
  std::span<const Word> ids = top_;
  const Node* node = own_;
  for (unsigned level = height_; level-- > 0;) {
    const std::uint32_t slot = slot_of(offset, level);
    const std::uint64_t begin = offset & ~(span_of(level) - 1), end = begin + span_of(level);
    if (const void* own = node ? node->own(slot) : nullptr) {
      if (level == 0) return {{static_cast<const std::uint8_t*>(own), chunk_bytes}, begin, end};
      node = static_cast<const Node*>(own);
      continue;
    }
    const Word id = node ? node->ids[slot] : at(ids, slot);
    if (id == 0) return {{}, begin, end};
    node = nullptr;
    ids = (*store_)[Component{id}];
    if (level == 0) return {as_bytes(ids), begin, end};
  }
  return {};
}

void Chunks::read_slowly(std::uint32_t offset, void* to, std::uint32_t size) const {
  static constexpr std::array<std::uint8_t, chunk_bytes> zeros{};
  auto* out = static_cast<std::uint8_t*>(to);
  while (size > 0) {
    const Stretch s = stretch(offset);
    const auto n = static_cast<std::uint32_t>(std::min<std::uint64_t>(size, s.end - offset));
    const std::size_t skipped = std::min<std::size_t>(offset - s.begin, s.bytes.size());
    const std::size_t there = std::min<std::size_t>(n, s.bytes.size() - skipped);
    if (there) std::memcpy(out, s.bytes.data() + skipped, there);
    std::memset(out + there, 0, n - there);
    if (s.bytes.empty())
      window_ = {offset & ~(chunk_bytes - 1), chunk_bytes, zeros.data()};
    else
      window_ = {static_cast<std::uint32_t>(s.begin), static_cast<std::uint32_t>(s.bytes.size()), s.bytes.data()};
    out += n, offset += n, size -= n;
  }
}

std::uint8_t Chunks::byte(const ComponentStore& store, std::uint32_t size, std::span<const Word> top,
                          std::uint32_t offset) {
  std::span<const Word> ids = top;
  for (unsigned level = height_of(size); level-- > 0;) ids = store[Component{at(ids, slot_of(offset, level))}];
  const auto bytes = as_bytes(ids);
  const std::uint32_t k = offset % chunk_bytes;
  return k < bytes.size() ? bytes[k] : 0;
}

bool Chunks::each_difference(const ComponentStore& store, std::uint32_t size, std::span<const Word> one,
                             std::span<const Word> other, const std::function<bool(std::uint32_t)>& visit) {
  const auto differences = [&](const auto& self, std::span<const Word> a, std::span<const Word> b, unsigned level,
                               std::uint64_t base) -> bool {
    if (level == 0) {
      const auto x = as_bytes(a), y = as_bytes(b);
      for (std::size_t k = 0; k < std::max(x.size(), y.size()); ++k)
        if ((k < x.size() ? x[k] : 0) != (k < y.size() ? y[k] : 0) && !visit(static_cast<std::uint32_t>(base + k)))
          return false;
      return true;
    }
    for (std::uint32_t slot = 0; slot < std::max(a.size(), b.size()); ++slot)
      if (at(a, slot) != at(b, slot) && !self(self, store[Component{at(a, slot)}], store[Component{at(b, slot)}],
                                              level - 1, base + slot * span_of(level - 1)))
        return false;
    return true;
  };
  return differences(differences, one, other, height_of(size), 0);
}

// --- changing ----------------------------------------------------------------------------------

Chunks::Node* Chunks::make_node(std::span<const Word> ids) {
  auto* node = new (scratch_->take(sizeof(Node), store_->stop())) Node;
  std::ranges::fill(std::ranges::copy(ids, node->ids.begin()).out, node->ids.end(), 0);
  return node;
}

/// The node of this level, which may be changed, with the byte at `offset`.
Chunks::Node* Chunks::own_node(std::uint64_t offset, unsigned level) {
  if (!own_) own_ = make_node(top_);
  Node* node = own_;
  for (unsigned below = height_; below-- > level;) {
    const std::uint32_t slot = slot_of(offset, below);
    void* part = node->own(slot);
    if (!part) part = node->set_own(slot, make_node((*store_)[Component{node->ids[slot]}]));
    node = static_cast<Node*>(part);
  }
  return node;
}

std::uint8_t* Chunks::own_chunk(std::uint64_t offset) {
  Node* node = own_node(offset, 1);
  const std::uint32_t slot = slot_of(offset, 0);
  auto* chunk = static_cast<std::uint8_t*>(node->own(slot));
  if (!chunk) {
    chunk = scratch_->take(chunk_bytes, store_->stop());
    const auto bytes = as_bytes((*store_)[Component{node->ids[slot]}]);
    std::ranges::fill(std::ranges::copy(bytes, chunk).out, chunk + chunk_bytes, 0);
    node->set_own(slot, chunk);
  }
  window_ = {static_cast<std::uint32_t>(offset & ~std::uint64_t{chunk_bytes - 1}), chunk_bytes, chunk, chunk};
  return chunk;
}

void Chunks::write_slowly(std::uint32_t offset, const void* from, std::uint32_t size) {
  const auto* in = static_cast<const std::uint8_t*>(from);
  while (size > 0) {
    const std::uint32_t k = offset % chunk_bytes, n = std::min(size, chunk_bytes - k);
    // A zero among zeros changes nothing.
    if (!all_zero(in, n) || !stretch(offset).bytes.empty()) std::memcpy(own_chunk(offset) + k, in, n);
    in += n, offset += n, size -= n;
  }
}

/// The part of this level with the byte at `offset`, if it has not been changed.
std::optional<Word> Chunks::unchanged(std::uint64_t offset, unsigned level) const {
  std::span<const Word> ids = top_;
  const Node* node = own_;
  for (unsigned below = height_; below-- > level;) {
    const std::uint32_t slot = slot_of(offset, below);
    if (const void* own = node ? node->own(slot) : nullptr) {
      if (below == level) return std::nullopt;
      node = static_cast<const Node*>(own);
      continue;
    }
    const Word id = node ? node->ids[slot] : at(ids, slot);
    if (id == 0 || below == level) return id;
    node = nullptr;
    ids = (*store_)[Component{id}];
  }
  return std::nullopt;
}

void Chunks::put(std::uint64_t offset, unsigned level, Word id) {
  if (unchanged(offset, level) == id) return;
  own_node(offset, level + 1)->set_id(slot_of(offset, level), id);
  window_ = {};
}

/// What a part that has this value in all its bytes is stored as.
Word Chunks::filled(std::uint8_t value, unsigned level) const {
  if (value == 0) return 0;
  std::array<Word, fan> words;
  words.fill(Word{value} * 0x01010101u);
  for (unsigned k = 0; k < level; ++k) words.fill(static_cast<Word>(store_->intern(words)));
  return static_cast<Word>(store_->intern(words));
}

void Chunks::fill(std::uint32_t offset, std::uint8_t value, std::uint32_t size) {
  if (size) fill(height_, 0, offset, std::uint64_t{offset} + size, value);
}

/// In the node of this level that begins at `base`: bytes [from, to), as far as it has them.
void Chunks::fill(unsigned level, std::uint64_t base, std::uint64_t from, std::uint64_t to, std::uint8_t value) {
  const std::uint64_t span = span_of(level - 1), end = std::min(to, base + span_of(level));
  std::optional<Word> whole;
  for (std::uint64_t begin = std::max(from, base) & ~(span - 1); begin < end; begin += span) {
    if (from <= begin && begin + span <= to) {
      if (!whole) whole = filled(value, level - 1);
      put(begin, level - 1, *whole);
    } else if (value == 0 && unchanged(begin, level - 1) == Word{0}) {
      continue;
    } else if (level > 1) {
      fill(level - 1, begin, from, to, value);
    } else {
      const std::uint64_t first = std::max(from, begin), last = std::min(to, begin + span);
      std::memset(own_chunk(begin) + (first - begin), value, last - first);
    }
  }
}

/// If a whole part of `source` that has not been changed is to be copied to where a part begins, it can be shared.
bool Chunks::share(std::uint64_t to, const Chunks& source, std::uint64_t from, unsigned level) {
  const auto id = source.unchanged(from, level);
  if (id) put(to, level, *id);
  return id.has_value();
}

void Chunks::copy(std::uint32_t to, const Chunks& source, std::uint32_t from, std::uint32_t size) {
  // Bytes that are still to be copied must not be overwritten.
  const bool backwards = this == &source && from < to;
  const unsigned highest = std::min(height_, source.height_);
  std::array<std::uint8_t, chunk_bytes> bytes;
  for (std::uint64_t done = 0; done < size;) {
    const std::uint64_t left = size - done;
    // The next part begins here; if backwards, it ends here.
    const std::uint64_t t = to + (backwards ? left : done), f = from + (backwards ? left : done);
    std::uint64_t n = 0;
    for (unsigned level = highest; level-- > 0 && n == 0;) {
      const std::uint64_t span = span_of(level);
      if (((t | f) & (span - 1)) == 0 && span <= left &&
          share(backwards ? t - span : t, source, backwards ? f - span : f, level))
        n = span;
    }
    if (n == 0) {
      const Stretch s = source.stretch(static_cast<std::uint32_t>(backwards ? f - 1 : f));
      n = std::min(left, backwards ? f - s.begin : s.end - f);
      const std::uint64_t in_chunk = t % chunk_bytes;
      if (!s.bytes.empty()) n = std::min(n, backwards ? (in_chunk ? in_chunk : chunk_bytes) : chunk_bytes - in_chunk);
      const auto target = static_cast<std::uint32_t>(backwards ? t - n : t), count = static_cast<std::uint32_t>(n);
      if (s.bytes.empty()) {
        fill(target, 0, count);
      } else {
        source.read(static_cast<std::uint32_t>(backwards ? f - n : f), bytes.data(), count);
        write(target, bytes.data(), count);
      }
    }
    done += n;
  }
}

// --- storing -----------------------------------------------------------------------------------

/// The parts of a node, once they are stored.
std::span<const Word> Chunks::stored(Node& node, unsigned level) {
  std::array<Word, chunk_bytes / sizeof(Word)> chunk;
  for (; node.owned; node.owned &= node.owned - 1) {
    const auto slot = static_cast<std::uint32_t>(std::countr_zero(node.owned));
    std::span<const Word> part = chunk;
    if (level > 1)
      part = stored(*static_cast<Node*>(node.part[slot]), level - 1);
    else
      std::memcpy(chunk.data(), node.part[slot], chunk_bytes);
    node.ids[slot] = static_cast<Word>(store_->intern(without_zeros_at_the_end(part)));
  }
  return without_zeros_at_the_end(node.ids);
}

void Chunks::pack(std::vector<Word>& top) {
  window_ = {};
  const std::span<const Word> now = own_ ? stored(*own_, height_) : top_;
  top.insert(top.end(), now.begin(), now.end());
}

}  // namespace fermata::vm
