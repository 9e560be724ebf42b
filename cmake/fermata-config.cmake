# SPDX-License-Identifier: Apache-2.0
#
# find_package(fermata) gives FERMATA_EXECUTABLE and fermata_add_check. Installed with the tool, in share/cmake/fermata.
#
#   fermata_add_check(NAME mailbox             the test's name for ctest
#     SOURCES  checks/mailbox_driver.cpp       one program with one main, relative to the current folder
#     [TARGET  mailbox]                        with the include directories, definitions and C++ standard of this target
#     [ARGS    --time 60s]                     options of 'fermata check'
#     [CLANG_FLAGS -DWORKERS=2]                flags for clang
#     [REPORTS html sarif])                    formats written to the build folder, NAME.html, NAME.sarif; default: html
#
# Passed: every checked property holds (exit code 0). Skipped: it is not known (5), a limit was reached. Failed: all else, and so
# also what is not modelled (3): nobody would look at a check that is skipped for ever.

include_guard(GLOBAL)

if(NOT FERMATA_EXECUTABLE)
  get_filename_component(fermata_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
  find_program(FERMATA_EXECUTABLE fermata HINTS "${fermata_prefix}/bin" DOC "the program that checks for hangs")
  unset(fermata_prefix)
endif()
if(NOT FERMATA_EXECUTABLE)
  set(fermata_FOUND FALSE)
  set(fermata_NOT_FOUND_MESSAGE "the program 'fermata' was not found; set FERMATA_EXECUTABLE to its path")
  return()
endif()

function(fermata_add_check)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;TARGET" "SOURCES;ARGS;CLANG_FLAGS;REPORTS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "fermata_add_check: '${arg_UNPARSED_ARGUMENTS}' belongs to none of NAME, SOURCES, TARGET, ARGS, CLANG_FLAGS, REPORTS.")
  endif()
  if(NOT arg_NAME OR NOT arg_SOURCES)
    message(FATAL_ERROR "fermata_add_check needs a NAME and SOURCES.")
  endif()
  if(NOT DEFINED arg_REPORTS AND NOT "REPORTS" IN_LIST arg_KEYWORDS_MISSING_VALUES)
    set(arg_REPORTS html)
  endif()

  set(flags ${arg_CLANG_FLAGS})
  if(arg_TARGET)
    # What a target of its own is compiled with contains what it passes on.
    get_target_property(type ${arg_TARGET} TYPE)
    set(scope "")
    if(type STREQUAL "INTERFACE_LIBRARY")
      set(scope INTERFACE_)
    endif()
    set(directories "$<TARGET_PROPERTY:${arg_TARGET},${scope}INCLUDE_DIRECTORIES>")
    set(definitions "$<TARGET_PROPERTY:${arg_TARGET},${scope}COMPILE_DEFINITIONS>")
    list(APPEND flags "$<$<BOOL:${directories}>:-I$<JOIN:${directories},$<SEMICOLON>-I>>")
    list(APPEND flags "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},$<SEMICOLON>-D>>")
    get_target_property(standard ${arg_TARGET} CXX_STANDARD)
    if(standard)
      list(APPEND flags "-std=gnu++${standard}")
    endif()
  endif()

  set(reports "")
  foreach(format IN LISTS arg_REPORTS)
    list(APPEND reports "${format}=${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}.${format}")
  endforeach()
  if(reports)
    list(JOIN reports "," reports)
    set(reports --report "${reports}")
  endif()

  add_test(NAME "${arg_NAME}"
    COMMAND "${FERMATA_EXECUTABLE}" check ${arg_SOURCES} --progress never
            --run-file "${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}.run.json" ${reports} ${arg_ARGS} -- ${flags}
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    COMMAND_EXPAND_LISTS)
  set_tests_properties("${arg_NAME}" PROPERTIES SKIP_RETURN_CODE 5 LABELS fermata)
endfunction()
