// SPDX-License-Identifier: Apache-2.0
// Elimination: what a run can do for ever is taken apart, by fairness and by one ranking function after the other.
//
//   O. Lichtenstein, A. Pnueli, "Checking that finite state concurrent programs satisfy their linear specification",
//     POPL 1985
//   Z. Manna, A. Pnueli, "Completing the temporal picture", TCS 1991 (ranking functions and fairness)
//
// docs/internals/proving.md says what the certificate claims and why that is enough. Nothing that is done here has to
// be right for that: confirm/certificate.cpp goes its own way.
//
// Not here: facts of a part of the product only, functions that are bounded only after another one has become negative,
// lassos.
#include "engine/prove/prove.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/require.h"
#include "engine/prove/balances.h"
#include "engine/prove/facts.h"
#include "engine/prove/letters.h"
#include "engine/prove/node_facts.h"
#include "engine/prove/potentials.h"
#include "engine/prove/product.h"
#include "engine/prove/ranking.h"
#include "model/fingerprint.h"

namespace fermata::engine::prove {

using model::Edge;
using model::EdgeId;
using model::Location;
using model::LocationId;
using model::TermId;
using model::ThreadSystem;
using model::VariableId;
using verdict::Fairness;

namespace {

bool understood(Location::Kind kind) { return kind != Location::Kind::refused && kind != Location::Kind::unmodelled; }

/// Why there is no proof.
struct GivenUp {
  std::string why;
};

class Elimination {
 public:
  Elimination(const ir::Program& program, const ThreadSystem& system, Fairness fairness, const Options& options,
              const Stop& stop)
      : program_(program), system_(system), fairness_(fairness), options_(options), stop_(stop) {}

  Proof run() {
    if (system_.compares_gone)
      throw GivenUp{
          "addresses are compared, and one may be that of an object that is gone, whose place another one may "
          "have then" +
          at(*system_.compares_gone)};
    find_facts();
    nothing_refused();
    try {
      settle();
    } catch (const GivenUp&) {
      // Most programs need no facts of nodes, and those that have them take longer to be checked.
      if (!find_node_facts()) throw;
      settle();
    }
    return {certificate(), because_};
  }

 private:
  void settle() {
    make_contexts();
    nothing_at_rest();
    std::vector<std::uint32_t> part;
    for (std::uint32_t s = 0; s < product_.steps.size(); ++s)
      if ((fairness_ == Fairness::none || !edge_of(s).spurious) && !contexts_[context_of_[s]].letters.empty())
        part.push_back(s);
    take_apart(part);
  }

  /// A situation, and what is known of the node that a step in it begins in.
  void make_contexts() {
    effects_.clear(), never_.clear(), ranks_.clear(), because_.clear(), contexts_.clear(), context_of_.clear();
    std::map<std::pair<std::uint32_t, std::vector<Linear>>, std::uint32_t> numbers;
    for (const Product::Step& step : product_.steps) {
      static const std::vector<Linear> nothing;
      const auto& here = node_facts_.empty() ? nothing : node_facts_[step.from];
      const auto [it, fresh] =
          numbers.try_emplace({step.situation, here}, static_cast<std::uint32_t>(contexts_.size()));
      if (fresh) {
        RankedSituation one{it->second, {}};
        for (const Letter& letter : all_[step.situation]) {
          Letter more = letter;
          more.guard = known(step.situation, letter);
          more.guard.insert(more.guard.end(), here.begin(), here.end());
          if (here.empty() || !contradict(*letters_, more.guard)) one.letters.push_back(std::move(more));
        }
        contexts_.push_back(std::move(one));
      }
      context_of_.push_back(it->second);
    }
  }

  /// False: there are none.
  bool find_node_facts() {
    node_facts_ = node_facts(system_, product_, *letters_, all_known(all_), all_, stop_);
    return std::ranges::any_of(node_facts_, [](const auto& facts) { return !facts.empty(); });
  }

  // --- facts

  void find_facts() {
    std::vector<VariableId> followed;
    std::optional<Product> made;
    for (std::size_t few = options_.few_values; few > 1 && !made; few = few > 4 ? 4 : few - 2) {
      followed.clear();
      for (std::uint32_t v = 0; v < system_.variables.size(); ++v)
        if (system_.variables[v].values && system_.variables[v].values->size() <= few &&
            system_.variables[v].role != model::Variable::Role::input)
          followed.push_back(VariableId{v});
      made = product(system_, followed, {}, options_.most_nodes, stop_);
    }
    if (!made) throw GivenUp{fmt::format("the threads have more than {} places together", options_.most_nodes)};
    product_ = std::move(*made);
    follow_more(followed);
    letters_.emplace(system_, followed);
    std::set<Situation> excluded;
    for (int round = 0;; ++round) {
      all_.clear();
      for (const Situation& one : product_.situations) {
        stop_.enforce();
        all_.push_back(letters_->of(one));
      }
      balanced_.assign(product_.situations.size(), {});
      balances_.clear();
      facts_ = inductive_facts(system_, product_, *letters_, all_, balanced_, stop_);
      const std::size_t before = excluded.size();
      exclude(excluded);
      if (!balance_hopefully(excluded, true) && !balance_hopefully(excluded, false)) {
        use(found_balances(all_, true));
        // What threads have in common may keep facts that each alone could not.
        if (!balances_.empty()) facts_ = inductive_facts(system_, product_, *letters_, all_, balanced_, stop_);
        exclude(excluded);
      }
      if (excluded.size() == before || round == 2) break;
      product_ = *product(system_, followed, excluded, options_.most_nodes, stop_);
    }
  }

  void exclude(std::set<Situation>& excluded) {
    for (std::size_t s = 0; s < product_.situations.size(); ++s) {
      std::erase_if(all_[s], [&](const Letter& letter) { return contradict(*letters_, known(s, letter)); });
      if (all_[s].empty()) excluded.insert(product_.situations[s]);
    }
  }

  std::vector<std::vector<std::vector<Linear>>> all_known(const LettersOf& letters) const {
    std::vector<std::vector<std::vector<Linear>>> all(product_.situations.size());
    for (std::size_t s = 0; s < all.size(); ++s)
      for (const Letter& letter : letters[s]) all[s].push_back(known(s, letter));
    return all;
  }

  std::vector<Balance> found_balances(const LettersOf& letters, bool also_falling) const {
    const auto known_before = all_known(letters);
    auto all = place_invariants(system_, product_, known_before, letters, stop_);
    if (also_falling)
      std::ranges::move(potentials(system_, product_, *letters_, known_before, letters, stop_),
                        std::back_inserter(all));
    return all;
  }

  /// A semaphore that is full fails to be posted, and nobody knows yet that it is never full. So letters that need
  /// numbers near the end of their range are left aside, and have to be impossible with what is found then. False: they
  /// are not, or there are none.
  bool balance_hopefully(std::set<Situation>& excluded, bool also_falling) {
    constexpr Wide far = Wide{1} << 30;
    LettersOf near = all_;
    std::size_t left_aside = 0;
    for (auto& letters : near)
      left_aside += std::erase_if(letters, [&](const Letter& letter) {
        return std::ranges::any_of(letter.guard, [&](const Linear& one) {
          return one.terms.size() == 1 && !is_fresh(one.terms[0].first) && one.constant >= far;
        });
      });
    if (left_aside == 0) return false;
    const LettersOf letters_before = all_;
    const LocationFacts facts_before = facts_;
    const auto excluded_before = excluded;
    use(found_balances(near, also_falling));
    const std::size_t hoped = balances_.size();
    if (hoped > 0) {
      facts_ = inductive_facts(system_, product_, *letters_, all_, balanced_, stop_);
      exclude(excluded);
      if (found_balances(all_, also_falling).size() >= hoped) return true;
    }
    all_ = letters_before;
    facts_ = facts_before;
    excluded = excluded_before;
    use({});
    return false;
  }

  void use(std::vector<Balance> balances) {
    balances_ = std::move(balances);
    balanced_.assign(product_.situations.size(), {});
    // Before a step the weights are those of one of the nodes where it can be taken.
    for (const Balance& balance : balances_) {
      std::vector<std::optional<std::pair<Wide, Wide>>> weights(product_.situations.size());
      for (const Product::Step& step : product_.steps) {
        const Wide here = balance.weight(product_, product_.nodes[step.from]);
        auto& both = weights[step.situation];
        both = both ? std::pair(std::min(both->first, here), std::max(both->second, here)) : std::pair(here, here);
      }
      for (std::size_t s = 0; s < weights.size(); ++s) {
        if (!weights[s]) continue;
        balanced_[s].push_back(sum(balance.sum, Linear::number(weights[s]->first)));
        if (!balance.falls) balanced_[s].push_back(scaled(sum(balance.sum, Linear::number(weights[s]->second)), -1));
      }
    }
  }

  /// A shared variable may have few values, though nobody says so: a counter of those who have passed. If the product
  /// grows little with it, it is followed, too.
  void follow_more(std::vector<VariableId>& followed) {
    constexpr std::size_t most_tries = 8;
    std::size_t tries = 0;
    for (std::uint32_t v = 0; v < system_.variables.size() && tries < most_tries; ++v) {
      const VariableId id{v};
      if (system_[id].owner || std::ranges::binary_search(followed, id) || !depends_only_on(id, followed)) continue;
      ++tries;
      std::vector<VariableId> more = followed;
      more.insert(std::ranges::lower_bound(more, id), id);
      const std::size_t most = std::min(options_.most_nodes, 8 * product_.nodes.size() + 2000);
      if (auto larger = product(system_, more, {}, most, stop_)) {
        product_ = std::move(*larger);
        followed = std::move(more);
      }
    }
  }
  bool depends_only_on(VariableId variable, const std::vector<VariableId>& followed) const {
    return std::ranges::all_of(system_.edges, [&](const Edge& edge) {
      return std::ranges::all_of(edge.update, [&](const auto& update) {
        return update.first != variable ||
               std::ranges::all_of(system_.terms.variables(update.second), [&](VariableId v) {
                 return v == variable || std::ranges::binary_search(followed, v);
               });
      });
    });
  }

  std::vector<Linear> known(std::size_t situation, const Letter& letter) const {
    std::vector<Linear> all = facts_[index(system_[product_.situations[situation].edge].from)];
    all.insert(all.end(), letter.guard.begin(), letter.guard.end());
    all.insert(all.end(), balanced_[situation].begin(), balanced_[situation].end());
    return all;
  }

  void nothing_refused() const {
    for (std::size_t s = 0; s < product_.situations.size(); ++s) {
      const Edge& edge = system_[product_.situations[s].edge];
      if (!understood(system_[edge.to].kind) && !all_[s].empty())
        throw GivenUp{fmt::format("not understood: {}{}", system_[edge.to].what, at(edge.at))};
    }
  }

  // --- rest

  /// What has to be true so that a thread cannot move: of each of its ways one of these conjunctions, and the rest.
  struct Standing {
    std::vector<std::vector<std::vector<Linear>>> ways;
    std::vector<Linear> rest;
    bool has_ways = false;
  };

  /// Nothing: there are too many cases.
  std::optional<Standing> standing(std::uint32_t place, const Product::Node& node) const {
    Standing all{{}, facts_[place]};
    std::vector<EdgeId> ways;
    std::vector<TermId> guards;
    for (EdgeId e : system_[LocationId{place}].out) {
      if (system_[e].spurious || !understood(system_[system_[e].to].kind)) continue;
      ways.push_back(e);
      for (TermId guard : system_[e].guard)
        if (std::ranges::find(guards, guard) == guards.end()) guards.push_back(guard);
    }
    // All guards of the location at once, so that the same number stands for the same term.
    const auto refuted = letters_->refuted(guards, product_.known(system_, node, LocationId{place}, guards));
    if (!refuted) return std::nullopt;
    all.has_ways = !ways.empty();
    all.rest.insert(all.rest.end(), refuted->fresh.begin(), refuted->fresh.end());
    for (EdgeId e : ways) {
      std::vector<std::vector<Linear>> some;
      for (std::size_t k = 0; k < guards.size(); ++k)
        if (std::ranges::find(system_[e].guard, guards[k]) != system_[e].guard.end())
          some.insert(some.end(), refuted->guards[k].begin(), refuted->guards[k].end());
      if (std::ranges::none_of(some, [](const auto& one) { return one.empty(); })) all.ways.push_back(std::move(some));
    }
    std::ranges::sort(all.ways, {}, [](const auto& way) { return way.size(); });
    return all;
  }

  /// Can all ways be refuted at once?
  bool may_stand(const std::vector<std::vector<std::vector<Linear>>>& ways, std::size_t next, std::vector<Linear> rows,
                 std::size_t& budget) const {
    stop_.enforce();  // one question may take tenths of a second, and there are up to thousands
    if (contradict(*letters_, rows)) return false;
    if (next == ways.size() || budget == 0) return true;
    for (const auto& one : ways[next]) {
      if (budget > 0) --budget;
      std::vector<Linear> more = rows;
      more.insert(more.end(), one.begin(), one.end());
      if (may_stand(ways, next + 1, std::move(more), budget)) return true;
    }
    return false;
  }

  bool can_move(std::uint32_t n, std::size_t t) {
    const Product::Node& node = product_.nodes[n];
    const std::uint32_t place = node.places[t];
    if (place == Product::not_begun || system_.locations[place].kind == Location::Kind::ended) return false;
    std::vector<TermId> guards;
    for (EdgeId e : system_[LocationId{place}].out)
      guards.insert(guards.end(), system_[e].guard.begin(), system_[e].guard.end());
    const auto key = std::pair(place, product_.known(system_, node, LocationId{place}, guards));
    if (const auto found = moves_.find(key); found != moves_.end()) return found->second;
    const auto stands = standing(place, node);
    std::size_t budget = 500;
    return moves_[key] = stands && stands->has_ways && !may_stand(stands->ways, 0, stands->rest, budget);
  }

  void nothing_at_rest() {
    for (std::uint32_t n = 0; n < product_.nodes.size(); ++n) {
      stop_.enforce();
      const auto& places = product_.nodes[n].places;
      const bool ended = std::ranges::all_of(places, [&](std::uint32_t place) {
        return place == Product::not_begun || system_.locations[place].kind == Location::Kind::ended;
      });
      bool moves = ended;
      for (std::size_t t = 0; t < places.size() && !moves; ++t) moves = can_move(n, t);
      if (moves) continue;
      see_whether_it_rests(n);
    }
  }

  void see_whether_it_rests(std::uint32_t n) const {
    const Product::Node& node = product_.nodes[n];
    Standing all;
    for (std::uint32_t place : node.places) {
      if (place == Product::not_begun) continue;
      auto one = standing(place, node);
      if (!one)
        throw GivenUp{"there are too many cases to see what comes next in " +
                      described(n, [&](std::uint32_t other) { return other == place; })};
      std::ranges::move(one->ways, std::back_inserter(all.ways));
      all.rest.insert(all.rest.end(), one->rest.begin(), one->rest.end());
    }
    std::ranges::move(known_at(n), std::back_inserter(all.rest));
    std::ranges::sort(all.ways, {}, [](const auto& way) { return way.size(); });
    std::size_t budget = 2000;
    if (!may_stand(all.ways, 0, all.rest, budget)) return;
    if (const std::string who = asks_for_input(node); !who.empty())
      throw GivenUp{fmt::format(
          "not every input lets {} go on: an assumption helps if it is a range right after the input", who)};
    throw GivenUp{
        (budget == 0 ? "there are too many cases to see whether it comes to rest with " : "it may come to rest with ") +
        described(n)};
  }

  /// What balances and facts of nodes say of this one.
  std::vector<Linear> known_at(std::uint32_t n) const {
    std::vector<Linear> all;
    for (const Balance& balance : balances_) {
      const Linear sum_here = sum(balance.sum, Linear::number(balance.weight(product_, product_.nodes[n])));
      all.push_back(sum_here);
      if (!balance.falls) all.push_back(scaled(sum_here, -1));
    }
    if (!node_facts_.empty()) all.insert(all.end(), node_facts_[n].begin(), node_facts_[n].end());
    return all;
  }

  /// No run comes there: what is known of threads and of what they have in common contradicts itself.
  bool is_never(std::uint32_t n) {
    if (never_.empty()) never_.resize(product_.nodes.size());
    if (!never_[n]) {
      std::vector<Linear> all = known_at(n);
      for (std::uint32_t place : product_.nodes[n].places)
        if (place != Product::not_begun) all.insert(all.end(), facts_[place].begin(), facts_[place].end());
      never_[n] = contradict(*letters_, all);
    }
    return *never_[n];
  }

  /// A thread whose next step depends on an input.
  std::string asks_for_input(const Product::Node& node) const {
    const auto asks = [&](TermId guard) {
      return std::ranges::any_of(system_.terms.variables(guard),
                                 [&](VariableId v) { return letters_->is_input(index(v)); });
    };
    for (std::size_t t = 0; t < node.places.size(); ++t)
      if (node.places[t] != Product::not_begun)
        for (EdgeId e : system_.locations[node.places[t]].out)
          if (std::ranges::any_of(system_[e].guard, asks))
            return fmt::format("'{}'{}", system_.threads[t].name, at(system_[e].at));
    return "";
  }

  std::string at(ir::PositionId position) const {
    const ir::SourcePosition& where = program_[position];
    return where.line == 0 ? "" : fmt::format(" ({}:{})", where.file, where.line);
  }

  std::string described(
      std::uint32_t n, const std::function<bool(std::uint32_t)>& counts = [](std::uint32_t) { return true; }) const {
    std::string all;
    for (std::size_t t = 0; t < system_.threads.size(); ++t) {
      const std::uint32_t place = product_.nodes[n].places[t];
      if (place == Product::not_begun || system_.locations[place].kind == Location::Kind::ended || !counts(place))
        continue;
      all += fmt::format("{}'{}'{}", all.empty() ? "" : ", ", system_.threads[t].name, at(system_.locations[place].at));
    }
    return all;
  }

  // --- loops

  const Edge& edge_of(std::uint32_t step) const {
    return system_[product_.situations[product_.steps[step].situation].edge];
  }

  /// Strongly connected components with a step in them, as lists of steps (Kosaraju's algorithm).
  std::vector<std::vector<std::uint32_t>> components(const std::vector<std::uint32_t>& part) const {
    std::map<std::uint32_t, std::vector<std::uint32_t>> out, in;
    for (std::uint32_t s : part) {
      out[product_.steps[s].from].push_back(product_.steps[s].to);
      in[product_.steps[s].to].push_back(product_.steps[s].from);
    }
    std::vector<std::uint32_t> order;
    std::set<std::uint32_t> seen;
    for (const auto& [root, unused] : out) {
      if (seen.contains(root)) continue;
      std::vector<std::pair<std::uint32_t, std::size_t>> stack{{root, 0}};
      seen.insert(root);
      while (!stack.empty()) {
        auto& [node, next] = stack.back();
        const auto found = out.find(node);
        if (found != out.end() && next < found->second.size()) {
          const std::uint32_t to = found->second[next++];
          if (seen.insert(to).second) stack.emplace_back(to, 0);
        } else {
          order.push_back(node);
          stack.pop_back();
        }
      }
    }
    std::map<std::uint32_t, std::uint32_t> component;
    std::uint32_t count = 0;
    for (std::size_t k = order.size(); k-- > 0;) {
      if (component.contains(order[k])) continue;
      std::vector<std::uint32_t> open{order[k]};
      component[order[k]] = count;
      while (!open.empty()) {
        const std::uint32_t node = open.back();
        open.pop_back();
        if (const auto found = in.find(node); found != in.end())
          for (std::uint32_t from : found->second)
            if (component.try_emplace(from, count).second) open.push_back(from);
      }
      ++count;
    }
    std::vector<std::vector<std::uint32_t>> all(count);
    for (std::uint32_t s : part)
      if (component[product_.steps[s].from] == component[product_.steps[s].to])
        all[component[product_.steps[s].from]].push_back(s);
    std::erase_if(all, [](const auto& one) { return one.empty(); });
    return all;
  }

  void take_apart(const std::vector<std::uint32_t>& part) {
    for (const auto& component : components(part)) take_component_apart(component);
  }

  void take_component_apart(const std::vector<std::uint32_t>& component) {
    stop_.enforce();
    if (is_unfair(component)) return;
    for (std::size_t r = 0; r < ranks_.size(); ++r)
      if (auto rest = without(component, ranks_[r])) return take_rest_apart(*rest);
    std::vector<std::uint32_t> possible;
    for (std::uint32_t s : component)
      if (!is_never(product_.steps[s].from) && !is_never(product_.steps[s].to)) possible.push_back(s);
    if (possible.size() < component.size()) return take_apart(possible);
    std::vector<RankedSituation> situations;
    std::set<std::uint32_t> seen;
    for (std::uint32_t s : component)
      if (seen.insert(context_of_[s]).second) situations.push_back(contexts_[context_of_[s]]);
    std::optional<Rest> rest;
    each_candidate(*letters_, situations, stop_, [&](const Linear& function) {
      rest = without(component, function);
      if (rest) note(component, function);
      return rest.has_value();
    });
    if (!rest) throw GivenUp{"no function was found that falls in the loop of " + loop(component)};
    take_rest_apart(*rest);
  }

  struct Rest {
    std::vector<std::vector<std::uint32_t>> components;
  };
  void take_rest_apart(const Rest& rest) {
    for (const auto& one : rest.components) take_component_apart(one);
  }

  Effect effect_in(std::uint32_t step, const Linear& function) {
    const std::uint32_t context = context_of_[step];
    const auto key = std::pair(function, context);
    if (const auto found = effects_.find(key); found != effects_.end()) return found->second;
    return effects_[key] = effect(*letters_, contexts_[context], function);
  }

  /// What is left of the component if the function falls in some of its steps; nothing if that does not help.
  std::optional<Rest> without(const std::vector<std::uint32_t>& component, const Linear& function) {
    std::vector<std::uint32_t> not_lowering, not_bounded;
    std::set<std::uint32_t> lowering;
    for (std::uint32_t s : component) {
      const Effect does = effect_in(s, function);
      if (!does.keeps) return std::nullopt;
      if (does.lowers)
        lowering.insert(s);
      else
        not_lowering.push_back(s);
      if (!does.bounded) not_bounded.push_back(s);
    }
    if (lowering.empty() || not_bounded.size() == component.size()) return std::nullopt;
    Rest rest{components(not_lowering)};
    for (auto& one : components(not_bounded))
      if (std::ranges::any_of(one, [&](std::uint32_t s) { return lowering.contains(s); })) return std::nullopt;
    return rest;
  }

  bool is_unfair(const std::vector<std::uint32_t>& component) {
    if (fairness_ == Fairness::none) return false;
    std::set<std::uint32_t> nodes, avoided;
    std::set<std::size_t> moving;
    for (std::uint32_t s : component) {
      nodes.insert(product_.steps[s].from);
      moving.insert(index(edge_of(s).thread));
    }
    for (std::size_t t = 0; t < system_.threads.size(); ++t) {
      if (moving.contains(t)) continue;
      std::set<std::uint32_t> here;
      for (std::uint32_t n : nodes)
        if (can_move(n, t)) here.insert(n);
      if (here.size() == nodes.size()) return true;
      if (fairness_ != Fairness::weak) avoided.insert(here.begin(), here.end());
    }
    if (avoided.empty()) return false;
    std::vector<std::uint32_t> rest;
    for (std::uint32_t s : component)
      if (!avoided.contains(product_.steps[s].from) && !avoided.contains(product_.steps[s].to)) rest.push_back(s);
    take_apart(rest);
    return true;
  }

  // --- words and claims

  std::string shown(const Linear& function) const {
    std::string text;
    for (const auto& [v, factor] : function.terms) {
      const auto times = static_cast<std::int64_t>(factor < 0 ? -factor : factor);
      text += fmt::format("{}{}'{}'",
                          text.empty() ? (factor < 0 ? "-" : "")
                          : factor < 0 ? " - "
                                       : " + ",
                          times == 1 ? "" : fmt::format("{} * ", times), system_.variables[v].name);
    }
    const auto constant = static_cast<std::int64_t>(function.constant);
    if (constant != 0) text += fmt::format(" {} {}", constant < 0 ? '-' : '+', constant < 0 ? -constant : constant);
    return text;
  }

  /// "'producer' (a.c:7) (a.c:8), 'consumer' (a.c:12)": who goes round, and where it comes past.
  std::string loop(const std::vector<std::uint32_t>& component) const {
    std::map<std::string, std::set<std::pair<std::uint32_t, std::string>>> lines;
    for (std::uint32_t s : component) {
      auto& all = lines[system_.threads[index(edge_of(s).thread)].name];
      if (const ir::PositionId position = edge_of(s).at; program_[position].line != 0)
        all.emplace(program_[position].line, at(position));
    }
    std::string text;
    for (const auto& [thread, all] : lines) {
      text += fmt::format("{}'{}'", text.empty() ? "" : ", ", thread);
      for (const auto& [line, where] : all) text += where;
    }
    return text;
  }

  void note(const std::vector<std::uint32_t>& component, const Linear& function) {
    ranks_.push_back(function);
    std::set<std::string> where;
    for (std::uint32_t s : component)
      if (effect_in(s, function).lowers)
        where.insert(fmt::format("{}{}", system_.threads[index(edge_of(s).thread)].name, at(edge_of(s).at)));
    std::string loops;
    for (const std::string& one : where) loops += (loops.empty() ? "" : ", ") + one;
    because_.push_back(fmt::format("{} falls each time in {}", shown(function), loops));
  }

  static std::int64_t narrow(Wide value) {
    if (value > INT64_MAX || value < INT64_MIN) throw Overflow();
    return static_cast<std::int64_t>(value);
  }

  verdict::LinearSum claim(const Linear& sum) const {
    verdict::LinearSum all;
    all.constant = narrow(sum.constant);
    for (const auto& [v, factor] : sum.terms) all.terms.emplace_back(v, narrow(factor));
    return all;
  }

  verdict::Certificate certificate() const {
    verdict::Certificate all;
    all.automata = model::fingerprint(system_);
    for (VariableId v : product_.followed) all.followed.push_back(index(v));
    for (std::uint32_t l = 0; l < facts_.size(); ++l)
      for (const Linear& fact : facts_[l]) all.facts.push_back({l, claim(fact)});
    for (std::uint32_t n = 0; n < node_facts_.size(); ++n) {
      if (node_facts_[n].empty()) continue;
      const Product::Node& node = product_.nodes[n];
      all.node_facts.push_back({node.places, node.values, {}});
      for (const Linear& fact : node_facts_[n]) all.node_facts.back().not_positive.push_back(claim(fact));
    }
    for (const Balance& balance : balances_)
      for (int sign : {1, -1}) {
        if (balance.falls && sign < 0) continue;
        verdict::Certificate::Balance one{claim(scaled(balance.sum, sign)), {}, {}};
        for (const auto& [place, weight] : balance.places) one.places.emplace_back(place, narrow(sign * weight));
        for (const auto& [value, weight] : balance.values)
          one.values.push_back({value.first, value.second, narrow(sign * weight)});
        all.balances.push_back(std::move(one));
      }
    for (const Linear& rank : ranks_) all.ranks.push_back(claim(rank));
    return all;
  }

  const ir::Program& program_;
  const ThreadSystem& system_;
  const Fairness fairness_;
  const Options& options_;
  const Stop& stop_;
  Product product_;
  std::optional<Letters> letters_;
  LettersOf all_;
  LocationFacts facts_;
  std::vector<Balance> balances_;
  std::vector<std::vector<Linear>> balanced_;  // by situation: what they say before it
  NodeFacts node_facts_;                       // none: they were not asked for
  std::vector<std::optional<bool>> never_;     // by node
  std::vector<RankedSituation> contexts_;
  std::vector<std::uint32_t> context_of_;  // by step
  std::map<std::pair<std::uint32_t, std::vector<std::pair<VariableId, std::uint64_t>>>, bool> moves_;
  std::map<std::pair<Linear, std::uint32_t>, Effect> effects_;
  std::vector<Linear> ranks_;
  std::vector<std::string> because_;
};

}  // namespace

std::variant<Proof, NotProved> prove(const ir::Program& program, const ThreadSystem& system, Fairness fairness,
                                     const Options& options, const Stop& stop) try {
  return Elimination(program, system, fairness, options, stop).run();
} catch (const GivenUp& given_up) {
  return NotProved{given_up.why};
} catch (const LimitReached& limit) {
  return NotProved{limit.what()};
} catch (const Overflow&) {
  return NotProved{"a number in the proof is too large"};
}

}  // namespace fermata::engine::prove
