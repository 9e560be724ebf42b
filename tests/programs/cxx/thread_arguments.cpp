// fermata: holds
// Arguments are copied, moved or, with std::ref, referred to.
#include <cassert>
#include <functional>
#include <memory>
#include <string>
#include <thread>

void work(std::string name, std::unique_ptr<int> number, int& result) {
  result = static_cast<int>(name.size()) + *number;
}

int main() {
  int result = 0;
  std::thread thread(work, "four", std::make_unique<int>(38), std::ref(result));
  thread.join();
  assert(result == 42);
}
