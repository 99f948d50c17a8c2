#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>
namespace fs = std::filesystem;
static void told(const fs::path &p) {
  std::cout << p << ": " << p.root_path() << p.parent_path() << p.filename() << p.stem() << p.extension() << p.is_absolute() << p.lexically_normal() << " [";
  for (const auto &part : p) std::cout << part.string() << ";";
  std::cout << "]\n";
}
int main() {
  for (const char *name : {"/a/b/c.tar.gz", "a/b/", "", "/", ".profile", "..", "a/../b/./c", "/..//x", "a/..", "../../a/..", "//a//b", "./", "a."}) told(name);
  std::cout << (fs::path("a") / "b") << (fs::path("a/") / "b") << (fs::path("a") / "/b") << fs::path("/a/b/c").lexically_relative("/a/d") << fs::path("a").lexically_relative("a/b/c") << "\n";
  fs::path q = std::string("x/y.txt");
  q.replace_extension(".dat");
  std::string text = q;
  q.replace_filename("z");
  q += "1";
  std::cout << text << " " << q << " " << (q == "x/z1") << (q < fs::path("x/z2")) << "\n";
  fs::path base = fs::temp_directory_path() / "cufort-folders-of-files";
  fs::remove_all(base);
  std::cout << fs::exists(base) << fs::create_directories(base / "one" / "two") << fs::create_directory(base / "one") << fs::is_directory(base) << fs::is_empty(base / "one/two") << "\n";
  std::ofstream(base / "one/file.txt") << "hello";
  std::ofstream((base / "b.txt").string()) << "more";
  std::cout << fs::file_size(base / "one/file.txt") << fs::is_regular_file(base / "b.txt") << fs::is_empty(base / "one") << "\n";
  fs::copy_file(base / "b.txt", base / "c.txt");
  fs::copy(base / "one", base / "three", fs::copy_options::recursive);
  fs::rename(base / "c.txt", base / "d.txt");
  std::vector<std::string> found;
  for (auto &e : fs::recursive_directory_iterator(base)) found.push_back(fs::relative(e.path(), base).string() + (e.is_directory() ? "/" : ""));
  std::sort(found.begin(), found.end());
  for (auto &name : found) std::cout << name << " ";
  int n = 0;
  for (const fs::directory_entry &e : fs::directory_iterator(base)) n += e.path().has_extension();
  std::error_code code;
  std::cout << n << " " << fs::file_size(base / "none", code) << " " << code.message() << "\n";
  try { fs::copy_file(base / "b.txt", base / "d.txt"); } catch (const fs::filesystem_error &e) { std::cout << e.code().message() << " " << e.path1().filename() << "\n"; }
  try { for (auto &e : fs::directory_iterator(base / "none")) std::cout << e; } catch (const std::exception &e) { std::cout << "thrown\n"; }
  std::cout << fs::remove(base / "b.txt") << fs::remove(base / "b.txt") << " " << fs::remove_all(base) << fs::exists(base) << "\n";
}
