// fermata: holds
// fermata-args: --stdin tests/programs/calls/input.txt --file config.txt=tests/programs/calls/input.txt
// fermata-clang: -std=c++20
// Streams of files and of standard input, and exceptions of streams that were told to throw.
#include <cassert>
#include <ctime>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

void standard_input() {
  std::string line, word;
  int number = 0;
  double real = 0;
  assert(std::getline(std::cin, line) && line == "first line");
  assert(std::cin >> number >> real >> word && number == 12 && real == 3.5 && word == "word");
  assert(std::cin.get() == '\n' && std::cin.peek() == 'l' && std::cin >> word && word == "last");
  assert(!std::getline(std::cin, line) && std::cin.eof());
}

void files() {
  std::ifstream missing("missing.txt");
  assert(!missing && !missing.is_open());
  std::ifstream config("config.txt");
  std::string line;
  int lines = 0;
  while (std::getline(config, line)) ++lines;
  assert(config.eof() && lines == 3 && line == "last");
  config.close();
  config.open("config.txt");
  config.clear();
  std::stringstream all;
  all << config.rdbuf();
  assert(all.str().size() == 27);
}

class Log {
 public:
  void write(const std::string& text) {
    std::lock_guard lock(mutex_);
    file_ << text << std::endl;
    assert(file_);
  }

 private:
  std::ofstream file_{"log.txt", std::ios::app};
  std::mutex mutex_;
};

void failures() {
  std::istringstream text("x");
  text.exceptions(std::ios::failbit);
  int number = 0;
  try {
    text >> number;
    assert(false);
  } catch (const std::ios_base::failure& failure) {
    assert(failure.code() == std::io_errc::stream);
  }
  std::ifstream file;
  file.exceptions(std::ios::failbit);
  try {
    file.open("missing.txt");
    assert(false);
  } catch (const std::system_error&) {
  }
}

int main() {
  standard_input();
  files();
  failures();
  std::tm day{};
  day.tm_year = 100, day.tm_mon = 1, day.tm_mday = 29;
  std::ostringstream text;
  text << std::put_time(&day, "[%Y-%m-%d]") << std::setw(4) << std::setfill('.') << 7;
  assert(text.str() == "[2000-02-29]...7");
  Log log;
  std::thread other([&] { log.write("other"); });
  log.write("main");
  other.join();
}
