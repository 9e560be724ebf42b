// SPDX-License-Identifier: Apache-2.0
// Programs in ir that say who owns what: by hand, and drawn at random.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <random>
#include <string>

#include "engine/explore/judging.h"

namespace fermata::engine::explore::owned {

/// On top of judging.h: @slot and @pair, who may own them (@slot_turn_0: while @turn is 0), and @table for `owns`.
inline ir::Program program_of(const std::string& text) {
  std::string all = R"(
global @turn: 4
global @slot: 4
global @pair: 8
global @table: 968
func @equal(%p: ptr, %v: i32) -> i32 {
  %now: i32 = load %p
  %same: i1 = eq %now, %v
  %r: i32 = zext %same
  ret %r
}
func @and_x1(%p: ptr, %v: i32) -> i32 {
  %now: i32 = load %p
  %same: i1 = eq %now, %v
  branch %same, more, no
more:
  %x: i32 = load @x1
  ret %x
no:
  ret 0
}
func @always(%p: ptr) -> i32 {
  ret 1
}
global @slot_always: 40 const = ptr @slot, i64 4, ptr @always, i64 0, i64 0
global @slot_x1_1: 40 const = ptr @slot, i64 4, ptr @equal, ptr @x1, i64 1
)";
  for (int k = 0; k < 3; ++k) {
    all += fmt::format("global @slot_turn_{0}: 40 const = ptr @slot, i64 4, ptr @equal, ptr @turn, i64 {0}\n", k);
    all += fmt::format("global @slot_both_{0}: 40 const = ptr @slot, i64 4, ptr @and_x1, ptr @turn, i64 {0}\n", k);
    all += fmt::format("global @pair_turn_{0}: 40 const = ptr @pair, i64 4, ptr @equal, ptr @turn, i64 {0}\n", k);
    all += fmt::format("global @pair_slot_{0}: 40 const = ptr @pair, i64 4, ptr @equal, ptr @slot, i64 {0}\n", k);
  }
  return explore::program_of(all + text);
}

/// Draws threads that pass the turn around: most keep to what they say, some do not.
class Artist {
 public:
  explicit Artist(std::uint64_t seed) : random_(seed) {}

  std::string draw() {
    const int workers = pick(3) == 0 ? 2 : 1;
    discipline_ = 60 + 20 * pick(3);  // percent
    greedy_ = pick(5) == 0;
    std::string main = "func @main() entry {\n", others;
    if (pick(2)) main += fmt::format("  store i32 {}, @x1\n", pick(2));
    if (pick(4) == 0) main += "  store i32 1, @turn\n";
    me_ = 0;
    if (pick(3)) main += says(true);
    for (int w = 1; w <= workers; ++w) main += fmt::format("  %t{0}: i32 = spawn @w{0}, 0\n", w);
    main += body();
    for (int w = 1; w <= workers; ++w)
      if (pick(4)) main += fmt::format("  call @join(%t{})\n", w);
    if (pick(3) == 0) main += body();
    main += pick(2) ? "  ret\n}\n" : "  thread_exit 0\n}\n";
    for (me_ = 1; me_ <= workers; ++me_) {
      others += fmt::format("func @w{}(%a: ptr) {{\n", me_);
      if (pick(8)) others += says(true);
      others += body() + "  ret\n}\n";
    }
    return others + main;
  }

 private:
  int pick(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  bool careful() { return pick(100) < discipline_; }
  std::string fresh(const char* what) { return fmt::format("{}{}", what, ++count_); }

  std::string says(bool begins) {
    static constexpr const char* what[] = {"slot_turn_", "slot_turn_", "slot_turn_",
                                           "slot_both_", "pair_turn_", "pair_slot_"};
    if (greedy_ && pick(2))
      return fmt::format("  owns {}, @table, @{}\n", int{begins}, pick(2) ? "slot_always" : "slot_x1_1");
    return fmt::format("  owns {}, @table, @{}{}\n", int{begins}, what[careful() ? 0 : pick(6)],
                       careful() ? me_ : pick(3));
  }

  std::string body() {
    std::string text;
    for (int n = 1 + pick(3); n > 0; --n) text += statement(0);
    return text;
  }

  std::string uses() {
    std::string text;
    for (int n = 1 + pick(2); n > 0; --n) text += use(pick(4) ? "slot" : "pair");
    return text;
  }
  std::string use(const std::string& variable) {
    if (pick(2)) return fmt::format("  store i32 {}, @{} at {}\n", pick(3), variable, 1 + pick(4));
    const std::string r = fresh("v"), c = fresh("c"), bad = fresh("bad"), on = fresh("on");
    if (pick(3)) return fmt::format("  %{}: i32 = load @{} at {}\n", r, variable, 1 + pick(4));
    return fmt::format(
        "  %{0}: i32 = load @{4}\n  %{1}: i1 = eq %{0}, {5}\n  branch %{1}, {2}, {3}\n{2}:\n  fail 0, @broken at "
        "{6}\n{3}:\n",
        r, c, bad, on, variable, pick(3), 1 + pick(4));
  }
  /// What it writes it finds again, or fails.
  std::string keep() {
    const std::string r = fresh("v"), c = fresh("c"), bad = fresh("bad"), on = fresh("on");
    return fmt::format(
        "  store i32 {4}, @slot\n  %{0}: i32 = load @slot\n  %{1}: i1 = ne %{0}, {4}\n  branch %{1}, {2}, {3}\n{2}:\n  "
        "fail 0, @broken at {5}\n{3}:\n",
        r, c, bad, on, pick(3), 1 + pick(4));
  }
  std::string pass() { return fmt::format("  store i32 {}, @turn\n", pick(3)); }

  std::string in_turn(int depth) {
    std::string inner = greedy_ ? keep() : uses();
    if (pick(3) == 0) inner += statement(depth + 1);
    if (pick(4)) inner += pass();
    if (!careful()) inner += use("slot");
    return inner;
  }

  std::string statement(int depth) {
    if (greedy_ && pick(3) == 0) return keep();
    const int k = pick(careful() ? 6 : 12);
    switch (k) {
      case 0:
      case 1: return fmt::format("  call @await(@turn, {})\n", careful() ? me_ : pick(3)) + in_turn(depth);
      case 2:
      case 3: {
        const std::string r = fresh("t"), c = fresh("c"), in = fresh("in"), out = fresh("out");
        return fmt::format("  %{0}: i32 = load @turn\n  %{1}: i1 = eq %{0}, {2}\n  branch %{1}, {3}, {4}\n{3}:\n", r, c,
                           careful() ? me_ : pick(3), in, out) +
               in_turn(depth) + fmt::format("  jump {0}\n{0}:\n", out);
      }
      case 4: return fmt::format("  store i32 {}, @x0\n", pick(2));
      case 5: {
        if (depth > 1) return use("x0");
        const int m = pick(2);
        return fmt::format("  call @lock(@m{})\n", m) + statement(depth + 1) + fmt::format("  call @unlock(@m{})\n", m);
      }
      case 6: return says(true);
      case 7: return says(pick(2) == 0);
      case 8: return fmt::format("  store i32 {}, @x1\n", pick(2));
      case 9:
        return fmt::format("  atomic_begin\n  store i32 {}, @slot\n  store i32 {}, @turn\n  atomic_end\n", pick(3),
                           pick(3));
      case 10: return fmt::format("  call @await(@x0, {})\n", pick(2));
      default: return pick(2) ? use("slot") : pass();
    }
  }

  std::mt19937_64 random_;
  int me_ = 0, discipline_ = 100, count_ = 0;
  bool greedy_ = false;  ///< some want to own more than others leave them
};

}  // namespace fermata::engine::explore::owned
