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
  if (is_long(list)) {
    for (Word id : list.subspan(1)) {
      if (is_continued(id))
        for (Word k = continued + 1; k <= id; ++k) pages.push_back(k);
      else
        pages.push_back(id);
    }
  } else if (is_grouped(list)) {
    for (std::size_t k = 1; k < list.size(); ++k) {
      pages.resize((k - 1) * group);
      const auto some = store[Component{list[k]}];
      pages.insert(pages.end(), some.begin(), some.end());
    }
  } else {
    pages.assign(list.begin(), list.end());
  }
}

Component fold(ComponentStore& store, std::vector<Word>& pages) {
  while (!pages.empty() && pages.back() == 0) pages.pop_back();
  if (pages.size() <= group && std::ranges::find(pages, continued + 2) == pages.end()) return store.intern(pages);
  std::vector<Word> list;
  if (std::ranges::find(pages, continued + 2) != pages.end()) {
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

}  // namespace fermata::vm
