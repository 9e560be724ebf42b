// SPDX-License-Identifier: Apache-2.0
// Which object is on which page of a heap or of a stack: a list, as a component, or several lists.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "vm/stored.h"

namespace fermata::vm {

/// While a list is unfolded each page has a word: the component of the object that begins there; or a mark, `continued`
/// and how far back it begins; or 0 where there is none. There are no zeros at its end.
constexpr Word continued = ComponentStore::first_reserved;
constexpr Word last_mark = 0xffff'fff0;
constexpr bool is_continued(Word id) { return id > continued && id < last_mark; }
constexpr bool begins_object(Word id) { return id != 0 && id <= continued; }

/// Has it an object of more than two pages?
constexpr Word long_list = 0xffff'fffe;
inline bool is_long(std::span<const Word> list) { return !list.empty() && list[0] == long_list; }

/// The word of a page, in a list that is not long.
Word page_at(const ComponentStore& store, std::span<const Word> list, std::uint32_t page);
void unfold(const ComponentStore& store, std::span<const Word> list, std::vector<Word>& pages);
/// Takes zeros from the end of `pages`. Equal lists are one component.
Component fold(ComponentStore& store, std::vector<Word>& pages);

/// The same in several lists: each has eight pages, the last one the rest. If there is a long list, it is the first one
/// and has all pages; the others are long, too, and empty.
struct ListedPage {
  std::uint32_t list = 0, page = 0;  ///< of that list
};
ListedPage listed(std::uint32_t page, std::uint32_t lists);
void unfold_all(const ComponentStore& store, std::span<const Word> lists, std::vector<Word>& pages);
void fold_all(ComponentStore& store, std::vector<Word>& pages, std::span<Word> lists);

}  // namespace fermata::vm
