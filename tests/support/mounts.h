#pragma once
#include <filesystem>
#include <string>

namespace assay::test {

// A file system of its own at `folder`, for tests of full disks and of folders that can't be
// written. Needs root: else mounted() is false and why() says so, for GTEST_SKIP().
class Mount {
 public:
  // `options` as for mount -t tmpfs -o, e.g. `size=1m`.
  Mount(std::filesystem::path folder, const std::string& options);
  ~Mount();
  Mount(const Mount&) = delete;
  Mount& operator=(const Mount&) = delete;

  bool mounted() const { return mounted_; }
  const std::string& why() const { return why_; }
  // From here on nothing can be written there, by root neither.
  void make_read_only();

 private:
  std::filesystem::path folder_;
  std::string options_;
  bool mounted_ = false;
  std::string why_;
};

}  // namespace assay::test
