// fermata: holds
// fermata-explains: 'hits': protected by 'rw'
// fermata-explains: 'misses': protected by 'rw'
// fermata-explains: 'workers': somebody looks whether it is taken without waiting for it, so taking it is a step of its own
//
// Read under a shared lock, written under the whole one: each is one transaction. A unit of a semaphore would be, too, if nobody
// tried to get one.
#include <semaphore.h>

#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex rw;
int hits, misses;
sem_t places, workers;

void look() {
  sem_wait(&places);
  {
    std::shared_lock reading(rw);
    assert(hits == misses);
  }
  sem_post(&places);
}

void change() {
  std::lock_guard writing(rw);
  ++hits;
  ++misses;
}

int main() {
  sem_init(&places, 0, 1);
  sem_init(&workers, 0, 1);
  std::thread reader(look), writer(change);
  look();
  if (sem_trywait(&workers) == 0) sem_post(&workers);
  reader.join();
  writer.join();
}
