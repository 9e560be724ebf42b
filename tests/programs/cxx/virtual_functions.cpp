// fermata: holds
// Objects behind a base class, one for each thread; two bases, one of them virtual.
#include <cassert>
#include <memory>
#include <thread>
#include <vector>

struct Named {
  virtual ~Named() = default;
  virtual char initial() const { return '?'; }
};

struct Animal : virtual Named {
  virtual int legs() const = 0;
};

struct Dog : Animal {
  int legs() const override { return 4; }
  char initial() const override { return 'd'; }
};

struct Bird : Animal {
  int legs() const override { return 2; }
};

int main() {
  std::vector<std::unique_ptr<Animal>> animals;
  animals.push_back(std::make_unique<Dog>());
  animals.push_back(std::make_unique<Bird>());
  int dog_legs = 0, bird_legs = 0;
  std::thread thread([&] { dog_legs = animals[0]->legs(); });
  bird_legs = animals[1]->legs();
  thread.join();
  assert(dog_legs == 4 && bird_legs == 2);
  const Named& named = *animals[0];
  assert(named.initial() == 'd' && animals[1]->initial() == '?');
}
