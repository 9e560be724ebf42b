// fermata: holds
// The input is there before anybody waits for the output.
#include <future>
#include <thread>

std::promise<int> input, output;

int main() {
  std::future<int> in = input.get_future(), out = output.get_future();
  std::thread worker([&in] { output.set_value(in.get() + 1); });
  input.set_value(1);
  const int result = out.get();
  worker.join();
  return result - 2;
}
