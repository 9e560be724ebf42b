// SPDX-License-Identifier: Apache-2.0
#include "cli/manual.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "cli/flags.h"

namespace fermata::cli {

namespace {

// A line that begins with a dot or a quote would be a request, a backslash an escape, and a bare hyphen is shown as a
// dash.
std::string escaped(std::string_view text) {
  std::string safe;
  for (char c : text) {
    if (c == '\\')
      safe += "\\e";
    else if (c == '-')
      safe += "\\-";
    else
      safe += c;
  }
  return safe.starts_with('.') || safe.starts_with('\'') ? "\\&" + safe : safe;
}

std::string upper(std::string_view text) {
  std::string up(text);
  std::ranges::transform(up, up.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return up;
}

/// A text for --help: a line that ends in a colon is a heading, what is indented keeps its lines, and the rest is
/// filled. `macro` makes a heading: ".SH", ".SS".
std::string formatted(std::string_view text, std::string_view macro) {
  std::string page;
  bool as_it_is = false;
  while (!text.empty()) {
    auto line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (bool indented = line.starts_with("  "); indented != as_it_is && !line.empty()) {
      page += indented ? ".PP\n.nf\n" : ".fi\n";
      as_it_is = indented;
    }
    if (line.empty())
      page += as_it_is ? "" : ".PP\n";
    else if (!as_it_is && line.ends_with(':'))
      page += fmt::format("{} {}\n", macro, macro == ".SH" ? upper(line.substr(0, line.size() - 1)) : line);
    else
      page += escaped(as_it_is ? line.substr(2) : line) + "\n";
  }
  return page + (as_it_is ? ".fi\n" : "");
}

std::string options(Command command) {
  std::string page, group;
  for (const auto& flag : flags()) {
    if (!(flag.commands & set_of(command))) continue;
    if (flag.group != group) page += fmt::format(".PP\n\\fI{}\\fR\n", escaped(group = flag.group));
    page += fmt::format(".TP\n\\fB{}\\fR {}\n{}\n", escaped(flag.name), escaped(flag.value), escaped(about(flag)));
  }
  return page;
}

}  // namespace

std::string manual_page() {
  auto page = fmt::format(".TH FERMATA 1 \"\" \"fermata {}\" \"User Commands\"\n.SH NAME\n{}\n.SH DESCRIPTION\n",
                          version(), "fermata \\- can this multithreaded program hang?");
  std::string_view general = introduction(Command::none);
  general.remove_prefix(std::min(general.size(), general.find("\n\n") + 2));  // the line that is NAME here
  page += formatted(general, ".SH");
  // The first four commands have the same options, which are told once.
  for (auto command : {Command::check, Command::explore, Command::bounded, Command::prove, Command::replay,
                       Command::confirm, Command::emit}) {
    page += fmt::format(".SH \"FERMATA {}\"\n", upper(name_of(command)));
    page += formatted(introduction(command), ".SS");
    const bool told = command != Command::check && set_of(command) == set_of(Command::check);
    page += told ? ".SS Options:\nThose of \\fBfermata check\\fR.\n" : ".SS Options:\n" + options(command);
  }
  return page +
         ".SH FILES\n.TP\n\\fBfermata\\-run.json\\fR\nthe last violation, for \\fBfermata replay\\fR\n.TP\n"
         "\\fB$XDG_CACHE_HOME/fermata\\fR, \\fB~/.cache/fermata\\fR\nwhat need not be compiled again\n";
}

}  // namespace fermata::cli
