// fermata: violated hang deadlock at 11
// A thread waits for what it would set itself afterwards.
#include <future>
#include <thread>

std::promise<int> input, output;

int main() {
  std::future<int> in = input.get_future(), out = output.get_future();
  std::thread worker([&in] { output.set_value(in.get() + 1); });
  const int result = out.get();  // stuck here
  input.set_value(result);
  worker.join();
}
