# What makes a mistake in the core harder to use against those who run it: stacks are guarded, calls of the C library know the size of what they
# write, and tables of addresses are read-only once loaded. What it costs is measured (docs/security.md). For what is linked in, too.
#
# Not under sanitizers, which look for more. A compiler or a linker that does not know an option goes without it.
include(CheckCXXCompilerFlag)
include(CheckLinkerFlag)
check_cxx_compiler_flag(-fstack-protector-strong has_stack_protector)
check_linker_flag(CXX "-Wl,-z,relro,-z,now" has_relro)
if(has_stack_protector)
  add_compile_options(-fstack-protector-strong)
endif()
if(has_relro)
  add_link_options("-Wl,-z,relro,-z,now" "-Wl,-z,noexecstack")
endif()
if(CMAKE_BUILD_TYPE STREQUAL Release AND NOT WIN32)
  add_compile_options(-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
endif()
