# One library target per folder of src/. A target sees its own folder and those it USES, and no other:
# each folder is reached through an include root of its own (build/roots/NAME/NAME -> src/NAME, one for all build folders, so that ccache serves them all), and a
# target is given only the roots that it may use. So an include that the design forbids doesn't build.

# assay_root(NAME): makes the include root of folder NAME.
function(assay_root name)
  set(root ${PROJECT_SOURCE_DIR}/build/roots/${name})
  file(MAKE_DIRECTORY ${root}/assay)
  if(EXISTS ${PROJECT_SOURCE_DIR}/src/${name})
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/src/${name} ${root}/${name} SYMBOLIC)
  endif()
  if(EXISTS ${PROJECT_SOURCE_DIR}/include/assay/${name})
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/include/assay/${name} ${root}/assay/${name} SYMBOLIC)
  endif()
endfunction()

# assay_use(TARGET FOLDER...): TARGET may include the headers of these folders, and links their libraries.
function(assay_use target)
  foreach(folder ${ARGN})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/build/roots/${folder})
    target_link_libraries(${target} PRIVATE $<LINK_ONLY:assay_${folder}>)
  endforeach()
endfunction()

# assay_module(NAME USES folder... LINKS library...)
function(assay_module name)
  cmake_parse_arguments(A "" "" "USES;LINKS" ${ARGN})
  assay_root(${name})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  if(NOT sources)
    add_library(assay_${name} INTERFACE)
    return()
  endif()
  add_library(assay_${name} STATIC ${sources})
  target_include_directories(assay_${name} PRIVATE ${PROJECT_SOURCE_DIR}/build/roots/${name})
  target_link_libraries(assay_${name} PRIVATE assay_flags PUBLIC ${A_LINKS})
  assay_use(assay_${name} ${A_USES})
endfunction()

# assay_test(NAME USES folder... LINKS library...): every tests/NAME/*.cpp in one GoogleTest program.
function(assay_test name)
  cmake_parse_arguments(A "" "" "USES;LINKS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/${name}/*.cpp)
  if(NOT sources)
    return()
  endif()
  add_executable(test_${name} ${sources})
  target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(test_${name} PRIVATE assay_flags assay_test_support ${A_LINKS} GTest::gtest
                                             GTest::gmock GTest::gtest_main rapidcheck)
  assay_use(test_${name} ${A_USES})
  gtest_discover_tests(test_${name} TEST_PREFIX "${name}." DISCOVERY_TIMEOUT 60
    PROPERTIES TIMEOUT 900 ENVIRONMENT "ASSAY_PROGRAM=$<TARGET_FILE:assay>")
  add_dependencies(test_${name} assay)
endfunction()
