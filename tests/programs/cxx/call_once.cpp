// fermata: holds
// std::call_once, with a lambda and with arguments.
#include <cassert>
#include <mutex>
#include <thread>

std::once_flag opened;
std::once_flag named;
int opens = 0;
int name = 0;

void set_name(int value) { name = value; }

void use() {
  std::call_once(opened, [] { ++opens; });
  std::call_once(named, set_name, 3);
  assert(opens == 1);
  assert(name == 3);
}

int main() {
  std::thread thread(use);
  use();
  thread.join();
}
