// SPDX-License-Identifier: Apache-2.0
// What 'fermata models' prints: docs/modelled.md, which is part of the binary.
#pragma once

#include <string_view>

namespace fermata::cli {

std::string_view modelled();

}  // namespace fermata::cli
