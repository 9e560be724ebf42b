// SPDX-License-Identifier: Apache-2.0
// The ring of nodes under std::list. The list's own node closes the ring and is end().
#include <list>

namespace std::__detail {
namespace {

using Node = _List_node_base;

void join(Node* left, Node* right) {
  left->_M_next = right;
  right->_M_prev = left;
}

bool alone(const Node& ring) { return ring._M_next == &ring; }

// Makes `ring` end what stood between first and last; `empty` if there was nothing.
void adopt(Node& ring, Node* first, Node* last, bool empty) {
  join(&ring, empty ? &ring : first);
  join(empty ? &ring : last, &ring);
}

}  // namespace

void Node::_M_hook(Node* const position) noexcept {
  join(position->_M_prev, this);
  join(this, position);
}

void Node::_M_unhook() noexcept { join(_M_prev, _M_next); }

// Moves [first, last) before this node.
void Node::_M_transfer(Node* const first, Node* const last) noexcept {
  if (this == last) return;
  Node* const end = last->_M_prev;
  join(first->_M_prev, last);
  join(_M_prev, first);
  join(end, this);
}

void Node::_M_reverse() noexcept {
  Node* x = this;
  do {
    std::swap(x->_M_next, x->_M_prev);
    x = x->_M_prev;
  } while (x != this);
}

void Node::swap(Node& x, Node& y) noexcept {
  const Node was_x = x;
  const Node was_y = y;
  const bool x_alone = alone(x);
  const bool y_alone = alone(y);
  adopt(x, was_y._M_next, was_y._M_prev, y_alone);
  adopt(y, was_x._M_next, was_x._M_prev, x_alone);
}

}  // namespace std::__detail
