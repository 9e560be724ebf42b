// SPDX-License-Identifier: Apache-2.0
// One step without a loop: two calls in each call, 60 deep.
static volatile int leaf;
__attribute__((noinline)) static int calls(int depth) {
  if (depth == 0) return leaf;
  return calls(depth - 1) + calls(depth - 1);
}
int main(void) { return calls(60); }
