#include <cstdio>
#include <string>
#include <vector>
#include <map>
struct T { int id; T() : id(5) { printf("T "); } T(int i) : id(i) {} ~T() { printf("~%d ", id); } };
struct Q { int a; std::string b; T t; T arr[2]; std::vector<int> v; };
struct R { Q q; int z; }; struct S { int n = 4; std::string name; double d[3]; };
struct Config { std::string name = "none"; std::vector<std::string> files; std::map<std::string, int> opts; int level; };
Q make() { return {7, "seven"}; }
int main() {
  { Q q{}; printf("%d[%s]%d %d %zu\n", q.a, q.b.c_str(), q.t.id, q.arr[1].id, q.v.size()); } puts("");
  { Q q = {1}; q.b += "x"; printf("%d[%s]\n", q.a, q.b.c_str()); } puts("");
  { R r = {{1, "abc"}, 3}; printf("%s %d %d\n", r.q.b.c_str(), r.q.t.id, r.z); R e{}; printf("[%s]%d\n", e.q.b.c_str(), e.z); } puts("");
  { Q a[2] = {{1, "one"}}; printf("%s[%s]%d\n", a[0].b.c_str(), a[1].b.c_str(), a[1].t.id); } puts("");
  { Q q = make(); printf("%s %d\n", q.b.c_str(), q.arr[0].id); } puts("");
  S s{}; printf("%d[%s]%g\n", s.n, s.name.c_str(), s.d[2]); S s2{3}; printf("%d[%s]\n", s2.n, s2.name.c_str());
  Config c{}; c.files.push_back("f"); printf("%s %zu %zu %d\n", c.name.c_str(), c.files.size(), c.opts.size(), c.level); Config d{"n"}; d.opts["k"] = 2; printf("%s %d\n", d.name.c_str(), d.opts["k"]); c = {}; printf("%s %zu\n", c.name.c_str(), c.files.size());
  std::vector<Config> cs; cs.push_back({"pushed"}); cs.push_back({}); cs.emplace_back(); printf("%s %s %zu\n", cs[0].name.c_str(), cs[1].name.c_str(), cs.size()); auto *p = new Config(); printf("%d %s\n", p->level, p->name.c_str()); delete p;
  std::string words[4] = {"a", "b"}; printf("[%s]\n", words[3].c_str()); T ts[3] = {1}; printf("%d %d\n", ts[0].id, ts[2].id);
}
