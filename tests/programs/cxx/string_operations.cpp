// fermata: holds
// What programs do with strings.
#include <cassert>
#include <string>
#include <thread>

std::string greet(const std::string& name) { return "hello, " + name + "!"; }

int main() {
  std::string result;
  std::thread thread([&result] { result = greet("world"); });
  thread.join();
  assert(result == "hello, world!");
  assert(result.size() == 13 && result.length() == 13);
  assert(result.find("world") == 7);
  assert(result.find('z') == std::string::npos);
  assert(result.substr(7, 5) == "world");
  assert(result.compare("hello") > 0);
  result.replace(0, 5, "goodbye");
  assert(result == "goodbye, world!");
  result.erase(7);
  result.push_back('.');
  result.insert(0, "- ");
  assert(result == "- goodbye.");
  assert(result.back() == '.' && result.front() == '-');
  std::string number = std::to_string(-42);
  assert(number == "-42");
  assert(std::stoi(number) == -42);
  assert(std::string(3, 'x') < std::string("xxy"));
}
