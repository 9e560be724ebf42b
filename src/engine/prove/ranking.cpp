// SPDX-License-Identifier: Apache-2.0
// Linear ranking functions.
//
//   A. Podelski, A. Rybalchenko, "A complete method for the synthesis of linear ranking functions", VMCAI 2004
//   A. Bradley, Z. Manna, H. Sipma, "Linear ranking with reachability", CAV 2005
//
// Where we differ: only one situation has to lower the function, and only one has to bound it; whether that helps is
// for the caller to see. Most loops are bounded by what their own guard says, so the sums of guards are tried first,
// and the linear program only then.
#include "engine/prove/ranking.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/prove/simplex.h"

namespace fermata::engine::prove {

namespace {

constexpr std::size_t most_programs = 400, most_unknowns = 1500;

bool lasting(const Linear& sum, const std::set<std::uint32_t>& variables) {
  return std::ranges::all_of(sum.terms, [&](const auto& term) { return variables.contains(term.first); });
}

/// The function is an unknown factor for each variable and an unknown constant; all else is known. By Farkas' lemma,
/// an inequality follows from a letter's iff it is a sum of them with factors that are not negative, and of something
/// that is true anyway: these factors are unknowns, too.
class Synthesis {
 public:
  explicit Synthesis(const std::set<std::uint32_t>& variables) {
    for (std::uint32_t v : variables) plus_[v] = unknown(), minus_[v] = unknown();
    constant_plus_ = unknown(), constant_minus_ = unknown();
  }

  /// Before the letter, the function is at least 0.
  void bounded(const Letter& letter, const std::vector<Linear>& limits) {
    Row row;
    for (const auto& [v, u] : plus_) add(row, v, u, 1), add(row, v, minus_.at(v), -1);
    row.constant[constant_plus_] += 1;
    row.constant[constant_minus_] -= 1;
    follows(row, 0, letter, limits);
  }
  /// The function falls by at least this much.
  void falls(const Letter& letter, const std::vector<Linear>& limits, Wide by) {
    Row row;  // f before - f after - by
    for (const auto& [v, u] : plus_) {
      const auto found = std::ranges::find(letter.update, v, &decltype(letter.update)::value_type::first);
      if (found == letter.update.end()) continue;
      add(row, v, u, 1), add(row, v, minus_.at(v), -1);
      if (!found->second) {  // it may become anything, so it does not count
        extra_.push_back({{u, 1}, {minus_.at(v), -1}});
        continue;
      }
      for (const auto& [w, factor] : found->second->terms) add(row, w, u, -factor), add(row, w, minus_.at(v), factor);
      row.constant[u] -= found->second->constant;
      row.constant[minus_.at(v)] += found->second->constant;
    }
    follows(row, by, letter, limits);
  }

  std::optional<Linear> solution() {
    if (count_ > most_unknowns) return std::nullopt;
    std::vector<Equation> equations;
    for (const auto& [factors, value] : rows_) {
      Equation one{std::vector<Wide>(count_, 0), value};
      for (const auto& [u, factor] : factors) one.factors[u] = plus(one.factors[u], factor);
      equations.push_back(std::move(one));
    }
    for (const auto& same : extra_) {
      Equation one{std::vector<Wide>(count_, 0), 0};
      for (const auto& [u, factor] : same) one.factors[u] = plus(one.factors[u], factor);
      equations.push_back(std::move(one));
    }
    const auto found = nonnegative_solution(std::move(equations), count_);
    if (!found) return std::nullopt;
    // All of it may be multiplied by the denominator: it then falls by more, and stays bounded.
    Linear function = Linear::number(plus((*found)[constant_plus_], -(*found)[constant_minus_]));
    for (const auto& [v, u] : plus_)
      function = sum(function, Linear::of(v), plus((*found)[u], -(*found)[minus_.at(v)]));
    return function;
  }

 private:
  using Factors = std::map<std::size_t, Wide>;  // by unknown
  struct Row {
    std::map<std::uint32_t, Factors> of;  // by variable
    Factors constant;
  };
  std::size_t unknown() { return count_++; }
  static void add(Row& row, std::uint32_t v, std::size_t u, Wide factor) { row.of[v][u] = plus(row.of[v][u], factor); }

  /// The row, less `by`, is a sum of what the letter says, with factors that are not negative, and of a number that is
  /// not negative.
  void follows(Row row, Wide by, const Letter& letter, const std::vector<Linear>& limits) {
    std::vector<const Linear*> known;
    for (const Linear& one : letter.guard) known.push_back(&one);
    for (const Linear& one : limits) known.push_back(&one);
    for (const Linear* one : known) {
      const std::size_t u = unknown();  // row + u * one is a number that is at least by
      for (const auto& [v, factor] : one->terms) add(row, v, u, factor);
      row.constant[u] = plus(row.constant[u], one->constant);
    }
    for (const auto& [v, factors] : row.of) rows_.emplace_back(factors, 0);
    row.constant[unknown()] = -1;
    rows_.emplace_back(row.constant, by);
  }

  std::size_t count_ = 0;
  std::map<std::uint32_t, std::size_t> plus_, minus_;
  std::size_t constant_plus_ = 0, constant_minus_ = 0;
  std::vector<std::pair<Factors, Wide>> rows_;
  std::vector<std::map<std::size_t, Wide>> extra_;
};

}  // namespace

Effect effect(const Letters& letters, const RankedSituation& situation, const Linear& function) {
  Effect all;
  for (const Letter& letter : situation.letters) {
    if (!all.keeps && !all.bounded) break;
    std::optional<Linear> after;
    try {
      after = letter.after(function);
    } catch (const Overflow&) {
      return {false, false, false};
    }
    if (!after)
      all.keeps = all.lowers = false;
    else if (*after == function)
      all.lowers = false;
    else if (all.keeps) {
      all.lowers = all.lowers && entails(letters, letter.guard, below(*after, function));
      all.keeps = all.lowers || entails(letters, letter.guard, at_most(*after, function));
    }
    all.bounded = all.bounded && entails(letters, letter.guard, scaled(function, -1));
  }
  if (!all.keeps) all.lowers = false;
  return all;
}

bool each_candidate(const Letters& letters, const std::vector<RankedSituation>& situations, const Stop& stop,
                    const std::function<bool(const Linear&)>& accept) {
  // Variables that some letter writes, and those that have to do with them. Inputs and fresh numbers do not last.
  std::set<std::uint32_t> written, all;
  for (const RankedSituation& one : situations)
    for (const Letter& letter : one.letters) {
      for (const auto& [v, value] : letter.update) written.insert(v), all.insert(v);
      for (const Linear& guard : letter.guard)
        for (const auto& [v, factor] : guard.terms)
          if (!is_fresh(v) && !letters.is_input(v)) all.insert(v);
    }
  std::erase_if(all, [&](std::uint32_t v) { return !letters.may_rank(v); });
  std::set<Linear> seen;
  for (const RankedSituation& one : situations)
    for (const Letter& letter : one.letters)
      for (const Linear& guard : letter.guard) {
        const Linear function = scaled(guard, -1);
        if (!lasting(function, all) ||
            std::ranges::none_of(function.terms, [&](const auto& t) { return written.contains(t.first); }) ||
            !seen.insert(function).second)
          continue;
        stop.enforce();
        if (accept(function)) return true;
      }
  std::size_t programs = 0;
  for (const RankedSituation& bound : situations)
    for (const RankedSituation& target : situations) {
      if (std::ranges::all_of(target.letters, [&](const Letter& letter) {
            return std::ranges::none_of(letter.update, [&](const auto& u) { return all.contains(u.first); });
          }))
        continue;
      if (++programs > most_programs) return false;
      stop.enforce();
      try {
        Synthesis synthesis(all);
        for (const RankedSituation& one : situations)
          for (const Letter& letter : one.letters) {
            const auto limits = letters.ranges(letter.guard);
            synthesis.falls(letter, limits, &one == &target ? 1 : 0);
            if (&one == &bound) synthesis.bounded(letter, limits);
          }
        const auto function = synthesis.solution();
        if (function && seen.insert(*function).second && accept(*function)) return true;
      } catch (const Overflow&) {
      }
    }
  return false;
}

}  // namespace fermata::engine::prove
