# nanobind, from a copy in the folder of the build.
#
# pip builds in a new temporary environment every time: nanobind lies in another folder, its files are new, and everything
# that includes them would be compiled again. The copy keeps its place, and a file that is the same keeps its date.
if(nanobind_DIR)
  set(nanobind_origin ${nanobind_DIR})
else()
  execute_process(
    COMMAND ${Python_EXECUTABLE} -m nanobind --cmake_dir
    OUTPUT_VARIABLE nanobind_origin
    OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
endif()
cmake_path(GET nanobind_origin PARENT_PATH nanobind_origin)

set(nanobind_copy ${CMAKE_BINARY_DIR}/nanobind)
file(GLOB_RECURSE nanobind_files RELATIVE ${nanobind_origin}
  ${nanobind_origin}/cmake/* ${nanobind_origin}/ext/* ${nanobind_origin}/include/* ${nanobind_origin}/src/*)
list(FILTER nanobind_files EXCLUDE REGEX __pycache__)
foreach(file ${nanobind_files})
  cmake_path(GET file PARENT_PATH folder)
  file(MAKE_DIRECTORY ${nanobind_copy}/${folder})
  file(COPY_FILE ${nanobind_origin}/${file} ${nanobind_copy}/${file} ONLY_IF_DIFFERENT)
endforeach()
include(${nanobind_copy}/cmake/nanobind-config.cmake)
