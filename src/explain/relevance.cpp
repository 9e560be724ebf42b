// SPDX-License-Identifier: Apache-2.0
// Things, not bytes: what people would call the same is the same, so `pool.tasks_` is one thing, and so are all nodes
// of a list that were allocated in one line. That keeps more steps than necessary, never fewer.
//
// The road not taken: a slice along data and control dependences would leave out more. But a step that it leaves out by
// mistake is the one that somebody looks for all night.
#include "explain/relevance.h"

#include <map>
#include <set>
#include <string>

#include "vm/inspect.h"

namespace fermata::explain {

namespace {

/// A thing by its name; by its address, if it has none.
std::string thing(const vm::Event& h) { return h.name.empty() ? std::to_string(h.object) : h.name; }

bool names_a_thread(const vm::Event& h) { return h.object <= vm::max_threads; }

}  // namespace

void mark_relevant(vm::Machine& machine, const Trace& trace, std::vector<verdict::Step>& stem) {
  if (stem.empty() || vm::Machine::ended(trace.end)) return;
  std::set<ThreadId> stuck;
  std::set<std::string> wanted;
  std::set<vm::Address> wanted_at;
  for (const ThreadId t : thread_ids(machine.threads(trace.end))) {
    const vm::ThreadRecord record = machine.record(trace.end, t);
    if (record.alive() || trace.failure) stuck.insert(t);
    for (const vm::Section& s : record.sections)
      if (s.object > vm::max_threads) wanted.insert(vm::name(machine, trace.end, s.object)), wanted_at.insert(s.object);
  }
  for (const LoggedEvent& l : trace.loop_log) wanted.insert(thing(l.what));

  struct Users {
    std::set<ThreadId> threads;
    bool stuck = false;
    std::uint32_t last_write = 0;            ///< step
    std::map<ThreadId, std::uint32_t> last;  ///< step, of threads that are stuck
  };
  std::map<std::string, Users> users;
  for (const LoggedEvent& l : trace.log) {
    if (names_a_thread(l.what)) continue;
    Users& u = users[thing(l.what)];
    u.threads.insert(l.what.thread);
    if (l.what.kind == vm::Event::Kind::write || l.what.kind == vm::Event::Kind::update) u.last_write = l.step;
    if (!stuck.contains(l.what.thread)) continue;
    u.stuck = true;
    u.last[l.what.thread] = l.step;
  }
  for (auto& [name, u] : users)
    for (ThreadId t : trace.alone)
      if (stuck.contains(t)) u.threads.insert(t), u.stuck = true;
  std::map<ThreadId, std::uint32_t> last;
  for (const verdict::Step& s : stem) last[s.thread] = s.number;

  std::map<std::uint32_t, bool> relevant;  // by step, of those that touch something
  for (const LoggedEvent& l : trace.log) {
    bool& is = relevant[l.step];
    if (names_a_thread(l.what)) {
      is = true;
      continue;
    }
    const Users& u = users[thing(l.what)];
    const auto final = u.last.find(l.what.thread);
    is |= (u.stuck && (u.threads.size() > 1 || u.last_write == l.step)) || wanted.contains(thing(l.what)) ||
          wanted_at.contains(l.what.object) || (final != u.last.end() && final->second == l.step);
  }
  for (verdict::Step& s : stem) {
    const auto it = relevant.find(s.number);
    s.relevant = it == relevant.end() || it->second || last[s.thread] == s.number;
  }
}

std::set<std::uint32_t> near_their_condition(const Trace& trace, std::span<const ThreadId> sleepers) {
  std::set<std::string> looked_at;
  for (const ThreadId t : sleepers) {
    std::set<std::string> since;  // it took the lock, or woke up
    bool asleep = false;
    for (const LoggedEvent& l : trace.log) {
      if (l.what.thread != t || names_a_thread(l.what)) continue;
      if (l.what.verb == ir::Verb::lock) since.clear();
      asleep = l.what.verb == ir::Verb::wait_on;
      since.insert(thing(l.what));
    }
    if (asleep) looked_at.insert(since.begin(), since.end());
  }
  std::set<std::uint32_t> steps;
  for (const LoggedEvent& l : trace.log)
    if (!names_a_thread(l.what) && looked_at.contains(thing(l.what))) steps.insert(l.step);
  return steps;
}

}  // namespace fermata::explain
