# The list of what a wheel's compiled module contains of others (CycloneDX), beside the wheel's licences. Only where a wheel is built.
if(NOT SKBUILD_METADATA_DIR)
  return()
endif()
execute_process(
  COMMAND ${Python_EXECUTABLE} -c "import nanobind; print(nanobind.__version__)"
  OUTPUT_VARIABLE nanobind_version
  OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)
file(STRINGS ${nanobind_copy}/ext/robin_map/include/tsl/robin_growth_policy.h numbers REGEX "TSL_RH_VERSION_(MAJOR|MINOR|PATCH) [0-9]+")
string(REGEX MATCHALL "[0-9]+" robin_map_version "${numbers}")
list(JOIN robin_map_version "." robin_map_version)
configure_file(${CMAKE_CURRENT_LIST_DIR}/sbom.cdx.json.in ${CMAKE_BINARY_DIR}/thresher.cdx.json @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/thresher.cdx.json DESTINATION ${SKBUILD_METADATA_DIR}/sboms)
