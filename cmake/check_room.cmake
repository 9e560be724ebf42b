# SPDX-License-Identifier: Apache-2.0
#
# Checks one room against the rules of the house and fails with a sentence for each file that breaks one:
#
#   cmake -DROOM=search -DUSES=base -DROOT=<the folder of the rooms> [-DSTAMP=<file to touch>] -P check_room.cmake
#
#   - it includes headers of the rooms in USES only;
#   - LLVM is seen by frontend/llvm, solvers by smt, nobody else;
#   - only cli prints to stdout, ends the process and reads the environment (base/subprocess ends copies of it).
#
# What is not here: a preprocessor. Includes and names are found in the text, with comments and literals taken out,
# so code behind #if 0 counts and a name made by a macro does not.

cmake_minimum_required(VERSION 3.25)

# Fails with `text` as it stands: without the leading space CMake would break the lines anew.
function(fermata_refuse text)
  string(REPLACE "\n" "\n " text "${text}")
  message(FATAL_ERROR " ${text}")
endfunction()

# Puts into `out` a sentence for each broken rule, nothing if the room ROOM below the folder ROOT keeps them all.
# The functions further down see ROOM, USES and ROOT and add to `complaints`.
function(fermata_check_room out ROOT ROOM USES)
  set(complaints "")
  file(GLOB_RECURSE files RELATIVE "${ROOT}" "${ROOT}/${ROOM}/*.h" "${ROOT}/${ROOM}/*.cpp")
  foreach(file IN LISTS files)
    room_of(room "${file}")
    if(NOT room STREQUAL ROOM)
      continue()  # a room inside this room checks itself
    endif()
    read_code(includes code "${ROOT}/${file}")
    foreach(include IN LISTS includes)
      check_include("${file}" "${include}")
    endforeach()
    if(NOT ROOM STREQUAL "cli")
      check_names("${file}" "${code}")
    endif()
  endforeach()
  string(STRIP "${complaints}" complaints)
  set(${out} "${complaints}" PARENT_SCOPE)
endfunction()

macro(complain)
  string(APPEND complaints "\n" ${ARGN} "\n")
endmacro()

# The room a path below ROOT lies in: the longest leading folder with a CMakeLists.txt; empty if there is none.
function(room_of out path)
  set(${out} "" PARENT_SCOPE)
  while(TRUE)
    cmake_path(GET path PARENT_PATH path)
    if(path STREQUAL "" OR path MATCHES "^(/|\\.\\.)")
      return()
    endif()
    if(EXISTS "${ROOT}/${path}/CMakeLists.txt")
      set(${out} "${path}" PARENT_SCOPE)
      return()
    endif()
  endwhile()
endfunction()

# Takes a C++ file apart: the names it includes, and the rest of its text without comments and literals.
function(read_code includes_out code_out file)
  file(READ "${file}" text)
  # These three would split or glue the elements of CMake's lists; no rule here is about them.
  string(REGEX REPLACE "[][;]" " " text "${text}\n")

  # Raw strings with a delimiter, one by one: a regular expression cannot remember the delimiter.
  while(text MATCHES "R\"([A-Za-z0-9_]+)[(]")
    set(opening "${CMAKE_MATCH_0}")
    set(closing ")${CMAKE_MATCH_1}\"")
    string(FIND "${text}" "${opening}" begin)
    string(SUBSTRING "${text}" ${begin} -1 tail)
    string(SUBSTRING "${text}" 0 ${begin} head)
    string(FIND "${tail}" "${closing}" length)
    if(length EQUAL -1)
      break()
    endif()
    string(LENGTH "${closing}" closing_length)
    math(EXPR length "${length} + ${closing_length}")
    string(SUBSTRING "${tail}" ${length} -1 tail)
    set(text "${head} ${tail}")
  endwhile()

  # One pass from left to right; whichever of these begins first is what it is, so that // in a string is no comment
  # and a quote in a comment opens no string.
  set(include "#[ \t]*include[ \t]*[<\"][^>\"\n]*[>\"]")
  set(line_comment "//[^\n]*\n")
  set(block_comment "/[*][^*]*[*]+([^/*][^*]*[*]+)*/")
  set(raw_string "R\"[(][^)]*[)]+([^)\"][^)]*[)]+)*\"")
  set(string "\"[^\"\\\n]*(\\\\.[^\"\\\n]*)*\"")
  set(character "'(\\\\[^\n]|[^\\'\n])'")
  set(token "${include}|${line_comment}|${block_comment}|${raw_string}|${string}|${character}")

  string(REGEX MATCHALL "${token}" includes "${text}")
  list(FILTER includes INCLUDE REGEX "^#")
  list(TRANSFORM includes REPLACE "^#[ \t]*include[ \t]*[<\"]([^>\"]*).*$" "\\1")
  list(REMOVE_DUPLICATES includes)
  string(REGEX REPLACE "${token}" " " code "${text}")
  set(${includes_out} "${includes}" PARENT_SCOPE)
  set(${code_out} "${code}" PARENT_SCOPE)
endfunction()

function(check_include file included)
  if(included MATCHES "^(llvm|llvm-c|clang|clang-c)/" AND NOT ROOM STREQUAL "frontend/llvm")
    complain("${file} includes '${included}', but only 'frontend/llvm' may see LLVM.\n"
             "Either the code belongs in frontend/llvm, or the fact it needs belongs in ir.")
  elseif(included MATCHES "^(z3[^/]*\\.h|cvc5/.*|cadical\\.hpp)$" AND NOT ROOM STREQUAL "smt")
    complain("${file} includes '${included}', but only 'smt' may see a solver.\n"
             "Either the code belongs in smt, or smt should offer what it needs.")
  elseif(included STREQUAL "iostream" AND NOT ROOM STREQUAL "cli")
    complain("${file} includes <iostream>, but only 'cli' may print.\n"
             "Return a value or a text, and let cli show it.")
  else()
    # Where the compiler would find it: beside the file, or below the root of the rooms.
    cmake_path(GET file PARENT_PATH folder)
    cmake_path(SET beside NORMALIZE "${folder}/${included}")
    if(EXISTS "${ROOT}/${beside}")
      room_of(other "${beside}")
    else()
      room_of(other "${included}")
    endif()
    if(NOT other STREQUAL "" AND NOT other STREQUAL ROOM AND NOT other IN_LIST USES)
      list(JOIN USES ", " allowed)
      if(allowed STREQUAL "")
        set(allowed "no other room")
      else()
        set(allowed "only: ${allowed}")
      endif()
      complain("${file} includes a header of '${other}', but '${ROOM}' may use ${allowed}.\n"
               "Either the code belongs in another room, or src/${ROOM}/CMakeLists.txt should say so.")
    endif()
  endif()
  set(complaints "${complaints}" PARENT_SCOPE)
endfunction()

# What only cli may do: what we call it, how it looks in the code, what it does.
# A member or a function of ours called exit() is fine: the one of the C library always has an argument.
function(check_names file code)
  set(begin "(^|[^A-Za-z0-9_.>:])(std::|::)?")  # a name by itself: no member, of no other namespace
  set(end "([^A-Za-z0-9_]|$)")
  set(call "[ \t\n]*[(][ \t\n]*")
  set(rules
    "std::cout"   "${begin}w?cout${end}"                                            "print to stdout"
    "stdout"      "${begin}stdout${end}"                                            "print to stdout"
    "printf"      "${begin}v?printf${call}"                                         "print to stdout"
    "puts"        "${begin}(puts|putchar)${call}"                                   "print to stdout"
    "fmt::print"  "(^|[^A-Za-z0-9_])fmt::print(${call}|ln${call})([^s)]|s[^t])"     "print to stdout"
    "exit"        "${begin}(exit|_exit|_Exit|quick_exit)${call}[^) \t\n]"           "end the process"
    "getenv"      "${begin}(getenv|secure_getenv)${call}"                           "read the environment")
  set(seen "")
  if(file STREQUAL "base/subprocess.cpp")
    list(APPEND seen "end the process")
  endif()
  while(rules)
    list(POP_FRONT rules name pattern deed)
    if(NOT deed IN_LIST seen AND code MATCHES "${pattern}")
      complain("${file} uses ${name}, but only 'cli' may ${deed}.\n"
               "Return a value, or take what is needed as a parameter, and let cli do it.")
      list(APPEND seen "${deed}")
    endif()
  endwhile()
  set(complaints "${complaints}" PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  string(REPLACE "," ";" USES "${USES}")
  fermata_check_room(complaints "${ROOT}" "${ROOM}" "${USES}")
  if(complaints)
    fermata_refuse("${complaints}")
  endif()
  if(STAMP)
    file(TOUCH "${STAMP}")
  endif()
endif()
