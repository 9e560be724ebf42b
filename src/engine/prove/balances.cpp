// SPDX-License-Identifier: Apache-2.0
// Place invariants, as of Petri nets, with factors for variables besides.
//
//   K. Lautenbach, "Exakte Bedingungen der Lebendigkeit für eine Klasse von Petri-Netzen", 1973
//   M. Karr, "Affine relationships among variables of a program", Acta Informatica 1976
//
// Unknown are a factor for each variable, and a weight for each location and each value of a followed variable. Each
// letter of each step says that all of it together does not change: one linear equation for the constants, one for each
// variable that the change depends on. Gauss's elimination finds all solutions. Weights are eliminated first, so that
// what is free in the end are factors of variables.
#include "engine/prove/balances.h"

#include <algorithm>
#include <optional>
#include <set>

namespace fermata::engine::prove {

namespace {

constexpr std::size_t most_unknowns = 1500, most_equations = 20'000, most_balances = 24;

using Row = std::map<std::size_t, Wide>;  // factor by unknown; the sum is 0

Wide gcd(Wide a, Wide b) {
  while (b != 0) {
    const Wide rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}

void divide(Row& row) {
  std::erase_if(row, [](const auto& one) { return one.second == 0; });
  Wide common = 0;
  for (const auto& [unknown, factor] : row) common = gcd(common, factor);
  if (common > 1)
    for (auto& [unknown, factor] : row) factor /= common;
}

/// Row by row, each with the smallest of its unknowns as pivot.
class Elimination {
 public:
  /// False: it says nothing new.
  bool add(Row row) {
    divide(row);
    while (!row.empty()) {
      const auto found = rows_.find(row.begin()->first);
      if (found == rows_.end()) break;
      without(row, found->second);
    }
    if (row.empty()) return false;
    const std::size_t pivot = row.begin()->first;
    rows_.emplace(pivot, std::move(row));
    return true;
  }
  bool is_pivot(std::size_t unknown) const { return rows_.contains(unknown); }

  /// The solution in which this unknown, which is no pivot, is positive, and all others that are none are 0.
  std::map<std::size_t, Wide> solution(std::size_t one) const {
    std::map<std::size_t, Wide> all{{one, 1}};
    for (auto row = rows_.rbegin(); row != rows_.rend(); ++row) {
      Wide rest = 0;
      for (const auto& [unknown, factor] : row->second)
        if (const auto found = all.find(unknown); unknown != row->first && found != all.end())
          rest = plus(rest, times(factor, found->second));
      if (rest == 0) continue;
      const Wide own = row->second.at(row->first), common = gcd(rest, own);
      for (auto& [unknown, value] : all) value = times(value, own / common);
      all[row->first] = -rest / common;
    }
    divide(all);
    if (all.at(one) < 0)
      for (auto& [unknown, value] : all) value = -value;
    return all;
  }

 private:
  static void without(Row& row, const Row& pivot) {
    const std::size_t column = pivot.begin()->first;
    const Wide mine = row.at(column), theirs = pivot.at(column), common = gcd(mine, theirs);
    for (auto& [unknown, factor] : row) factor = times(factor, theirs / common);
    for (const auto& [unknown, factor] : pivot) row[unknown] = plus(row[unknown], -times(factor, mine / common));
    divide(row);
  }
  std::map<std::size_t, Row> rows_;  // by pivot
};

/// What is known to be equal, solved for one variable each.
std::vector<std::pair<std::uint32_t, Linear>> equalities(const std::vector<Linear>& known) {
  const std::set<Linear> all(known.begin(), known.end());
  std::vector<std::pair<std::uint32_t, Linear>> solved;
  for (const Linear& one : all) {
    if (one.is_number() || one.terms.front().second < 0 || !all.contains(scaled(one, -1))) continue;
    Linear rest = one;
    for (const auto& [variable, value] : solved)
      for (const auto& [v, factor] : one.terms)
        if (v == variable) rest = sum(sum(rest, Linear::of(v), -factor), value, factor);
    const auto unit = std::ranges::find_if(rest.terms, [](const auto& t) { return t.second == 1 || t.second == -1; });
    if (unit == rest.terms.end()) continue;
    const auto [variable, factor] = *unit;
    const Linear value = scaled(sum(rest, Linear::of(variable), -factor), -factor);
    for (auto& [other, before] : solved)
      for (const auto& [v, times_it] : Linear(before).terms)
        if (v == variable) before = sum(sum(before, Linear::of(v), -times_it), value, times_it);
    solved.emplace_back(variable, value);
  }
  return solved;
}

class Search {
 public:
  Search(const model::ThreadSystem& system, const Product& product,
         const std::vector<std::vector<std::vector<Linear>>>& known, const LettersOf& all, const Stop& stop)
      : system_(system), product_(product), known_(known), all_(all), stop_(stop) {}

  std::vector<Balance> run() {
    name_unknowns();
    if (count_ > most_unknowns) return {};
    changes_.resize(product_.situations.size());
    std::set<Row> seen;
    for (const Product::Step& step : product_.steps) {
      stop_.enforce();
      const Row weights = weight_change(step);
      if (!seen_steps_.emplace(step.situation, weights).second) continue;
      for (const Change& change : changes_of(step.situation)) {
        for (const Row& none : change.by_variable) seen.insert(none);
        Row constant = change.constant;
        for (const auto& [unknown, factor] : weights) constant[unknown] += factor;
        std::erase_if(constant, [](const auto& one) { return one.second == 0; });
        seen.insert(std::move(constant));
      }
      if (seen.size() > most_equations) return {};
    }
    Elimination elimination;
    for (const Row& row : seen) {
      stop_.enforce();
      elimination.add(row);
    }
    std::vector<Balance> all;
    for (const auto& [variable, unknown] : factors_)
      if (!elimination.is_pivot(unknown) && all.size() < most_balances)
        if (auto one = balance(elimination.solution(unknown))) all.push_back(std::move(*one));
    return all;
  }

 private:
  struct Change {
    std::vector<Row> by_variable;
    Row constant;
  };

  /// Weights come first, so they are eliminated first.
  void name_unknowns() {
    for (const Product::Node& node : product_.nodes) {
      for (std::uint32_t place : node.places)
        if (place != Product::not_begun && places_.try_emplace(place, count_).second) ++count_;
      for (std::size_t k = 0; k < node.values.size(); ++k)
        if (values_.try_emplace({index(product_.followed[k]), node.values[k]}, count_).second) ++count_;
    }
    std::set<std::uint32_t> written;
    for (const auto& letters : all_)
      for (const Letter& letter : letters)
        for (const auto& update : letter.update)
          if (!std::ranges::binary_search(product_.followed, model::VariableId{update.first}))
            written.insert(update.first);
    // The variables of threads are expressed by shared ones rather than the other way round.
    for (bool owned : {true, false})
      for (std::uint32_t v : written)
        if (system_.variables[v].owner.has_value() == owned) factors_[v] = count_++;
  }

  Row weight_change(const Product::Step& step) const {
    Row all;
    const Product::Node &from = product_.nodes[step.from], &to = product_.nodes[step.to];
    for (std::size_t t = 0; t < from.places.size(); ++t) {
      if (from.places[t] == to.places[t]) continue;
      if (from.places[t] != Product::not_begun) all[places_.at(from.places[t])] -= 1;
      if (to.places[t] != Product::not_begun) all[places_.at(to.places[t])] += 1;
    }
    for (std::size_t k = 0; k < from.values.size(); ++k) {
      if (from.values[k] == to.values[k]) continue;
      all[values_.at({index(product_.followed[k]), from.values[k]})] -= 1;
      all[values_.at({index(product_.followed[k]), to.values[k]})] += 1;
    }
    return all;
  }

  const std::vector<Change>& changes_of(std::uint32_t situation) {
    auto& changes = changes_[situation];
    if (changes) return *changes;
    changes.emplace();
    for (std::size_t l = 0; l < all_[situation].size(); ++l) {
      const Letter& letter = all_[situation][l];
      const auto equal = equalities(known_[situation][l]);
      std::map<std::uint32_t, Row> by_variable;
      Change change;
      for (const auto& [v, value] : letter.update) {
        const auto unknown = factors_.find(v);
        if (unknown == factors_.end()) continue;
        if (!value) {
          change.by_variable.push_back({{unknown->second, 1}});
          continue;
        }
        Linear difference = sum(*value, Linear::of(v), -1);
        for (const auto& [variable, instead] : equal)
          for (const auto& [w, factor] : Linear(difference).terms)
            if (w == variable) difference = sum(sum(difference, Linear::of(w), -factor), instead, factor);
        for (const auto& [w, factor] : difference.terms) by_variable[w][unknown->second] = factor;
        if (difference.constant != 0) change.constant[unknown->second] = difference.constant;
      }
      for (auto& [w, row] : by_variable) change.by_variable.push_back(std::move(row));
      changes->push_back(std::move(change));
    }
    return *changes;
  }

  std::optional<Balance> balance(const std::map<std::size_t, Wide>& solution) const {
    Balance all;
    const auto of = [&](std::size_t unknown) {
      const auto found = solution.find(unknown);
      return found == solution.end() ? Wide{0} : found->second;
    };
    std::size_t variables = 0;
    for (const auto& [v, unknown] : factors_) {
      if (of(unknown) == 0) continue;
      all.sum = sum(all.sum, Linear::of(v), of(unknown));
      ++variables;
    }
    for (const auto& [place, unknown] : places_)
      if (of(unknown) != 0) all.places[place] = of(unknown);
    for (const auto& [value, unknown] : values_)
      if (of(unknown) != 0) all.values[value] = of(unknown);
    if (variables == 0) return std::nullopt;
    Wide first = all.weight(product_, product_.nodes.front());
    for (const auto& [v, factor] : all.sum.terms) {
      const model::Variable& variable = system_.variables[v];
      first = plus(first, times(factor, variable.number(variable.initial)));
    }
    all.sum.constant = -first;
    return all;
  }

  const model::ThreadSystem& system_;
  const Product& product_;
  const std::vector<std::vector<std::vector<Linear>>>& known_;
  const LettersOf& all_;
  const Stop& stop_;
  std::size_t count_ = 0;
  std::map<std::uint32_t, std::size_t> places_, factors_;
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::size_t> values_;
  std::set<std::pair<std::uint32_t, Row>> seen_steps_;
  std::vector<std::optional<std::vector<Change>>> changes_;
};

}  // namespace

Wide Balance::weight(const Product& product, const Product::Node& node) const {
  Wide all = 0;
  for (std::uint32_t place : node.places)
    if (const auto found = places.find(place); found != places.end()) all = plus(all, found->second);
  for (std::size_t k = 0; k < node.values.size(); ++k)
    if (const auto found = values.find({index(product.followed[k]), node.values[k]}); found != values.end())
      all = plus(all, found->second);
  return all;
}

std::vector<Balance> place_invariants(const model::ThreadSystem& system, const Product& product,
                                      const std::vector<std::vector<std::vector<Linear>>>& known, const LettersOf& all,
                                      const Stop& stop) {
  try {
    return Search(system, product, known, all, stop).run();
  } catch (const Overflow&) {
    return {};
  }
}

}  // namespace fermata::engine::prove
