// fermata: holds
// A thread_local variable with a constructor: made for each thread that uses it, when it does.
#include <atomic>
#include <cassert>
#include <string>
#include <thread>

std::atomic<int> constructions{0};

struct Context {
  Context() : name("new") { ++constructions; }
  std::string name;
};

thread_local Context context;
thread_local int calls = 0;

void use(const char* name) {
  assert(context.name == "new");
  assert(calls == 0);
  context.name = name;
  ++calls;
  assert(context.name == name);
}

int main() {
  std::thread thread(use, "worker");
  use("main");
  thread.join();
  assert(context.name == "main");
  assert(calls == 1);
  assert(constructions == 2);
}
