// fermata: holds
// Streams write floating-point numbers as printf does, with any precision.
#include <cassert>
#include <iomanip>
#include <sstream>
#include <string>

template <typename... Parts>
std::string text(const Parts&... parts) {
  std::ostringstream stream;
  (stream << ... << parts);
  return stream.str();
}

int main() {
  using std::fixed, std::setprecision, std::hexfloat, std::internal, std::setw, std::setfill, std::scientific;
  assert(text(0.1, ' ', 1e-5, ' ', 1e6, ' ', 2.5f) == "0.1 1e-05 1e+06 2.5");
  assert(text(setprecision(20), 0.1) == "0.10000000000000000555");
  assert(text(fixed, setprecision(0), 0.5, ' ', 1.5, ' ', 2.5) == "0 2 2");
  assert(text(scientific, setprecision(3), 12345.5, ' ', 0.0) == "1.235e+04 0.000e+00");
  assert(text(hexfloat, 0.1, ' ', setfill('*'), internal, setw(9), 1.5) == "0x1.999999999999ap-4 0x*1.8p+0");
  const std::string long_one = text(fixed, setprecision(70), 0.1);
  assert(long_one.size() == 72 && long_one.substr(0, 30) == "0.1000000000000000055511151231" && long_one.back() == '0');
  assert(text(fixed, 1e300).size() == 301 + 7);
  assert(std::to_string(1e22) == "10000000000000000000000.000000");
  return 0;
}
