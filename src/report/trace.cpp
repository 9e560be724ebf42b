// SPDX-License-Identifier: Apache-2.0
#include "report/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <span>

namespace fermata::report {

using verdict::Finding;
using verdict::Step;

namespace {

constexpr std::size_t indent = 4;
constexpr std::size_t most_columns = 4;
// If a column would be narrower than this, the steps are listed one below the other instead.
constexpr std::size_t narrowest_column = 20;
// A line of source that takes this many steps or more, all of them accesses to memory, is one row.
constexpr std::size_t folded_from = 3;
// This many irrelevant rows in a row, or more, become one remark.
constexpr std::size_t left_out_from = 2;
// Of a run with more rows than `longest`, only the first, the last and the decisive ones are shown.
constexpr std::size_t longest = 120, shown_first = 30, shown_last = 70;

std::string base_name(std::string_view path) { return std::string(path.substr(path.rfind('/') + 1)); }

struct Column {
  ThreadId thread{};  // the first one; a later thread may have the same number
  std::string name;
  std::size_t width = 0;
};

// Gives each column what it needs, as long as no other then gets less than an equal share.
bool share(std::vector<Column>& all, std::size_t available) {
  std::vector<Column*> wide;
  for (auto& c : all) wide.push_back(&c);
  std::ranges::stable_sort(wide, {}, &Column::width);
  for (std::size_t i = 0; i < wide.size(); ++i) {
    auto part = available / (wide.size() - i);
    if (wide[i]->width > part) {
      if (part < narrowest_column) return false;
      wide[i]->width = part;
    }
    available -= wide[i]->width;
  }
  return true;
}

// A row of the table: one step, or several that were folded.
struct Row {
  std::uint32_t first = 0, last = 0;
  ThreadId thread{};
  std::string who;
  Position at;
  std::string text;
  bool relevant = true, decisive = false;
  bool remark = false;  // stands for rows that are left out

  std::size_t steps() const { return last - first + 1; }
  std::string numbers() const { return first == last ? std::to_string(first) : fmt::format("{}-{}", first, last); }
};

// What the trace says of a step that others cannot see; the line of source says more.
constexpr std::string_view nothing_told = "go on";

// "read list_.head = &the object allocated at queue.cpp:17": the line of source says more.
bool nameless(const Step& access) {
  return access.text == nothing_told || access.text.find(" the object") != std::string::npos ||
         access.text.find(" &the object") != std::string::npos ||
         access.text.find(" = &vtable for ") != std::string::npos;
}

// "read list_ = &the object allocated at queue.cpp:17; throw std::out_of_range"
bool throws(const Step& step) { return step.text.find("; throw ") != std::string::npos; }

// Whether the step is only an access to memory, by the words that engines use for it. Locks, waits, signals and what
// throws always get a row of their own, and so do updates, except those of a library (a reference count, say, or a flag
// of call_once).
bool is_access(const Step& step) {
  if (throws(step)) return false;
  return step.text == nothing_told || step.text.starts_with("read ") || step.text.starts_with("write ") ||
         ((step.text.starts_with("update ") || step.text.starts_with("begin ")) && nameless(step));
}

std::string_view trimmed(std::string_view text) {
  auto begin = std::min(text.find_first_not_of(' '), text.size());
  return text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

// The line of source without the comment at its end.
std::string code_at(const Position& at, const Source& source) {
  auto line = source ? source(at.file, at.line) : std::nullopt;
  auto text = printable(without_comment(line.value_or("")));
  return std::string(trimmed(text));
}

// Of accesses that are folded, those worth showing: "stop = 0". Left out: addresses, memory without a name, names that
// are reserved for the library, and objects with more than one value here (containers that change their own fields).
std::vector<std::string> telling(std::span<const Step> steps) {
  constexpr std::size_t most = 3;
  std::vector<std::pair<std::string, std::set<std::string>>> values;  // in the order of the steps
  for (const auto& s : steps) {
    auto access = std::string_view(s.text).substr(s.text.find(' ') + 1);
    auto equals = access.find(" = ");
    std::string object(access.substr(0, equals)), value(equals == access.npos ? "&" : access.substr(equals + 3));
    if (object.starts_with("the object") || object.starts_with("__")) continue;
    auto known = std::ranges::find(values, object, [](const auto& entry) { return entry.first; });
    if (known == values.end()) known = values.insert(known, {object, {}});
    known->second.insert(value);
  }
  std::vector<std::string> texts;
  for (const auto& [object, all] : values)
    if (all.size() == 1 && !all.begin()->starts_with('&') && texts.size() < most)
      texts.push_back(printable(fmt::format("{} = {}", object, *all.begin())));
  return texts;
}

// "yield; yield; yield" is "yield (3 times)": a step of the machine may go round a private loop.
std::string without_repetition(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    auto part = text.substr(0, text.find("; "));
    std::size_t times = 0;
    while (text.starts_with(part) && (text.size() == part.size() || text.substr(part.size()).starts_with("; "))) {
      ++times;
      text.remove_prefix(std::min(part.size() + 2, text.size()));
      if (text.empty()) break;
    }
    out += fmt::format("{}{}", out.empty() ? "" : "; ", part);
    if (times > 1) out += fmt::format(" ({} times)", counted(times));
  }
  return out;
}

std::string told(const Step& step, bool full) {
  constexpr std::size_t longest_text = 240;
  std::string_view said = step.text;
  if (!full && nameless(step) && throws(step)) said.remove_prefix(said.find("; throw ") + 2);
  auto text = without_repetition(printable(said));
  if (full || text.size() <= longest_text) return text;
  auto end = text.rfind(' ', longest_text);
  return text.substr(0, end == text.npos ? text.size() : end) + " ...";
}

std::string names_of(std::span<const Row> rows) {
  std::vector<std::string> names;
  for (const Row& row : rows)
    if (auto name = fmt::format("'{}'", row.who); std::ranges::find(names, name) == names.end()) names.push_back(name);
  if (names.size() > 3) return fmt::format("{} threads", names.size());
  return fmt::format("thread{} {}", names.size() > 1 ? "s" : "", fmt::join(names, " and "));
}

// Rows that do not matter become a remark.
std::vector<Row> without_irrelevant(const Finding& finding, std::span<const Row> rows) {
  std::vector<Row> kept;
  while (!rows.empty()) {
    auto count = static_cast<std::size_t>(std::ranges::find(rows, true, &Row::relevant) - rows.begin());
    if (count >= left_out_from) {
      Row remark{.first = rows[0].first,
                 .last = rows[count - 1].last,
                 .thread = rows[0].thread,
                 .who = {},
                 .at = {},
                 .text = {},
                 .relevant = true,
                 .decisive = false,
                 .remark = true};
      const bool late = finding.point_of_no_return && remark.first > *finding.point_of_no_return;
      remark.text = fmt::format(
          "({} of {} that {}; --full-trace shows them)", counted(remark.steps(), "step"), names_of(rows.first(count)),
          late ? "only come to rest: from here on nothing can prevent the hang" : "do not matter here");
      kept.push_back(std::move(remark));
    } else {
      count = std::max<std::size_t>(count, 1);
      kept.insert(kept.end(), rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(count));
    }
    rows = rows.subspan(count);
  }
  return kept;
}

std::vector<Row> rows_of(const Finding& finding, std::span<const Step> steps, const TraceOptions& options) {
  std::vector<Row> rows;
  while (!steps.empty()) {
    const auto& s = steps[0];
    auto same = [&](const Step& other) {
      return is_access(other) && other.thread == s.thread && other.who == s.who && other.at.file == s.at.file &&
             other.at.line == s.at.line;
    };
    auto count = static_cast<std::size_t>(std::ranges::find_if_not(steps, same) - steps.begin());
    auto text = count > 0 && s.at.known() && !options.full ? code_at(s.at, options.source) : "";
    // Two equal accesses are one in the source: std::thread::join, say, reads its handle twice.
    bool twice =
        count > 1 && std::ranges::all_of(steps.first(count), [&](const Step& other) { return other.text == s.text; });
    bool better = !text.empty() && (twice || std::ranges::all_of(steps.first(count), nameless));
    if (options.full || !s.at.known() || (count < folded_from && !better)) {
      rows.push_back(
          {s.number, s.number, s.thread, thread_name(finding, s), s.at, told(s, options.full), s.relevant, s.decisive});
      steps = steps.subspan(1);
      continue;
    }
    if (text.empty()) text = fmt::format("({} accesses to memory)", count);
    if (auto values = telling(steps.first(count)); !values.empty())
      text += fmt::format(" [{}]", fmt::join(values, ", "));
    rows.push_back({s.number, steps[count - 1].number, s.thread, thread_name(finding, s), s.at, text,
                    std::ranges::any_of(steps.first(count), &Step::relevant),
                    std::ranges::any_of(steps.first(count), &Step::decisive)});
    steps = steps.subspan(count);
  }
  if (options.full) return rows;
  // A step that says neither what nor where is worth a row only if there is no other.
  const auto silent = [](const Row& row) { return row.text == nothing_told && !row.at.known(); };
  if (!std::ranges::all_of(rows, silent)) std::erase_if(rows, silent);
  return without_irrelevant(finding, rows);
}

class Painter {
 public:
  Painter(const Finding& finding, const ShortPlaces& places, const TraceOptions& options)
      : places_(places),
        options_(options),
        stem_(rows_of(finding, finding.stem, options)),
        loop_(rows_of(finding, finding.loop, options)) {
    place_width_ = heading().size();
    for (auto part : {&stem_, &loop_})
      for (const auto& row : *part) measure(row);
    std::ranges::stable_sort(columns_, {}, &Column::thread);
    auto left = indent + number_width_ + 2 + place_width_ + 2;
    auto available = options.width > left ? options.width - left : 0;
    auto separators = columns_.empty() ? 0 : 3 * (columns_.size() - 1);
    side_by_side_ =
        columns_.size() <= most_columns && available > separators && share(columns_, available - separators);
    if (side_by_side_) {
      shrink();
    } else {
      for (const auto& c : columns_) name_width_ = std::max(name_width_, columns(c.name));
      auto used = name_width_ + 2;
      text_width_ = std::max(available > used ? available - used : 0, narrowest_column);
    }
  }

  std::string paint() {
    header();
    rows(stem_);
    if (!loop_.empty()) {
      auto first = loop_.front().first, last = loop_.back().last;
      remark(first == last ? fmt::format("--- step {} repeats for ever ---", first)
                           : fmt::format("--- steps {}-{} repeat for ever ---", first, last));
      rows(loop_);
      remark(fmt::format("--- back to step {} ---", first));
    }
    return std::move(out_);
  }

 private:
  std::string_view heading() const { return places_.only_file().empty() ? "where" : "line"; }

  std::string place(const Row& row) const {
    if (places_.only_file().empty()) return places_.line(row.at);
    return row.at.known() ? fmt::format("{:>4}", row.at.line) : "";
  }

  void measure(const Row& row) {
    number_width_ = std::max(number_width_, row.numbers().size());
    if (row.remark) return;
    place_width_ = std::max(place_width_, columns(place(row)));
    auto column = std::ranges::find(columns_, row.who, &Column::name);
    if (column == columns_.end()) column = columns_.insert(column, Column{row.thread, row.who, columns(row.who)});
    column->width = std::max(column->width, columns(row.text));
  }

  // Wrapped lines seldom fill their column, so a column is made as narrow as its longest line.
  void shrink() {
    std::vector<std::size_t> used;
    for (const auto& c : columns_) used.push_back(columns(c.name));
    for (auto part : {&stem_, &loop_})
      for (const auto& row : *part) {
        if (row.remark) continue;
        auto i = static_cast<std::size_t>(std::ranges::find(columns_, row.who, &Column::name) - columns_.begin());
        for (const auto& line : wrapped(row.text, columns_[i].width)) used[i] = std::max(used[i], columns(line));
      }
    for (std::size_t i = 0; i < used.size(); ++i) columns_[i].width = used[i];
  }

  void header() {
    std::string names;
    if (side_by_side_) {
      for (const auto& c : columns_) names += (&c == &columns_[0] ? "" : " | ") + padded(c.name, c.width);
    } else {
      names = padded("thread", name_width_);
    }
    line(fmt::format("{}{:>{}}  {}  {}", std::string(indent, ' '), "step", number_width_,
                     padded(heading(), place_width_), names),
         true);
  }

  void rows(std::span<const Row> all) {
    const bool all_of_them = options_.full || all.size() <= longest;
    auto shown = [&](std::size_t i) {
      return all_of_them || i < shown_first || i + shown_last >= all.size() || all[i].decisive;
    };
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (shown(i)) {
        row(all[i]);
        continue;
      }
      const auto first = all[i].first;
      while (i + 1 < all.size() && !shown(i + 1)) ++i;
      remark(fmt::format("... steps {}-{} are left out; --full-trace shows them ...", first, all[i].last));
    }
  }

  void row(const Row& row) {
    auto left = fmt::format("{}{:>{}}  {}  ", std::string(indent, ' '), row.numbers(), number_width_,
                            padded(place(row), place_width_));
    auto blank = std::string(columns(left), ' ');
    if (row.remark) {
      auto lines = wrapped(row.text, options_.width > blank.size() + narrowest_column ? options_.width - blank.size()
                                                                                      : narrowest_column);
      for (std::size_t i = 0; i < lines.size(); ++i)
        line(options_.paint.dim((i == 0 ? left : blank) + lines[i]), false);
      return;
    }
    auto column = std::ranges::find(columns_, row.who, &Column::name);
    auto lines = wrapped(row.text, side_by_side_ ? column->width : text_width_);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      std::string text = options_.paint.dim(i == 0 ? left : blank);
      if (side_by_side_) {
        for (const auto& c : columns_)
          text +=
              (&c == &columns_[0] ? "" : options_.paint.dim(" | ")) + padded(&c == &*column ? lines[i] : "", c.width);
      } else {
        text += options_.paint.bold(padded(i == 0 ? column->name : "", name_width_)) + "  " + lines[i];
      }
      line(std::move(text), false);
    }
  }

  void remark(std::string_view text) { line(std::string(indent + number_width_ + 2, ' ') + std::string(text), true); }

  void line(std::string text, bool bold) {
    text.erase(text.find_last_not_of(' ') + 1);
    out_ += (bold ? options_.paint.bold(text) : text) + "\n";
  }

  const ShortPlaces& places_;
  const TraceOptions& options_;
  std::vector<Row> stem_, loop_;
  std::vector<Column> columns_;
  std::size_t number_width_ = 4, place_width_ = 0, name_width_ = 6, text_width_ = 0;
  bool side_by_side_ = false;
  std::string out_;
};

}  // namespace

ShortPlaces::ShortPlaces(const Finding& finding) {
  auto add = [&](const Position& at) { shown_.try_emplace(at.file, base_name(at.file)); };
  add(finding.at);
  for (const auto& t : finding.threads) add(t.at);
  for (const auto& n : finding.notes) add(n.at);
  for (auto part : {&finding.stem, &finding.loop})
    for (const auto& s : *part) add(s.at);

  std::map<std::string, int> users;
  for (const auto& [file, name] : shown_) ++users[name];
  for (auto& [file, name] : shown_)
    if (users[name] > 1) name = file;

  std::set<std::string> files;
  for (auto part : {&finding.stem, &finding.loop})
    for (const auto& s : *part)
      if (s.at.known()) files.insert(s.at.file);
  if (files.size() == 1) only_file_ = shown_[*files.begin()];
}

std::string ShortPlaces::line(const Position& at) const {
  auto shorter = at;
  shorter.column = 0;
  return line_column(shorter);
}

std::string ShortPlaces::line_column(const Position& at) const {
  auto shorter = at;
  if (auto known = shown_.find(at.file); known != shown_.end()) shorter.file = known->second;
  return place(shorter);
}

std::string thread_name(const verdict::ThreadStatus& t) {
  return t.name.empty() ? fmt::format("thread {}", index(t.id)) : printable(t.name);
}

std::string thread_name(const Finding& finding, const Step& step) {
  if (!step.who.empty()) return printable(step.who);
  for (const auto& t : finding.threads)
    if (t.id == step.thread) return thread_name(t);
  return fmt::format("thread {}", index(step.thread));
}

std::string trace(const Finding& finding, const ShortPlaces& places, const TraceOptions& options) {
  if (finding.stem.empty() && finding.loop.empty()) return "";
  return Painter(finding, places, options).paint();
}

}  // namespace fermata::report
