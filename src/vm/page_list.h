// SPDX-License-Identifier: Apache-2.0
// Which object is on which page of a heap or of a stack: a list, as a component.
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

}  // namespace fermata::vm
