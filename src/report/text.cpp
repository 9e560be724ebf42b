// SPDX-License-Identifier: Apache-2.0
//
// The reader has a program that hangs, and it is late. So: one line that says it all and that editors can jump to,
// then who waits for what and why that never ends, then the schedule. Names and source lines, never addresses.
// Plain ASCII of our own, so that logs and terminals of any locale show it.
#include "report/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "report/layout.h"
#include "report/trace.h"

namespace fermata::report {

using verdict::Answer;
using verdict::Fairness;
using verdict::Finding;
using verdict::Property;
using verdict::ThreadStatus;
using verdict::Verdict;

namespace {

// What a property excludes, and what it means that it holds.
struct Meaning {
  std::string_view question;
  std::string_view good;
  std::string_view seen;  // with the number of states before it
};

Meaning meaning(Property property) {
  switch (property) {
    case Property::hang: return {"whether it can hang", "no hang", "whatever was begun can still end"};
    case Property::safety:
      return {"whether it can fail", "no failure", "no assertion fails, no access is invalid, no lock is misused"};
    case Property::termination: return {"whether it always ends", "it always ends", "no fair run goes on for ever"};
  }
  return {};
}

// Whether the run is a loop in which threads move for ever, rather than a state in which they are stuck.
bool goes_round(const Finding& f) {
  return std::ranges::any_of(f.threads, [](const ThreadStatus& t) { return t.in_loop != ThreadStatus::Role::none; });
}

// Under which fairness assumption this run is possible, in words.
std::string_view fairness_told(Fairness fairness) {
  switch (fairness) {
    case Fairness::none: return "no: some thread could take a step all the time in the loop, and never does";
    case Fairness::weak:
      return "weakly: no thread could take a step all the time in the loop; but some could again and again, and never "
             "do";
    case Fairness::strong:
      return "yes: every thread that can move in the loop does move in it; but not if a thread that spins, and alone "
             "would go round for ever, "
             "counts as waiting: then one of them would have to be let go on";
    case Fairness::await:
      return "yes: every thread that can move in the loop does move in it, also if a thread that spins, and alone "
             "would go round for ever, "
             "counts as waiting";
    case Fairness::inescapable: return "no scheduler helps: from there on the process cannot end";
  }
  return "";
}

std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

bool stuck(const ThreadStatus& t) {
  return t.status == ThreadStatus::Kind::blocked || t.status == ThreadStatus::Kind::spinning;
}

class Writer {
 public:
  Writer(const Verdict& verdict, const TextOptions& options)
      : verdict_(verdict),
        options_(options),
        paint_{options.color},
        width_(static_cast<std::size_t>(std::max(options.width, 40))) {}

  std::string write() {
    bool violated = verdict::overall(verdict_) == Answer::violated;
    for (const auto& f : verdict_.findings) {
      if (f.answer != Answer::violated) continue;
      if (told_as_hang(f))
        paragraph(fmt::format("{}: ", name(f.property)),
                  "violated as well: from where it hangs the process never ends, whatever the scheduler does");
      else
        violation(f);
    }
    if (verdict_.unmodelled) unmodelled(*verdict_.unmodelled);
    for (const auto& f : verdict_.findings) {
      if (f.answer == Answer::violated) continue;
      // What is not modelled was said above, and what several properties have in common is said once.
      if (f.answer == Answer::unknown && (verdict_.unmodelled || (!violated && said_before(f)))) continue;
      conclusion(f, violated);
    }
    warnings();
    if (verdict_.failing) failing(*verdict_.failing);
    if (verdict_.safety_besides) safety_besides(*verdict_.safety_besides);
    for (const auto& n : verdict_.notes) headline(n.at, "note:", printable(n.text), false);
    statistics(violated);
    for (const auto& p : verdict_.protections)
      paragraph(fmt::format("'{}': ", printable(p.variable)), printable(p.how));
    if (!verdict_.not_in_state.empty())
      paragraph("not part of the state, since nothing depends on them: ",
                printable(joined(quoted(verdict_.not_in_state))));
    if (!verdict_.assumptions.empty()) paragraph("assumptions: ", printable(joined(verdict_.assumptions)));
    if (!options_.replay_command.empty())
      out_ += fmt::format("  {} {}\n", paint_.bold("replay:"), options_.replay_command);
    return std::move(out_);
  }

 private:
  // A program that hangs does not terminate either. The same run is not shown twice.
  bool told_as_hang(const Finding& f) const {
    auto hangs = [](const Finding& other) {
      return other.property == Property::hang && other.answer == Answer::violated;
    };
    return f.property == Property::termination && f.fairness == Fairness::inescapable &&
           std::ranges::any_of(verdict_.findings, hangs);
  }

  // file:line:col: error: text [kind], and the source line with a caret, unless it stands there already.
  void headline(const Position& at, std::string_view sort, std::string_view text, bool is_error) {
    auto where = place(at);
    out_ += fmt::format("{} {} {}\n", paint_.bold((where.empty() ? subject() : where) + ":"),
                        is_error ? paint_.error(sort) : paint_.note(sort),
                        is_error ? paint_.bold(text) : std::string(text));
    if (!options_.source || !at.known() || !source_shown_.emplace(at.file, at.line).second) return;
    auto line = options_.source(at.file, at.line);
    if (!line || line->find_first_not_of(" \t\r") == std::string::npos) return;
    auto code = printable(*line);
    // The column counts bytes; what stands before the caret may take fewer, or be escaped and take more.
    auto before =
        at.column == 0
            ? std::string()
            : printable(std::string_view(*line).substr(0, std::min<std::size_t>(at.column - 1, line->size())));
    auto indented = code.find_first_not_of(' ');
    code.erase(0, indented);
    code.erase(code.find_last_not_of(' ') + 1);
    out_ += fmt::format("{:>6} | {}\n", at.line, code);
    if (at.column != 0) {
      auto caret = columns(before) >= indented ? columns(before) - indented : 0;
      out_ += fmt::format("       | {}{}\n", std::string(caret, ' '), paint_.good("^"));
    }
  }

  void warnings() {
    constexpr std::size_t shown = 5;
    const auto& all = verdict_.warnings;
    for (const auto& w : std::span(all).first(std::min(shown, all.size()))) {
      auto does = [](const verdict::Warning::Access& a) {
        return fmt::format("'{}' {}{}", a.who, a.write ? "writes" : "reads",
                           a.sort == "volatile" ? " (volatile, not atomic)"
                           : a.sort == "atomic" ? " (atomic)"
                                                : "");
      };
      auto text = fmt::format("data race on '{}': {} here, while {} {} [{}]", w.variable, does(w.first), does(w.second),
                              w.second.at.file == w.first.at.file && w.second.at.line == w.first.at.line
                                  ? "on the same line"
                                  : "at " + place(w.second.at),
                              w.id);
      headline(w.first.at, "warning:", printable(text), false);
    }
    if (all.empty()) return;
    auto more = all.size() - std::min(shown, all.size()) + verdict_.more_warnings;
    auto rest = more == 0 ? std::string() : fmt::format("; {} more (--format json tells more)", more);
    auto some = verdict_.all_races ? "" : "; there may be more, which transactions do not show (--reduction none does)";
    paragraph("data races: ", fmt::format("the language says nothing about what such a program does: a compiler may "
                                          "read the variable once and not again{}{}",
                                          rest, some));
  }

  void violation(const Finding& f) {
    ShortPlaces places(f);
    headline(f.at, "error:", fmt::format("{} [{}]", printable(f.message), f.kind), true);
    notes(f);
    out_ += '\n';
    threads(f, places);
    if (auto steps = trace(f, places, {paint_, width_, options_.full, options_.source}); !steps.empty()) {
      title(places.only_file().empty() ? "how it gets there"
                                       : fmt::format("how it gets there, in {}", places.only_file()));
      out_ += steps;
    }
    end(f);
    out_ += '\n';
    if (f.fairness) {
      paragraph("fair? ", fairness_told(*f.fairness));
      out_ += '\n';
    }
    if (!f.output.empty()) {
      title("output so far");
      for (const auto& line : f.output) out_ += "    " + printable(line) + "\n";
      out_ += '\n';
    }
    if (!f.confirmed) out_ += fmt::format("  {} nobody has replayed this run yet\n", paint_.unsure("not confirmed:"));
  }

  /// How many of `all` are told: all of them, unless they are many.
  std::size_t told(std::size_t all, std::size_t most) const { return options_.full || all <= most + 2 ? all : most; }

  void notes(const Finding& f) {
    std::vector<const verdict::Note*> notes;
    for (const auto& n : f.notes)
      if (!n.told_by_thread) notes.push_back(&n);
    const std::size_t count = told(notes.size(), 6);
    for (const auto* n : std::span(notes).first(count)) headline(n->at, "note:", printable(n->text), false);
    if (count < notes.size())
      headline({}, "note:", fmt::format("{} more notes like these: --full-trace shows them", notes.size() - count),
               false);
  }

  void threads(const Finding& f, const ShortPlaces& places) {
    if (f.threads.empty()) return;
    const auto shown = std::span(f.threads).first(told(f.threads.size(), 14));
    title(goes_round(f) ? "threads in the loop" : "threads at the end");
    std::size_t name_width = 0, status_width = 0;
    for (const auto& t : shown) {
      name_width = std::max(name_width, columns(thread_name(t)));
      status_width = std::max(status_width, columns(status(f, t, places)));
    }
    auto left = 4 + name_width + 2 + status_width + 2;
    bool beside = left + 50 <= width_;
    auto wait_indent = beside ? left : 4 + name_width + 2;
    for (const auto& t : shown) {
      auto row =
          fmt::format("    {}  {}", padded(thread_name(t), name_width), padded(status(f, t, places), status_width));
      auto lines = details(f, t, width_ - std::min(width_, wait_indent));
      if (beside && !lines.empty()) {
        row += "  " + lines.front();
        lines.erase(lines.begin());
      }
      row.erase(row.find_last_not_of(' ') + 1);
      bool matters = goes_round(f) ? t.in_loop != ThreadStatus::Role::none : stuck(t) || fails(f, t);
      out_ += (matters ? row : paint_.dim(row)) + "\n";
      for (const auto& line : lines) out_ += std::string(wait_indent, ' ') + line + "\n";
    }
    if (shown.size() < f.threads.size())
      out_ += paint_.dim(fmt::format("    and {} more threads", f.threads.size() - shown.size())) + "\n";
    out_ += '\n';
  }

  // The last step is the one that fails.
  static bool fails(const Finding& f, const ThreadStatus& t) {
    return f.property == Property::safety && !f.stem.empty() && f.stem.back().thread == t.id;
  }

  std::string status(const Finding& f, const ThreadStatus& t, const ShortPlaces& places) const {
    auto where = places.line_column(t.at);
    auto now = fails(f, t) ? std::string_view("fails") : name(t.status);
    switch (t.in_loop) {
      case ThreadStatus::Role::none: break;
      case ThreadStatus::Role::moves: now = "goes round"; break;
      case ThreadStatus::Role::waits: now = "waits"; break;
      case ThreadStatus::Role::passed_over: now = "passed over"; break;
    }
    if (t.status == ThreadStatus::Kind::finished || where.empty()) return std::string(now);
    return fmt::format("{} at {}", now, where);
  }

  std::vector<std::string> details(const Finding& f, const ThreadStatus& t, std::size_t width) {
    std::vector<std::string> lines;
    auto add = [&](std::string_view text) {
      for (auto& line : wrapped(printable(text), width)) lines.push_back(std::move(line));
    };
    bool noted = std::ranges::any_of(f.notes, [&](const verdict::Note& n) { return n.why_of == t.id; });
    bool why = !t.why.empty() && !noted;
    // A thread that moves in the loop may wait in its first state, but not for ever.
    if (t.in_loop != ThreadStatus::Role::moves) {
      if (!t.waits_for.empty()) add("waits for " + waited(t) + (why ? ";" : ""));
      if (why) add(t.why);
    }
    if (!t.holds.empty()) add("holds " + joined(t.holds));
    if (stuck(t))
      if (auto code = code_at(t.at); !code.empty()) add(fmt::format("line {}: {}", t.at.line, code));
    if (stuck(t) || t.in_loop == ThreadStatus::Role::waits || fails(f, t))
      if (auto calls = called_by(t); !calls.empty()) add(calls);
    return lines;
  }

  // The line of source without the comment at its end, if it was not shown before.
  std::string code_at(const Position& at) {
    if (!options_.source || !at.known() || !source_shown_.emplace(at.file, at.line).second) return {};
    const std::string line = options_.source(at.file, at.line).value_or("");
    auto code = without_comment(line);
    const auto begin = std::min(code.find_first_not_of(" \t\r"), code.size());
    return std::string(code.substr(begin, code.find_last_not_of(" \t\r") + 1 - begin));
  }

  // "in Log::append <- Account::pay (bank.cpp:40) <- main::lambda": how it got there, unless there is only one
  // function.
  std::string called_by(const ThreadStatus& t) const {
    if (t.stack.size() < 2) return {};
    const auto shown = std::span(t.stack).first(told(t.stack.size(), 6));
    std::string text = "in " + shown.front().function;
    for (const auto& f : shown.subspan(1)) {
      text += " <- " + f.function;
      if (f.at.known()) text += fmt::format(" ({}:{})", base_name(f.at.file), f.at.line);
    }
    return shown.size() < t.stack.size() ? text + " <- ..." : text;
  }

  std::string waited(const ThreadStatus& t) const {
    if (!t.behind.empty()) return fmt::format("{}, behind {}", t.waits_for, enumerated(quoted(t.behind)));
    if (t.held_by.empty()) return t.waits_for;
    auto holders = quoted(t.held_by);
    for (std::size_t i = 0; i < std::min(holders.size(), t.held_since.size()); ++i)
      if (!t.held_since[i].empty()) holders[i] += " " + t.held_since[i];
    return fmt::format("{}, held by {}", t.waits_for, enumerated(holders));
  }

  // *** HANG: threads 'a' and 'b' wait for each other forever ***
  void end(const Finding& f) {
    auto all = fmt::format("*** {}: {} ***",
                           f.property == Property::safety ? "FAILURE"
                           : goes_round(f)                ? "NEVER ENDS"
                                                          : "HANG",
                           printable(f.message));
    for (const auto& line : wrapped(all, width_ - 4)) out_ += "    " + paint_.error(line) + "\n";
  }

  void unmodelled(const verdict::Unmodelled& u) {
    const bool input = u.what.starts_with("an input of ");  // vm/intrinsics.cpp
    headline(u.at, "error:",
             fmt::format("{}, so Fermata cannot judge what happens after this call",
                         input ? fmt::format("{} has too many values to try them all", printable(u.what))
                               : fmt::format("'{}' is not modelled", printable(u.what))),
             true);
    constexpr std::size_t innermost = 6, outermost = 2;  // of a long recursion
    for (std::size_t i = 1; i < u.calls.size(); ++i) {
      if (const std::size_t last = u.calls.size() - outermost; i == innermost && last > i) {
        paragraph("note: ", fmt::format("{} more calls in between", last - i));
        i = last;
      }
      headline(u.calls[i].at,
               "note:", printable(fmt::format("in '{}', which was called from here", u.calls[i - 1].function)), false);
    }
    std::vector<std::string> more;
    for (const auto& m : verdict_.more_unmodelled)
      more.push_back(m.at.known() ? fmt::format("'{}' ({})", m.what, place(m.at)) : fmt::format("'{}'", m.what));
    if (!more.empty()) paragraph("not modelled either: ", printable(joined(more)));
    paragraph("hint: ", printable(u.hint.empty() ? hint_for(u.what) : u.hint));
  }

  static std::string hint_for(const std::string& what) {
    if (what.starts_with("std::") || what.find(' ') != what.npos)
      return "this part of the language or its library is not modelled at present; take it out of the part of the "
             "program that you check";
    return fmt::format(
        "give '{}' a body, in this file or in one more on the command line, or take the call out of the part of the "
        "program "
        "that you check; no guess is made about functions whose code is not there",
        what);
  }

  // `safety` was not asked for, but a failing run counts as one that ends, and the user should know that there is one.
  void failing(const Finding& f) {
    auto where = place(f.at);
    paragraph("note: ", printable(fmt::format(
                            "some runs end in a failure{}: {} [{}]. They count as ended here; see --property safety",
                            where.empty() ? "" : " at " + where, f.message, f.kind)));
  }

  // `safety` was not asked for; a proof says something about it all the same.
  void safety_besides(const Finding& f) {
    paragraph("safety: ", f.answer == Answer::holds
                              ? fmt::format("no failure: the same proof shows that {}", meaning(f.property).seen)
                              : printable(fmt::format("unknown: {}; see --property safety", f.reason)));
  }

  // What holds or is not known: a headline, or, beside a violation, a remark.
  void conclusion(const Finding& f, bool violated) {
    auto m = meaning(f.property);
    bool holds = f.answer == Answer::holds;
    auto first = holds ? fmt::format("{}:", m.good) : fmt::format("unknown:");
    auto text = holds ? proof(f, m)
                      : fmt::format("{}{}", violated ? std::string(m.question) : questions(f.reason),
                                    f.reason.empty() ? "" : ": " + printable(f.reason));
    if (violated) {
      paragraph(fmt::format("{}: ", name(f.property)),
                holds || f.reason.empty() ? fmt::format("{} {}", first, text) : printable(f.reason));
    } else {
      out_ += fmt::format("{} {} {}\n", paint_.bold(subject() + ":"), holds ? paint_.good(first) : paint_.unsure(first),
                          text);
    }
    if (holds)
      for (const auto& reason : f.because) paragraph("because: ", printable(reason));
  }

  bool said_before(const Finding& f) const {
    auto same = [&](const Finding& other) { return other.answer == Answer::unknown && other.reason == f.reason; };
    return &*std::ranges::find_if(verdict_.findings, same) != &f;
  }

  // Of all the properties that are unknown for this reason.
  std::string questions(const std::string& reason) const {
    std::string all;
    for (const auto& f : verdict_.findings)
      if (f.answer == Answer::unknown && f.reason == reason)
        all += fmt::format("{}{}", all.empty() ? "" : " and ", meaning(f.property).question);
    return all;
  }

  std::string proof(const Finding& f, const Meaning& m) const {
    auto states = counts().states;
    auto where = states == 0 || !counts().complete     ? std::string()
                 : states == 1                         ? std::string("in the only state, ")
                 : f.property == Property::termination ? fmt::format("{} states were seen, and ", counted(states))
                                                       : fmt::format("in every one of {} states, ", counted(states));
    auto by = f.engine.empty() || f.engine == "explore" ? std::string() : fmt::format(" (proved by '{}')", f.engine);
    auto seen = f.fairness == Fairness::none ? std::string_view("no run goes on for ever") : m.seen;
    auto only = f.sections.empty() ? std::string() : fmt::format(", of these kinds: {}", f.sections);
    return fmt::format("{}{}{}{}{}", where, seen, only, by, in_spite_of_failures(f));
  }

  // A run that fails has ended, so that what would have hung later is not seen.
  std::string in_spite_of_failures(const Finding& f) const {
    const auto& all = verdict_.findings;
    const auto failing = std::ranges::find(all, Property::safety, &Finding::property);
    if (f.property == Property::safety || failing == all.end() || failing->answer != Answer::violated) return "";
    return fmt::format("; a run that fails counts as ended{}",
                       failing->kind == "misuse" ? " (--ignore misuse goes on past misuse of locks and threads)" : "");
  }

  // Of the engine that counts states; it is asked first.
  const verdict::Statistics& counts() const {
    static const verdict::Statistics nothing;
    return verdict_.statistics.empty() ? nothing : verdict_.statistics.front();
  }

  void statistics(bool violated) {
    const auto& s = counts();
    bool undecided = !violated && !verdict_.unmodelled && verdict::overall(verdict_) == Answer::unknown;
    if (s.states != 0) {
      auto memory = s.peak_rss_bytes == 0 ? "" : ", " + bytes_shown(s.peak_rss_bytes);
      paragraph(s.complete ? "checked: " : "explored so far: ",
                fmt::format("{}{}, {}, in {}{}", s.complete ? "all of " : "", counted(s.states, "state"),
                            counted(s.transitions, "step"), seconds_shown(s.seconds), memory));
    }
    if (s.deadlock_states || s.cannot_finish_states) {
      std::vector<std::string> parts;
      if (s.deadlock_states) parts.push_back(counted(*s.deadlock_states, "deadlock state"));
      if (s.cannot_finish_states)
        parts.push_back(counted(*s.cannot_finish_states, "state") + " from which the program cannot end");
      paragraph("counted: ", joined(parts) + (s.complete ? "" : " (so far)"));
    }
    if (!undecided || s.complete) return;
    if (s.engine == "bounded")
      return paragraph("hint: ", "give it more with --bound and --time; --engine explore may know");
    if (s.engine == "prove")
      return paragraph("hint: ",
                       "a loop is proved to end if a sum of variables falls in it that one of its tests keeps from "
                       "becoming negative; if inputs have few values (--input-range), --engine explore may know");
    const auto& e = verdict_.explosion;
    if (e && !e->parts.empty()) {
      std::vector<std::string> parts;
      for (const auto& p : e->parts) parts.push_back(varies(p));
      paragraph("the states differ most in: ", joined(parts));
    }
    auto cut =
        e && !e->advice.empty()
            ? printable(fmt::format("{}", fmt::join(e->advice, "; ")))
            : std::string(
                  "what multiplies states is threads, rounds of loops, sizes of buffers: try smaller ones first");
    paragraph("hint: ", cut + "; or give it more with --time and --memory");
  }

  // "'counter' (4,096 values)", "thread 'worker#2' (1,204 positions, most at pool.cpp:31)"
  static std::string varies(const verdict::Part& p) {
    if (p.kind == verdict::Part::Kind::variable)
      return printable(fmt::format("'{}' ({})", p.name, counted(p.values, "value")));
    auto line = p.at;
    line.column = 0;
    auto most = line.known() ? ", most at " + place(line) : std::string();
    auto positions = counted(p.values, "position");
    if (p.count > 1)
      return printable(fmt::format("the {} threads '{}' (up to {} each{})", p.count, p.name, positions, most));
    return printable(fmt::format("thread '{}' ({}{})", p.name, positions, most));
  }

  void title(std::string_view text) { out_ += "  " + paint_.bold(text) + "\n"; }

  void paragraph(std::string_view label, std::string_view text) {
    auto hanging = 2 + columns(label);
    bool first = true;
    for (const auto& line : wrapped(text, width_ - hanging)) {
      out_ += first ? "  " + paint_.bold(label) : std::string(hanging, ' ');
      out_ += line + "\n";
      first = false;
    }
  }

  /// "a, b and c"
  std::string enumerated(const std::vector<std::string>& parts) const {
    if (parts.size() < 2) return joined(parts);
    if (const std::size_t count = told(parts.size(), 6); count < parts.size())
      return fmt::format("{} and {} more", joined({parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(count)}),
                         parts.size() - count);
    return fmt::format("{} and {}", joined({parts.begin(), parts.end() - 1}), parts.back());
  }

  static std::vector<std::string> quoted(std::vector<std::string> names) {
    for (auto& n : names) n = fmt::format("'{}'", n);
    return names;
  }

  static std::string joined(const std::vector<std::string>& parts) { return fmt::format("{}", fmt::join(parts, ", ")); }

  // Stands in headlines that have no position.
  std::string subject() const {
    if (options_.files.empty()) return "fermata";
    return options_.files.size() == 1 ? options_.files[0]
                                      : fmt::format("{} and {} more", options_.files[0], options_.files.size() - 1);
  }

  const Verdict& verdict_;
  const TextOptions& options_;
  Paint paint_;
  std::size_t width_;
  std::set<std::pair<std::string, std::uint32_t>> source_shown_;
  std::string out_;
};

}  // namespace

std::string to_text(const Verdict& verdict, const TextOptions& options) { return Writer(verdict, options).write(); }

}  // namespace fermata::report
