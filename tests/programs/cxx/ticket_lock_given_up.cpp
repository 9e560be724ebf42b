// fermata: violated hang stuck-loop at 11
// Somebody draws a ticket, loses patience and leaves: those behind wait for a number nobody has.
#include <atomic>
#include <thread>

std::atomic<unsigned> next_ticket{0};
std::atomic<unsigned> now_serving{0};

void patient() {
  unsigned mine = next_ticket++;
  while (now_serving != mine) {}  // stuck here
  ++now_serving;
}

void impatient() {
  unsigned mine = next_ticket++;
  if (now_serving == mine) ++now_serving;
}

int main() {
  std::thread first(patient);
  std::thread second(impatient);
  patient();
  first.join();
  second.join();
}
