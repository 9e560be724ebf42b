// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>

#include "cli/frontends.h"
#include "cli/run.h"
#include "emit/promela.h"
#include "ir/text.h"
#include "model/lift.h"
#include "portfolio/check.h"

namespace {

int terminal_width() {
  for (int fd : {STDOUT_FILENO, STDERR_FILENO})
    if (winsize size = {}; ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col != 0) return size.ws_col;
  return 110;  // output goes to a file
}

bool is_set(const char* variable) {
  auto value = std::getenv(variable);
  return value && *value != '\0';
}

bool is_true(const char* variable) {
  auto value = std::getenv(variable);
  return value && std::string_view(value) == "true";
}

// As the XDG Base Directory Specification has it: a relative path is not heeded.
std::string cache_folder() {
  for (const auto& [variable, below] : {std::pair("XDG_CACHE_HOME", "/fermata"), std::pair("HOME", "/.cache/fermata")})
    if (auto value = std::getenv(variable); value && *value == '/') return std::string(value) + below;
  return "";
}

// A dumb terminal has no colours and cannot go back in a line: it is like a file.
bool is_terminal(int fd) {
  auto kind = std::getenv("TERM");
  return isatty(fd) != 0 && !(kind && std::string_view(kind) == "dumb");
}

// If stdin, stdout or stderr is closed, the next file that is opened gets its number, and our output would be written
// to that file. So the free numbers are taken by /dev/null, opened for reading only.
void occupy_standard_descriptors() {
  for (int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    while (fcntl(fd, F_GETFD) == -1)
      if (open("/dev/null", O_RDONLY) < 0) break;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace fermata;
  occupy_standard_descriptors();
  std::vector<std::string> words(argv + 1, argv + argc);
  cli::Rooms rooms{.load = cli::load,
                   .print = [](const ir::Program& program) { return ir::to_text(program); },
                   .to_promela = emit::to_promela,
                   .lift = model::lift,
                   .check = portfolio::check,
                   .replay = portfolio::replay,
                   .confirm = portfolio::confirm_certificate};
  cli::Surroundings around{.out = std::cout,
                           .err = std::cerr,
                           .out_is_terminal = is_terminal(STDOUT_FILENO),
                           .err_is_terminal = is_terminal(STDERR_FILENO),
                           .width = terminal_width(),
                           .no_color = is_set("NO_COLOR"),
                           .annotates = is_true("GITHUB_ACTIONS"),
                           .cache = cache_folder()};
  return cli::run(words, rooms, around);
}
