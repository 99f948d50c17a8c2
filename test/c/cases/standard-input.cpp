// What a program reads from its standard input, by C and by C++.
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
int main() {
  int n, k = 0;
  double x;
  char word[16], line[40];
  printf("%d ", scanf("%d %lf %15s", &n, &x, word));
  printf("%d %g %s\n", n, x, word);
  getchar();
  printf("%s", fgets(line, sizeof line, stdin));
  std::string s;
  std::cin >> n >> s >> std::ws;
  std::cout << n << s << std::cin.peek() << '\n';
  std::getline(std::cin, s);
  std::cout << '[' << s << "]\n";
  while (std::cin >> n) k += n;
  std::cout << k << std::cin.eof() << std::cin.fail() << '\n';
  printf("%d %d\n", getchar(), feof(stdin) != 0);
}
