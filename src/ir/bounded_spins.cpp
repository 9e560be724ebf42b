// SPDX-License-Identifier: Apache-2.0
// Bounded spins: `for (n = 0; n < 10000 && !ready; n++) pause();`. If each round looks at the same place and changes
// nothing, then ten thousand failed looks in a row do what one does, and a run in which others move between them can do
// without all but the last. The proof, and what each rule is good for: docs/internals/bounded-spins.md.
//
// A register of the loop is *stale* if its value may depend on the round: it is carried from one round to the next (it
// is needed at the header, and assigned in the loop), or computed from one that is, or assigned on one of two ways
// between which a stale value decides.
//
// A loop and the loop around it may share a header: then each way back is looked at by itself (loops_apart.h).
//
// Not here: loops with loops inside them (a backoff that counts), calls, bounds that are read from memory in each
// round.
#include "ir/bounded_spins.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "ir/loops_apart.h"

namespace fermata::ir {

namespace {

using Number = FlowGraph::Number;
using Registers = std::vector<bool>;

constexpr Number none = FlowGraph::none;

bool is_division(Op op) { return op == Op::udiv || op == Op::sdiv || op == Op::urem || op == Op::srem; }

/// Computes something of its operands, and can neither fail nor be seen.
bool is_private(const Instruction& i) {
  if (i.op == Op::fence || i.op == Op::select || i.op == Op::offset) return true;
  if (i.op < Op::add || i.op > Op::fptrunc) return false;
  if (!is_division(i.op)) return true;
  const Operand& divisor = i.operands[1];
  const Bits all_ones = i.type.bits >= 128 ? ~Bits{0} : (Bits{1} << i.type.bits) - 1;
  return divisor.kind == Operand::Kind::constant && divisor.bits != 0 && (divisor.bits & all_ones) != all_ones;
}

/// Says something to people or to the reduction, or asks for what does not change.
bool is_silent(Intrinsic which) {
  return which == Intrinsic::event || which == Intrinsic::self || which == Intrinsic::option;
}

/// What a try may consist of, besides accesses to memory.
bool may_try(const Instruction& i) {
  switch (i.which) {
    case Intrinsic::choose:  // an input is chosen anew each time
      return i.operands[1].kind == Operand::Kind::constant && i.operands[1].bits != 0;
    case Intrinsic::event:
    case Intrinsic::self:
    case Intrinsic::option:
    case Intrinsic::observed:
    case Intrinsic::acquired:
    case Intrinsic::released:
    case Intrinsic::taken:
    case Intrinsic::given:
    case Intrinsic::section_begin:
    case Intrinsic::section_end:
    case Intrinsic::next_in_section:
    case Intrinsic::sleep_on:
    case Intrinsic::sleeps_on:
    case Intrinsic::sleepers:
    case Intrinsic::thread_state: return true;
    default: return false;
  }
}

bool is_access(Op op) {
  return op == Op::load || op == Op::store || op == Op::read_modify_write || op == Op::compare_exchange;
}

bool is_intrinsic(const Instruction& i, Intrinsic which) { return i.op == Op::intrinsic && i.which == which; }

/// The atomic block that begins here only tells: it ends in the same block of code, at this index. Otherwise 0.
std::size_t end_of_pause(const Block& block, std::size_t begin) {
  for (std::size_t k = begin + 1; k < block.instructions.size(); ++k) {
    const Instruction& i = block.instructions[k];
    if (is_intrinsic(i, Intrinsic::atomic_end)) return k;
    if (!is_private(i) && !(i.op == Op::intrinsic && is_silent(i.which))) return 0;
  }
  return 0;
}

/// `value` compared with a bound: the loop is left if that is `leaves`.
struct Comparison {
  const Instruction* instruction = nullptr;
  bool leaves = false;
};

class Loop {
 public:
  Loop(const Function& function, const FlowGraph& graph, const std::vector<Registers>& live, const SpinRules& rules,
       Number header, std::vector<Number> latches)
      : function_(function),
        graph_(graph),
        live_(live),
        rules_(rules),
        header_(header),
        latches_(std::move(latches)),
        inside_(graph.successors.size()),
        used_(function.registers.size()) {
    for (const Block& block : function.blocks)
      for (const Instruction& i : block.instructions) each_used(i, [&](Register r) { used_[r] = true; });
  }

  std::optional<BoundedSpin> judge() {
    if (!find_blocks() || !find_order() || !look_at_code()) return std::nullopt;
    find_stale();
    const std::optional<Number> last = where_exhausted();
    if (!last || !rounds_are_alike() || !forgets(*last)) return std::nullopt;
    return spin_;
  }

 private:
  const std::vector<Instruction>& code(Number b) const { return function_.blocks[b].instructions; }
  bool is_latch(Number b) const { return std::ranges::find(latches_, b) != latches_.end(); }

  /// The natural loop of these latches. False: it goes back in other ways, too.
  bool find_blocks() {
    inside_[header_] = true;
    std::vector<Number> todo = latches_;
    for (const Number p : latches_) {
      const Op op = code(p).back().op;
      if (op != Op::jump && op != Op::branch) return false;
      spin_.latches.push_back(BlockId{p});
    }
    spin_.header = BlockId{header_};
    while (!todo.empty()) {
      const Number b = todo.back();
      todo.pop_back();
      if (inside_[b]) continue;
      inside_[b] = true;
      for (Number p : graph_.predecessors[b])
        if (graph_.dominator[p] != none) todo.push_back(p);
    }
    return std::ranges::none_of(graph_.predecessors[header_], [&](Number p) { return inside_[p] && !is_latch(p); });
  }

  /// Each block after those that lead to it; false: there is a loop in the loop.
  bool find_order() {
    std::map<Number, std::size_t> missing;
    for (const Number b : graph_.order) {
      if (!inside_[b] || b == header_) continue;
      missing[b] =
          static_cast<std::size_t>(std::ranges::count_if(graph_.predecessors[b], [&](Number p) { return inside_[p]; }));
    }
    order_.push_back(header_);
    for (std::size_t i = 0; i < order_.size(); ++i)
      for (Number s : graph_.successors[order_[i]])
        if (inside_[s] && s != header_ && --missing[s] == 0) order_.push_back(s);
    return order_.size() == missing.size() + 1;
  }

  /// Finds tries, idle accesses and pauses. False: there is something else, or not one try on each way round.
  bool look_at_code() {
    depth_ = {{header_, 0}};
    std::map<Number, int> tries;
    for (const Number b : order_) {
      int inside = depth_.at(b);
      const auto& instructions = code(b);
      for (std::uint32_t k = 0; k < instructions.size(); ++k) {
        const Instruction& i = instructions[k];
        const BoundedSpin::Place here{BlockId{b}, k};
        const auto attempt = [&] { spin_.attempts.push_back(here), ++tries[b]; };
        if (is_intrinsic(i, Intrinsic::atomic_begin)) {
          if (const std::size_t end = inside == 0 ? end_of_pause(function_.blocks[b], k) : 0) {
            spin_.pauses.push_back(here);
            spin_.pauses.push_back({BlockId{b}, static_cast<std::uint32_t>(end)});
          } else if (inside == 0) {
            attempt();
          }
          ++inside;
        } else if (is_intrinsic(i, Intrinsic::atomic_end)) {
          if (--inside < 0) return false;
        } else if (is_access(i.op)) {
          if (inside > 0 || (i.local && i.op == Op::load)) continue;
          if (is_idle(i)) {
            spin_.attempts.push_back(here);
            spin_.idle.push_back(here);
          } else if (i.local || i.op == Op::store) {
            return false;
          } else {
            attempt();
          }
        } else if (i.op == Op::intrinsic) {
          if (inside == 0 ? !is_silent(i.which) : !may_try(i)) return false;
        } else if (i.op != Op::jump && i.op != Op::branch && i.op != Op::switch_ && !is_private(i)) {
          return false;
        }
      }
      for (Number s : graph_.successors[b])
        if (inside_[s] && depth_.try_emplace(s, inside).first->second != inside) return false;
    }
    const auto all = on_each_way(tries);
    return rules_.tries_once ? all == 1 : !tries.empty();
  }

  /// Reads what nobody uses, or writes a constant: statistics whose values are left out (ir/irrelevant_values.h).
  /// Global variables are always there, so it succeeds each time or never. That nothing is changed is for the machine
  /// to see.
  bool is_idle(const Instruction& i) const {
    const bool writes = i.op == Op::store;
    if (i.op == Op::compare_exchange || (i.op == Op::read_modify_write && i.modify != Modify::exchange)) return false;
    if (i.operands[writes ? 1 : 0].kind != Operand::Kind::global) return false;
    if (i.op != Op::load && i.operands[writes ? 0 : 1].kind != Operand::Kind::constant) return false;
    return std::ranges::none_of(i.results, [&](Register r) { return used_[r]; });
  }

  /// The sum on the way round, if it is the same on all of them.
  std::optional<int> on_each_way(const std::map<Number, int>& weights) const {
    std::map<Number, std::pair<int, int>> sums{{header_, {0, 0}}};
    std::optional<std::pair<int, int>> round;
    for (const Number b : order_) {
      auto [least, most] = sums.at(b);
      if (const auto w = weights.find(b); w != weights.end()) least += w->second, most += w->second;
      for (Number s : graph_.successors[b]) {
        if (!inside_[s]) continue;
        std::pair<int, int>* sum = nullptr;
        if (s == header_)
          sum = round ? &*round : &round.emplace(least, most);
        else
          sum = &sums.try_emplace(s, least, most).first->second;
        *sum = {std::min(sum->first, least), std::max(sum->second, most)};
      }
    }
    return round && round->first == round->second ? std::optional(round->first) : std::nullopt;
  }

  // --- what depends on the round -------------------------------------------------------------------------------------

  void find_stale() {
    stale_.assign(function_.registers.size(), false);
    assigned_.assign(function_.registers.size(), 0);
    for (const Number b : order_)
      for (const Instruction& i : code(b))
        for (Register r : i.results) ++assigned_[r];
    for (Register r = 0; r < stale_.size(); ++r) stale_[r] = assigned_[r] > 0 && live_[header_][r];
    carried_ = stale_;
    for (bool more = true; more;) {
      more = false;
      const auto add = [&](const Instruction& i) {
        for (Register r : i.results) more |= !stale_[r], stale_[r] = true;
      };
      for (const Number b : order_) {
        for (const Instruction& i : code(b))
          if (uses_stale(i)) add(i);
        if (!uses_stale(code(b).back()) || ways_on(b) < 2) continue;
        for (const Number x : depending_on(b)) {
          some_rounds_.insert(x);
          for (const Instruction& i : code(x)) add(i);
        }
      }
    }
  }

  bool uses_stale(const Instruction& i) const {
    bool found = false;
    each_used(i, [&](Register r) { found |= stale_[r]; });
    return found;
  }

  /// In this round.
  std::size_t ways_on(Number b) const {
    return static_cast<std::size_t>(std::ranges::count_if(graph_.successors[b], [&](Number s) { return inside_[s]; }));
  }

  /// The blocks that a round may come to from b, or go round without.
  std::vector<Number> depending_on(Number b) const {
    std::vector<Number> result;
    for (const Number x : reached_from(b, none))
      if (x != b && std::ranges::any_of(reached_from(b, x), [&](Number y) { return is_latch(y); })) result.push_back(x);
    return result;
  }

  /// In the same round, without passing `avoided`.
  std::set<Number> reached_from(Number b, Number avoided) const {
    std::set<Number> seen{b};
    std::vector<Number> todo{b};
    while (!todo.empty()) {
      const Number x = todo.back();
      todo.pop_back();
      for (Number s : graph_.successors[x])
        if (inside_[s] && s != header_ && s != avoided && seen.insert(s).second) todo.push_back(s);
    }
    return seen;
  }

  /// Neither a try nor whether it is made, nor whether the loop is left because of it, depends on the round.
  bool rounds_are_alike() const {
    if (!rules_.tries_alike) return true;
    for (const BoundedSpin::Place& place : spin_.attempts)
      if (some_rounds_.contains(number(place.block))) return false;
    for (const Number b : some_rounds_)
      if (std::ranges::any_of(graph_.successors[b], [&](Number s) { return !inside_[s]; })) return false;
    for (const Number b : order_) {
      int inside = depth_.at(b);
      for (const Instruction& i : code(b)) {
        if ((inside > 0 || is_access(i.op) || i.op == Op::intrinsic) && uses_stale(i)) return false;
        inside += is_intrinsic(i, Intrinsic::atomic_begin);
        inside -= is_intrinsic(i, Intrinsic::atomic_end);
      }
    }
    return true;
  }

  /// Nothing that depends on the round is needed where the loop is left; and what is needed where it is exhausted has
  /// one meaning.
  bool forgets(Number last) const {
    if (!rules_.forgets) return true;
    for (const Number b : order_)
      for (Number s : graph_.successors[b]) {
        if (inside_[s]) continue;
        for (Register r = 0; r < stale_.size(); ++r)
          if (live_[s][r] && (stale_[r] || (b == last && assigned_[r] > 1))) return false;
      }
    return true;
  }

  // --- the bound -----------------------------------------------------------------------------------------------------

  /// The one block, on each way round, where the round decides whether the loop is left.
  std::optional<Number> where_exhausted() {
    std::optional<Number> last;
    for (const Number b : order_) {
      const Instruction& end = code(b).back();
      const auto left = std::ranges::find_if(graph_.successors[b], [&](Number s) { return !inside_[s]; });
      if (left == graph_.successors[b].end() || !uses_stale(end)) continue;
      if (last || end.op != Op::branch || ways_on(b) != 1) return std::nullopt;
      last = b;
      spin_.exit = BlockId{*left};
    }
    if (!last || on_each_way({{*last, 1}}) != 1) return std::nullopt;
    const Instruction& end = code(*last).back();
    const bool leaves = number(end.targets[0]) == number(spin_.exit);
    const auto comparison = deciding(end.operands[0].index, leaves);
    return !rules_.is_exhausted || (comparison && comes_to_an_end(*comparison)) ? last : std::nullopt;
  }

  const Instruction* only_definition(Register r) const {
    const Instruction* found = nullptr;
    for (const Block& block : function_.blocks)
      for (const Instruction& i : block.instructions)
        if (std::ranges::find(i.results, r) != i.results.end()) {
          if (found) return nullptr;
          found = &i;
        }
    return r < function_.parameters ? nullptr : found;
  }

  bool is_stale(const Operand& o) const { return o.kind == Operand::Kind::reg && stale_[o.index]; }
  static bool is_constant(const Operand& o, Bits bits) { return o.kind == Operand::Kind::constant && o.bits == bits; }

  /// The comparison of stale values by which r is `value`, whatever the rest of r is; and that rest is not stale.
  std::optional<Comparison> deciding(Register r, bool value) const {
    const Instruction* i = carried_[r] ? nullptr : only_definition(r);
    if (!i) return std::nullopt;
    if (i->op >= Op::eq && i->op <= Op::sge) return Comparison{i, value};
    const auto one_of = [&](const Operand& a, const Operand& b) -> std::optional<Comparison> {
      if (is_stale(a) == is_stale(b)) return std::nullopt;
      return deciding(is_stale(a) ? a.index : b.index, value);
    };
    switch (i->op) {
      case Op::and_: return value ? std::nullopt : one_of(i->operands[0], i->operands[1]);
      case Op::or_: return value ? one_of(i->operands[0], i->operands[1]) : std::nullopt;
      case Op::xor_:
        if (!is_constant(i->operands[1], 1) || !is_stale(i->operands[0])) return std::nullopt;
        return deciding(i->operands[0].index, !value);
      case Op::select: {
        const auto& [condition, yes, no] = std::tie(i->operands[0], i->operands[1], i->operands[2]);
        if (!value && is_constant(no, 0)) return one_of(condition, yes);  // condition && yes
        if (value && is_constant(yes, 1)) return one_of(condition, no);   // condition || no
        if (!value && is_constant(yes, 0) && !is_stale(condition) && is_stale(no)) return deciding(no.index, false);
        if (value && is_constant(no, 1) && !is_stale(condition) && is_stale(yes)) return deciding(yes.index, true);
        return std::nullopt;
      }
      default: return std::nullopt;
    }
  }

  /// Assigned in each round, before it is used.
  bool is_of_this_round(Register r) const { return assigned_[r] > 0 && !carried_[r]; }

  /// How much is added to this register in each round, if it is a counter.
  std::optional<Bits> step_of(Register counter) const {
    std::optional<Bits> step;
    std::map<Number, int> where;
    for (const Number b : order_)
      for (const Instruction& i : code(b)) {
        if (std::ranges::find(i.results, counter) == i.results.end()) continue;
        const Instruction* sum = &i;
        if (i.op == Op::copy && i.operands[0].kind == Operand::Kind::reg && is_of_this_round(i.operands[0].index))
          sum = only_definition(i.operands[0].index);
        if (!sum) return std::nullopt;
        const auto added = offset_to(*sum, counter);
        if (!added || (step && *step != *added)) return std::nullopt;
        step = added;
        ++where[b];
      }
    return step && on_each_way(where) == 1 ? step : std::nullopt;
  }

  /// If it computes counter + constant: the constant.
  static std::optional<Bits> offset_to(const Instruction& i, Register counter) {
    if ((i.op != Op::add && i.op != Op::sub) || i.results.size() != 1) return std::nullopt;
    const auto& [a, b] = std::tie(i.operands[0], i.operands[1]);
    if (a == Operand::of(counter) && b.kind == Operand::Kind::constant) return i.op == Op::add ? b.bits : -b.bits;
    if (i.op == Op::add && b == Operand::of(counter) && a.kind == Operand::Kind::constant) return a.bits;
    return std::nullopt;
  }

  /// Is this a counter, or a counter and a constant, that takes all values of its type before it takes one twice?
  bool counts_through_all(const Operand& o) const {
    if (!is_stale(o)) return false;
    Register counter = o.index;
    if (!carried_[counter]) {
      const Instruction* sum = only_definition(counter);
      if (!sum || sum->operands.empty()) return false;
      for (const Operand& part : sum->operands)
        if (part.kind == Operand::Kind::reg) counter = part.index;
      if (!offset_to(*sum, counter)) return false;
    }
    if (!carried_[counter]) return false;
    const auto step = step_of(counter);
    return step && *step % 2 == 1;  // an odd step generates the numbers of a power of two
  }

  /// A counter that takes all values takes one with which the loop is left, if there is one.
  bool comes_to_an_end(const Comparison& comparison) const {
    const Instruction& i = *comparison.instruction;
    Op op = i.op;
    const bool swapped = is_stale(i.operands[1]);
    if (is_stale(i.operands[0]) == swapped) return false;
    const Operand& counter = i.operands[swapped ? 1 : 0];
    const Operand& bound = i.operands[swapped ? 0 : 1];
    if (i.type.kind != Type::Kind::integer || !counts_through_all(counter)) return false;
    // It is the same in all rounds, or others could move it away each time that the counter comes near.
    if (bound.kind == Operand::Kind::reg && assigned_[bound.index] > 0) return false;
    if (swapped) op = mirrored(op);
    if (!comparison.leaves) op = negated(op);
    const Bits all_ones = i.type.bits >= 128 ? ~Bits{0} : (Bits{1} << i.type.bits) - 1,
               sign = Bits{1} << (i.type.bits - 1);
    const auto bound_is_not = [&](Bits value) {
      return bound.kind == Operand::Kind::constant && (bound.bits & all_ones) != value;
    };
    switch (op) {
      case Op::ult: return bound_is_not(0);
      case Op::ugt: return bound_is_not(all_ones);
      case Op::slt: return bound_is_not(sign);
      case Op::sgt: return bound_is_not(all_ones ^ sign);
      default: return true;  // eq, ne, and those that are true of the bound itself
    }
  }

  static Op mirrored(Op op) {
    switch (op) {
      case Op::ult: return Op::ugt;
      case Op::ule: return Op::uge;
      case Op::ugt: return Op::ult;
      case Op::uge: return Op::ule;
      case Op::slt: return Op::sgt;
      case Op::sle: return Op::sge;
      case Op::sgt: return Op::slt;
      case Op::sge: return Op::sle;
      default: return op;
    }
  }
  static Op negated(Op op) {
    switch (op) {
      case Op::eq: return Op::ne;
      case Op::ne: return Op::eq;
      case Op::ult: return Op::uge;
      case Op::ule: return Op::ugt;
      case Op::ugt: return Op::ule;
      case Op::uge: return Op::ult;
      case Op::slt: return Op::sge;
      case Op::sle: return Op::sgt;
      case Op::sgt: return Op::sle;
      default: return Op::slt;  // sge
    }
  }

  const Function& function_;
  const FlowGraph& graph_;
  const std::vector<Registers>& live_;
  const SpinRules& rules_;
  const Number header_;
  const std::vector<Number> latches_;
  Registers inside_;           ///< blocks of the loop
  std::vector<Number> order_;  ///< the same, each after those that lead to it
  std::vector<int> assigned_;  ///< how often in the loop, by register
  Registers used_;             ///< anywhere in the function
  Registers carried_, stale_;
  std::map<Number, int> depth_;   ///< of atomic blocks, where a block of the loop begins
  std::set<Number> some_rounds_;  ///< blocks of the loop to which rounds come or not, depending on something stale
  BoundedSpin spin_;
};

/// As it is in the function that was taken apart, told of the original.
std::optional<std::vector<BoundedSpin>> put_together(const BoundedSpin& spin, const LoopsApart& apart) {
  std::map<BlockId, BoundedSpin> by_target;
  if (apart.relays.contains(number(spin.exit))) return std::nullopt;
  for (const BlockId latch : spin.latches) {
    const auto relay = apart.relays.find(number(latch));
    const BlockId from = relay == apart.relays.end() ? latch : BlockId{relay->second.from};
    const BlockId to = relay == apart.relays.end() ? spin.header : BlockId{relay->second.block};
    const auto [part, fresh] = by_target.try_emplace(to, spin);
    if (fresh) part->second.latches.clear();
    part->second.header = to;
    part->second.latches.push_back(from);
  }
  std::vector<BoundedSpin> parts;
  for (auto& [to, part] : by_target) parts.push_back(std::move(part));
  return parts;
}

}  // namespace

std::vector<BoundedSpin> bounded_spins(const Function& function, const SpinRules& rules) {
  std::vector<BoundedSpin> spins;
  if (function.blocks.empty()) return spins;
  const FlowGraph whole(function);
  if (whole.loop_headers().empty()) return spins;
  const LoopsApart apart(function, whole);
  const FlowGraph graph(apart.function);
  const auto live = live_at_begin(apart.function, graph);
  for (const Number header : graph.loop_headers()) {
    std::vector<Number> latches;
    for (const Number p : graph.predecessors[header])
      if (graph.dominator[p] != none && graph.dominates(header, p)) latches.push_back(p);
    std::vector<std::vector<Number>> ways{latches};
    if (latches.size() > 1)
      for (const Number latch : latches) ways.push_back({latch});
    for (const auto& some : ways) {
      const auto spin = Loop(apart.function, graph, live, rules, header, some).judge();
      const auto parts = spin ? put_together(*spin, apart) : std::nullopt;
      if (!parts) continue;
      spins.insert(spins.end(), parts->begin(), parts->end());
      if (some.size() == latches.size()) break;
    }
  }
  return spins;
}

}  // namespace fermata::ir
