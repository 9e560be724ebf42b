// fermata: holds
// The twin of ticket_lock_given_up.cpp: a ticket is drawn only if it is being served already.
#include <atomic>
#include <thread>

std::atomic<unsigned> next_ticket{0};
std::atomic<unsigned> now_serving{0};

void patient() {
  unsigned mine = next_ticket++;
  while (now_serving != mine) {
  }
  ++now_serving;
}

void impatient() {
  unsigned served = now_serving;
  if (next_ticket.compare_exchange_strong(served, served + 1)) ++now_serving;
}

int main() {
  std::thread first(patient);
  std::thread second(impatient);
  patient();
  first.join();
  second.join();
}
