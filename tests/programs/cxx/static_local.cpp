// fermata: holds
// A local static is initialised once, whoever comes first; the others wait for it.
#include <cassert>
#include <string>
#include <thread>

int constructions = 0;

struct Settings {
  Settings() : name("default") { ++constructions; }
  std::string name;
};

Settings& settings() {
  static Settings instance;
  return instance;
}

int main() {
  std::thread thread([] { assert(settings().name == "default"); });
  assert(settings().name.size() == 7);
  thread.join();
  assert(constructions == 1);
}
