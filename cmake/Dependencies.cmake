# Libraries from Debian, each as one target: assay_dep_NAME.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(fmt REQUIRED)
find_package(GTest REQUIRED)

# assay_pkg(NAME pkg-config-module...)
function(assay_pkg name)
  pkg_check_modules(${name} REQUIRED IMPORTED_TARGET GLOBAL ${ARGN})
  add_library(assay_dep_${name} INTERFACE)
  target_link_libraries(assay_dep_${name} INTERFACE PkgConfig::${name})
endfunction()

assay_pkg(xml2 libxml-2.0)
assay_pkg(icu icu-uc icu-i18n)
assay_pkg(uchardet uchardet)
assay_pkg(poppler poppler-cpp)
assay_pkg(sqlite sqlite3)
assay_pkg(seccomp libseccomp)
assay_pkg(simdjson simdjson)
assay_pkg(crypto libcrypto)
assay_pkg(curl libcurl)
assay_pkg(psl libpsl)
assay_pkg(cmark libcmark)
assay_pkg(zlib zlib)
assay_pkg(zip libzip)

# Without a pkg-config file.
add_library(assay_dep_csv INTERFACE)
target_link_libraries(assay_dep_csv INTERFACE csv)
add_library(assay_dep_stemmer INTERFACE)
target_link_libraries(assay_dep_stemmer INTERFACE stemmer)
add_library(assay_dep_cld2 INTERFACE)
target_link_libraries(assay_dep_cld2 INTERFACE cld2)

# A static library that was built with OpenMP of GCC. Of BLAS the one that begins no threads when it is
# loaded (libopenblas-serial-dev): every process of the program loads it, workers too.
add_library(assay_dep_faiss INTERFACE)
target_link_libraries(assay_dep_faiss INTERFACE faiss lapack blas gomp)

# Pictures: the codecs, and of OpenCV only what is named here (never imgcodecs, which returns broken
# pictures as whole ones).
assay_pkg(picture_codecs libjpeg libpng zlib libwebp libwebpdemux libgif libheif libde265 libavif libtiff-4)
assay_pkg(lcms lcms2)
add_library(assay_dep_opencv INTERFACE)
target_include_directories(assay_dep_opencv SYSTEM INTERFACE /usr/include/opencv4)
target_link_libraries(assay_dep_opencv INTERFACE opencv_core opencv_imgproc opencv_features2d opencv_flann
  opencv_calib3d)
