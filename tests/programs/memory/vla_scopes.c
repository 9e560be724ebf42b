// fermata: holds
// Every way out of a scope frees its arrays, and leaves those of the scopes around it.
#include <assert.h>

static volatile int three = 3;

static int inlined(int n) {
  int array[n];
  for (int i = 0; i < n; ++i) array[i] = i;
  return array[n - 1];
}

int main(void) {
  int outer[three];
  for (int i = 0; i < three; ++i) outer[i] = i;
  for (int round = 0; round < 30000; ++round) {
    int middle[three];
    middle[0] = outer[1];
    for (int i = 0; i < 10; ++i) {
      long inner[three + i];
      inner[three - 1] = middle[0];
      if (i == 2) continue;
      if (i == 5) break;
      if (round == 29999 && i == 4) goto out;
      assert(inner[three - 1] == 1);
      assert(inlined(three) == 2);
    }
    assert(middle[0] == 1);
  }
out:
  assert(outer[2] == 2);
  return 0;
}
