// SPDX-License-Identifier: Apache-2.0
// Shortest paths as potentials.
//
//   R. Bellman, "On a routing problem", Quarterly of Applied Mathematics 1958
//
// A shared number is taken, or taken the other way round. Where a loop of a thread raises it, a variable of that thread
// that changes in the same loop is added or taken away, so that the sum does not rise. A location then weighs what the
// sum may still rise by on the way there: the weights are the distances from where the thread begins, with what each
// letter lowers the sum by as the length of its edge. A loop that raises the sum would be a cycle of negative length.
#include "engine/prove/potentials.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace fermata::engine::prove {

namespace {

constexpr std::size_t most_potentials = 12;
constexpr Wide most_at_once = Wide{1} << 20;  // a letter that changes a counter by more is no counting

class Search {
 public:
  Search(const model::ThreadSystem& system, const Product& product, const Letters& letters,
         const std::vector<std::vector<std::vector<Linear>>>& known, const LettersOf& all, const Stop& stop)
      : system_(system),
        product_(product),
        letters_(letters),
        known_(known),
        all_(all),
        stop_(stop),
        begins_(system.threads.size()),
        situations_(system.threads.size()) {
    begins_[index(main_thread)].insert(index(system.start));
    for (std::uint32_t s = 0; s < product.situations.size(); ++s) {
      const model::Edge& edge = system[product.situations[s].edge];
      situations_[index(edge.thread)].push_back(s);
      for (const auto& [thread, location] : edge.starts) begins_[index(thread)].insert(index(location));
      for (std::size_t l = 0; l < all[s].size(); ++l)
        for (const auto& [v, value] : all[s][l].update) {
          if (!value || std::ranges::binary_search(product.followed, model::VariableId{v})) continue;
          // `x++` of a plain variable is a copy that is one more, written back: known are both x <= copy and copy <= x.
          const Linear change = sum(*value, Linear::of(v), -1), rest = sum(change, Linear::number(-change.constant));
          if (change.constant == 0 || change.constant > most_at_once || change.constant < -most_at_once) continue;
          if (entails(letters, known[s][l], rest) && entails(letters, known[s][l], scaled(rest, -1)))
            counted_[v].insert(change.constant > 0 ? 1 : -1);
        }
    }
  }

  std::vector<Balance> run() {
    std::vector<Balance> all;
    for (const auto& [v, signs] : counted_)
      for (int sign : signs)
        if (!system_.variables[v].owner && all.size() < most_potentials)
          if (auto one = falling(scaled(Linear::of(v), sign))) all.push_back(std::move(*one));
    return all;
  }

 private:
  std::optional<Balance> falling(Linear all) const {
    for (std::size_t t = 0; t < system_.threads.size(); ++t) {
      stop_.enforce();
      if (weights(t, all)) continue;
      std::optional<Linear> better;
      for (const auto& [v, signs] : counted_)
        for (int sign : signs)
          if (!better && system_.variables[v].owner && index(*system_.variables[v].owner) == t)
            if (const Linear more = sum(all, Linear::of(v), -sign); weights(t, more)) better = more;
      if (!better) return std::nullopt;
      all = *better;
    }
    Balance balance{.sum = all, .places = {}, .values = {}, .falls = true};
    for (std::size_t t = 0; t < system_.threads.size(); ++t) {
      const auto some = weights(t, all);
      if (!some) return std::nullopt;
      for (const auto& [place, weight] : *some)
        if (weight != 0) balance.places[place] = weight;
    }
    Wide first = balance.weight(product_, product_.nodes.front());
    for (const auto& [v, factor] : all.terms) {
      const model::Variable& variable = system_.variables[v];
      first = plus(first, times(factor, variable.number(variable.initial)));
    }
    balance.sum.constant = -first;
    if (!never_rises(balance)) return std::nullopt;
    return balance;
  }

  /// By how much the letter raises the sum, or more. Nothing: that is not known.
  std::optional<Wide> rise(std::uint32_t situation, std::size_t letter, const Linear& all) const {
    const auto after = all_[situation][letter].after(all);
    if (!after) return std::nullopt;
    const Linear change = sum(*after, all, -1);
    // A counter that wraps falls far; that it does not happen will be seen from the bound.
    if (change.constant > most_at_once) return std::nullopt;
    const Wide least = std::max(change.constant, -most_at_once);
    for (const Wide by : {least, std::max<Wide>(least, 0)})
      if (entails(letters_, known_[situation][letter], sum(change, Linear::number(-by)))) return by;
    return std::nullopt;
  }

  /// Of the thread's locations, so that none of its letters raises the sum with the weights.
  std::optional<std::map<std::uint32_t, Wide>> weights(std::size_t thread, const Linear& all) const {
    struct Step {
      std::uint32_t from, to;
      Wide length;
    };
    std::vector<Step> steps;
    for (std::uint32_t s : situations_[thread]) {
      const model::Edge& edge = system_[product_.situations[s].edge];
      for (std::size_t l = 0; l < all_[s].size(); ++l) {
        const auto by = rise(s, l, all);
        if (!by) return std::nullopt;
        steps.push_back({index(edge.from), index(edge.to), -*by});
      }
    }
    std::map<std::uint32_t, Wide> distance;
    for (std::uint32_t place : begins_[thread]) distance[place] = 0;
    for (std::size_t round = 0; round <= steps.size() + 1; ++round) {
      bool nearer = false;
      for (const Step& step : steps) {
        const auto from = distance.find(step.from);
        if (from == distance.end()) continue;
        const Wide now = from->second + step.length;
        const auto [to, fresh] = distance.try_emplace(step.to, now);
        if (!fresh && to->second <= now) continue;
        to->second = now;
        nearer = true;
      }
      if (!nearer) return distance;
    }
    return std::nullopt;
  }

  bool never_rises(const Balance& balance) const {
    std::set<std::tuple<std::uint32_t, Wide>> seen;
    for (const Product::Step& step : product_.steps) {
      const Wide more =
          balance.weight(product_, product_.nodes[step.to]) - balance.weight(product_, product_.nodes[step.from]);
      if (!seen.emplace(step.situation, more).second) continue;
      for (std::size_t l = 0; l < all_[step.situation].size(); ++l)
        if (const auto by = rise(step.situation, l, balance.sum); !by || *by + more > 0) return false;
    }
    return true;
  }

  const model::ThreadSystem& system_;
  const Product& product_;
  const Letters& letters_;
  const std::vector<std::vector<std::vector<Linear>>>& known_;
  const LettersOf& all_;
  const Stop& stop_;
  std::vector<std::set<std::uint32_t>> begins_;         // by thread
  std::vector<std::vector<std::uint32_t>> situations_;  // by thread
  std::map<std::uint32_t, std::set<int>> counted_;      // variables that some letter changes by a number: up, down
};

}  // namespace

std::vector<Balance> potentials(const model::ThreadSystem& system, const Product& product, const Letters& letters,
                                const std::vector<std::vector<std::vector<Linear>>>& known, const LettersOf& all,
                                const Stop& stop) {
  try {
    return Search(system, product, letters, known, all, stop).run();
  } catch (const Overflow&) {
    return {};
  }
}

}  // namespace fermata::engine::prove
