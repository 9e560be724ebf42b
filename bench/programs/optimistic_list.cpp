// SPDX-License-Identifier: Apache-2.0
// The optimistic list of Herlihy and Shavit (9.6), and the driver of figure 3(b) of Atig, Bouajjani, Emmi, Lal (CAV 2012):
// one thread adds an element; the other adds and removes what it likes, until the first has finished. Nobody
// waits for anybody, but whenever the first has found its place, the other one changes the list there; so it begins again.
// A node that is removed is freed.
#include <atomic>
#include <mutex>
#include <thread>

struct Node {
  int key;
  std::atomic<Node*> next;
  std::mutex lock;
};

Node tail{9, {nullptr}, {}}, head{0, {&tail}, {}};
std::atomic<bool> running{true};

extern "C" bool __VERIFIER_nondet_bool();

bool still_there(Node* before, Node* after) {
  for (Node* node = &head; node->key <= before->key; node = node->next)
    if (node == before) return before->next == after;
  return false;
}

template <class Change>
void at_place_of(int key, Change change) {
  for (;;) {
    Node* before = &head;
    Node* after = before->next;
    while (after->key < key) before = after, after = after->next;
    std::scoped_lock first(before->lock);
    std::scoped_lock second(after->lock);
    if (!still_there(before, after)) continue;
    change(before, after);
    return;
  }
}

void add(int key) {
  at_place_of(key, [&](Node* before, Node* after) {
    if (after->key != key) before->next = new Node{key, {after}, {}};
  });
}

void remove(int key) {
  Node* removed = nullptr;
  at_place_of(key, [&](Node* before, Node* after) {
    if (after->key != key) return;
    before->next = after->next.load();
    removed = after;
  });
  delete removed;
}

void other() {
  while (running)
    if (__VERIFIER_nondet_bool())
      add(1);
    else
      remove(1);
}

int main() {
  std::thread thread(other);
  add(2);
  running = false;
  thread.join();
}
