// SPDX-License-Identifier: Apache-2.0
//
// All that is told is in the markup, escaped here: whoever has no scripts, or prints the page, misses only the stepping
// and the picture. The script is given how the threads stand after each row, as JSON, and makes elements of text only.
#include "report/html.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "report/layout.h"
#include "report/markup.h"
#include "report/page_parts.h"
#include "report/trace.h"
#include "verdict/kinds.h"

namespace fermata::report {

namespace {

using Json = nlohmann::ordered_json;
using verdict::Answer;
using verdict::Finding;
using verdict::Property;
using verdict::Step;
using verdict::ThreadStatus;
using verdict::Verdict;

// More rows than this nobody reads; of a longer run the beginning and the end are shown.
constexpr std::size_t most_rows = 1000, from_beginning = 100;
// More threads than this do not fit side by side.
constexpr std::size_t most_lanes = 6;
constexpr std::uint32_t lines_around = 6, whole_file = 150;
constexpr std::size_t colours = 6;

/// Steps that are one row: one step, or several that one thread takes on one line.
struct Row {
  std::vector<const Step*> steps;
  std::string who;
  Position at;
  bool in_loop = false;
  bool relevant = false, decisive = false;
  std::size_t left_out = 0;              ///< steps before it that are not shown
  std::vector<verdict::Standing> after;  ///< what has changed since the row before
};

void change(std::vector<verdict::Standing>& standings, const verdict::Standing& now) {
  const auto old = std::ranges::find(standings, now.who, &verdict::Standing::who);
  if (old == standings.end())
    standings.push_back(now);
  else
    *old = now;
}

bool is_access(const Step& s) {
  return std::ranges::any_of(std::array<std::string_view, 3>{"read ", "write ", "update "},
                             [&](std::string_view verb) { return s.text.starts_with(verb); });
}

/// Accesses that a thread makes one after another on one line are one row. What happens only there is left out, unless
/// it matters or everything is wanted.
std::vector<Row> rows_of(const Finding& f, bool full) {
  std::vector<Row> all;
  std::map<std::string, Position> last;
  for (const auto* part : {&f.stem, &f.loop})
    for (const auto& s : *part) {
      const auto who = thread_name(f, s);
      auto& at = last[who];
      if (s.at.known()) at = s.at;
      const bool in_loop = part == &f.loop;
      Row* before = all.empty() ? nullptr : &all.back();
      const bool joins = before && !full && is_access(s) && is_access(*before->steps.back()) && before->who == who &&
                         before->in_loop == in_loop && before->at.file == at.file && before->at.line == at.line;
      if (!joins) all.push_back({.who = who, .at = at, .in_loop = in_loop});
      all.back().steps.push_back(&s);
      all.back().relevant |= s.relevant || s.decisive || full;
      all.back().decisive |= s.decisive;
      for (const auto& now : s.after) change(all.back().after, now);
    }
  std::vector<Row> rows;
  std::size_t left_out = 0;
  std::vector<verdict::Standing> changed;
  for (auto& row : all) {
    for (const auto& now : row.after) change(changed, now);
    if (!row.relevant) {
      left_out += row.steps.size();
      continue;
    }
    row.left_out = std::exchange(left_out, 0);
    row.after = std::exchange(changed, {});
    rows.push_back(std::move(row));
  }
  if (!rows.empty())  // how it ends, though the last steps are not shown
    for (const auto& now : changed) change(rows.back().after, now);
  if (rows.size() > most_rows) {
    const auto first = rows.begin() + from_beginning;
    const auto kept = rows.end() - static_cast<std::ptrdiff_t>(most_rows - from_beginning);
    std::vector<verdict::Standing> missed;
    for (auto r = first; r != kept; ++r) {
      kept->left_out += r->steps.size() + r->left_out;
      for (const auto& now : r->after) change(missed, now);
    }
    for (const auto& now : kept->after) change(missed, now);
    kept->after = std::move(missed);
    rows.erase(first, kept);
  }
  return rows;
}

std::string listed(const std::vector<std::string>& names) { return fmt::format("{}", fmt::join(names, ", ")); }

class Page {
 public:
  Page(const Verdict& verdict, const TextOptions& options) : verdict_(verdict), options_(options) {}

  std::string write(std::string_view tool_version) {
    const auto answer = overall(verdict_);
    std::string body;
    for (std::size_t i = 0; i < verdict_.findings.size(); ++i)
      if (verdict_.findings[i].answer == Answer::violated && !told_as_hang(verdict_.findings[i]))
        body += violation(verdict_.findings[i], i);
    body += conclusions();
    body += warnings();
    body += about(tool_version);
    const auto program = options_.files.empty() ? std::string("a program") : listed(options_.files);
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        "script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
        "<title>Fermata: {0} {1}</title>\n<style>\n{2}</style>\n</head>\n<body class=\"{1}\">\n"
        "<header class=\"top\"><p><b>Fermata</b> <code>{0}</code></p><ul class=\"answers\">{3}</ul></header>\n<main>\n"
        "{4}</main>\n<script>\n{5}</script>\n</body>\n</html>\n",
        escaped(program), name(answer), page_style(), chips(), body, page_script());
  }

 private:
  /// A program that hangs does not end either; the same run is not shown twice.
  bool told_as_hang(const Finding& f) const {
    return f.property == Property::termination && f.fairness == verdict::Fairness::inescapable &&
           std::ranges::any_of(verdict_.findings, [](const Finding& other) {
             return other.property == Property::hang && other.answer == Answer::violated;
           });
  }

  /// One for each property: "hang: violated".
  std::string chips() const {
    std::string out;
    for (const auto& f : verdict_.findings)
      out += fmt::format("<li class=\"{1}\">{0}: {1}</li>", name(f.property), name(f.answer));
    return out;
  }

  std::string violation(const Finding& f, std::size_t number) {
    const auto* kind = verdict::kind_named(f.kind);
    const auto rows = rows_of(f, options_.full);
    const ShortPlaces places(f);
    auto out = fmt::format(
        "<article class=\"finding\" aria-labelledby=\"h{0}\">\n<p class=\"kind\">{1}</p>\n<h1 id=\"h{0}\">{2}</h1>\n",
        number, escaped(kind ? kind->title : f.kind), escaped(f.message));
    if (f.at.known()) out += fmt::format("<p class=\"place\"><code>{}</code></p>\n", escaped(place(f.at)));
    out += notes(f, places);
    const auto names = thread_names(f, rows);
    if (!rows.empty()) {
      out += controls(rows.size());
      out += "<div class=\"panes\">\n" + lanes(f, rows, names, places) + "<div class=\"side\">\n" + now() +
             source(f, rows, number) + "</div>\n</div>\n";
      out += data(f, rows, names);
    }
    out += stacks(f, places);
    if (!f.output.empty())
      out += fmt::format("<section><h2>What it printed</h2><pre class=\"output\">{}</pre></section>\n",
                         escaped_lines(fmt::format("{}", fmt::join(f.output, "\n"))));
    if (kind)
      out += fmt::format("<section class=\"help\"><h2>{}</h2><p>{}</p></section>\n", escaped(kind->title),
                         escaped(kind->help));
    return out + "</article>\n";
  }

  static std::string notes(const Finding& f, const ShortPlaces& places) {
    if (f.notes.empty()) return "";
    std::string out = "<ul class=\"notes\">";
    for (const auto& n : f.notes)
      out += fmt::format("<li>{}{}</li>", escaped(n.text),
                         n.at.known() ? fmt::format(" <code>{}</code>", escaped(places.line(n.at))) : "");
    return out + "</ul>\n";
  }

  /// Those that take steps or stand somewhere at the end; in the order of their numbers.
  static std::vector<std::string> thread_names(const Finding& f, const std::vector<Row>& rows) {
    std::vector<std::string> names;
    const auto add = [&](const std::string& who) {
      if (std::ranges::find(names, who) == names.end()) names.push_back(who);
    };
    for (const auto& t : f.threads) add(thread_name(t));
    for (const auto& r : rows) {
      add(r.who);
      for (const auto& s : r.after) add(s.who);
    }
    return names;
  }

  static std::string controls(std::size_t rows) {
    return fmt::format(
        "<div class=\"controls\" role=\"group\" aria-label=\"Step through the run\" hidden>\n"
        "<div class=\"buttons\"><button type=\"button\" data-go=\"first\" aria-label=\"First step\">|&lt;</button>"
        "<button type=\"button\" data-go=\"back\" aria-label=\"Step back\">&lt;</button>"
        "<input type=\"range\" min=\"1\" max=\"{0}\" value=\"{0}\" aria-label=\"Step\">"
        "<button type=\"button\" data-go=\"on\" aria-label=\"Step forward\">&gt;</button>"
        "<button type=\"button\" data-go=\"last\" aria-label=\"Last step\">&gt;|</button></div>\n"
        "<p class=\"live\" aria-live=\"polite\"></p>\n</div>\n",
        rows);
  }

  std::string lanes(const Finding& f, const std::vector<Row>& rows, const std::vector<std::string>& names,
                    const ShortPlaces& places) const {
    const bool side_by_side = names.size() <= most_lanes;
    const std::size_t columns = side_by_side ? names.size() : 2;
    auto out = fmt::format(
        "<section class=\"run\"><h2>How it gets there{}</h2>\n<div class=\"lanes-box\"><table class=\"{}\" "
        "role=\"table\">\n"
        "<thead role=\"rowgroup\"><tr role=\"row\"><th scope=\"col\" role=\"columnheader\">step</th>",
        places.only_file().empty() ? "" : fmt::format(", in <code>{}</code>", escaped(places.only_file())),
        side_by_side ? "lanes" : "lanes list");
    if (side_by_side)
      for (std::size_t i = 0; i < names.size(); ++i)
        out += fmt::format("<th scope=\"col\" role=\"columnheader\" class=\"t{}\">{}</th>", i % colours,
                           escaped(names[i]));
    else
      out +=
          "<th scope=\"col\" role=\"columnheader\">thread</th><th scope=\"col\" role=\"columnheader\">what it "
          "does</th>";
    out += "</tr></thead>\n<tbody role=\"rowgroup\">\n";
    bool was_in_loop = false;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto& r = rows[i];
      if (r.in_loop && !was_in_loop)
        out += fmt::format(
            "</tbody>\n<tbody class=\"loop\" role=\"rowgroup\"><tr class=\"says\" role=\"row\"><th colspan=\"{}\" "
            "scope=\"rowgroup\" "
            "role=\"rowheader\">from here on, round and round for ever</th></tr>\n",
            columns + 1);
      was_in_loop = r.in_loop;
      if (r.left_out != 0)
        out += fmt::format("<tr class=\"gap\" role=\"row\"><td colspan=\"{}\" role=\"cell\">{} not shown</td></tr>\n",
                           columns + 1, counted(r.left_out, "step"));
      out += row(f, r, i, names, places, side_by_side);
    }
    out += "</tbody>\n" + ends(f, names, places, side_by_side) + "</table></div></section>\n";
    return out;
  }

  std::string row(const Finding& f, const Row& r, std::size_t index, const std::vector<std::string>& names,
                  const ShortPlaces& places, bool side_by_side) const {
    const auto lane = static_cast<std::size_t>(std::ranges::find(names, r.who) - names.begin());
    const auto first = r.steps.front()->number, last = r.steps.back()->number;
    auto out = fmt::format(
        "<tr class=\"step t{}{}\" role=\"row\" data-row=\"{}\"><th scope=\"row\" role=\"rowheader\"><button "
        "type=\"button\" "
        "aria-label=\"Go to step {}\">{}</button></th>",
        lane % colours, r.decisive ? " decisive" : "", index, first,
        first == last ? fmt::format("{}", first) : fmt::format("{}&ndash;{}", first, last));
    auto cell = fmt::format("<td class=\"does\" role=\"cell\" data-who=\"{}\">{}", escaped(r.who), action(r));
    if (r.at.known()) cell += fmt::format(" <code class=\"at\">{}</code>", escaped(at_line(r.at, places)));
    cell += remarks(f, r) + "</td>";
    if (!side_by_side)
      return out + fmt::format("<td role=\"cell\" class=\"who\">{}</td>", escaped(r.who)) + cell + "</tr>\n";
    for (std::size_t i = 0; i < names.size(); ++i) out += i == lane ? cell : "<td></td>";
    return out + "</tr>\n";
  }

  /// The line alone, if all steps are in one file.
  static std::string at_line(const Position& at, const ShortPlaces& places) {
    return places.only_file().empty() ? places.line(at) : fmt::format(":{}", at.line);
  }

  /// Accesses as the line of source that makes them, if that says more; all else in words.
  std::string action(const Row& r) const {
    std::vector<std::string> texts;
    for (const auto* s : r.steps) texts.push_back(escaped(without_repetition(s->text)));
    const auto all = fmt::format("{}", fmt::join(texts, "; "));
    const bool plain = texts.size() == 1 && all.find("the object allocated at") == all.npos;
    if (plain) return fmt::format("<span>{}</span>", all);
    const auto line =
        options_.source && is_access(*r.steps.front()) ? options_.source(r.at.file, r.at.line) : std::nullopt;
    const auto code = line ? trimmed(without_comment(*line)) : std::string_view();
    if (code.empty() && texts.size() == 1) return fmt::format("<span>{}</span>", all);
    return fmt::format("<details><summary>{}</summary>{}</details>",
                       code.empty() ? fmt::format("{} and {} more", texts.front(), texts.size() - 1)
                                    : fmt::format("<code>{}</code>", escaped(code)),
                       all);
  }

  static std::string_view trimmed(std::string_view text) {
    const auto begin = text.find_first_not_of(" \t\r");
    return begin == text.npos ? std::string_view() : text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
  }

  /// "yield; yield; yield": "yield (3 times)"
  static std::string without_repetition(std::string_view text) {
    std::vector<std::pair<std::string_view, std::size_t>> parts;
    while (true) {
      const auto end = text.find("; ");
      const auto part = text.substr(0, end);
      if (!parts.empty() && parts.back().first == part)
        ++parts.back().second;
      else
        parts.emplace_back(part, 1);
      if (end == text.npos) break;
      text.remove_prefix(end + 2);
    }
    std::string out;
    for (const auto& [part, times] : parts) {
      out += fmt::format("{}{}", out.empty() ? "" : "; ", part);
      if (times > 1) out += fmt::format(" ({} times)", times);
    }
    return out;
  }

  /// What is to be said of a step besides: a signal that came before the wait it was meant for, and where it is too
  /// late.
  static std::string remarks(const Finding& f, const Row& r) {
    std::string out;
    if (f.point_of_no_return && r.steps.front()->number <= *f.point_of_no_return &&
        *f.point_of_no_return <= r.steps.back()->number)
      out += "<em class=\"late\">from here on nothing can prevent it</em>";
    for (const auto& t : f.threads) {
      if (t.last_signal == 0 || t.waits_since <= t.last_signal) continue;
      for (const auto* s : r.steps) {
        if (s->number == t.last_signal)
          out += fmt::format("<em class=\"early\">too early: {} begins to wait in step {}</em>",
                             escaped(thread_name(t)), t.waits_since);
        if (s->number == t.waits_since)
          out += fmt::format("<em class=\"early\">the last signal was in step {}</em>", t.last_signal);
      }
    }
    return out;
  }

  static std::string state(const ThreadStatus& t) {
    if (t.in_loop == ThreadStatus::Role::passed_over) return "could move, and is passed over";
    if (t.in_loop == ThreadStatus::Role::moves) return "goes round for ever";
    if (t.status == ThreadStatus::Kind::finished) return "has ended";
    if (t.status == ThreadStatus::Kind::running) return "could go on";
    if (t.status == ThreadStatus::Kind::spinning) return "loops for ever";
    std::string out = t.waits_for.empty() ? "waits for ever" : "waits for ever for " + t.waits_for;
    if (!t.held_by.empty()) out += ", held by " + listed(t.held_by);
    if (!t.behind.empty()) out += ", behind " + listed(t.behind);
    return out;
  }

  /// How each thread stands at the end, below its lane.
  static std::string ends(const Finding& f, const std::vector<std::string>& names, const ShortPlaces& places,
                          bool side_by_side) {
    if (f.threads.empty()) return "";
    const auto cell = [&](const std::string& who, std::size_t lane) {
      std::string text;
      for (const auto& t : f.threads) {
        if (thread_name(t) != who) continue;
        text = escaped(state(t));
        if (t.at.known() && t.status != ThreadStatus::Kind::finished)
          text += fmt::format(" <code class=\"at\">{}</code>", escaped(at_line(t.at, places)));
        if (!t.holds.empty()) text += fmt::format("<em>holds {}</em>", escaped(listed(t.holds)));
        if (!t.why.empty()) text += fmt::format("<em>{}</em>", escaped(t.why));
        const bool stuck = t.status == ThreadStatus::Kind::blocked || t.status == ThreadStatus::Kind::spinning;
        return fmt::format("<td role=\"cell\" class=\"t{}{}\" data-who=\"{}\">{}</td>", lane % colours,
                           stuck ? " stuck" : "", escaped(who), text);
      }
      return std::string("<td></td>");
    };
    const auto* heading = f.property == Property::safety ? "failure" : "end";
    std::string out = "<tfoot role=\"rowgroup\">";
    if (side_by_side) {
      out += fmt::format("<tr class=\"ends\" role=\"row\"><th scope=\"row\" role=\"rowheader\">{}</th>", heading);
      for (std::size_t i = 0; i < names.size(); ++i) out += cell(names[i], i);
      return out + "</tr></tfoot>\n";
    }
    for (std::size_t i = 0; i < names.size(); ++i)
      out += fmt::format(
          "<tr class=\"ends\" role=\"row\"><th scope=\"row\" role=\"rowheader\">{}</th><td role=\"cell\" "
          "class=\"who\">{}</td>{}</tr>\n",
          heading, escaped(names[i]), cell(names[i], i));
    return out + "</tfoot>\n";
  }

  /// Filled by the script.
  static std::string now() {
    return "<section class=\"now\" hidden><h2>At this moment</h2>\n<div class=\"graph\"></div>\n"
           "<table class=\"standing\" role=\"table\"><thead role=\"rowgroup\"><tr role=\"row\"><th scope=\"col\" "
           "role=\"columnheader\">thread</th><th scope=\"col\" role=\"columnheader\">line</th><th scope=\"col\" "
           "role=\"columnheader\">holds</th><th scope=\"col\" role=\"columnheader\">waits for</th></tr></thead>"
           "<tbody role=\"rowgroup\"></tbody></table></section>\n";
  }

  /// The lines around whatever is told, by file.
  std::string source(const Finding& f, const std::vector<Row>& rows, std::size_t number) const {
    if (!options_.source) return "";
    std::map<std::string, std::set<std::uint32_t>> wanted;
    const auto want = [&](const Position& at) {
      if (at.known()) wanted[at.file].insert(at.line);
    };
    for (const auto& r : rows) {
      want(r.at);
      for (const auto& s : r.after) want(s.at);
    }
    for (const auto& t : f.threads) want(t.at);
    for (const auto& n : f.notes) want(n.at);
    want(f.at);
    std::string out;
    for (const auto& [file, lines] : wanted) {
      const bool whole = !options_.source(file, whole_file + 1);
      std::string listing;
      std::uint32_t last = 0;
      const auto show = [&](std::uint32_t line) {
        const auto text = options_.source(file, line);
        if (!text) return false;
        if (line != last + 1) listing += "<tr class=\"gap\"><td></td><td>&#8942;</td><td></td></tr>\n";
        last = line;
        auto shown = text->ends_with('\r') ? text->substr(0, text->size() - 1) : *text;
        for (auto tab = shown.find('\t'); tab != shown.npos; tab = shown.find('\t')) shown.replace(tab, 1, "    ");
        listing += fmt::format(
            "<tr data-line=\"{0}\"><td class=\"n\">{0}</td><td><code>{1}</code></td><td class=\"marks\"></td></tr>\n",
            line, escaped(shown));
        return true;
      };
      if (whole) {
        for (std::uint32_t line = 1; show(line); ++line) {
        }
      } else {
        for (const auto line : lines)
          for (auto l = std::max(last + 1, line > lines_around ? line - lines_around : 1); l <= line + lines_around;
               ++l)
            if (!show(l)) break;
      }
      if (listing.empty()) continue;
      out += fmt::format(
          "<div class=\"file\" data-file=\"{0}\"><h3><code>{0}</code></h3><div class=\"code\" tabindex=\"0\" "
          "role=\"region\" "
          "aria-label=\"Source of {0}\"><table class=\"source\" "
          "role=\"presentation\"><tbody>\n{1}</tbody></table></div></div>\n",
          escaped(file), listing);
    }
    if (out.empty()) return "";
    return fmt::format("<section class=\"sources\" id=\"source{}\"><h2>Source</h2>\n{}</section>\n", number, out);
  }

  /// For the script: the rows with what has changed.
  static std::string data(const Finding& f, const std::vector<Row>& rows, const std::vector<std::string>& names) {
    const auto number = [&](const std::string& who) { return std::ranges::find(names, who) - names.begin(); };
    const auto where = [](const Position& at) { return at.known() ? Json::array({at.file, at.line}) : Json(nullptr); };
    auto list = Json::array();
    for (const auto& r : rows) {
      auto after = Json::array();
      for (const auto& s : r.after) {
        auto by = Json::array();
        for (const auto& b : s.blocked_by) by.push_back(number(b));
        auto holds = Json::array();
        for (const auto& h : s.holds) holds.push_back(printable(h));
        after.push_back(Json::array({number(s.who), where(s.at), holds, printable(s.waits_for), by}));
      }
      list.push_back(Json::array({r.steps.front()->number, number(r.who), where(r.at), after, r.in_loop ? 1 : 0}));
    }
    auto early = Json::array();
    for (const auto& t : f.threads)
      if (t.last_signal != 0 && t.last_signal < t.waits_since)
        early.push_back(Json::array({t.last_signal, t.waits_since}));
    auto threads = Json::array();
    for (const auto& n : names) threads.push_back(printable(n));
    const Json all{{"threads", threads}, {"rows", list}, {"early", early}};
    return fmt::format("<script type=\"application/json\" class=\"data\">{}</script>\n",
                       in_script(all.dump(-1, ' ', false, Json::error_handler_t::replace)));
  }

  static std::string stacks(const Finding& f, const ShortPlaces& places) {
    std::string out;
    for (const auto& t : f.threads) {
      if (t.stack.size() < 2) continue;
      out += fmt::format("<h3>{}</h3><ol>", escaped(thread_name(t)));
      for (const auto& frame : t.stack)
        out += fmt::format("<li><code>{}</code> <code class=\"at\">{}</code></li>", escaped(frame.function),
                           escaped(places.line(frame.at)));
      out += "</ol>\n";
    }
    return out.empty() ? "" : "<section class=\"stacks\"><h2>Call stacks at the end</h2>\n" + out + "</section>\n";
  }

  /// What holds, and what is not known.
  std::string conclusions() const {
    const bool violated = overall(verdict_) == Answer::violated;
    std::string out;
    for (const auto& f : verdict_.findings) {
      if (f.answer == Answer::violated) continue;
      const bool holds = f.answer == Answer::holds;
      const auto* good = f.property == Property::hang     ? "It cannot hang"
                         : f.property == Property::safety ? "It cannot fail"
                                                          : "It always ends";
      const auto* open = f.property == Property::hang     ? "Not known: whether it can hang"
                         : f.property == Property::safety ? "Not known: whether it can fail"
                                                          : "Not known: whether it always ends";
      out += fmt::format("<section class=\"conclusion {0}\"><{1}>{2}</{1}>\n", name(f.answer), violated ? "h2" : "h1",
                         holds ? good : open);
      if (holds) {
        const auto* s = verdict_.statistics.empty() ? nullptr : &verdict_.statistics.front();
        if (f.basis == verdict::Basis::certificate)
          out += "<p>There is a proof, and each claim of it was checked by another part of Fermata.</p>\n";
        else if (s && s->complete)
          out += fmt::format("<p>All of {} were explored: every schedule of the threads, and every choice.</p>\n",
                             counted(s->states, "state"));
        if (!f.sections.empty())
          out += fmt::format("<p>Sections of these kinds were looked at: {}.</p>\n", escaped(f.sections));
        if (!f.because.empty()) {
          out += "<ul>";
          for (const auto& reason : f.because) out += fmt::format("<li>{}</li>", escaped(reason));
          out += "</ul>\n";
        }
      } else {
        out += fmt::format("<p>{}</p>\n", escaped(f.reason));
      }
      out += "</section>\n";
    }
    if (const auto& u = verdict_.unmodelled)
      out += fmt::format(
          "<section class=\"unknown\"><h2>Not modelled: <code>{}</code></h2><p><code>{}</code> {}</p></section>\n",
          escaped(u->what), escaped(place(u->at)), escaped(u->hint));
    for (const auto& u : verdict_.more_unmodelled)
      out += fmt::format("<p>Not modelled either: <code>{}</code> <code>{}</code></p>\n", escaped(u.what),
                         escaped(place(u.at)));
    if (const auto& failing = verdict_.failing)
      out += fmt::format(
          "<section class=\"unknown\"><h2>Some runs end in a failure</h2><p>{} <code>{}</code> They count as ended "
          "here; "
          "<code>--property safety</code> shows them.</p></section>\n",
          escaped(failing->message), escaped(place(failing->at)));
    if (const auto& safety = verdict_.safety_besides) {
      const bool holds = safety->answer == Answer::holds;
      out += fmt::format("<section class=\"{}\"><h2>{}</h2><p>{}</p></section>\n", holds ? "conclusion" : "unknown",
                         holds ? "It cannot fail" : "Not known: whether it can fail",
                         holds ? "The same proof shows this." : escaped(safety->reason));
    }
    if (!verdict_.notes.empty()) {
      out += "<section><h2>Besides</h2><ul>";
      for (const auto& n : verdict_.notes)
        out += fmt::format("<li><code>{}</code> {}</li>", escaped(place(n.at)), escaped(n.text));
      out += "</ul></section>\n";
    }
    if (const auto& e = verdict_.explosion) {
      out += "<section><h2>In what the states differ most</h2><ul>";
      for (const auto& p : e->parts)
        out += fmt::format("<li><code>{}</code>: {}</li>", escaped(p.name), counted(p.values, "value"));
      out += "</ul>";
      for (const auto& a : e->advice) out += fmt::format("<p>{}</p>", escaped(a));
      out += "</section>\n";
    }
    return out;
  }

  std::string warnings() const {
    if (verdict_.warnings.empty()) return "";
    std::string out = "<section class=\"warnings\"><h2>Data races</h2><ul>";
    for (const auto& w : verdict_.warnings) {
      const auto does = [](const verdict::Warning::Access& a) {
        return fmt::format("{} {} it at <code>{}</code>", escaped(a.who), a.write ? "writes" : "reads",
                           escaped(place(a.at)));
      };
      out += fmt::format("<li><code>{}</code>: {}, while {}</li>", escaped(w.variable), does(w.first), does(w.second));
    }
    return out + "</ul></section>\n";
  }

  std::string about(std::string_view tool_version) const {
    std::string out = "<section class=\"about\"><h2>What was checked</h2>\n";
    if (!verdict_.statistics.empty() && verdict_.statistics.front().states != 0) {
      const auto& s = verdict_.statistics.front();
      out += fmt::format("<p>{}{}, {}, in {}.</p>\n", s.complete ? "All of " : "", counted(s.states, "state"),
                         counted(s.transitions, "step"), seconds_shown(s.seconds));
    }
    const auto list = [&](std::string_view title, const std::vector<std::string>& items) {
      if (items.empty()) return;
      out += fmt::format("<h3>{}</h3><ul>", title);
      for (const auto& i : items) out += fmt::format("<li>{}</li>", escaped(i));
      out += "</ul>\n";
    };
    list("Assumptions", verdict_.assumptions);
    list("Not part of the state, since nothing depends on them", verdict_.not_in_state);
    if (!verdict_.protections.empty()) {
      out +=
          "<h3>What protects what</h3><table class=\"plain\"><thead><tr><th scope=\"col\">variable</th><th "
          "scope=\"col\">how</th></tr></thead><tbody>";
      for (const auto& p : verdict_.protections)
        out += fmt::format("<tr><td><code>{}</code></td><td>{}</td></tr>", escaped(p.variable), escaped(p.how));
      out += "</tbody></table>\n";
    }
    if (!options_.replay_command.empty())
      out += fmt::format("<p>Replay: <code>{}</code></p>\n", escaped(options_.replay_command));
    return out + fmt::format("<p class=\"version\">Fermata {}</p></section>\n", escaped(tool_version));
  }

  const Verdict& verdict_;
  const TextOptions& options_;
};

}  // namespace

std::string to_html(const Verdict& verdict, const TextOptions& options, std::string_view tool_version) {
  return Page(verdict, options).write(tool_version);
}

}  // namespace fermata::report
