// fermata: holds
// A stack without locks: its head is a pointer with a counter in the upper 16 bits, so that a node that was popped and
// pushed again is not mistaken for one that stayed (ABA). Nodes are shared only through tagged pointers.
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

struct Node {
  std::atomic<std::uint64_t> next{0};
  int value = 0;
};

static Node* pointer(std::uint64_t tagged) { return reinterpret_cast<Node*>(tagged & 0xffffffffffff); }
static std::uint64_t tagged(Node* node, std::uint64_t tag) { return reinterpret_cast<std::uintptr_t>(node) | tag << 48; }

static std::atomic<std::uint64_t> head{0};

static void push(Node* node) {
  std::uint64_t old = head.load();
  do {
    node->next = tagged(pointer(old), 0);
  } while (!head.compare_exchange_strong(old, tagged(node, (old >> 48) + 1)));
}

static Node* pop() {
  std::uint64_t old = head.load();
  while (Node* first = pointer(old)) {
    const std::uint64_t next = first->next;
    if (head.compare_exchange_strong(old, tagged(pointer(next), (old >> 48) + 1))) return first;
  }
  return nullptr;
}

int main() {
  Node* one = new Node;
  one->value = 1;
  push(one);
  std::thread other([] {
    Node* two = new Node;
    two->value = 2;
    push(two);
    Node* mine = pop();
    assert(mine && mine->value);
    push(mine);
  });
  Node* mine = pop();
  assert(!mine || mine->value);
  if (mine) push(mine);
  other.join();
  int sum = 0;
  while (Node* node = pop()) {
    sum += node->value;
    delete node;
  }
  assert(sum == 3);
}
