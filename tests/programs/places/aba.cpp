// fermata: violated safety assertion at 41
// The thief believes to take the item that it has seen. It compares addresses, and the second item may have that of the first,
// which the customer has deleted: then both have got the first one.
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
  delete item;
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
  assert(!(stolen && bought == 1));  // fails here
}
