# SPDX-License-Identifier: Apache-2.0
#
# The libraries of others, as targets to name in LIBRARIES:
#
#   fmt::fmt                       text; every room has it
#   CLI11::CLI11                   the command line
#   nlohmann_json::nlohmann_json   JSON
#   LLVM::LLVM                     only for frontend/llvm
#   CaDiCaL::CaDiCaL               only for smt
#   GTest::gtest_main              for tests
#   rapidcheck rapidcheck_gtest    for tests
#
# xxhash.h is included as it is and brings its own code, so there is nothing to link.
# LLVM and the test libraries are looked for only when something here needs them.

# Says what is missing and how to get it, instead of CMake's paragraph on package configuration files.
macro(fermata_need package)
  find_package(${package} ${ARGN} QUIET)
  if(NOT ${package}_FOUND)
    message(FATAL_ERROR "Fermata needs ${package} ${ARGV1}, which is not installed. scripts/setup installs it on Debian.")
  endif()
endmacro()

function(fermata_need_header header)
  string(MAKE_C_IDENTIFIER "${header}" id)
  find_path(${id}_INCLUDE_DIR ${header})
  mark_as_advanced(${id}_INCLUDE_DIR)
  if(NOT ${id}_INCLUDE_DIR)
    message(FATAL_ERROR "Fermata needs ${header}, which is not installed. scripts/setup installs it on Debian.")
  endif()
endfunction()

fermata_need(Threads)
fermata_need(fmt)
fermata_need(CLI11)
fermata_need(nlohmann_json)
fermata_need_header(xxhash.h)

if(EXISTS "${PROJECT_SOURCE_DIR}/src/frontend/llvm/CMakeLists.txt")
  fermata_need(LLVM 19.1 CONFIG HINTS /usr/lib/llvm-19)  # where Debian keeps it
  # One shared library with everything in it. No RTTI of LLVM's classes is promised, so UBSan must not ask for it.
  add_library(LLVM::LLVM INTERFACE IMPORTED GLOBAL)
  target_include_directories(LLVM::LLVM SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
  separate_arguments(llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
  target_compile_definitions(LLVM::LLVM INTERFACE ${llvm_definitions})
  target_link_libraries(LLVM::LLVM INTERFACE LLVM)
  if(FERMATA_SANITIZE)
    target_compile_options(LLVM::LLVM INTERFACE -fno-sanitize=vptr)
  endif()
endif()

if(EXISTS "${PROJECT_SOURCE_DIR}/src/smt/CMakeLists.txt")
  fermata_need_header(cadical.hpp)
  find_library(CADICAL_LIBRARY cadical)
  mark_as_advanced(CADICAL_LIBRARY)
  if(NOT CADICAL_LIBRARY)
    message(FATAL_ERROR "Fermata needs the library cadical, which is not installed. scripts/setup installs it on Debian.")
  endif()
  add_library(CaDiCaL::CaDiCaL INTERFACE IMPORTED GLOBAL)
  target_include_directories(CaDiCaL::CaDiCaL SYSTEM INTERFACE ${cadical_hpp_INCLUDE_DIR})
  target_link_libraries(CaDiCaL::CaDiCaL INTERFACE ${CADICAL_LIBRARY})
endif()

if(FERMATA_UNIT_TESTS)
  fermata_need(GTest)
  fermata_need(rapidcheck)
  include(GoogleTest)
endif()
