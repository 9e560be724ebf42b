// fermata: holds
// A list of unique_ptr nodes, built by one thread and taken over by another.
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>

struct Node {
  explicit Node(int number) : value(number) {}
  int value;
  std::unique_ptr<Node> next;
};

int main() {
  std::mutex mutex;
  std::unique_ptr<Node> head;
  std::thread builder([&] {
    auto first = std::make_unique<Node>(1);
    first->next = std::make_unique<Node>(2);
    std::lock_guard<std::mutex> guard(mutex);
    head = std::move(first);
  });
  builder.join();
  std::unique_ptr<Node> mine = std::move(head);
  assert(head == nullptr);
  int sum = 0;
  for (const Node* node = mine.get(); node != nullptr; node = node->next.get()) sum += node->value;
  assert(sum == 3);
  std::unique_ptr<int[]> numbers(new int[2]{7, 8});
  assert(numbers[1] == 8);
}
