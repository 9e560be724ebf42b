// fermata: violated safety double-free
// Two unique_ptr for one object.
#include <memory>
#include <thread>

int main() {
  int* number = new int(3);
  std::thread thread([number] { std::unique_ptr<int> mine(number); });
  { std::unique_ptr<int> mine(number); }
  thread.join();
}
