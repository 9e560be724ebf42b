// SPDX-License-Identifier: Apache-2.0
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "cli/input.h"
#include "cli/run.h"
#include "emit/promela.h"
#include "ir/text.h"
#include "portfolio/check.h"

namespace {

int terminal_width() {
  for (int fd : {STDOUT_FILENO, STDERR_FILENO})
    if (winsize size = {}; ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col != 0) return size.ws_col;
  return 110;  // a file or a log, which has no edge
}

bool is_set(const char* variable) {
  auto value = std::getenv(variable);
  return value && *value != '\0';
}

}  // namespace

int main(int argc, char** argv) {
  using namespace fermata;
  std::vector<std::string> words(argv + 1, argv + argc);
  cli::Rooms rooms{.load = [](const auto& files, const auto& clang_flags) { return cli::load_input(files, clang_flags, std::cerr); },
                   .print = [](const ir::Program& program) { return ir::to_text(program); },
                   .to_promela = emit::to_promela,
                   .check = portfolio::check,
                   .replay = portfolio::replay};
  cli::Surroundings around{.out = std::cout,
                           .err = std::cerr,
                           .out_is_terminal = isatty(STDOUT_FILENO) != 0,
                           .err_is_terminal = isatty(STDERR_FILENO) != 0,
                           .width = terminal_width(),
                           .no_color = is_set("NO_COLOR")};
  return cli::run(words, rooms, around);
}
