// fermata: violated hang deadlock
// Shared locks deadlock too, if each thread wants the other's mutex for itself.
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex prices_mutex;
std::shared_mutex stock_mutex;
int prices = 1;
int stock = 1;

void reprice() {
  std::shared_lock<std::shared_mutex> reading(stock_mutex);
  std::unique_lock<std::shared_mutex> writing(prices_mutex);
  prices = stock + 1;
}

void restock() {
  std::shared_lock<std::shared_mutex> reading(prices_mutex);
  std::unique_lock<std::shared_mutex> writing(stock_mutex);
  stock = prices + 1;
}

int main() {
  std::thread pricing(reprice);
  restock();
  pricing.join();
}
