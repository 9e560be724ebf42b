// fermata: holds
// The customer keeps what it has bought, until nobody looks for its address any more.
#include <atomic>
#include <cassert>
#include <thread>

struct Item {
  int number;
};

std::atomic<Item*> shelf;
std::atomic<bool> announced;
bool stolen;
int bought;
Item* kept;

void shop() {
  shelf = new Item{1};
  Item* second = new Item{2};
  announced = true;
  Item* nothing = nullptr;
  shelf.compare_exchange_strong(nothing, second);
}

void customer() {
  Item* item = shelf.exchange(nullptr);
  if (item) bought = item->number;
  kept = item;
}

void thief() {
  Item* seen = shelf;
  if (seen && !announced) stolen = shelf.compare_exchange_strong(seen, nullptr);
}

int main() {
  std::thread s(shop), c(customer), t(thief);
  s.join();
  c.join();
  t.join();
  delete kept;
  assert(!(stolen && bought == 1));
}
