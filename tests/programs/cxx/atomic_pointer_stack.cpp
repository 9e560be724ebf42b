// fermata: holds
// A lock-free stack: two threads push, and all is there afterwards.
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int value;
  Node* next;
};

std::atomic<Node*> top{nullptr};

void push(int value) {
  Node* node = new Node{value, top.load()};
  while (!top.compare_exchange_weak(node->next, node)) {
  }
}

int main() {
  std::thread thread(push, 1);
  push(2);
  thread.join();
  int sum = 0, count = 0;
  while (Node* node = top.load()) {
    top = node->next;
    sum += node->value;
    ++count;
    delete node;
  }
  assert(sum == 3 && count == 2);
}
