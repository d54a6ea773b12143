# llama.cpp, built once by scripts/llama into a cache outside the build folders: target assay_dep_llama.
# The presets link the same library. Without it (-DASSAY_LLAMA=OFF, or ASSAY_LLAMA=OFF in the
# environment) all but the models that run in the process is there.
set(assay_llama_default ON)
if(DEFINED ENV{ASSAY_LLAMA})
  set(assay_llama_default $ENV{ASSAY_LLAMA})
endif()
option(ASSAY_LLAMA "Language models inside the process (llama.cpp)" ${assay_llama_default})
set(ASSAY_LLAMA_BACKEND "cpu" CACHE STRING "What llama.cpp computes with beside the processor: cpu, cuda or vulkan")
set_property(CACHE ASSAY_LLAMA_BACKEND PROPERTY STRINGS cpu cuda vulkan)

if(ASSAY_LLAMA)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env ASSAY_LLAMA_BACKEND=${ASSAY_LLAMA_BACKEND}
      ${PROJECT_SOURCE_DIR}/scripts/llama path
    OUTPUT_VARIABLE assay_llama_root OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE assay_llama_status)
  # Another recipe is another folder: configure anew when it changes.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/scripts/llama)
  if(NOT assay_llama_status EQUAL 0 OR NOT EXISTS ${assay_llama_root}/complete)
    message(FATAL_ERROR "llama.cpp is not built yet (looked for ${assay_llama_root}). Run\n"
      "  ASSAY_LLAMA_BACKEND=${ASSAY_LLAMA_BACKEND} scripts/setup\n"
      "once (some minutes), or leave it out: -DASSAY_LLAMA=OFF")
  endif()
  message(STATUS "llama.cpp: ${assay_llama_root}")

  add_library(assay_dep_llama INTERFACE)
  target_include_directories(assay_dep_llama SYSTEM INTERFACE ${assay_llama_root}/include
    ${assay_llama_root}/include/common)
  # In the linker's order: who needs, before who gives.
  foreach(name mtmd llama-common llama-common-base llama cpp-httplib vendor-hash ggml ggml-cpu)
    target_link_libraries(assay_dep_llama INTERFACE ${assay_llama_root}/lib/lib${name}.a)
  endforeach()
  if(ASSAY_LLAMA_BACKEND STREQUAL "cuda")
    find_package(CUDAToolkit REQUIRED)
    target_link_libraries(assay_dep_llama INTERFACE ${assay_llama_root}/lib/libggml-cuda.a CUDA::cudart_static
      CUDA::cublas CUDA::cublasLt CUDA::cuda_driver)
  elseif(ASSAY_LLAMA_BACKEND STREQUAL "vulkan")
    find_package(Vulkan REQUIRED)
    target_link_libraries(assay_dep_llama INTERFACE ${assay_llama_root}/lib/libggml-vulkan.a Vulkan::Vulkan)
  endif()
  target_link_libraries(assay_dep_llama INTERFACE ${assay_llama_root}/lib/libggml-base.a Threads::Threads
    ${CMAKE_DL_LIBS} m)
endif()
