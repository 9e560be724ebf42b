# SPDX-License-Identifier: Apache-2.0
#
# Small houses, right and wrong, and what the build says about them. A function case_… is a test; adding one is enough.
#
#   cmake -DCASE=… -DMODULES=<our cmake folder> -DHOUSE=<an empty folder> -P house.cmake

cmake_minimum_required(VERSION 3.25)

# A house with a room base. It compiles nothing: the rooms are headers, or files that only the check reads.
function(new_house)
  file(REMOVE_RECURSE "${HOUSE}")
  file(WRITE "${HOUSE}/CMakeLists.txt" "
    cmake_minimum_required(VERSION 3.25)
    project(house LANGUAGES NONE)
    include(\"${MODULES}/FermataModule.cmake\")
    file(GLOB_RECURSE rooms RELATIVE \"\${PROJECT_SOURCE_DIR}\" src/CMakeLists.txt)
    foreach(room IN LISTS rooms)
      cmake_path(GET room PARENT_PATH room)
      add_subdirectory(\${room})
    endforeach()
  ")
  room(base "")
endfunction()

# room(vm "USES ir") makes the room; write(vm/stepper.cpp "its text") puts a file into it.
function(room name rest)
  file(WRITE "${HOUSE}/src/${name}/CMakeLists.txt" "fermata_module(${name} ${rest})\n")
endfunction()

function(write file text)
  file(WRITE "${HOUSE}/src/${file}" "${text}\n")
endfunction()

# Runs a command; the answer is what it prints, `failed` whether it did.
macro(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE failed OUTPUT_VARIABLE answer ERROR_VARIABLE answer)
endmacro()

macro(configure)
  run("${CMAKE_COMMAND}" -G Ninja -S "${HOUSE}" -B "${HOUSE}/build")
endmacro()

function(expect_accepted)
  if(failed)
    message(FATAL_ERROR "this house is in order, but the build says:\n${answer}")
  endif()
endfunction()

# The answer has each of the sentences; blanks and line ends are all the same.
function(expect_refused)
  if(NOT failed)
    message(FATAL_ERROR "nobody noticed that this house is not in order:\n${answer}")
  endif()
  string(REGEX REPLACE "[ \n]+" " " answer "${answer}")
  foreach(sentence IN LISTS ARGN)
    string(FIND "${answer}" "${sentence}" position)
    if(position EQUAL -1)
      message(FATAL_ERROR "expected\n  ${sentence}\nin\n  ${answer}")
    endif()
  endforeach()
endfunction()

function(case_a_house_in_order_is_accepted)
  room(ir "USES base")
  write(ir/program.h "#include \"base/error.h\"")
  room(vm "USES ir")
  write(vm/stepper.cpp "#include <vector>\n#include \"ir/program.h\"\n#include \"stepper.h\"")
  write(vm/stepper.h "#include \"base/error.h\"")
  room(frontend/llvm "USES ir")
  write(frontend/llvm/lower.cpp "#include <llvm/IR/Module.h>\n#include \"frontend/llvm/lower.h\"")
  room(smt "")
  write(smt/z3.cpp "#include <z3++.h>")
  write(base/subprocess.cpp "void copy() { _exit(1); }")
  room(cli "USES vm frontend/llvm")
  write(cli/main.cpp "#include <iostream>\nint main() { std::cout << getenv(\"HOME\"); std::exit(0); }")
  configure()
  expect_accepted()
  run("${CMAKE_COMMAND}" --build "${HOUSE}/build")
  expect_accepted()
endfunction()

function(case_an_include_of_a_room_that_is_not_in_uses_is_refused)
  room(vm "")
  room(search "USES base")
  write(search/fair_cycle.cpp "#include \"vm/stepper.h\"")
  configure()
  expect_refused("search/fair_cycle.cpp includes a header of 'vm', but 'search' may use only: base."
                 "Either the code belongs in another room, or src/search/CMakeLists.txt should say so.")
endfunction()

function(case_every_file_that_breaks_a_rule_is_named)
  room(vm "")
  room(search "")
  write(search/one.cpp "#include \"vm/stepper.h\"")
  write(search/two.h "#include \"vm/stepper.h\"")
  configure()
  expect_refused("search/one.cpp includes a header of 'vm'" "search/two.h includes a header of 'vm'")
endfunction()

function(case_an_include_by_a_detour_is_refused)
  room(vm "")
  write(vm/stepper.h "")
  room(search "")
  write(search/one.cpp "#include \"../vm/stepper.h\"")
  write(search/two.cpp "  #  include <vm/stepper.h>")
  configure()
  expect_refused("search/one.cpp includes a header of 'vm'" "search/two.cpp includes a header of 'vm'")
endfunction()

function(case_a_room_in_a_folder_of_rooms_is_told_from_its_neighbour)
  room(engine/bounded "")
  room(engine/explore "")
  write(engine/explore/explore.cpp "#include \"engine/explore/options.h\"\n#include \"engine/bounded/options.h\"")
  configure()
  expect_refused("engine/explore/explore.cpp includes a header of 'engine/bounded', but 'engine/explore' may use only: base.")
endfunction()

function(case_a_forbidden_include_added_later_stops_the_build)
  room(vm "")
  room(search "")
  write(search/fair_cycle.h "")
  configure()
  expect_accepted()
  run("${CMAKE_COMMAND}" --build "${HOUSE}/build")
  expect_accepted()
  execute_process(COMMAND "${CMAKE_COMMAND}" -E sleep 0.1)  # or the change would be as old as the build
  write(search/fair_cycle.h "#include \"vm/stepper.h\"")
  run("${CMAKE_COMMAND}" --build "${HOUSE}/build")
  expect_refused("search/fair_cycle.h includes a header of 'vm', but 'search' may use only: base.")
endfunction()

function(case_base_may_use_no_other_room)
  room(ir "")
  room(base "")
  write(base/error.h "#include \"ir/program.h\"")
  configure()
  expect_refused("base/error.h includes a header of 'ir', but 'base' may use no other room.")
endfunction()

function(case_rooms_in_a_circle_are_refused)
  room(ir "USES vm")
  room(vm "USES search")
  room(search "USES ir")
  configure()
  expect_refused("The rooms use each other in a circle: ir -> vm -> search -> ir.")
endfunction()

function(case_a_room_that_does_not_exist_is_refused)
  room(vm "USES base attic")
  configure()
  expect_refused("src/vm/CMakeLists.txt says that 'vm' uses 'attic', but there is no such room")
endfunction()

function(case_a_room_called_unlike_its_folder_is_refused)
  room(vm "")
  write(vm/CMakeLists.txt "fermata_module(machine)")
  configure()
  expect_refused("fermata_module(machine) stands in src/vm/CMakeLists.txt; a room is called like its folder.")
endfunction()

function(case_llvm_outside_frontend_llvm_is_refused)
  room(ir "")
  write(ir/one.cpp "#include <llvm/IR/Module.h>")
  write(ir/two.cpp "#include \"clang/AST/Decl.h\"")
  write(ir/three.cpp "#include <llvm-c/Core.h>")
  configure()
  expect_refused("ir/one.cpp includes 'llvm/IR/Module.h', but only 'frontend/llvm' may see LLVM."
                 "ir/two.cpp includes 'clang/AST/Decl.h'" "ir/three.cpp includes 'llvm-c/Core.h'")
endfunction()

function(case_a_solver_outside_smt_is_refused)
  room(model "")
  write(model/lift.cpp "#include <z3++.h>")
  configure()
  expect_refused("model/lift.cpp includes 'z3++.h', but only 'smt' may see a solver.")
endfunction()

function(case_printing_outside_cli_is_refused)
  room(vm "")
  write(vm/one.cpp "#include <iostream>")
  write(vm/two.cpp "void f() { std::cout << 1; }")
  write(vm/three.cpp "void f() {printf(text); }")
  write(vm/four.cpp "void f() { std::printf (text); }")
  write(vm/five.cpp "void f() { fmt::print(stdout, text); }")
  write(vm/six.cpp "void f() { fmt::print(text); }")
  configure()
  expect_refused("vm/one.cpp includes <iostream>, but only 'cli' may print." "vm/two.cpp uses std::cout, but only 'cli' may print to stdout."
                 "vm/three.cpp uses printf," "vm/four.cpp uses printf," "vm/five.cpp uses stdout," "vm/six.cpp uses fmt::print,")
endfunction()

function(case_ending_the_process_or_reading_the_environment_outside_cli_is_refused)
  room(vm "")
  write(vm/one.cpp "void f() { exit(1); }")
  write(vm/two.cpp "void f() { std::exit(1); }")
  write(vm/three.cpp "auto home = std::getenv(name);")
  write(vm/four.cpp "void f() { if (x) ::exit(1); }")
  configure()
  expect_refused("vm/one.cpp uses exit, but only 'cli' may end the process." "vm/two.cpp uses exit," "vm/four.cpp uses exit,"
                 "vm/three.cpp uses getenv, but only 'cli' may read the environment.")
endfunction()

function(case_words_in_comments_and_literals_are_no_offence)
  room(vm "")
  room(search "")
  write(search/one.cpp [==[
// printf( and #include "vm/x.h" and std::cout; it's the "guest's [
/* exit(1); " **
#include <llvm/IR/Module.h> */ /**/ /***/
const char* a = "printf( // \" getenv \\";
const char* b = R"(
#include <z3++.h>
exit(1) " getenv ) )";
const char* c = R"text(
#include "vm/x.h"
 )" std::exit )text";
char d = '"', e = '\'', f = '\\'; int g = 1'000'000; // " '
]==])
  configure()
  expect_accepted()
endfunction()

function(case_names_that_only_look_alike_are_no_offence)
  room(vm "")
  write(vm/one.cpp [==[
int length = std::snprintf(text, 10, format) + fprintf(stderr, format);
struct Graph { Node exit() const; };
Node a = graph.exit(1), b = graph->exit(2), c = cfg::exit(3);
void thread_exit(int);
void g() { process_exit(1); fmt::print(stderr, text); fmt::println(); }
]==])
  configure()
  expect_accepted()
endfunction()

function(case_what_follows_a_literal_or_comment_is_still_seen)
  room(vm "")
  room(search "")
  write(search/one.cpp "const char* a = \"//\"; /* \" */ void f() { exit(1); }")
  write(search/two.cpp "char a = '\"'; int b = 1'000; void f() { exit(b); } char c = '\"';")
  write(search/three.cpp "// it's\n#include \"vm/x.h\" // isn't it")
  configure()
  expect_refused("search/one.cpp uses exit" "search/two.cpp uses exit" "search/three.cpp includes a header of 'vm'")
endfunction()

new_house()
cmake_language(CALL "case_${CASE}")
