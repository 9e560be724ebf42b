// SPDX-License-Identifier: Apache-2.0
// The tree under std::map and std::set.
//
//   R. Bayer, "Symmetric binary B-trees", Acta Informatica 1972
//   Cormen, Leiserson, Rivest, Stein, "Introduction to Algorithms", chapter "Red-Black Trees", whose names we use
//
// Where we differ: there is no sentinel for missing children, so the parent of a missing child is carried along; the
// header, which is end(), knows the root, the leftmost and the rightmost node, and that has to be kept true; the two
// mirrored halves of each algorithm are one, with a side to choose.
#include <map>

namespace std {
namespace {

using Node = _Rb_tree_node_base;

enum Side : bool { LEFT, RIGHT };
Side other(Side side) { return side == LEFT ? RIGHT : LEFT; }
Node*& child(Node* x, Side side) { return side == LEFT ? x->_M_left : x->_M_right; }
Side side_of(Node* x) { return x == x->_M_parent->_M_left ? LEFT : RIGHT; }
bool black(const Node* x) { return !x || x->_M_color == _S_black; }

Node* outermost(Node* x, Side side) {
  while (child(x, side)) x = child(x, side);
  return x;
}

// The end of the tree on one side, as the header remembers it.
Node*& extreme(Node& header, Side side) { return child(&header, side); }

// Puts `by`, which may be missing, where x hangs.
void replace(Node* x, Node* by, Node*& root) {
  if (x == root)
    root = by;
  else
    child(x->_M_parent, side_of(x)) = by;
  if (by) by->_M_parent = x->_M_parent;
}

// x goes down to `side`; its child on the other side takes its place.
void rotate(Node* x, Side side, Node*& root) {
  Node* y = child(x, other(side));
  Node* inner = child(y, side);
  child(x, other(side)) = inner;
  if (inner) inner->_M_parent = x;
  replace(x, y, root);
  child(y, side) = x;
  x->_M_parent = y;
}

void repair_red_red(Node* x, Node*& root) {
  while (x != root && !black(x->_M_parent)) {
    Node* grandparent = x->_M_parent->_M_parent;
    const Side side = side_of(x->_M_parent);
    Node* uncle = child(grandparent, other(side));
    grandparent->_M_color = _S_red;
    if (!black(uncle)) {
      x->_M_parent->_M_color = _S_black;
      uncle->_M_color = _S_black;
      x = grandparent;
      continue;
    }
    if (side_of(x) != side) {
      x = x->_M_parent;
      rotate(x, side, root);
    }
    x->_M_parent->_M_color = _S_black;
    rotate(grandparent, other(side), root);
  }
  root->_M_color = _S_black;
}

// The paths through x have one black node too few. x may be missing, hence its parent.
void repair_missing_black(Node* x, Node* parent, Node*& root) {
  while (x != root && black(x)) {
    const Side side = x == parent->_M_left ? LEFT : RIGHT;
    Node* sibling = child(parent, other(side));
    if (!black(sibling)) {
      sibling->_M_color = _S_black;
      parent->_M_color = _S_red;
      rotate(parent, side, root);
      sibling = child(parent, other(side));
    }
    if (black(sibling->_M_left) && black(sibling->_M_right)) {
      sibling->_M_color = _S_red;
      x = parent;
      parent = parent->_M_parent;
      continue;
    }
    if (black(child(sibling, other(side)))) {
      child(sibling, side)->_M_color = _S_black;
      sibling->_M_color = _S_red;
      rotate(sibling, other(side), root);
      sibling = child(parent, other(side));
    }
    sibling->_M_color = parent->_M_color;
    parent->_M_color = _S_black;
    child(sibling, other(side))->_M_color = _S_black;
    rotate(parent, side, root);
    break;
  }
  if (x) x->_M_color = _S_black;
}

// The next node in order when walking to `side`. Walking from the last one ends at the header; if the root has no
// child on that side, the climb oversteps: it goes root, header, root, and the header is where x stands.
Node* neighbour(Node* x, Side side) {
  if (child(x, side)) return outermost(child(x, side), other(side));
  Node* parent = x->_M_parent;
  while (x == child(parent, side)) {
    x = parent;
    parent = parent->_M_parent;
  }
  return child(x, side) == parent ? x : parent;
}

// The header is red and its parent, the root, calls it parent; the root itself is black.
bool is_header(const Node* x) { return !black(x) && x->_M_parent->_M_parent == x; }

Node* previous(Node* x) { return is_header(x) ? x->_M_right : neighbour(x, LEFT); }

}  // namespace

Node* _Rb_tree_increment(Node* x) throw() { return neighbour(x, RIGHT); }
const Node* _Rb_tree_increment(const Node* x) throw() { return neighbour(const_cast<Node*>(x), RIGHT); }
Node* _Rb_tree_decrement(Node* x) throw() { return previous(x); }
const Node* _Rb_tree_decrement(const Node* x) throw() { return previous(const_cast<Node*>(x)); }

void _Rb_tree_insert_and_rebalance(const bool insert_left, Node* x, Node* parent, Node& header) throw() {
  const Side side = insert_left ? LEFT : RIGHT;
  x->_M_parent = parent;
  x->_M_left = nullptr;
  x->_M_right = nullptr;
  x->_M_color = _S_red;
  if (parent == &header) {
    header._M_parent = x;
    header._M_left = x;
    header._M_right = x;
  } else {
    child(parent, side) = x;
    if (extreme(header, side) == parent) extreme(header, side) = x;
  }
  repair_red_red(x, header._M_parent);
}

Node* _Rb_tree_rebalance_for_erase(Node* const z, Node& header) throw() {
  Node*& root = header._M_parent;
  Node* x;
  Node* parent_of_x;
  bool black_is_gone;
  if (z->_M_left && z->_M_right) {
    Node* y = outermost(z->_M_right, LEFT);  // takes the place and the colour of z
    x = y->_M_right;
    parent_of_x = y->_M_parent;
    black_is_gone = black(y);
    if (parent_of_x == z) {
      parent_of_x = y;
    } else {
      replace(y, x, root);
      y->_M_right = z->_M_right;
      y->_M_right->_M_parent = y;
    }
    replace(z, y, root);
    y->_M_left = z->_M_left;
    y->_M_left->_M_parent = y;
    std::swap(y->_M_color, z->_M_color);
  } else {
    x = z->_M_left ? z->_M_left : z->_M_right;
    parent_of_x = z->_M_parent;
    black_is_gone = black(z);
    for (Side side : {LEFT, RIGHT})
      if (extreme(header, side) == z) extreme(header, side) = x ? outermost(x, side) : z->_M_parent;
    replace(z, x, root);
  }
  if (black_is_gone) repair_missing_black(x, parent_of_x, root);
  return z;
}

}  // namespace std
