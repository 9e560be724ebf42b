// SPDX-License-Identifier: Apache-2.0
// What must be true for a step to be possible, as one expression.
//
// A step that begins with an atomic block is possible if the block_until in it finds its condition true. SPIN has to
// know that before the step, since a sequence that blocks in its middle would be a state of its own. So the
// block is followed up to there with expressions instead of values: symbolic execution of a few instructions that
// write nothing (J. King, "Symbolic execution and program testing", CACM 1976), with a choice of Promela for each
// branch.
#include <fmt/format.h>

#include "emit/model.h"

namespace fermata::emit {

using ir::Intrinsic;
using ir::Op;

namespace {

bool ends_here(const ir::Instruction& i) {
  if (i.op == Op::unreachable || i.op == Op::resume) return true;
  if (i.op != Op::intrinsic) return false;
  return i.which == Intrinsic::fail || i.which == Intrinsic::exit_process || i.which == Intrinsic::unmodelled ||
         i.which == Intrinsic::thread_exit || i.which == Intrinsic::throws || i.which == Intrinsic::unwind;
}

}  // namespace

std::string Model::guard(const Place& place, const Values& values, const std::string& self) {
  return guard_from(next(place), 1, values, self, {});
}

/// Whether there is a block_until between here and the end of the atomic block.
bool Model::may_block(const Place& from, unsigned depth, std::set<Place>& been) {
  Place place = from;
  for (;;) {
    if (!been.insert(place).second) return false;
    const ir::Instruction& i = at(place);
    if (ends_here(i)) return false;
    if (i.op == Op::intrinsic) {
      if (i.which == Intrinsic::block_until) return true;
      if (i.which == Intrinsic::atomic_begin) ++depth;
      if (i.which == Intrinsic::atomic_end && --depth == 0) return false;
    }
    if (i.op == Op::call) {
      const ir::Operand callee = code_.resolve(place.copy, i.operands[0]);
      if (callee.kind != ir::Operand::Kind::function || program_.functions[callee.index].blocks.empty()) return false;
      const auto copy = code_.callee(place, callee.index);
      if (!copy) return false;  // refused when it is written
      place = {*copy, 0, 0};
      continue;
    }
    if (i.op == Op::ret) {
      const auto after = code_.after(place.copy);
      if (!after) return false;
      place = *after;
      continue;
    }
    if (!i.targets.empty()) {
      for (ir::BlockId target : i.targets)
        if (may_block(block(place, target), depth, been)) return true;
      return false;
    }
    ++place.index;
  }
}

void Model::set(Values& values, const Place& place, std::size_t result, Term term) const {
  if (at(place).results.size() > result)
    values[{code_.function_id(place.copy), at(place).results[result]}] = std::move(term);
}

std::string Model::guard_from(Place place, unsigned depth, Values values, const std::string& self,
                              std::set<Place> been) {
  for (; !error_; ++place.index) {
    if (std::set<Place> seen; !may_block(place, depth, seen)) return "1";
    if (!been.insert(place).second) return refuse(place, "a loop before block_until", ""), "1";
    const ir::Instruction& i = at(place);
    auto rest_if = [&](const Conditions& conditions) -> std::string {
      std::vector<std::string> all = conditions.known;
      all.insert(all.end(), conditions.right.begin(), conditions.right.end());
      const std::string rest = guard_from(next(place), depth, values, self, been);
      // If not, the step is possible, and ends badly.
      return rest == "1" ? rest : fmt::format("((({})) -> {} : 1)", fmt::join(all, ") && ("), rest);
    };
    if (is_pure(i.op)) {
      Conditions conditions;
      auto term = computed(place, &values, self, conditions);
      if (!term) return refuse(place, term.error().what, term.error().hint), "1";
      set(values, place, 0, *term);
      if (!conditions.known.empty() || !conditions.right.empty()) return rest_if(conditions);
      continue;
    }
    switch (i.op) {
      case Op::load: {
        const std::uint32_t bytes = (i.type.bits + 7) / 8;
        Access access{.address = operand(place, 0, &values, self), .known = std::nullopt};
        const Term& p = access.address;
        Conditions conditions;
        if (p.constant) access.known = objects_.word(*p.constant, bytes, false);
        if (!access.known) {
          conditions.known.push_back(validity(p, bytes, false));
          conditions.known.push_back(fmt::format("({} & {}) == 0", p.text, std::min(bytes, 4u) - 1));
        }
        set(values, place, 0, loaded(access, i.type.bits, conditions));
        if (!conditions.known.empty()) return rest_if(conditions);
        continue;
      }
      case Op::fence: continue;
      case Op::jump: return guard_from(block(place, i.targets[0]), depth, values, self, been);
      case Op::branch: {
        const Term c = operand(place, 0, &values, self);
        if (c.constant) return guard_from(block(place, i.targets[*c.constant & 1 ? 0 : 1]), depth, values, self, been);
        const std::string yes = guard_from(block(place, i.targets[0]), depth, values, self, been);
        const std::string no = guard_from(block(place, i.targets[1]), depth, values, self, been);
        return yes == no ? yes : fmt::format("({} -> {} : {})", c.text, yes, no);
      }
      case Op::switch_: {
        const Term v = operand(place, 0, &values, self);
        std::string text = guard_from(block(place, i.targets[0]), depth, values, self, been);
        for (std::size_t k = i.cases.size(); k-- > 0;) {
          const auto c = constant(i.cases[k], width_of(place, 0));
          if (!c) return refuse(place, "a case is a number of more than 31 bits", ""), "1";
          const std::string other = guard_from(block(place, i.targets[k + 1]), depth, values, self, been);
          if (other != text) text = fmt::format("({} == {} -> {} : {})", v.text, c->text, other, text);
        }
        return text;
      }
      case Op::call: {
        const ir::Operand callee = code_.resolve(place.copy, i.operands[0]);
        const auto copy = code_.callee(place, callee.index);
        if (!copy) return error_ = copy.error(), "1";
        const ir::Function& f = code_.function(*copy);
        for (ir::Register r = 0; r < f.registers.size(); ++r) {
          const bool given = r < f.parameters && r + 1 < i.operands.size();
          values[{callee.index, r}] =
              given ? operand(place.copy, i.operands[r + 1], f.registers[r].bits, &values, self) : number(0);
        }
        return guard_from({*copy, 0, 0}, depth, values, self, been);
      }
      case Op::ret: {
        const auto after = code_.after(place.copy);
        Place call = *after;
        --call.index;
        for (std::size_t k = 0; k < at(call).results.size() && k < i.operands.size(); ++k)
          set(values, call, k, operand(place, k, &values, self));
        return guard_from(*after, depth, values, self, been);
      }
      case Op::intrinsic:
        switch (i.which) {
          case Intrinsic::block_until: {
            const Term c = operand(place, 0, &values, self);
            const std::string rest = guard_from(next(place), depth, values, self, been);
            if (c.constant) return *c.constant ? rest : "0";
            return rest == "1" ? fmt::format("({} != 0)", c.text) : fmt::format("(({} != 0) && {})", c.text, rest);
          }
          case Intrinsic::self:
          case Intrinsic::shown:
          case Intrinsic::option:
          case Intrinsic::thread_state:
          case Intrinsic::sleeps_on:
          case Intrinsic::ended: {
            Conditions none;
            set(values, place, 0, *computed(place, &values, self, none));
            continue;
          }
          case Intrinsic::event:
          case Intrinsic::acquired:
          case Intrinsic::released:
          case Intrinsic::taken:
          case Intrinsic::given:
          case Intrinsic::observed:
          case Intrinsic::settled:
          case Intrinsic::print: continue;
          case Intrinsic::atomic_begin: ++depth; continue;
          case Intrinsic::atomic_end: --depth; continue;
          default: break;
        }
        [[fallthrough]];
      default:
        return refuse(place, "an atomic block that does more than look before its block_until",
                      "let block_until come first"),
               "1";
    }
  }
  return "1";
}

}  // namespace fermata::emit
