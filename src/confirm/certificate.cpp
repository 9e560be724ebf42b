// SPDX-License-Identifier: Apache-2.0
// What a certificate claims is checked in five stages; in each, one process of cvc5 answers all questions.
//
//   1. which edges are possible where (facts at their location contradict their guard), and with these the graph of
//      all threads' locations and followed variables;
//   2. the facts: they hold at first, each edge establishes those of the locations that it leads to, and breaks none of
//      the locations where other threads may be meanwhile; the facts of nodes: each step establishes those of the node
//      that it leads to; and the balances: they hold at first, and each step of the graph keeps them;
//   3. no thread gets to where something is not understood; and, for `safety`, to where something fails;
//   4. no run comes to rest: in each node some thread can move, whatever the other variables are;
//   5. no fair run goes on for ever: components are taken apart by fairness and by the ranking functions.
//
// Stages 1 and 2 are one induction over the length of a run: as long as all facts have held, each step was one of the
// graph, and established the facts again. So 3 follows from them alone. A run that fails has ended for 4 and 5.
//
// For stage 5: a run that goes on for ever takes, from some moment on, only steps of one component, each of them
// infinitely often. If all of them keep a sum f from rising, some lower it (D), and some are taken only where f is not
// negative (B), then it does not take steps of D and of B infinitely often: f would fall below every bound, and be not
// negative infinitely often. So the run stays in the component without D, or in the component without B.
//
//   O. Lichtenstein, A. Pnueli, "Checking that finite state concurrent programs satisfy their linear specification",
//     POPL 1985 (taking components apart by fairness)
//   A. Bradley, Z. Manna, H. Sipma, "Linear ranking with reachability", CAV 2005 (one function for some of the steps)
#include "confirm/certificate.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "confirm/control_graph.h"
#include "confirm/cvc5.h"
#include "confirm/integer_terms.h"
#include "ir/intrinsics.h"
#include "model/fingerprint.h"
#include "model/lift.h"

namespace fermata::confirm {

namespace {

using model::Edge;
using model::EdgeId;
using model::Location;
using model::LocationId;
using model::TermId;
using model::ThreadSystem;
using model::VariableId;
using verdict::Certificate;
using verdict::Fairness;
using verdict::LinearSum;

bool understood(Location::Kind kind) { return kind != Location::Kind::refused && kind != Location::Kind::unmodelled; }

constexpr std::size_t most_failures = 5'000;

/// A reason not to believe the certificate.
struct Rejected {
  std::string why;
};

/// Components of a part of the graph that have a step in them, each as its steps.
std::vector<std::vector<std::uint32_t>> components(const ControlGraph& graph, const std::vector<std::uint32_t>& part) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> out;
  for (std::uint32_t s : part) out[graph.steps[s].from].push_back(s);
  // R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1972, without recursion.
  struct Visit {
    std::uint32_t node;
    std::size_t next = 0;
  };
  std::map<std::uint32_t, std::uint32_t> order, low, component;
  std::vector<std::uint32_t> open;
  std::uint32_t count = 0;
  for (const auto& [root, unused] : out) {
    if (order.contains(root)) continue;
    std::vector<Visit> stack{{root}};
    while (!stack.empty()) {
      Visit& visit = stack.back();
      const std::uint32_t node = visit.node;
      if (visit.next == 0) {
        const auto number = static_cast<std::uint32_t>(order.size());
        order[node] = low[node] = number;
        open.push_back(node);
      }
      const auto found = out.find(node);
      if (found != out.end() && visit.next < found->second.size()) {
        const std::uint32_t to = graph.steps[found->second[visit.next++]].to;
        if (!order.contains(to))
          stack.push_back({to});
        else if (!component.contains(to))
          low[node] = std::min(low[node], order[to]);
        continue;
      }
      if (low[node] == order[node]) {
        std::uint32_t member = 0;
        do {
          member = open.back();
          open.pop_back();
          component[member] = count;
        } while (member != node);
        ++count;
      }
      stack.pop_back();
      if (!stack.empty()) low[stack.back().node] = std::min(low[stack.back().node], low[node]);
    }
  }
  std::vector<std::vector<std::uint32_t>> all(count);
  for (std::uint32_t s : part)
    if (component[graph.steps[s].from] == component[graph.steps[s].to])
      all[component[graph.steps[s].from]].push_back(s);
  std::erase_if(all, [](const auto& one) { return one.empty(); });
  return all;
}

class Check {
 public:
  Check(const ir::Program& program, const ThreadSystem& system, Fairness fairness, const Certificate& certificate,
        const Stop& stop)
      : program_(program),
        system_(system),
        fairness_(fairness),
        certificate_(certificate),
        stop_(stop),
        facts_(system.locations.size()),
        text_(system) {}

  Checked run() {
    Checked answer;
    try {
      well_formed();
      locals_are_kept();
      make_graph();
      facts_hold();
      nothing_is_refused();
    } catch (const Rejected& rejected) {
      answer.why = answer.may_fail = rejected.why;
      return answer;
    }
    try {
      nothing_fails();
      answer.safe = true;
    } catch (const Rejected& rejected) {
      answer.may_fail = rejected.why;
    }
    try {
      nothing_comes_to_rest();
      nothing_goes_on();
      answer.shown = true;
    } catch (const Rejected& rejected) {
      answer.why = rejected.why;
    }
    return answer;
  }

 private:
  // --- what is checked without a solver

  void well_formed() {
    if (certificate_.automata != model::fingerprint(system_)) throw Rejected{"it is about another program"};
    if (system_.compares_gone)
      throw Rejected{
          "addresses are compared, and one may be that of an object that is gone, whose place another one "
          "may have then" +
          at(*system_.compares_gone)};
    for (std::uint32_t v : certificate_.followed) {
      if (v >= system_.variables.size() || system_.variables[v].role == model::Variable::Role::input)
        throw Rejected{"it follows a variable that is not there, or an input"};
      if (!followed_.empty() && followed_.back() >= VariableId{v}) throw Rejected{"its variables are not in order"};
      followed_.push_back(VariableId{v});
    }
    for (const Certificate::Fact& fact : certificate_.facts) {
      if (fact.location >= system_.locations.size()) throw Rejected{"it speaks of a location that is not there"};
      names_are_there(fact.not_positive);
      facts_[fact.location].push_back(&fact.not_positive);
    }
    for (const Certificate::NodeFacts& node : certificate_.node_facts) {
      if (node.places.size() != system_.threads.size() || node.values.size() != followed_.size())
        throw Rejected{"it speaks of a node that is none"};
      for (const LinearSum& fact : node.not_positive) names_are_there(fact);
      if (!node_facts_.emplace(ControlGraph::Node{node.places, node.values}, &node.not_positive).second)
        throw Rejected{"it speaks twice of a node"};
    }
    for (const Certificate::Balance& balance : certificate_.balances) {
      names_are_there(balance.sum);
      for (const auto& [location, weight] : balance.places)
        if (location >= system_.locations.size()) throw Rejected{"it speaks of a location that is not there"};
      for (const Certificate::Balance::Value& one : balance.values)
        if (!is_followed(followed_, VariableId{one.variable}))
          throw Rejected{"it weighs a variable that it does not follow"};
    }
    for (const LinearSum& rank : certificate_.ranks) names_are_there(rank);
  }

  /// What is followed of a thread's own is 0 where it has no meaning, and what is not followed keeps its value; so no
  /// sum may have both. Inputs have no value between steps.
  void names_are_there(const LinearSum& sum) const {
    for (const auto& [v, factor] : sum.terms) {
      if (v >= system_.variables.size()) throw Rejected{"it speaks of a variable that is not there"};
      const model::Variable& variable = system_.variables[v];
      if (variable.role == model::Variable::Role::input) throw Rejected{"it speaks of an input"};
      if (variable.owner && is_followed(followed_, VariableId{v}))
        throw Rejected{"it speaks of a thread's own variable that it also follows"};
    }
  }

  /// A variable of a thread has its last value here, also where the automata forget it. That makes no difference if
  /// nobody reads it before it is given another one.
  void locals_are_kept() const {
    const auto has = [](const std::vector<VariableId>& all, VariableId v) {
      return std::ranges::find(all, v) != all.end();
    };
    for (const Edge& edge : system_.edges) {
      const Location& from = system_[edge.from];
      const auto written = [&](VariableId v) {
        return std::ranges::any_of(edge.update, [&](const auto& update) { return update.first == v; });
      };
      for (TermId term : terms_of(edge))
        for (VariableId v : system_.terms.variables(term)) {
          const model::Variable& variable = system_[v];
          if (variable.role == model::Variable::Role::input || !variable.owner) continue;
          if (*variable.owner != edge.thread || !has(from.live, v))
            throw Rejected{fmt::format("'{}' is read where it has no meaning{}", variable.name, at(edge.at))};
        }
      for (const auto& [v, value] : edge.update)
        if (system_[v].role == model::Variable::Role::input) throw Rejected{"an input is written"};
      if (!understood(system_[edge.to].kind)) continue;
      for (VariableId v : system_[edge.to].live)
        if (!written(v) && !has(from.live, v))
          throw Rejected{fmt::format("'{}' gets a meaning, but no value{}", system_[v].name, at(edge.at))};
      for (const auto& [thread, location] : edge.starts)
        for (VariableId v : system_[location].live)
          if (!written(v))
            throw Rejected{fmt::format("'{}' gets a meaning, but no value{}", system_[v].name, at(edge.at))};
    }
  }

  /// A situation, and what is known of the node that a step in it begins in.
  struct Context {
    std::uint32_t situation = 0;
    std::uint32_t facts = 0;  ///< in known_
    auto operator<=>(const Context&) const = default;
  };

  // --- formulas

  std::string number(__int128 value) const {
    const bool negative = value < 0;
    std::string digits;
    for (auto rest = negative ? -static_cast<unsigned __int128>(value) : static_cast<unsigned __int128>(value);
         rest != 0; rest /= 10)
      digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
    if (digits.empty()) digits = "0";
    return negative ? "(- " + digits + ")" : digits;
  }

  std::string sum(const LinearSum& linear, const Edge* after) {
    std::string all = "(+ 0 " + number(linear.constant);
    for (const auto& [v, factor] : linear.terms) {
      std::string value = text_.variable(VariableId{v});
      if (after)
        for (const auto& [variable, term] : after->update)
          if (variable == VariableId{v}) value = text_.given(variable, term);
      all += fmt::format(" (* {} {})", number(factor), value);
    }
    return all + ")";
  }

  std::string facts(LocationId location) {
    std::string all;
    for (const LinearSum* fact : facts_[index(location)]) all += fmt::format(" (<= {} 0)", sum(*fact, nullptr));
    return all;
  }

  std::string facts(const std::vector<LinearSum>& of_node) {
    std::string all;
    for (const LinearSum& fact : of_node) all += fmt::format(" (<= {} 0)", sum(fact, nullptr));
    return all;
  }

  std::string equal(VariableId v, std::uint64_t value) {
    return fmt::format(" (= {} {})", text_.variable(v), number(system_[v].number(value)));
  }

  std::string guard(const Edge& edge) {
    std::string all;
    for (TermId one : edge.guard) all += " " + text_.holds(one);
    return all;
  }

  /// What the balance adds to its sum in this node.
  static __int128 weight(const Certificate::Balance& balance, const ControlGraph::Node& node,
                         const std::vector<VariableId>& followed) {
    __int128 all = 0;
    for (const auto& [location, weight] : balance.places)
      for (std::uint32_t place : node.places)
        if (place == location) all += weight;
    for (const Certificate::Balance::Value& one : balance.values)
      if (node.values[place_of(followed, VariableId{one.variable})] == one.value) all += one.weight;
    return all;
  }

  std::string balanced(const Certificate::Balance& balance, __int128 weight) {
    return fmt::format(" (<= (+ {} {}) 0)", sum(balance.sum, nullptr), number(weight));
  }

  /// Where a step is taken, a balance weighs at least as much as in the node that has least, of all nodes of the rough
  /// graph where it is possible: every run stays in that graph, whatever the facts are.
  void weigh(const ControlGraph& rough) {
    least_.assign(certificate_.balances.size(), {});
    for (std::size_t k = 0; k < certificate_.balances.size(); ++k)
      for (const ControlGraph::Step& step : rough.steps) {
        const __int128 here = weight(certificate_.balances[k], rough.nodes[step.from], followed_);
        const auto [it, fresh] = least_[k].try_emplace(rough.situations[step.situation], here);
        if (!fresh) it->second = std::min(it->second, here);
      }
  }

  /// What is true when the step is taken.
  std::string before(const Situation& at) {
    const Edge& edge = system_[at.edge];
    std::string all = facts(edge.from) + guard(edge);
    for (std::size_t k = 0; k < least_.size(); ++k)
      if (const auto found = least_[k].find(at); found != least_[k].end())
        all += balanced(certificate_.balances[k], found->second);
    const auto reads = ControlGraph::read_by(system_, followed_, edge.from, terms_of(edge));
    for (std::size_t k = 0; k < reads.size(); ++k) all += equal(reads[k], at.values[k]);
    return all;
  }

  std::string before(const Context& at) {
    return before(graph_.situations[at.situation]) + facts(*known_.at(at.facts));
  }

  /// Of each text, once, whether it cannot be true.
  std::map<std::string, bool> impossible(const std::set<std::string>& formulas) {
    Questions questions{text_.declarations(), {formulas.begin(), formulas.end()}};
    const auto answers = unsatisfiable(questions, stop_);
    if (!answers) throw Rejected{answers.error().reason};
    std::map<std::string, bool> all;
    for (std::size_t k = 0; k < answers->size(); ++k) all[questions.assertions[k]] = (*answers)[k];
    return all;
  }

  std::string at(ir::PositionId position) const {
    const ir::SourcePosition& where = program_[position];
    return where.line == 0 ? "" : fmt::format(" ({}:{})", where.file, where.line);
  }
  std::string thread(const Edge& edge) const { return system_.threads[index(edge.thread)].name; }

  // --- stage 1

  ControlGraph graph(const std::map<Situation, bool>& excluded) {
    auto made = ControlGraph::make(system_, followed_, excluded, stop_);
    if (!made) throw Rejected{made.error().reason};
    return std::move(*made);
  }

  void make_graph() {
    const ControlGraph rough = graph({});
    weigh(rough);
    std::map<Situation, std::string> asked;
    std::set<std::string> all;
    for (const Situation& one : rough.situations) {
      if (system_[one.edge].guard.empty()) continue;
      asked[one] = "(and true" + before(one) + ")";
      all.insert(asked[one]);
    }
    const auto answers = impossible(all);
    std::map<Situation, bool> excluded;
    for (const auto& [one, text] : asked) excluded[one] = answers.at(text);
    graph_ = graph(excluded);
    make_contexts();
  }

  void make_contexts() {
    static const std::vector<LinearSum> nothing;
    std::map<std::vector<LinearSum>, std::uint32_t> lists;
    for (const ControlGraph::Node& node : graph_.nodes) {
      const auto found = node_facts_.find(node);
      const std::vector<LinearSum>& facts = found == node_facts_.end() ? nothing : *found->second;
      const auto [it, fresh] = lists.try_emplace(facts, static_cast<std::uint32_t>(known_.size()));
      if (fresh) known_.push_back(&facts);
      known_at_.push_back(it->second);
    }
    std::map<Context, std::uint32_t> numbers;
    for (const ControlGraph::Step& step : graph_.steps) {
      const Context one{step.situation, known_at_[step.from]};
      const auto [it, fresh] = numbers.try_emplace(one, static_cast<std::uint32_t>(contexts_.size()));
      if (fresh) contexts_.push_back(one);
      context_of_.push_back(it->second);
    }
  }

  // --- stage 2

  void facts_hold() {
    for (const LinearSum* fact : facts_[index(system_.start)])
      if (at_first(*fact) > 0) throw Rejected{"a fact does not hold at first"};
    std::map<std::string, std::string> broken;  // and what to say if it is possible
    const auto claim = [&](const Situation& one, const std::string& meanwhile,
                           const std::vector<const LinearSum*>& then) {
      if (then.empty()) return;
      const Edge& edge = system_[one.edge];
      std::string some;
      for (const LinearSum* fact : then) some += fmt::format(" (> {} 0)", sum(*fact, &edge));
      broken[fmt::format("(and true{}{} (or{}))", before(one), meanwhile, some)] =
          fmt::format("a fact does not stay true when '{}' moves{}", thread(edge), at(edge.at));
    };
    for (const Situation& one : graph_.situations) {
      const Edge& edge = system_[one.edge];
      claim(one, "", facts_[index(edge.to)]);
      for (const auto& [started, location] : edge.starts) claim(one, "", facts_[index(location)]);
    }
    for (const auto& [situation, location] : meanwhile()) {
      const Edge& edge = system_[graph_.situations[situation].edge];
      std::vector<const LinearSum*> touched;
      for (const LinearSum* fact : facts_[location])
        if (std::ranges::any_of(edge.update, [&](const auto& update) { return mentions(*fact, update.first); }))
          touched.push_back(fact);
      claim(graph_.situations[situation], facts(LocationId{location}), touched);
    }
    node_facts_hold(broken);
    balances_hold(broken);
    std::set<std::string> all;
    for (const auto& [text, why] : broken) all.insert(text);
    for (const auto& [text, shown] : impossible(all))
      if (!shown) throw Rejected{broken.at(text)};
  }

  void node_facts_hold(std::map<std::string, std::string>& broken) {
    // The first node is the one that every run begins in.
    for (const LinearSum& fact : *known_[known_at_.front()])
      if (at_first(fact) > 0) throw Rejected{"a fact of the first node does not hold"};
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    for (std::size_t s = 0; s < graph_.steps.size(); ++s) {
      const Context& context = contexts_[context_of_[s]];
      const std::uint32_t then = known_at_[graph_.steps[s].to];
      if (known_[then]->empty() || !seen.emplace(context_of_[s], then).second) continue;
      const Edge& edge = edge_of(static_cast<std::uint32_t>(s));
      std::string some;
      for (const LinearSum& fact : *known_[then]) {
        const bool touched =
            std::ranges::any_of(edge.update, [&](const auto& one) { return mentions(fact, one.first); });
        if (touched || std::ranges::find(*known_[context.facts], fact) == known_[context.facts]->end())
          some += fmt::format(" (> {} 0)", sum(fact, &edge));
      }
      if (some.empty()) continue;
      broken[fmt::format("(and true{} (or{}))", before(context), some)] =
          fmt::format("a fact of a node is not true after '{}' has moved{}", thread(edge), at(edge.at));
    }
  }

  __int128 at_first(const LinearSum& sum) const {
    __int128 value = sum.constant;
    for (const auto& [v, factor] : sum.terms) {
      const model::Variable& variable = system_.variables[v];
      value += factor * variable.number(variable.initial);
    }
    return value;
  }

  void balances_hold(std::map<std::string, std::string>& broken) {
    for (const Certificate::Balance& balance : certificate_.balances) {
      // The first node is the one that every run begins in.
      if (at_first(balance.sum) + weight(balance, graph_.nodes.front(), followed_) > 0)
        throw Rejected{"a balance does not hold at first"};
      std::set<std::tuple<std::uint32_t, __int128, __int128>> seen;
      for (const ControlGraph::Step& step : graph_.steps) {
        const __int128 from = weight(balance, graph_.nodes[step.from], followed_);
        const __int128 to = weight(balance, graph_.nodes[step.to], followed_);
        if (!seen.emplace(step.situation, from, to).second) continue;
        const Situation& one = graph_.situations[step.situation];
        const Edge& edge = system_[one.edge];
        const std::string then = sum(balance.sum, &edge);
        if (then == sum(balance.sum, nullptr) && to <= from) continue;
        broken[fmt::format("(and true{}{} (> (+ {} {}) 0))", before(one), balanced(balance, from), then, number(to))] =
            fmt::format("a balance does not stay true when '{}' moves{}", thread(edge), at(edge.at));
      }
    }
  }

  static bool mentions(const LinearSum& sum, VariableId variable) {
    return std::ranges::any_of(sum.terms, [&](const auto& term) { return VariableId{term.first} == variable; });
  }

  /// Where another thread may be, and stays, while a step is taken.
  std::set<std::pair<std::uint32_t, std::uint32_t>> meanwhile() const {
    std::set<std::pair<std::uint32_t, std::uint32_t>> all;
    for (const ControlGraph::Step& step : graph_.steps) {
      const Edge& edge = system_[graph_.situations[step.situation].edge];
      const auto& places = graph_.nodes[step.from].places;
      for (std::size_t t = 0; t < places.size(); ++t)
        if (t != index(edge.thread) && places[t] != ControlGraph::not_begun && !facts_[places[t]].empty())
          all.emplace(step.situation, places[t]);
    }
    return all;
  }

  // --- stage 3

  void nothing_is_refused() const {
    const auto must_be_understood = [&](LocationId location, ir::PositionId position) {
      const Location& to = system_[location];
      if (!understood(to.kind))
        throw Rejected{fmt::format("it was not shown that this does not happen: {}{}", to.what, at(position))};
    };
    must_be_understood(system_.start, system_[system_.start].at);
    for (const Situation& one : graph_.situations) {
      const Edge& edge = system_[one.edge];
      must_be_understood(edge.to, edge.at);
      for (const auto& [thread, location] : edge.starts) must_be_understood(location, edge.at);
    }
  }

  static bool fails(const Location& location) { return location.kind == Location::Kind::failed; }

  /// "an assertion that fails (a.c:7)"
  std::string failure(const Location& location, const Edge& edge) const {
    const std::string where = at(location.at).empty() ? at(edge.at) : at(location.at);
    return (location.what.empty() ? "a failure" : location.what) + where;
  }

  /// An edge that fails was not excluded wherever it may be taken. In a node more is known than at its location.
  void nothing_fails() {
    if (system_.lent_thread_local)
      throw Rejected{"a thread-local variable is used by another thread, and its own may have ended" +
                     at(*system_.lent_thread_local)};
    if (fails(system_[system_.start])) throw Rejected{"the start fails: " + system_[system_.start].what};
    std::map<std::string, std::set<std::string>> asked;  // and what to say if it is possible
    for (const ControlGraph::LastStep& step : graph_.last_steps) {
      const Situation& one = graph_.situations[step.situation];
      const Edge& edge = system_[one.edge];
      if (!fails(system_[edge.to])) continue;
      asked["(and true" + before(one) + known_in(step.from) + ")"].insert(failure(system_[edge.to], edge));
      if (asked.size() > most_failures) throw Rejected{"there are too many places and cases where something may fail"};
    }
    std::set<std::string> all, possible;
    for (const auto& [text, what] : asked) all.insert(text);
    for (const auto& [text, shown] : impossible(all))
      if (!shown) possible.insert(asked.at(text).begin(), asked.at(text).end());
    if (possible.empty()) return;
    constexpr std::size_t told = 3;
    std::string list;
    std::size_t count = 0;
    for (const std::string& one : possible)
      if (count++ < told) list += (list.empty() ? "" : ", ") + one;
    if (count > told) list += fmt::format(" and {} more", count - told);
    throw Rejected{"it was not shown that this does not happen: " + list};
  }

  /// All that is known of every state in this node.
  std::string known_in(std::uint32_t n) {
    const ControlGraph::Node& node = graph_.nodes[n];
    std::string all = facts(*known_[known_at_[n]]);
    for (const std::uint32_t place : node.places)
      if (place != ControlGraph::not_begun) all += facts(LocationId{place});
    for (std::size_t k = 0; k < followed_.size(); ++k)
      if (!system_[followed_[k]].owner) all += equal(followed_[k], node.values[k]);
    for (const Certificate::Balance& balance : certificate_.balances)
      all += balanced(balance, weight(balance, node, followed_));
    return all;
  }

  // --- stage 4

  /// The edges that count where somebody asks whether a thread can move: a spurious wakeup is no excuse.
  std::vector<EdgeId> ways(LocationId location) const {
    std::vector<EdgeId> all;
    for (EdgeId e : system_[location].out)
      if (!system_[e].spurious && understood(system_[system_[e].to].kind)) all.push_back(e);
    return all;
  }

  /// A thread is at this location, its followed variables have these values, and it cannot move.
  struct Stand {
    std::string text;
    bool never = false;  ///< that was shown to be impossible: where it is, it can move
  };

  void make_stands() {
    std::vector<std::vector<VariableId>> reads(system_.locations.size());
    for (std::size_t l = 0; l < reads.size(); ++l) {
      std::vector<TermId> guards;
      for (EdgeId e : ways(LocationId{static_cast<std::uint32_t>(l)}))
        guards.insert(guards.end(), system_[e].guard.begin(), system_[e].guard.end());
      reads[l] = ControlGraph::read_by(system_, followed_, LocationId{static_cast<std::uint32_t>(l)}, guards);
    }
    std::map<std::pair<std::uint32_t, std::vector<std::uint64_t>>, std::uint32_t> numbers;
    stands_of_.resize(graph_.nodes.size());
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n)
      for (const std::uint32_t place : graph_.nodes[n].places) {
        if (place == ControlGraph::not_begun) {
          stands_of_[n].push_back(std::nullopt);
          continue;
        }
        std::vector<std::uint64_t> values;
        for (VariableId v : reads[place]) values.push_back(graph_.nodes[n].values[place_of(followed_, v)]);
        const auto [it, fresh] = numbers.try_emplace({place, values}, static_cast<std::uint32_t>(stands_.size()));
        if (fresh) stands_.push_back({stands(LocationId{place}, reads[place], values)});
        stands_of_[n].push_back(it->second);
      }
  }

  std::string stands(LocationId location, const std::vector<VariableId>& reads,
                     const std::vector<std::uint64_t>& values) {
    std::string all = facts(location);
    for (EdgeId e : ways(location)) all += " (not (and true" + guard(system_[e]) + "))";
    for (std::size_t k = 0; k < reads.size(); ++k) all += equal(reads[k], values[k]);
    return all;
  }

  bool can_move(std::uint32_t node, std::size_t thread) const {
    const auto& stand = stands_of_[node][thread];
    return stand && stands_[*stand].never;
  }

  void nothing_comes_to_rest() {
    make_stands();
    std::set<std::string> alone, together;
    for (const Stand& one : stands_) alone.insert("(and true" + one.text + ")");
    const auto answers = impossible(alone);
    for (Stand& one : stands_) one.never = answers.at("(and true" + one.text + ")");
    std::map<std::string, std::uint32_t> suspects;
    for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) {
      bool moves = ControlGraph::ended(system_, graph_.nodes[n]);
      for (std::size_t t = 0; t < system_.threads.size(); ++t) moves |= can_move(n, t);
      if (moves) continue;
      std::string rest = "(and true" + facts(*known_[known_at_[n]]);
      for (const auto& stand : stands_of_[n])
        if (stand) rest += stands_[*stand].text;
      for (const Certificate::Balance& balance : certificate_.balances)
        rest += balanced(balance, weight(balance, graph_.nodes[n], followed_));
      suspects.emplace(rest + ")", n);
      together.insert(rest + ")");
    }
    for (const auto& [text, shown] : impossible(together))
      if (!shown) throw Rejected{"it was not shown that no run comes to rest with " + described(suspects.at(text))};
  }

  /// "main at a.c:7, worker at a.c:12"
  std::string described(std::uint32_t n) const {
    std::string all;
    for (std::size_t t = 0; t < system_.threads.size(); ++t) {
      const std::uint32_t place = graph_.nodes[n].places[t];
      if (place == ControlGraph::not_begun || system_.locations[place].kind == Location::Kind::ended) continue;
      all += fmt::format("{}{}{}", all.empty() ? "" : ", ", system_.threads[t].name, at(system_.locations[place].at));
    }
    return all;
  }

  // --- stage 5

  void nothing_goes_on() {
    const std::vector<bool> never = impossible_contexts();
    std::vector<std::uint32_t> part;
    for (std::uint32_t s = 0; s < graph_.steps.size(); ++s)
      // In a fair run a wait is woken spuriously only finitely often.
      if ((fairness_ == Fairness::none || !edge_of(s).spurious) && !never[context_of_[s]]) part.push_back(s);
    std::set<std::uint32_t> in_loops;
    for (const auto& component : components(graph_, part))
      for (std::uint32_t s : component) in_loops.insert(context_of_[s]);
    judge(in_loops);
    take_apart(part);
  }

  /// By context: what is known of the node says that the step is not taken there.
  std::vector<bool> impossible_contexts() {
    std::vector<std::string> texts;
    std::set<std::string> asked;
    for (const Context& one : contexts_) {
      texts.push_back(known_[one.facts]->empty() ? "" : "(and true" + before(one) + ")");
      if (!texts.back().empty()) asked.insert(texts.back());
    }
    const auto answers = impossible(asked);
    std::vector<bool> all;
    for (const std::string& text : texts) all.push_back(!text.empty() && answers.at(text));
    return all;
  }

  const Edge& edge_of(std::uint32_t step) const {
    return system_[graph_.situations[graph_.steps[step].situation].edge];
  }

  struct Judgement {
    bool keeps = false;    ///< the function does not rise
    bool lowers = false;   ///< it falls by at least 1
    bool bounded = false;  ///< it is not negative before
  };

  /// Each ranking function in each of these contexts.
  void judge(const std::set<std::uint32_t>& in_loops) {
    std::map<std::string, std::vector<bool*>> asked;
    judgements_.resize(certificate_.ranks.size());
    for (std::size_t r = 0; r < certificate_.ranks.size(); ++r) {
      const LinearSum& rank = certificate_.ranks[r];
      for (std::uint32_t c : in_loops) {
        const Context& one = contexts_[c];
        const Edge& edge = system_[graph_.situations[one.situation].edge];
        Judgement& judgement = judgements_[r][c];
        const std::string all = before(one), now = sum(rank, nullptr), then = sum(rank, &edge);
        if (now == then) {
          judgement.keeps = true;
        } else {
          asked[fmt::format("(and true{} (> {} {}))", all, then, now)].push_back(&judgement.keeps);
          asked[fmt::format("(and true{} (> (+ 1 {}) {}))", all, then, now)].push_back(&judgement.lowers);
        }
        asked[fmt::format("(and true{} (< {} 0))", all, now)].push_back(&judgement.bounded);
      }
    }
    std::set<std::string> all;
    for (const auto& [text, where] : asked) all.insert(text);
    for (const auto& [text, shown] : impossible(all))
      for (bool* where : asked.at(text)) *where = shown;
  }

  /// No fair run stays in this part of the graph.
  void take_apart(const std::vector<std::uint32_t>& part) {
    for (const auto& component : components(graph_, part)) take_component_apart(component);
  }

  void take_component_apart(const std::vector<std::uint32_t>& component) {
    if (stop_.now()) throw Rejected{*stop_.reason()};
    if (is_unfair(component)) return;
    for (std::size_t r = 0; r < certificate_.ranks.size(); ++r) {
      std::vector<std::uint32_t> not_lowering, not_bounded;
      bool keeps = true;
      for (std::uint32_t s : component) {
        const Judgement& judgement = judgements_[r].at(context_of_[s]);
        keeps = keeps && judgement.keeps;
        if (!judgement.lowers) not_lowering.push_back(s);
        if (!judgement.bounded) not_bounded.push_back(s);
      }
      if (!keeps || not_lowering.size() == component.size() || not_bounded.size() == component.size()) continue;
      take_apart(not_lowering);
      for (const auto& rest : components(graph_, not_bounded))  // what has no step of D in it was taken apart already
        if (std::ranges::any_of(rest, [&](std::uint32_t s) { return judgements_[r].at(context_of_[s]).lowers; }))
          take_component_apart(rest);
      return;
    }
    if (is_elsewhere(component)) return;
    const ControlGraph::Step& step = graph_.steps[component.front()];
    throw Rejected{"it was not shown that a run leaves the loop of " + described(step.from)};
  }

  /// True: no run comes to some of its nodes, since what is known there contradicts itself; the rest was taken apart.
  bool is_elsewhere(const std::vector<std::uint32_t>& component) {
    std::map<std::uint32_t, std::string> known;
    std::set<std::string> asked;
    for (std::uint32_t s : component) {
      const std::uint32_t n = graph_.steps[s].from;
      if (known.contains(n)) continue;
      known[n] = "(and true" + known_in(n) + ")";
      asked.insert(known[n]);
    }
    const auto never = impossible(asked);
    std::vector<std::uint32_t> rest;
    for (std::uint32_t s : component)
      if (!never.at(known.at(graph_.steps[s].from)) && !never.at(known.at(graph_.steps[s].to))) rest.push_back(s);
    if (rest.size() == component.size()) return false;
    take_apart(rest);
    return true;
  }

  /// True: no run in the component is fair, or those that are were taken apart.
  bool is_unfair(const std::vector<std::uint32_t>& component) {
    if (fairness_ == Fairness::none) return false;
    std::set<std::size_t> moving;
    std::set<std::uint32_t> nodes;
    for (std::uint32_t s : component) {
      moving.insert(index(edge_of(s).thread));
      nodes.insert(graph_.steps[s].from);
    }
    std::set<std::uint32_t> avoided;  // by a strongly fair run
    for (std::size_t t = 0; t < system_.threads.size(); ++t) {
      if (moving.contains(t)) continue;
      const auto can = [&](std::uint32_t n) { return can_move(n, t); };
      if (std::ranges::all_of(nodes, can)) return true;
      if (fairness_ != Fairness::weak) std::ranges::copy_if(nodes, std::inserter(avoided, avoided.end()), can);
    }
    if (avoided.empty()) return false;
    std::vector<std::uint32_t> rest;
    for (std::uint32_t s : component)
      if (!avoided.contains(graph_.steps[s].from) && !avoided.contains(graph_.steps[s].to)) rest.push_back(s);
    take_apart(rest);
    return true;
  }

  const ir::Program& program_;
  const ThreadSystem& system_;
  const Fairness fairness_;
  const Certificate& certificate_;
  const Stop& stop_;
  std::vector<VariableId> followed_;
  std::vector<std::vector<const LinearSum*>> facts_;  // by location
  IntegerTerms text_;
  std::vector<std::map<Situation, __int128>> least_;  // by balance: what it weighs at least
  ControlGraph graph_;
  std::map<ControlGraph::Node, const std::vector<LinearSum>*> node_facts_;
  std::vector<const std::vector<LinearSum>*> known_;  // lists of facts of nodes, each once
  std::vector<std::uint32_t> known_at_;               // by node: which of them
  std::vector<Context> contexts_;
  std::vector<std::uint32_t> context_of_;  // by step
  std::vector<Stand> stands_;
  std::vector<std::vector<std::optional<std::uint32_t>>> stands_of_;  // by node and thread
  std::vector<std::map<std::uint32_t, Judgement>> judgements_;        // by ranking function and context
};

}  // namespace

Checked check_certificate(const ir::Program& program, const ThreadSystem& system, Fairness fairness,
                          const Certificate& certificate, const Stop& stop) {
  return Check(program, system, fairness, certificate, stop).run();
}

Checked check_certificate(const ir::Program& program, const Semantics& semantics, Fairness fairness,
                          const Certificate& certificate, const Stop& stop) {
  if (ir::uses(program, ir::Intrinsic::time_repeats))
    return {.shown = false, .why = "the program looks at a clock, and automata know only a few moments"};
  const auto system = model::lift(program, {.semantics = semantics, .open_inputs = true}, stop);
  if (system) return check_certificate(program, *system, fairness, certificate, stop);
  const auto* stopped = std::get_if<Stopped>(&system.error());
  return {.shown = false, .why = stopped ? stopped->reason : std::get<Error>(system.error()).what};
}

}  // namespace fermata::confirm
