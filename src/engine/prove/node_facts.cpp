// SPDX-License-Identifier: Apache-2.0
// Abstract interpretation of the product: for a few sums that guards compare, the least bound in each node.
//
//   P. Cousot, N. Halbwachs, "Automatic discovery of linear restraints among variables of a program", POPL 1978
//
// Where we differ: which sums there are is settled beforehand, and only shared variables are in them. A bound that has
// been raised a few times goes on to the next constant of the program, and then to none.
//
// `while (left > 0) left -= 2` in two threads needs this: left is positive only where both have just looked, and how
// far it has fallen since depends on who has been meanwhile.
#include "engine/prove/node_facts.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace fermata::engine::prove {

namespace {

constexpr std::size_t most_forms = 10;
constexpr std::size_t most_nodes = 4'000;
constexpr unsigned raised_freely = 3, raised_at_all = 12;
constexpr Wide reasonable = Wide{1} << 33;

using Terms = std::vector<std::pair<std::uint32_t, Wide>>;

class Interpretation {
 public:
  Interpretation(const model::ThreadSystem& system, const Product& product, const Letters& letters,
                 const std::vector<std::vector<std::vector<Linear>>>& known, const LettersOf& all, const Stop& stop)
      : system_(system), product_(product), letters_(letters), known_(known), all_(all), stop_(stop) {}

  NodeFacts run() {
    choose_forms();
    NodeFacts facts(product_.nodes.size());
    if (forms_.empty() || product_.nodes.size() > most_nodes) return facts;
    interpret();
    for (std::size_t n = 0; n < facts.size(); ++n) {
      if (!reached_[n]) {
        facts[n].push_back(Linear::number(1));
        continue;
      }
      for (std::size_t f = 0; f < forms_.size(); ++f)
        if (const auto bound = bounds_[n][f]; bound && !entails(letters_, {}, {forms_[f], -*bound}))
          facts[n].push_back({forms_[f], -*bound});
    }
    return facts;
  }

 private:
  using Bounds = std::vector<std::optional<Wide>>;  // by form: it is at most this; nothing: it may be anything

  void choose_forms() {
    std::set<std::uint32_t> written;
    std::map<Terms, std::size_t> seen;
    for (std::size_t s = 0; s < all_.size(); ++s)
      for (const Letter& letter : all_[s])
        for (const auto& update : letter.update) written.insert(update.first);
    const auto fits = [&](const Terms& terms) {
      return !terms.empty() && terms.size() <= 2 &&
             std::ranges::any_of(terms, [&](const auto& term) { return written.contains(term.first); }) &&
             std::ranges::all_of(terms, [&](const auto& term) {
               return !is_fresh(term.first) && !system_.variables[term.first].owner && !letters_.is_input(term.first) &&
                      letters_.may_rank(term.first);
             });
    };
    for (const auto& situation : known_)
      for (const auto& rows : situation)
        for (const Linear& row : rows) {
          if (row.terms.size() == 1 && row.constant < reasonable && row.constant > -reasonable)
            for (int shift = -6; shift <= 6; ++shift)
              thresholds_.insert(row.constant + shift), thresholds_.insert(-row.constant + shift);
          if (fits(row.terms)) ++seen[row.terms];
          const Terms other = scaled(row, -1).terms;
          if (fits(other)) ++seen[other];
        }
    std::vector<std::pair<std::size_t, Terms>> often;
    for (const auto& [terms, count] : seen) often.emplace_back(count, terms);
    std::ranges::stable_sort(often, [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [count, terms] : often)
      if (forms_.size() < most_forms) forms_.push_back(terms);
  }

  void interpret() {
    const std::size_t nodes = product_.nodes.size();
    reached_.assign(nodes, false);
    bounds_.assign(nodes, Bounds(forms_.size()));
    raised_.assign(nodes, std::vector<unsigned>(forms_.size(), 0));
    std::vector<std::vector<std::uint32_t>> out(nodes);
    for (std::uint32_t s = 0; s < product_.steps.size(); ++s) out[product_.steps[s].from].push_back(s);
    reached_[0] = true;
    for (std::size_t f = 0; f < forms_.size(); ++f) {
      Wide value = 0;
      for (const auto& [v, factor] : forms_[f])
        value += factor * system_.variables[v].number(system_.variables[v].initial);
      bounds_[0][f] = value;
    }
    std::deque<std::uint32_t> open{0};
    std::vector<bool> waiting(nodes, false);
    while (!open.empty()) {
      stop_.enforce();
      const std::uint32_t node = open.front();
      open.pop_front();
      waiting[node] = false;
      for (std::uint32_t s : out[node])
        if (take(s) && !waiting[product_.steps[s].to]) {
          waiting[product_.steps[s].to] = true;
          open.push_back(product_.steps[s].to);
        }
    }
  }

  /// Has something become true of the node that the step leads to?
  bool take(std::uint32_t s) {
    const auto [from, to, situation] = product_.steps[s];
    bool news = false;
    for (std::size_t l = 0; l < all_[situation].size(); ++l) {
      const Letter& letter = all_[situation][l];
      std::vector<Linear> before = known_[situation][l];
      for (std::size_t f = 0; f < forms_.size(); ++f)
        if (bounds_[from][f]) before.push_back({forms_[f], -*bounds_[from][f]});
      if (contradict(letters_, before)) continue;
      for (std::size_t f = 0; f < forms_.size(); ++f) {
        if (reached_[to] && !bounds_[to][f]) continue;
        const auto after = letter.after({forms_[f], 0});
        const std::optional<Wide> bound = after ? upper(*after, before) : std::nullopt;
        if (!reached_[to]) {
          first_[f] = bound;
        } else if (!bound || *bound > *bounds_[to][f]) {
          if (after && entails(letters_, before, sum(*after, Linear::number(-*bounds_[to][f])))) continue;
          bounds_[to][f] = raised(to, f, bound);
          news = true;
        }
      }
      if (!reached_[to]) {
        for (std::size_t f = 0; f < forms_.size(); ++f) bounds_[to][f] = first_[f];
        reached_[to] = news = true;
      }
    }
    return news;
  }

  std::optional<Wide> raised(std::uint32_t node, std::size_t form, std::optional<Wide> to) {
    const unsigned times = ++raised_[node][form];
    if (!to || times > raised_at_all) return std::nullopt;
    if (times <= raised_freely) return to;
    const auto next = thresholds_.lower_bound(*to);
    return next == thresholds_.end() ? std::nullopt : std::optional(*next);
  }

  /// The least bound of the sum that one of these says.
  std::optional<Wide> upper(const Linear& sum, const std::vector<Linear>& rows) const {
    if (sum.is_number()) return sum.constant;
    std::optional<Wide> least;
    const auto look = [&](const Linear& row) {
      if (row.terms == sum.terms && (!least || sum.constant - row.constant < *least))
        least = sum.constant - row.constant;
    };
    for (const Linear& row : rows) look(row);
    if (!least)
      for (const Linear& row : letters_.ranges({sum})) look(row);
    return least;
  }

  const model::ThreadSystem& system_;
  const Product& product_;
  const Letters& letters_;
  const std::vector<std::vector<std::vector<Linear>>>& known_;
  const LettersOf& all_;
  const Stop& stop_;
  std::vector<Terms> forms_;
  std::set<Wide> thresholds_;
  std::vector<bool> reached_;
  std::vector<Bounds> bounds_;
  std::vector<std::vector<unsigned>> raised_;
  std::map<std::size_t, std::optional<Wide>> first_;
};

}  // namespace

NodeFacts node_facts(const model::ThreadSystem& system, const Product& product, const Letters& letters,
                     const std::vector<std::vector<std::vector<Linear>>>& known, const LettersOf& all,
                     const Stop& stop) {
  return Interpretation(system, product, letters, known, all, stop).run();
}

}  // namespace fermata::engine::prove
