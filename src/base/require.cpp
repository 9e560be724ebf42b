// SPDX-License-Identifier: Apache-2.0
#include "base/require.h"

#include <string>
#include <string_view>

namespace fermata {

void require_failed(const char* condition, const char* why, const char* file, int line) {
  std::string_view path = file;
  if (auto root = path.rfind("/src/"); root != path.npos) path.remove_prefix(root + 1);
  throw InternalError(std::string(why) + " (" + condition + ", " + std::string(path) + ":" + std::to_string(line) +
                      ")");
}

}  // namespace fermata
