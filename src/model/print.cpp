// SPDX-License-Identifier: Apache-2.0
#include "model/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "ir/ops.h"
#include "model/objects.h"

namespace fermata::model {

namespace {

using ir::Op;

std::string_view symbol(Op op) {
  switch (op) {
    case Op::add: return "+";
    case Op::sub: return "-";
    case Op::mul: return "*";
    case Op::and_: return "&";
    case Op::or_: return "|";
    case Op::xor_: return "^";
    case Op::shl: return "<<";
    case Op::lshr: return ">>";
    case Op::eq: return "==";
    case Op::ne: return "!=";
    default: return "";
  }
}

std::string number(std::uint64_t value, unsigned width) {
  if (Objects::looks_like_address(value)) return fmt::format("{:#x}", value);
  const std::int64_t small = sign_extended(value, width);
  return width > 1 && small < 0 && small >= -4096 ? fmt::format("{}", small) : fmt::format("{}", value);
}

std::string_view word(Location::Kind kind) {
  switch (kind) {
    case Location::Kind::visible: return "";
    case Location::Kind::silent: return "private loop";
    case Location::Kind::ended: return "ended";
    case Location::Kind::process_ended: return "process ended";
    case Location::Kind::failed: return "failed";
    case Location::Kind::unmodelled: return "not modelled";
    case Location::Kind::refused: return "refused";
  }
  return "";
}

std::string line(const ir::Program& program, ir::PositionId at) {
  const ir::SourcePosition& p = program[at];
  if (p.line == 0) return "";
  const auto slash = p.file.find_last_of('/');
  return fmt::format("{}:{}", slash == std::string::npos ? p.file : p.file.substr(slash + 1), p.line);
}

std::string guards(const ThreadSystem& system, const Edge& edge) {
  std::string text;
  for (TermId guard : edge.guard) text += (text.empty() ? "" : " && ") + to_text(system, guard);
  return text;
}

std::string updates(const ThreadSystem& system, const Edge& edge) {
  std::string text;
  for (const auto& [variable, value] : edge.update)
    text += fmt::format("{}'{}' := {}", text.empty() ? "" : ", ", system[variable].name, to_text(system, value));
  return text;
}

std::string notes(const ThreadSystem& system, const Edge& edge) {
  std::string text;
  for (const auto& [thread, location] : edge.starts)
    text += fmt::format(", starts {} at {}", system.threads[index(thread)].name, index(location));
  if (edge.blocks) text += ", waits";
  if (edge.spurious) text += ", spurious";
  for (const Choice& choice : edge.choices)
    text += choice.of_threads ? fmt::format(", choice of thread {}", choice.taken)
                              : fmt::format(", choice {} of {}", choice.taken, choice.of);
  return text.empty() ? text : text.substr(2);
}

std::string escaped(std::string_view text) {
  std::string result;
  for (char c : text) {
    if (c == '"' || c == '\\') result.push_back('\\');
    result.push_back(c);
  }
  return result;
}

}  // namespace

std::string to_text(const ThreadSystem& system, TermId id) {
  const Term& term = system.terms[id];
  switch (term.kind) {
    case Term::Kind::constant: return number(term.value, term.width);
    case Term::Kind::variable:
      return fmt::format("'{}'", system[VariableId{static_cast<std::uint32_t>(term.value)}].name);
    case Term::Kind::operation: break;
  }
  const auto part = [&](unsigned k) { return to_text(system, term.operands[k]); };
  const auto nested = [&](unsigned k) {
    const Term& inner = system.terms[term.operands[k]];
    return inner.kind == Term::Kind::operation && inner.arity == 2 ? "(" + part(k) + ")" : part(k);
  };
  if (term.op == Op::select) return fmt::format("({} ? {} : {})", part(0), part(1), part(2));
  if (term.op == Op::xor_ && term.width == 1 && system.terms.known(term.operands[1]) == 1) return "!" + nested(0);
  if (term.arity == 2 && !symbol(term.op).empty())
    return fmt::format("{} {} {}", nested(0), symbol(term.op), nested(1));
  if (term.arity == 2) return fmt::format("{}({}, {})", ir::form(term.op).name, part(0), part(1));
  return fmt::format("{}{}({})", ir::form(term.op).name,
                     term.op == Op::abs ? std::string() : fmt::format("{}", term.width), part(0));
}

std::string to_text(const ThreadSystem& system, const ir::Program& program) {
  std::string text = fmt::format("# {} threads, {} locations, {} edges, {} variables\n", system.threads.size(),
                                 system.locations.size(), system.edges.size(), system.variables.size());
  for (const Variable& v : system.variables) {
    text += fmt::format("variable '{}': {} bit{}, first {}", v.name, v.width, v.width == 1 ? "" : "s",
                        number(v.initial, v.width));
    if (v.values && v.values->size() <= 16) {
      text += ", one of";
      for (std::uint64_t value : *v.values) text += " " + number(value, v.width);
    }
    text += "\n";
  }
  for (ThreadId t : thread_ids(system.threads.size())) {
    const Thread& thread = system.threads[index(t)];
    text += fmt::format("\nthread {}{}\n", thread.name,
                        thread.like ? fmt::format(", like {}", system.threads[index(*thread.like)].name) : "");
    for (std::size_t l = 0; l < system.locations.size(); ++l) {
      const Location& location = system.locations[l];
      if (location.thread != t) continue;
      text += fmt::format("  location {}{}{}{}{}\n", l,
                          LocationId{static_cast<std::uint32_t>(l)} == system.start ? " (start)" : "",
                          location.at == ir::PositionId{} ? "" : " " + line(program, location.at),
                          word(location.kind).empty() ? "" : fmt::format(" {}", word(location.kind)),
                          location.what.empty() ? "" : ": " + location.what);
      for (EdgeId e : location.out) {
        const Edge& edge = system[e];
        const std::string guard = guards(system, edge), update = updates(system, edge), note = notes(system, edge);
        text += fmt::format("    {}-> {}{}{}\n", guard.empty() ? "" : "[" + guard + "] ", index(edge.to),
                            update.empty() ? "" : " { " + update + " }", note.empty() ? "" : " (" + note + ")");
      }
    }
  }
  return text;
}

std::string to_dot(const ThreadSystem& system, const ir::Program& program) {
  std::string text =
      "digraph threads {\n  node [shape=box, fontname=\"sans-serif\"];\n  edge [fontname=\"sans-serif\", "
      "fontsize=10];\n";
  for (ThreadId t : thread_ids(system.threads.size())) {
    const Thread& thread = system.threads[index(t)];
    if (thread.like) continue;
    std::string title = thread.name;
    for (const Thread& other : system.threads)
      if (other.like == t) title += ", " + other.name;
    text += fmt::format("  subgraph cluster_{} {{\n    label=\"{}\";\n", index(t), escaped(title));
    for (std::size_t l = 0; l < system.locations.size(); ++l) {
      const Location& location = system.locations[l];
      if (location.thread != t) continue;
      const std::string place = line(program, location.at);
      const std::string label =
          fmt::format("{}{}{}", word(location.kind), word(location.kind).empty() || place.empty() ? "" : " ", place);
      const bool over = location.kind >= Location::Kind::ended;
      text += fmt::format("    l{} [label=\"{}\"{}];\n", l, escaped(label.empty() ? fmt::format("{}", l) : label),
                          over ? ", style=rounded" : "");
    }
    text += "  }\n";
  }
  for (const Edge& edge : system.edges) {
    if (system.threads[index(edge.thread)].like) continue;
    const std::string guard = guards(system, edge), update = updates(system, edge);
    text +=
        fmt::format("  l{} -> l{} [label=\"{}{}{}\"{}];\n", index(edge.from), index(edge.to), escaped(guard),
                    guard.empty() || update.empty() ? "" : "\\n", escaped(update), edge.blocks ? ", style=bold" : "");
    for (const auto& [thread, location] : edge.starts)
      if (!system.threads[index(thread)].like)
        text += fmt::format("  l{} -> l{} [style=dashed];\n", index(edge.from), index(location));
  }
  return text + "}\n";
}

}  // namespace fermata::model
