// SPDX-License-Identifier: Apache-2.0
// A certificate on disk: the input and the claims, all that `fermata confirm` needs to check them again.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "verdict/certificate.h"
#include "verdict/run.h"

namespace fermata::report {

struct CertificateFile {
  std::string tool_version;
  std::vector<std::string> files;  ///< inputs as the user typed them
  std::vector<std::string> clang_flags;
  std::map<std::string, std::string> options;  ///< of the machine, as in a run file
  std::vector<verdict::Property> properties;   ///< that it shows
  std::vector<std::string> because;            ///< for people
  verdict::Certificate certificate;
};

/// JSON of schema "fermata-certificate/2", ended by '\n'.
std::string write_certificate(const CertificateFile&);
/// Fails on anything that write_certificate has not written. `name` is the file's, for that message.
Result<CertificateFile> read_certificate(std::string_view text, const std::string& name);

}  // namespace fermata::report
