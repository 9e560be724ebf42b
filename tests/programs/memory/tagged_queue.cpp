// fermata: holds
// What boost::lockfree::queue does in its constructor and at its ends: pointers and tags packed into one word, a dummy node,
// nodes aligned to cache lines, a tail that lags behind and is helped on.
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

struct alignas(64) Node;

class TaggedPointer {
 public:
  TaggedPointer() = default;
  TaggedPointer(Node* node, std::uint16_t tag) : packed_(reinterpret_cast<std::uint64_t>(node) | std::uint64_t{tag} << 48) {}
  Node* node() const { return reinterpret_cast<Node*>(packed_ & ((std::uint64_t{1} << 48) - 1)); }
  std::uint16_t next_tag() const { return static_cast<std::uint16_t>((packed_ >> 48) + 1); }
  bool operator==(const TaggedPointer& other) const { return packed_ == other.packed_; }

 private:
  std::uint64_t packed_ = 0;
};

struct alignas(64) Node {
  std::atomic<TaggedPointer> next{TaggedPointer(nullptr, 0)};
  int value = 0;
};

class Queue {
 public:
  Queue() {
    Node* dummy = new Node;
    head_.store(TaggedPointer(dummy, 0));
    tail_.store(TaggedPointer(dummy, 0));
  }
  ~Queue() {
    for (Node* node = head_.load().node(); node;) {
      Node* next = node->next.load().node();
      delete node;
      node = next;
    }
  }
  void push(int value) {
    Node* node = new Node;
    node->value = value;
    for (;;) {
      TaggedPointer tail = tail_.load();
      TaggedPointer next = tail.node()->next.load();
      if (next.node()) {
        tail_.compare_exchange_strong(tail, TaggedPointer(next.node(), tail.next_tag()));
      } else if (tail.node()->next.compare_exchange_strong(next, TaggedPointer(node, next.next_tag()))) {
        tail_.compare_exchange_strong(tail, TaggedPointer(node, tail.next_tag()));
        return;
      }
    }
  }
  bool pop(int& value) {  // one consumer
    const TaggedPointer head = head_.load();
    Node* next = head.node()->next.load().node();
    if (!next) return false;
    TaggedPointer tail = tail_.load();
    if (tail.node() == head.node()) tail_.compare_exchange_strong(tail, TaggedPointer(next, tail.next_tag()));
    value = next->value;
    head_.store(TaggedPointer(next, head.next_tag()));
    delete head.node();
    return true;
  }

 private:
  std::atomic<TaggedPointer> head_, tail_;
};

int main() {
  Queue queue;
  std::thread producer([&] { queue.push(5); });
  int value = 0;
  if (queue.pop(value)) assert(value == 5);
  producer.join();
  if (value == 0) assert(queue.pop(value) && value == 5);
}
