#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <stdexcept>
#include <system_error>

struct Sensors : std::error_category {
  const char *name() const noexcept override { return "sensors"; }
  std::string message(int code) const override { return code == 1 ? "too cold" : code == 2 ? "too hot" : "fine"; }
  std::error_condition default_error_condition(int code) const noexcept override {
    return code == 2 ? std::make_error_condition(std::errc::result_out_of_range) : std::error_condition(code, *this);
  }
};
static const Sensors sensors;
enum class Reading { cold = 1, hot = 2 };
namespace std {
template <> struct is_error_code_enum<Reading> : true_type {};
}
std::error_code make_error_code(Reading r) { return std::error_code(static_cast<int>(r), sensors); }

static std::error_code measure(int degrees) {
  if (degrees < 0) return Reading::cold;
  if (degrees > 100) return Reading::hot;
  return {};
}

int main() {
  try {
    throw std::system_error(ENOENT, std::generic_category(), "reading grid.dat");
  } catch (const std::system_error &e) {
    std::cout << e.what() << " | " << e.code().value() << " " << e.code().category().name() << "\n";
    std::cout << (e.code() == std::errc::no_such_file_or_directory) << (e.code() == std::errc::permission_denied) << "\n";
  }
  try {
    throw std::system_error(std::error_code(EACCES, std::system_category()));
  } catch (const std::runtime_error &e) {
    std::cout << e.what() << "\n";
  }
  for (int degrees : {-5, 20, 120}) {
    std::error_code code = measure(degrees);
    if (code) std::cout << degrees << ": " << code.message() << " (" << code.category().name() << ' ' << code.value() << ")\n";
    else std::cout << degrees << ": " << code.message().size() << " letters\n";
    std::cout << (code == Reading::hot) << (code == std::errc::result_out_of_range) << (code != std::error_code()) << "\n";
  }
  std::error_code none, other(EINVAL, std::generic_category());
  std::cout << bool(none) << bool(other) << (other == std::make_error_condition(std::errc::invalid_argument)) << "\n";
  other.clear();
  std::cout << bool(other) << (other.category() == std::system_category()) << "\n";
}
