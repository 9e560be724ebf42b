// SPDX-License-Identifier: Apache-2.0
// A record's component:
//   [state | asleep_flag | freed << 8, value low, value high, frames, (sleeps on low, high), frame..., freed...,
//   (kind, object low, high)...].
// Who is awake does not have what it sleeps on.
// A thread number that is free has no component.
#include "vm/threads.h"

namespace fermata::vm {

void unpack(std::span<const Word> words, ThreadRecord& out) {
  out.frames.clear();
  out.sections.clear();
  out.freed.clear();
  out.value = 0;
  out.sleeps_on = 0;
  out.state = thread_state(words);
  if (out.state == ThreadState::none) return;
  out.value = words[1] | std::uint64_t{words[2]} << 32;
  std::size_t at = 4;
  if (words[0] & asleep_flag) {
    out.sleeps_on = words[4] | Address{words[5]} << 32;
    at = 6;
  }
  for (Word i = 0; i < words[3]; ++i) out.frames.push_back(Component{words[at++]});
  for (Word i = 0; i < words[0] >> 8; ++i) out.freed.push_back(words[at++]);
  for (; at < words.size(); at += 3)
    out.sections.push_back({static_cast<SectionKind>(words[at]), words[at + 1] | Address{words[at + 2]} << 32});
}

void pack(const ThreadRecord& record, std::vector<Word>& out) {
  out.clear();
  if (record.state == ThreadState::none) return;
  out.push_back(static_cast<Word>(record.state) | (record.sleeps_on ? asleep_flag : 0) |
                static_cast<Word>(record.freed.size()) << 8);
  out.push_back(static_cast<Word>(record.value));
  out.push_back(static_cast<Word>(record.value >> 32));
  out.push_back(static_cast<Word>(record.frames.size()));
  if (record.sleeps_on) {
    out.push_back(static_cast<Word>(record.sleeps_on));
    out.push_back(static_cast<Word>(record.sleeps_on >> 32));
  }
  for (Component c : record.frames) out.push_back(static_cast<Word>(c));
  out.insert(out.end(), record.freed.begin(), record.freed.end());
  for (const Section& s : record.sections) {
    out.push_back(static_cast<Word>(s.kind));
    out.push_back(static_cast<Word>(s.object));
    out.push_back(static_cast<Word>(s.object >> 32));
  }
}

}  // namespace fermata::vm
