// SPDX-License-Identifier: Apache-2.0
// A census of the parts that states are made of.
//
// For each part (an object, a thread) we count the different values it has in a sample of the states, and how many
// different states the sample would have if the part were masked. The first finds a counter, the second says whether it
// matters by itself. The order is by the first: two parts that always change together, such as a variable and the
// register it was loaded to, hide each other from the second. Threads of one function count together, as if they were
// independent: n threads with k positions each are k^n. Objects are taken apart, byte by byte, until they have a name
// that can be searched for in the source.
//
// The road not taken: the sample as a whole with one part projected away estimates nothing about all states unless it
// is drawn by the value of the projection, and that needs a pass over all states.
#include "engine/explore/explosion.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "explain/trace.h"
#include "vm/inspect.h"

namespace fermata::engine::explore {

namespace {

using verdict::Part;

constexpr std::size_t largest_sample = 20'000;
constexpr std::size_t most_pieces = 2'000'000;  // in the sample; 12 bytes each
constexpr std::size_t least_pieces = 50'000;    // even if memory is short
constexpr std::size_t most_contents = 4'000;    // of one object, to be taken apart
constexpr std::size_t states_to_step = 100;     // and from each a few steps of each thread, to see which choices it has
constexpr int steps_each = 8;
constexpr std::size_t parts_shown = 4;
constexpr std::size_t objects_opened = 8;
constexpr std::size_t few_values = 3;  // explain nothing
constexpr double often = 0.3;          // of the states
constexpr auto patience = std::chrono::milliseconds(600);

std::uint64_t scramble(std::uint64_t x) {  // splitmix64
  x += 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}
std::uint64_t hash(const vm::Piece& p) {
  return scramble(scramble(std::uint64_t{p.which} << 1 | std::uint64_t{p.is_thread}) ^ p.content);
}

/// "the object allocated at q.cpp:3 + 8" is a part of one that has no finer names.
std::string without_offset(std::string name) {
  const auto plus = name.rfind(" + ");
  if (plus != name.npos && name.find_first_not_of("0123456789", plus + 3) == name.npos) name.resize(plus);
  return name;
}

class Census {
 public:
  Census(vm::Machine& machine, const search::Exploration& exploration, const Stop& stop)
      : machine_(machine), exploration_(exploration), stop_(stop) {}

  std::size_t take(std::size_t most) {
    std::vector<vm::Word> words;
    std::vector<vm::Piece> pieces;
    const std::uint32_t all = exploration_.states();
    std::size_t total = 0;
    for (std::uint32_t k = 0; k < std::min<std::size_t>(all, largest_sample) && total < most && !late(); ++k) {
      // Spread evenly, wherever we stop.
      const double turn = k * 0.6180339887498949;
      const std::uint32_t at = all <= largest_sample ? k : static_cast<std::uint32_t>((turn - std::floor(turn)) * all);
      exploration_.words(search::State{at}, words);
      if (vm::Machine::ended(words)) continue;
      vm::pieces(machine_, words, pieces);
      total += pieces.size();
      std::uint64_t sum = 0;
      for (const vm::Piece& p : pieces) {
        sum += hash(p);
        Seen& seen = seen_[{p.is_thread, p.which}];
        seen.where.try_emplace(p.content, at);
      }
      sample_.push_back({at, sum});
    }
    return sample_.size();
  }

  std::vector<Part> parts() {
    std::vector<std::pair<std::size_t, Key>> order;
    for (const auto& [key, seen] : seen_)
      if (!key.is_thread && seen.where.size() >= few_values) order.emplace_back(seen.where.size(), key);
    std::ranges::sort(order, std::greater{});
    if (order.size() > objects_opened) order.resize(objects_opened);
    std::vector<Found> found;
    for (const auto& [count, key] : order) take_apart(key, found);
    for (const auto& [key, seen] : seen_)
      if (key.is_thread && seen.where.size() >= few_values) add_thread(key, found);
    for (Found& f : found)
      if (f.keys.size() > 1) f.part.name = functions()[f.keys.front().which];
    std::ranges::stable_sort(found, std::greater{}, weight);
    std::vector<Part> shown;
    for (Found& f : found) {
      if (shown.size() == parts_shown || weight(f) < weight(found.front()) / 3) break;
      f.part.factor = factor(f.keys);
      shown.push_back(std::move(f.part));
    }
    return shown;
  }

  /// By function: how many threads of it there are.
  std::map<std::string, std::size_t> crews() {
    std::map<std::string, std::size_t> crews;
    for (const std::string& function : functions())
      if (!function.empty()) ++crews[function];
    return crews;
  }

  /// In which part of the states is there, soon, a choice for each reason?
  std::vector<double> choices() {
    std::vector<double> count(8);
    std::vector<vm::Word> words;
    std::size_t looked = 0;
    machine_.watch(true);
    for (std::size_t i = 0; i < sample_.size() && looked < states_to_step && !late();
         i += 1 + sample_.size() / states_to_step) {
      ++looked;
      exploration_.words(search::State{sample_[i].state}, words);
      std::uint8_t reasons = 0;
      for (const ThreadId t : thread_ids(machine_.threads(words))) {
        std::vector<vm::Word> state = words;
        vm::Step step;
        for (int k = 0; k < steps_each && !vm::Machine::ended(state) && machine_.alive(state, t); ++k) {
          machine_.step(state, t, {}, step);
          reasons |= step.reasons;
          if (step.outcome != vm::Step::Outcome::moved) break;
          state.swap(step.target);
        }
      }
      for (std::size_t b = 0; b < count.size(); ++b) count[b] += (reasons >> b & 1) != 0;
    }
    machine_.watch(false);
    for (double& c : count) c /= static_cast<double>(std::max<std::size_t>(looked, 1));
    return count;
  }

 private:
  struct Key {
    bool is_thread = false;
    std::uint32_t which = 0;
    auto operator<=>(const Key&) const = default;
  };
  struct Seen {
    std::unordered_map<vm::Word, std::uint32_t> where;  ///< content -> a state that has it
  };
  struct Sampled {
    std::uint32_t state = 0;
    std::uint64_t hash = 0;
  };
  struct Found {
    Part part;
    std::vector<Key> keys;
  };
  /// A logarithm of states.
  static double weight(const Found& f) {
    // What a thread is about to store is in its registers first, so a thread that counts has twice the values.
    if (f.part.kind == Part::Kind::variable) return std::log(2.0 * static_cast<double>(f.part.values));
    return f.part.count * std::log(static_cast<double>(f.part.values));
  }

  bool late() const { return stop_.now() || std::chrono::steady_clock::now() - start_ > patience; }

  /// The function that each thread was started with, where it was seen first.
  const std::vector<std::string>& functions() {
    if (!functions_.empty()) return functions_;
    std::vector<vm::Word> words;
    for (const auto& [key, seen] : seen_) {
      if (!key.is_thread) continue;
      if (functions_.size() <= key.which) functions_.resize(key.which + 1);
      for (const auto& [content, state] : seen.where) {
        exploration_.words(search::State{state}, words);
        if (!machine_.alive(words, ThreadId{key.which})) continue;
        functions_[key.which] = key.which == 0 ? "main" : explain::function_of(machine_, words, ThreadId{key.which});
        if (!functions_[key.which].empty()) break;
      }
    }
    return functions_;
  }

  std::string thread_name(ThreadId thread) {
    if (thread == main_thread) return "main";
    const auto& all = functions();
    const std::uint32_t at = index(thread);
    if (at >= all.size() || all[at].empty()) return fmt::format("thread#{}", at);
    return fmt::format("{}#{}", all[at], std::count(all.begin(), all.begin() + at + 1, all[at]));
  }

  void add_thread(const Key& key, std::vector<Found>& found) {
    const Seen& seen = seen_[key];
    const std::string& function = functions()[key.which];
    auto mate = std::ranges::find_if(found, [&](const Found& f) {
      return f.part.kind == Part::Kind::thread && !function.empty() && functions()[f.keys.front().which] == function;
    });
    if (mate != found.end()) {
      ++mate->part.count;
      mate->keys.push_back(key);
      if (mate->part.values >= seen.where.size()) return;
      mate->part.values = seen.where.size();
    } else {
      mate = found.insert(found.end(), {{.kind = Part::Kind::thread,
                                         .name = thread_name(ThreadId{key.which}),
                                         .values = seen.where.size(),
                                         .at = {}},
                                        {key}});
    }
    std::map<std::pair<std::string, std::uint32_t>, std::size_t> lines;
    std::vector<vm::Word> words;
    std::size_t looked = 0;
    for (const auto& [content, state] : seen.where) {
      if (++looked > most_contents || late()) break;
      exploration_.words(search::State{state}, words);
      const ir::SourcePosition p = vm::position(machine_, words, ThreadId{key.which});
      if (p.line) ++lines[{p.file, p.line}];
    }
    const auto most = std::ranges::max_element(lines, {}, [](const auto& entry) { return entry.second; });
    if (most != lines.end()) mate->part.at = {most->first.first, most->first.second, 0};
  }

  /// Names the bytes of an object that vary.
  void take_apart(const Key& key, std::vector<Found>& found) {
    const Seen& seen = seen_[key];
    std::vector<vm::Piece> contents;
    std::uint32_t state = 0, size = 0;
    for (const auto& [content, where] : seen.where) {
      if (contents.size() == most_contents) break;
      contents.push_back({false, key.which, content});
      const std::uint32_t bytes = vm::size_of(machine_, contents.back());
      if (bytes > size) size = bytes, state = where;
    }
    std::vector<vm::Word> words;
    exploration_.words(search::State{state}, words);
    std::set<std::uint32_t> varying;
    for (const vm::Piece& content : contents) {
      if (late()) break;
      vm::each_difference(machine_, contents.front(), content, [&](std::uint32_t at) {
        varying.insert(at);
        return true;
      });
    }
    std::map<std::string, std::vector<std::uint32_t>> names;  // with the bytes that vary
    for (std::uint32_t at : varying) {
      if (late()) break;
      names[without_offset(vm::name(machine_, words, vm::address_of(key.which, at)))].push_back(at);
    }
    for (auto& [name, at] : names) {
      std::set<std::string> values;
      for (const vm::Piece& content : contents) {
        if (late()) break;
        std::string value;
        const std::uint32_t bytes = vm::size_of(machine_, content);
        for (std::uint32_t i : at)
          if (i < bytes) value += static_cast<char>(vm::byte_of(machine_, content, i));
        values.insert(std::move(value));
      }
      if (values.size() < few_values || name.starts_with("__")) continue;  // our runtime's, or the library's
      // Those beyond `most_contents` are more of the same.
      const std::size_t count =
          contents.size() < seen.where.size() ? seen.where.size() * values.size() / contents.size() : values.size();
      std::string whose = vm::region_of(key.which) == vm::Region::stack && vm::arena_of(key.which) != 0
                              ? fmt::format("{} in {}", name, thread_name(ThreadId{vm::arena_of(key.which)}))
                              : name;
      found.push_back({{.kind = Part::Kind::variable, .name = std::move(whose), .values = count, .at = {}}, {key}});
    }
  }

  double factor(const std::vector<Key>& keys) {
    std::unordered_set<std::uint64_t> all, masked;
    std::vector<vm::Word> words;
    std::vector<vm::Piece> pieces;
    for (const Sampled& s : sample_) {
      if (late()) break;
      exploration_.words(search::State{s.state}, words);
      vm::pieces(machine_, words, pieces);
      std::uint64_t sum = s.hash;
      for (const vm::Piece& p : pieces)
        if (std::ranges::find(keys, Key{p.is_thread, p.which}) != keys.end()) sum -= hash(p);
      all.insert(s.hash);
      masked.insert(sum);
    }
    return masked.empty() ? 1 : static_cast<double>(all.size()) / static_cast<double>(masked.size());
  }

  vm::Machine& machine_;
  const search::Exploration& exploration_;
  const Stop& stop_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::map<Key, Seen> seen_;
  std::vector<Sampled> sample_;
  std::vector<std::string> functions_;
};

std::string line_of(const Position& at) {
  return at.known() ? fmt::format(" at {}:{}", at.file, at.line) : std::string();
}

}  // namespace

verdict::Explosion explain_explosion(vm::Machine& machine, const search::Exploration& exploration, bool transactions,
                                     const Stop& stop) {
  const Semantics& semantics = machine.options().semantics;
  verdict::Explosion result;
  // Contents that differ cost some 50 bytes; most are the same.
  std::size_t most = most_pieces;
  if (const auto left = stop.memory_left()) most = std::clamp<std::size_t>(*left / 100, least_pieces, most_pieces);
  Census census(machine, exploration, stop);
  result.sampled = census.take(most);
  result.parts = census.parts();

  if (!result.parts.empty()) {
    const Part& first = result.parts.front();
    if (first.kind == Part::Kind::variable)
      result.advice.push_back(fmt::format("let '{}' take fewer values: a smaller constant, fewer rounds", first.name));
    else
      result.advice.push_back(fmt::format("let '{}' do fewer rounds of what it does{}", first.name, line_of(first.at)));
  }
  for (const auto& [function, count] : census.crews())
    if (count > 2) result.advice.push_back(fmt::format("start fewer threads of '{}' (there are {})", function, count));
  const auto choices = census.choices();
  auto chosen = [&](vm::Why why) { return choices[static_cast<std::size_t>(why)] >= often; };
  if (semantics.spurious_wakeups && chosen(vm::Why::spurious))
    result.advice.emplace_back(
        "--spurious-wakeups off, if sleepers that wake up for no reason are not what you look for");
  if (semantics.timeouts == Semantics::Timeouts::may && chosen(vm::Why::timeout))
    result.advice.emplace_back("--timeouts never (or always), if it is the same to you when timed waits end");
  if (!transactions) result.advice.emplace_back("--reduction transactions");
  return result;
}

}  // namespace fermata::engine::explore
