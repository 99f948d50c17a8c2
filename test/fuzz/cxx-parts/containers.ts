/** Containers and algorithms of the standard library in random order. */
import type { Random } from '../cxx-random.ts';
import { list, type Part } from './part.ts';

export function containers(random: Random): Part {
  const numbers = list(8, () => random.below(30)).join(', ');
  return {
    declarations: `namespace store {\nstruct Person { std::string name; int age; bool operator<(const Person &o) const { return std::tie(age, name) < std::tie(o.age, o.name); } bool operator==(const Person &o) const { return age == o.age && name == o.name; } };\ninline std::ostream &operator<<(std::ostream &o, const Person &p) { return o << p.name << '/' << p.age; }\ninline std::ostream &operator<<(std::ostream &o, const std::pair<const std::string, int> &p) { return o << p.first << '=' << p.second; }\ntemplate <class C> void show(const char *what, const C &c) { std::cout << what << ':'; for (const auto &e : c) std::cout << ' ' << e; std::cout << '\\n'; }\n}`,
    statements: `{ using namespace store; using std::begin; using std::end; std::vector<int> v{${numbers}}; std::deque<int> d(v.begin(), v.begin() + 4); std::list<int> l{3, 1, 2}; std::map<std::string, int> m{{"k", 1}, {"b", 2}}; std::set<int> s(v.begin(), v.end()); std::string t = "random words"; std::vector<Person> people{{"ann", 30}, {"bob", 20}, {"cid", 30}, {"dan", ${random.below(50)}}}; std::array<int, 5> fixed{{5, 3, 1}}; std::multimap<int, char> many; std::priority_queue<int> heap; std::unordered_map<int, std::string> hashed;\n${list(18, () => statement(random)).join('\n')}\nshow("v", v); show("d", d); show("l", l); show("m", m); show("s", s); show("t", t); show("people", people); show("fixed", fixed); for (auto &[k, c] : many) std::cout << k << c << ' '; while (!heap.empty()) { std::cout << heap.top() << ' '; heap.pop(); } std::cout << hashed.size() << std::endl; }`,
  };
}

const predicates = [
  '[](int k) { return k % 2 == 0; }',
  '[](int k) { return k > 10; }',
  '[&](int k) { return s.count(k) > 0; }',
  '[n = v.size()](int k) { return (std::size_t)k < n; }',
];
const orders = [
  'std::less<int>()',
  'std::greater<int>()',
  '[](int a, int b) { return a % 7 != b % 7 ? a % 7 < b % 7 : a < b; }',
  'std::greater<>{}',
];
const sequences = ['v', 'd', 'fixed'];

function statement(random: Random): string {
  const k = (): string => `${random.below(30)}`;
  const p = (): string => random.one(predicates);
  const q = random.one(sequences);
  const grow = random.one(['v', 'd', 'l']);
  return random.one([
    () => `${grow}.push_back(${k()});`,
    () => `d.push_front(${k()}); l.push_front(d.back());`,
    () => `if (!${grow}.empty()) ${grow}.pop_back();`,
    () => `${grow}.insert(std::next(${grow}.begin(), ${grow}.size() / 2), ${k()});`,
    () => `v.insert(v.begin() + v.size() / 3, {${k()}, ${k()}});`,
    () => `v.insert(v.end(), l.begin(), l.end());`,
    () => `if (v.size() > 2) v.erase(v.begin() + 1, v.begin() + 2);`,
    () => `std::sort(${q}.begin(), ${q}.end(), ${random.one(orders)});`,
    () =>
      `std::stable_sort(people.begin(), people.end(), [](const Person &a, const Person &b) { return a.age < b.age; });`,
    () => `std::sort(people.begin(), people.end());`,
    () => `v.erase(std::unique(v.begin(), v.end()), v.end());`,
    () => `v.erase(std::remove_if(v.begin(), v.end(), ${p()}), v.end());`,
    () => `std::reverse(${q}.begin(), ${q}.end());`,
    () => `if (!v.empty()) std::rotate(v.begin(), v.begin() + v.size() / 2, v.end());`,
    () => `say("part", std::stable_partition(v.begin(), v.end(), ${p()}) - v.begin());`,
    () =>
      `say("sum", std::accumulate(${q}.begin(), ${q}.end(), ${random.one(['0', '0.5', '1L', '0, [](int a, int b) { return a * 3 % 101 + b; }'])}));`,
    () => `std::transform(v.begin(), v.end(), v.begin(), [&](int x) { return (x * 2 + ${k()}) % 40; });`,
    () =>
      `std::transform(d.begin(), d.end(), fixed.begin(), fixed.begin(), [](int a, int b) { return a + b; });`.replace(
        'd.end()',
        'd.begin() + (d.size() < 5 ? d.size() : 5)',
      ),
    () => `say("count", std::count_if(${q}.begin(), ${q}.end(), ${p()}));`,
    () =>
      `{ auto it = std::find(${q}.begin(), ${q}.end(), ${k()}); say("found", it == ${q}.end() ? -1 : it - ${q}.begin()); }`,
    () =>
      `{ std::sort(v.begin(), v.end()); auto [lo, hi] = std::equal_range(v.begin(), v.end(), ${k()}); say("range", hi - lo); say("bound", std::lower_bound(v.begin(), v.end(), ${k()}) - v.begin()); say("has", std::binary_search(v.begin(), v.end(), ${k()})); }`,
    () =>
      `{ auto mm = std::minmax_element(${q}.begin(), ${q}.end()${random.below(2) ? `, ${random.one(orders)}` : ''}); if (mm.first != ${q}.end()) { say("min", *mm.first); say("max", mm.second - ${q}.begin()); } }`,
    () => `if (!people.empty()) std::cout << *std::max_element(people.begin(), people.end()) << std::endl;`,
    () => `m["${random.one(['a', 'k', 'zz'])}"] += ${k()};`,
    () => `say("erased", m.erase("${random.one(['a', 'k', 'b'])}"));`,
    () =>
      `{ auto [it, isNew] = m.insert({"${random.one(['n', 'k'])}", ${k()}}); say(it->first.c_str(), isNew); it->second++; }`,
    () => `{ auto [it, isNew] = s.insert(${k()}); say("new", isNew); say("at", std::distance(s.begin(), it)); }`,
    () => `{ auto it = s.lower_bound(${k()}); if (it != s.end()) s.erase(it); }`,
    () => `for (auto it = m.begin(); it != m.end();) if (it->second > 20) it = m.erase(it); else ++it;`,
    () => `l.sort(); l.unique(); l.remove(${k()});`,
    () => `l.splice(l.begin(), std::list<int>{${k()}, ${k()}}); l.reverse();`,
    () => `many.emplace(${k()}, '${random.one(['a', 'b', 'c'])}'); say("many", many.count(${k()}));`,
    () => `heap.push(${k()}); heap.emplace(${k()}); if (heap.size() > 3) heap.pop();`,
    () => `hashed[${k()}] = "h" + std::to_string(${k()}); say("hashed", hashed.count(${k()}));`,
    () =>
      `t += "${random.one(['tail', ' and ', 'x'])}"; say("pos", (long)t.find("${random.one(['or', 'x', 'q', ' '])}"));`,
    () =>
      `t.insert(${random.below(5)}, "<>"); t.replace(1, 2, "${random.one(['RR', '', 'long'])}"); if (t.size() > 40) t.resize(12, '.');`,
    () =>
      `say("cmp", t.compare(0, 3, "ran") < 0 ? -1 : 1); say("sub", t.substr(2, 4).c_str()); say("rfind", (long)t.rfind('r')); say("first", (long)t.find_first_of("aeiou", 3));`,
    () =>
      `{ std::ostringstream o; o << std::setw(6) << std::setfill('*') << ${k()} << std::hex << ${k()} << std::fixed << std::setprecision(2) << ${k()} / 7.0 << std::boolalpha << (v.size() > 4); say("stream", o.str().c_str()); }`,
    () =>
      `{ std::istringstream in("${k()} ${k()} word 2.5"); int a, b; std::string w; double x; in >> a >> b >> w >> x; say(w.c_str(), a + b + x); }`,
    () =>
      `{ std::vector<int> out; std::set_union(s.begin(), s.end(), l.begin(), l.end(), std::back_inserter(out)); say("union", out.size()); }`.replace(
        '{ std',
        '{ l.sort(); std',
      ),
    () => `std::next_permutation(${q}.begin(), ${q}.end());`,
    () => `std::partial_sum(v.begin(), v.end(), v.begin(), [](int a, int b) { return (a + b) % 50; });`,
    () => `std::iota(fixed.begin(), fixed.end(), ${k()}); std::swap(fixed[0], fixed[3]);`,
    () => `say("all", std::all_of(v.begin(), v.end(), ${p()})); say("none", std::none_of(d.begin(), d.end(), ${p()}));`,
    () => `std::nth_element(v.begin(), v.begin() + v.size() / 2, v.end()); std::sort(v.begin(), v.end());`,
    () => `std::copy_if(v.begin(), v.end(), std::back_inserter(l), ${p()});`,
    () =>
      `say("inner", std::inner_product(fixed.begin(), fixed.end(), fixed.rbegin(), 1)); say("eq", std::equal(l.begin(), l.end(), d.begin(), d.end())); say("lex", std::lexicographical_compare(v.begin(), v.end(), d.begin(), d.end()));`,
    () =>
      `{ std::make_heap(v.begin(), v.end()); v.push_back(${k()}); std::push_heap(v.begin(), v.end()); say("top", v.front()); std::sort_heap(v.begin(), v.end()); }`,
    () =>
      `people.emplace_back(Person{"p" + std::to_string(people.size()), ${k()}}); people.erase(std::remove(people.begin(), people.end(), Person{"bob", 20}), people.end());`,
    () =>
      `{ std::vector<std::vector<int>> rows(3, std::vector<int>(2, ${k()})); rows[1].push_back(${k()}); rows.emplace_back(v.begin(), v.begin() + (v.size() < 2 ? v.size() : 2)); for (auto &r : rows) show("row", r); say("less", rows[0] < rows[1]); }`,
    () =>
      `{ std::tuple<int, std::string, double> u{${k()}, t, 1.5}; auto &[a, b, c] = u; a++; say(b.c_str(), std::get<0>(u) + c); }`,
    () =>
      `{ std::vector<bool> bits(10); bits[3] = true; bits.flip(); say("bits", std::count(bits.begin(), bits.end(), true)); std::bitset<12> set(${k()}); say("set", set.count()); }`,
    () => `v.resize(v.size() / 2 + 3, ${k()}); v.shrink_to_fit(); v.assign(v.rbegin(), v.rend());`,
    () =>
      `std::merge(l.begin(), l.end(), s.begin(), s.end(), std::front_inserter(d)); d.resize(d.size() < 9 ? d.size() : 9);`.replace(
        'std::merge',
        'l.sort(); std::merge',
      ),
    () => `try { say("at", v.at(${k()})); } catch (const std::out_of_range &) { say("out", v.size()); }`,
  ])();
}
