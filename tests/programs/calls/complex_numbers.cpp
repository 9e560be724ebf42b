// fermata: holds
// Arithmetic with complex numbers, and their length and angle. Besides, a handler for memory that runs out, which it does
// not.
#include <cassert>
#include <complex>
#include <new>
#include <thread>

static void no_memory() {}

int main() {
  using namespace std::complex_literals;
  std::thread worker([] {
    const std::complex<double> z = 3.0 + 4i;
    assert(std::abs(z) == 5 && std::norm(z) == 25 && std::conj(z) == 3.0 - 4i);
    assert(z * z == -7.0 + 24i);
    assert(std::arg(-1.0 + 0i) > 3.14 && std::arg(1.0 + 0i) == 0);
    assert(std::abs(std::complex<float>(3, 4)) == 5);
  });
  assert(std::set_new_handler(no_memory) == nullptr);
  assert(std::get_new_handler() == no_memory);
  worker.join();
}
