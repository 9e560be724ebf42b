// SPDX-License-Identifier: Apache-2.0
#include "vm/parts.h"

#include <algorithm>

#include "base/require.h"
#include "vm/threads.h"

namespace fermata::vm {

namespace {

std::uint32_t page_of(Part part) { return static_cast<std::uint32_t>(part) >> 19 & (most_part_pages - 1); }
/// 0: the page as a whole.
std::uint32_t place_of(Part part) { return static_cast<std::uint32_t>(part) & 127; }
constexpr std::uint32_t header_place = 127;
static_assert(most_cells + 1 < sleep_place && sleep_place + 1 < header_place);

Word at(std::span<const Word> words, std::size_t k) { return k < words.size() ? words[k] : 0; }

}  // namespace

std::optional<Word> Parts::value(std::span<const Word> state, Part part) const {
  const std::uint32_t word = word_of(part);
  if (word >= state.size()) return std::nullopt;
  if (is_word(part)) return state[word];
  const std::uint32_t place = place_of(part);
  if (place == sleep_place || place == sleep_place + 1)
    return sleeps_on_half((*store_)[Component{state[word]}], place != sleep_place);
  const auto list = (*store_)[Component{state[word]}];
  if (is_long(list)) return long_list;
  const Word id = page_at(*store_, list, page_of(part));
  if (!begins_object(id)) return id;
  const auto object = (*store_)[Component{id}];
  if (place) return at(object, Memory::first_cell + place - 1);
  return Memory::in_cells(object) ? object[Memory::header_of_cells] : id;
}

void Parts::difference(std::span<const Word> from, std::span<const Word> to, std::span<const Part> reads,
                       std::uint32_t own, Changes& changes) const {
  const auto has_read = [&](Part part) { return std::ranges::find(reads, part) != reads.end(); };
  const auto add = [&](Part part, Word value) {
    changes.insert(changes.end(), {static_cast<std::uint32_t>(part), value});
  };
  const std::size_t record = shape_.thread(own);
  for (std::uint32_t word = 0; word < from.size(); ++word) {
    if (from[word] == to[word]) continue;
    if (word == record || !shape_.is_list(word) || has_read(word_part(word))) {
      FERMATA_REQUIRE(word == record || has_read(word_part(word)), "a step reads the words that it changes");
      add(word_part(word), to[word]);
      continue;
    }
    std::vector<Word> before, after;
    unfold(*store_, (*store_)[Component{from[word]}], before);
    unfold(*store_, (*store_)[Component{to[word]}], after);
    for (std::uint32_t page = 0; page < std::max(before.size(), after.size()); ++page) {
      const Word old = at(before, page), now = at(after, page);
      if (old == now) continue;
      FERMATA_REQUIRE(has_read(page_part(word, page)), "a step reads the pages that it changes");
      const auto one = begins_object(old) ? (*store_)[Component{old}] : std::span<const Word>();
      const auto other = begins_object(now) ? (*store_)[Component{now}] : std::span<const Word>();
      if (!Memory::in_cells(one) || !Memory::in_cells(other)) {
        add(page_part(word, page), now);
        continue;
      }
      if (one[Memory::header_of_cells] != other[Memory::header_of_cells])
        add(header_part(word, page), other[Memory::header_of_cells]);
      for (std::uint32_t k = Memory::first_cell; k < std::max(one.size(), other.size()); ++k) {
        if (at(one, k) == at(other, k)) continue;
        const Part part = cell_part(word, page, k - Memory::first_cell);
        FERMATA_REQUIRE(has_read(part), "a step reads the cells that it changes");
        add(part, at(other, k));
      }
    }
  }
}

void Parts::apply(std::span<const std::uint32_t> changes, std::vector<Word>& state,
                  std::vector<std::uint32_t>& changed) {
  word_ = page_ = none;  // a limit may have ended the last call
  for (std::size_t i = 0; i < changes.size(); i += 2) {
    const Part part{changes[i]};
    const Word value = changes[i + 1];
    const std::uint32_t word = word_of(part);
    if (changed.empty() || changed.back() != word) changed.push_back(word);
    if (is_word(part)) {
      state[word] = value;
      continue;
    }
    if (word != word_) {
      close_list(state);
      unfold(*store_, (*store_)[Component{state[word]}], list_);
      word_ = word;
    }
    const std::uint32_t page = page_of(part), place = place_of(part);
    if (page != page_) close_object();
    if (page >= list_.size()) list_.resize(page + 1);
    if (place == 0) {
      list_[page] = value;
      continue;
    }
    if (page != page_) {
      const auto object = (*store_)[Component{list_[page]}];
      object_.assign(object.begin(), object.end());
      page_ = page;
    }
    const std::size_t k = place == header_place ? Memory::header_of_cells : Memory::first_cell + place - 1;
    if (k >= object_.size()) object_.resize(k + 1);
    object_[k] = value;
  }
  close_list(state);
}

void Parts::close_object() {
  if (page_ == none) return;
  while (object_.size() > Memory::first_cell && object_.back() == 0) object_.pop_back();
  list_[page_] = static_cast<Word>(store_->intern(object_));
  page_ = none;
}

void Parts::close_list(std::vector<Word>& state) {
  close_object();
  if (word_ == none) return;
  state[word_] = static_cast<Word>(fold(*store_, list_));
  word_ = none;
}

}  // namespace fermata::vm
