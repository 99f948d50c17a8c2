// <regex>: groups, choices, repetition, places, classes, replacement, iterators, mistakes.
#include <iostream>
#include <regex>
#include <string>
static void all(const char *pattern, const std::string &text, std::regex::flag_type f = std::regex::ECMAScript) {
  std::regex e(pattern, f);
  std::cout << pattern << ':';
  for (std::sregex_iterator i(text.begin(), text.end(), e), end; i != end; ++i) {
    std::cout << " [";
    for (size_t k = 0; k < i->size(); k++) std::cout << (k ? "," : "") << ((*i)[k].matched ? (*i)[k].str() : "-");
    std::cout << "]@" << i->position();
  }
  std::cout << '\n';
}
int main() {
  all("a+", "caaandaab");
  all("(\\w+)@(\\w+)\\.com", "joe@site.com, ann@work.com");
  all("(a|ab)(c|bcd)(d*)", "abcd");
  all("x*", "axxb");
  all("<.+?>", "<b>bold</b>");
  all("<.+>", "<b>bold</b>");
  all("(\\d{2,3})-(\\d+)?", "12-34 1-2 123- 4567-8");
  all("[^a-c\\s]+", "abc xyz cab-d");
  all("\\bcat\\b", "cat concat cat's");
  all("(\\w)\\1", "hello bookkeeper");
  all("foo(?=bar)", "foobar foobaz");
  all("foo(?!bar)", "foobar foobaz");
  all("HeLLo", "hello HELLO", std::regex::icase);
  all("^(--?)([[:alnum:]][-_[:alnum:]]*)(=(.*))?$", "--name=some value");
  all("(?:ab)+", "ababxab");
  all("[\\]\\-x]+", "a]-x");
  all("([+-]?\\d+(?:\\.\\d*)?(?:[eE][+-]?\\d+)?)", "1 -2.5 3e10 x+7.");
  std::smatch m;
  std::string line = "key = value # note";
  if (std::regex_match(line, m, std::regex("(\\w+)\\s*=\\s*(\\w+)\\s*(#.*)?"))) std::cout << m.size() << ' ' << m[1] << ' ' << m[2] << ' ' << m.str(3) << ' ' << m.position(2) << '\n';
  std::cout << std::regex_match("abc", std::regex("ab")) << std::regex_search("abc", std::regex("bc?$")) << '\n';
  if (std::regex_search(line, m, std::regex("=\\s*"))) std::cout << '"' << m.prefix() << "\" \"" << m.suffix() << "\"\n";
  std::cout << std::regex_replace(std::string("2026-11-29 and 2025-01-02"), std::regex("(\\d+)-(\\d+)-(\\d+)"), "$3.$2.$1 ($&) $$") << '\n';
  std::cout << std::regex_replace(std::string("a b  c"), std::regex(" +"), "_") << ' ' << std::regex_replace(std::string("aaa"), std::regex("a"), "b", std::regex_constants::format_first_only) << '\n';
  std::string list = "one, two,three ,four";
  std::regex comma("\\s*,\\s*");
  for (std::sregex_token_iterator i(list.begin(), list.end(), comma, -1), end; i != end; ++i) std::cout << '<' << *i << '>';
  std::cout << '\n';
  const char *text = "k1=v1;k2=v2";
  std::cmatch c;
  while (std::regex_search(text, c, std::regex("(\\w+)=(\\w+);?"))) {
    std::cout << c[1] << "->" << c[2] << ' ';
    text = c.suffix().first;
    if (!*text) break;
  }
  std::cout << '\n';
  for (const char *bad : {"(a", "a)", "[a", "*a", "a{x}", "\\2(a)", "[b-a]", "[[:no:]]"}) {
    try {
      std::regex e(bad);
      std::cout << bad << " is fine\n";
    } catch (const std::regex_error &) {
      std::cout << bad << " is none\n";
    }
  }
}
