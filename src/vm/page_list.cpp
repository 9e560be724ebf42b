// SPDX-License-Identifier: Apache-2.0
// A list is one of
//   - the words of all pages, if there are at most eight;
//   - `grouped`, and a component for each eight pages, without zeros at their end: threads that free what they were
//     given change one group each, and a list of groups is short;
//   - `long_list`, and the words of all pages, but all marks of one object are one, the last: an object of a gigabyte
//     has eight thousand pages.
#include "vm/page_list.h"

#include <algorithm>

namespace fermata::vm {

namespace {

constexpr Word grouped = 0xffff'fffd;
constexpr std::size_t group = 8;

bool is_grouped(std::span<const Word> list) { return !list.empty() && list[0] == grouped; }

bool has_long_object(std::span<const Word> pages) { return std::ranges::find(pages, continued + 2) != pages.end(); }

void append(const ComponentStore& store, std::span<const Word> list, std::vector<Word>& pages) {
  const std::size_t first = pages.size();
  if (is_long(list)) {
    for (Word id : list.subspan(1)) {
      if (is_continued(id))
        for (Word k = continued + 1; k <= id; ++k) pages.push_back(k);
      else
        pages.push_back(id);
    }
  } else if (is_grouped(list)) {
    for (std::size_t k = 1; k < list.size(); ++k) {
      pages.resize(first + (k - 1) * group);
      const auto some = store[Component{list[k]}];
      pages.insert(pages.end(), some.begin(), some.end());
    }
  } else {
    pages.insert(pages.end(), list.begin(), list.end());
  }
}

}  // namespace

Word page_at(const ComponentStore& store, std::span<const Word> list, std::uint32_t page) {
  std::size_t at = page;
  if (is_grouped(list)) {
    at = page % group;
    list = 1 + page / group < list.size() ? store[Component{list[1 + page / group]}] : std::span<const Word>();
  }
  return at < list.size() ? list[at] : 0;
}

void unfold(const ComponentStore& store, std::span<const Word> list, std::vector<Word>& pages) {
  pages.clear();
  append(store, list, pages);
}

Component fold(ComponentStore& store, std::vector<Word>& pages) {
  while (!pages.empty() && pages.back() == 0) pages.pop_back();
  const bool has_long = has_long_object(pages);
  if (pages.size() <= group && !has_long) return store.intern(pages);
  std::vector<Word> list;
  if (has_long) {
    list.push_back(long_list);
    for (Word id : pages) {
      if (is_continued(id) && is_continued(list.back()))
        list.back() = id;
      else
        list.push_back(id);
    }
    return store.intern(list);
  }
  list.push_back(grouped);
  for (std::size_t begin = 0; begin < pages.size(); begin += group) {
    auto some = std::span<const Word>(pages).subspan(begin, std::min(group, pages.size() - begin));
    while (!some.empty() && some.back() == 0) some = some.first(some.size() - 1);
    list.push_back(static_cast<Word>(store.intern(some)));
  }
  return store.intern(list);
}

ListedPage listed(std::uint32_t page, std::uint32_t lists) {
  const std::uint32_t list = std::min(page / static_cast<std::uint32_t>(group), lists - 1);
  return {list, page - list * static_cast<std::uint32_t>(group)};
}

void unfold_all(const ComponentStore& store, std::span<const Word> lists, std::vector<Word>& pages) {
  pages.clear();
  for (std::size_t k = 0; k < lists.size(); ++k) {
    const auto list = store[Component{lists[k]}];
    if (list.empty()) continue;
    if (!is_long(list)) pages.resize(k * group);
    append(store, list, pages);
  }
}

void fold_all(ComponentStore& store, std::vector<Word>& pages, std::span<Word> lists) {
  if (lists.size() > 1 && has_long_object(pages)) {
    std::ranges::fill(lists, static_cast<Word>(store.intern(std::span(&long_list, 1))));
    lists[0] = static_cast<Word>(fold(store, pages));
    return;
  }
  std::vector<Word> some;
  for (std::size_t k = 0; k < lists.size(); ++k) {
    const std::size_t begin = std::min(k * group, pages.size());
    const std::size_t end = k + 1 == lists.size() ? pages.size() : std::min(begin + group, pages.size());
    some.assign(pages.begin() + static_cast<std::ptrdiff_t>(begin), pages.begin() + static_cast<std::ptrdiff_t>(end));
    lists[k] = static_cast<Word>(fold(store, some));
  }
}

}  // namespace fermata::vm
