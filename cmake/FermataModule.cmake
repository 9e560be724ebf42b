# SPDX-License-Identifier: Apache-2.0
#
# A folder of src/ is a room: one question, one namespace, one library.
#
#   fermata_module(search                    makes the library fermata_search of the room src/search
#     USES      base                         the rooms whose headers it may include (base is always allowed)
#     SOURCES   reachability.cpp             none: a room of headers only
#     LIBRARIES fmt::fmt)                    libraries of others, linked publicly (fmt is always there)
#
#   fermata_executable(fermata USES cli SOURCES main.cpp)          build/<preset>/bin/fermata
#   fermata_test(search USES … SOURCES … LIBRARIES …)              GoogleTest program of tests/unit/search
#     THREADED Lookahead.*                 the tests for ThreadSanitizer, as a filter of GoogleTest
#     OPTIMISED)                           what the tests themselves compute takes longer than compiling them
#
# The rules that keep the house in order (check_room.cmake) are looked at when the project is configured, so that
# nobody waits for a compiler to hear about them, and again by the build whenever a file of the room has changed.

set(FERMATA_ROOMS_ROOT "${CMAKE_CURRENT_SOURCE_DIR}/src" CACHE INTERNAL "the folder that holds the rooms")
set(FERMATA_CHECK_ROOM "${CMAKE_CURRENT_LIST_DIR}/check_room.cmake" CACHE INTERNAL "the rules of a room")
include("${FERMATA_CHECK_ROOM}")

# engine/explore -> fermata_engine_explore
function(fermata_target_name out room)
  string(REPLACE "/" "_" name "${room}")
  set(${out} "fermata_${name}" PARENT_SCOPE)
endfunction()

function(fermata_module room)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "USES;SOURCES;LIBRARIES")
  if(arg_UNPARSED_ARGUMENTS)
    fermata_refuse("fermata_module(${room}): '${arg_UNPARSED_ARGUMENTS}' belongs to none of USES, SOURCES, LIBRARIES.")
  endif()
  file(RELATIVE_PATH folder "${FERMATA_ROOMS_ROOT}" "${CMAKE_CURRENT_SOURCE_DIR}")
  if(NOT folder STREQUAL room)
    fermata_refuse("fermata_module(${room}) stands in src/${folder}/CMakeLists.txt; a room is called like its folder.")
  endif()

  set(uses ${arg_USES})
  if(NOT room STREQUAL "base" AND NOT "base" IN_LIST uses AND EXISTS "${FERMATA_ROOMS_ROOT}/base/CMakeLists.txt")
    list(PREPEND uses base)
  endif()
  foreach(used IN LISTS uses)
    if(NOT EXISTS "${FERMATA_ROOMS_ROOT}/${used}/CMakeLists.txt")
      fermata_refuse("src/${room}/CMakeLists.txt says that '${room}' uses '${used}', but there is no such room: \
src/${used}/CMakeLists.txt does not exist.")
    endif()
  endforeach()
  set_property(GLOBAL APPEND PROPERTY FERMATA_ROOMS "${room}")
  set_property(GLOBAL PROPERTY "FERMATA_USES_${room}" "${uses}")

  fermata_target_name(target "${room}")
  if(arg_SOURCES)
    add_library(${target} STATIC ${arg_SOURCES})
    set(scope PUBLIC)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(${target} ${scope} "${FERMATA_ROOMS_ROOT}")
  foreach(used IN LISTS uses)
    fermata_target_name(used_target "${used}")
    target_link_libraries(${target} ${scope} ${used_target})
  endforeach()
  target_link_libraries(${target} ${scope} $<TARGET_NAME_IF_EXISTS:fmt::fmt> ${arg_LIBRARIES})

  fermata_check_includes("${room}" "${target}" "${uses}")
endfunction()

# Checks the room now, and adds a build step that checks it again when one of its files has changed.
function(fermata_check_includes room target uses)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.h" "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  fermata_check_room(complaints "${FERMATA_ROOMS_ROOT}" "${room}" "${uses}")
  if(complaints)
    fermata_refuse("${complaints}")
  endif()

  list(JOIN uses "," uses)
  set(stamp "${CMAKE_CURRENT_BINARY_DIR}/room.checked")
  add_custom_command(OUTPUT "${stamp}"
    COMMAND "${CMAKE_COMMAND}" "-DROOM=${room}" "-DUSES=${uses}" "-DROOT=${FERMATA_ROOMS_ROOT}" "-DSTAMP=${stamp}"
            -P "${FERMATA_CHECK_ROOM}"
    DEPENDS ${files} "${FERMATA_CHECK_ROOM}"
    COMMENT "Checking what ${room} includes"
    VERBATIM)
  add_custom_target(${target}_room ALL DEPENDS "${stamp}")
  add_dependencies(${target} ${target}_room)
endfunction()

function(fermata_executable name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "USES;SOURCES;LIBRARIES")
  add_executable(${name} ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
  fermata_link_rooms(${name} "fermata_executable(${name})" "${arg_USES}")
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES})
endfunction()

# A GoogleTest program test_<name> out of SOURCES (default: every .cpp beside the CMakeLists.txt). It is linked to the
# room it is called after and to the rooms in USES; ctest knows each test as unit.<name>.<suite>.<test>, label "unit".
# With FERMATA_SANITIZE_THREADS ctest knows only the tests that THREADED selects, label "threads".
function(fermata_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "OPTIMISED" "THREADED" "USES;SOURCES;LIBRARIES")
  if(NOT arg_SOURCES)
    file(GLOB arg_SOURCES CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  endif()
  set(rooms ${arg_USES})
  if(EXISTS "${FERMATA_ROOMS_ROOT}/${name}/CMakeLists.txt")
    list(PREPEND rooms "${name}")
  endif()
  list(REMOVE_DUPLICATES rooms)

  string(REPLACE "/" "_" target "test_${name}")
  add_executable(${target} ${arg_SOURCES})
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/tests/unit")
  # Compiling most tests takes longer than running them: without optimising, it takes half of the time.
  if(NOT arg_OPTIMISED)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Debug>:-O0>)
  endif()
  fermata_link_rooms(${target} "fermata_test(${name})" "${rooms}")
  target_link_libraries(${target} PRIVATE ${arg_LIBRARIES} GTest::gtest_main)
  add_dependencies(unit_tests ${target})

  string(REPLACE "/" "." prefix "unit.${name}.")
  set(label unit)
  set(filter "")
  if(arg_THREADED)
    add_dependencies(thread_tests ${target})
  endif()
  if(FERMATA_SANITIZE_THREADS)
    if(NOT arg_THREADED)
      return()
    endif()
    set(label threads)
    set(filter TEST_FILTER "${arg_THREADED}")
    fermata_without_aslr(launcher)
    set_target_properties(${target} PROPERTIES CROSSCOMPILING_EMULATOR "${launcher}")
  endif()
  gtest_discover_tests(${target}
    TEST_PREFIX "${prefix}"
    ${filter}
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS ${label} TIMEOUT 600)
endfunction()

# The command that starts a program at fixed addresses; empty where that is not allowed. ThreadSanitizer of g++ 12 ends
# with "unexpected memory mapping" if the kernel randomises more than 28 bits of an address (vm.mmap_rnd_bits).
function(fermata_without_aslr out)
  find_program(SETARCH setarch)
  mark_as_advanced(SETARCH)
  set(${out} "" PARENT_SCOPE)
  if(SETARCH)
    execute_process(COMMAND "${SETARCH}" -R true RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
    if(status EQUAL 0)
      set(${out} "${SETARCH};-R" PARENT_SCOPE)
    endif()
  endif()
endfunction()

function(fermata_link_rooms target who rooms)
  foreach(room IN LISTS rooms)
    if(NOT EXISTS "${FERMATA_ROOMS_ROOT}/${room}/CMakeLists.txt")
      fermata_refuse("${who} uses '${room}', but there is no such room: src/${room}/CMakeLists.txt does not exist.")
    endif()
    fermata_target_name(room_target "${room}")
    target_link_libraries(${target} PRIVATE ${room_target})
  endforeach()
endfunction()

# CMake lets static libraries depend on each other in circles; we do not. Says which circle.
function(fermata_refuse_cycles)
  get_property(rooms GLOBAL PROPERTY FERMATA_ROOMS)
  foreach(room IN LISTS rooms)
    fermata_walk("${room}" "")
  endforeach()
endfunction()

# Depth-first over USES; `path` are the rooms on the way here. A room whose walk ended without complaint is not walked again.
function(fermata_walk room path)
  get_property(walked GLOBAL PROPERTY "FERMATA_WALKED_${room}")
  if(walked)
    return()
  endif()
  list(FIND path "${room}" start)
  list(APPEND path "${room}")
  if(NOT start EQUAL -1)
    list(SUBLIST path ${start} -1 cycle)
    list(JOIN cycle " -> " cycle)
    fermata_refuse("The rooms use each other in a circle: ${cycle}.\n\
One of them has to do without the other; what both need belongs in a room below them.")
  endif()
  get_property(uses GLOBAL PROPERTY "FERMATA_USES_${room}")
  foreach(used IN LISTS uses)
    fermata_walk("${used}" "${path}")
  endforeach()
  set_property(GLOBAL PROPERTY "FERMATA_WALKED_${room}" TRUE)
endfunction()

set_property(GLOBAL PROPERTY GLOBAL_DEPENDS_NO_CYCLES ON)
cmake_language(DEFER DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" CALL fermata_refuse_cycles)
