/** Objects that say when they are made, copied, moved and destroyed: temporaries, scopes that are left in all ways, exceptions, arrays, members. */
import type { Random } from '../cxx-random.ts';
import { list, type Part } from './part.ts';

export function lifetimes(random: Random): Part {
  const functions = list(
    4,
    (k) => `int run${k}(int n) {\n${list(4, () => statement(random, 2)).join('\n')}\nreturn n;\n}`,
  );
  const calls = list(
    4,
    (k) =>
      `try { say("gives", run${k}(${random.below(6)})); } catch (const Noisy &e) { say("caught", e.name); } catch (int e) { say("caught", e); }`,
  );
  return {
    declarations: `namespace lives {\n${support}\n${functions.join('\n')}\n}`,
    statements: `{ using namespace lives;\n${calls.join('\n')}\nsay("alive", Noisy::alive); }`,
  };
}

const support = `struct Two { Noisy first{"first"}; Noisy second; Two(const char *s) : second(s) { say("+Two", s); } ~Two() { say("-Two", second.name); } };
struct Fails { Noisy held{"held"}; Two two; Fails(int n) : two("fails") { if (n > 2) throw n; } ~Fails() { say("-Fails", 0); } };
struct Owner { Noisy *p; Owner(const char *s) : p(new Noisy(s)) {} Owner(Owner &&o) noexcept : p(o.p) { o.p = nullptr; } Owner &operator=(Owner &&o) noexcept { std::swap(p, o.p); return *this; } Owner(const Owner &) = delete; ~Owner() { delete p; } Noisy *operator->() const { return p; } };
struct Kept : Noisy { Two two; using Noisy::Noisy; Kept(const char *s) : Noisy(s), two("kept") {} };
struct Plain { Noisy a, b; int n; };
Noisy make(const char *s) { return Noisy(s); }
Noisy named(const char *s) { Noisy r(s); if (s[0] == 'x') say("x", 0); return r; }
Noisy choose(bool b) { if (b) return Noisy("yes"); Noisy no("no"); return no; }
Noisy through(Noisy n) { return n; }
const Noisy &same(const Noisy &n) { return n; }
Owner owner(const char *s) { Owner o(s); return o; }
int use(const Noisy &n, int k = 1) { say("use", n.name); return k; }
int thrower(int n) { Noisy guard("guard"); if (n > 3) throw Noisy("thrown"); if (n == 3) throw 33; return n + 1; }`;

const text = (random: Random): string => `"${random.one(['a', 'b', 'c', 'xy', 'z'])}"`;

function statement(random: Random, depth: number): string {
  const t = (): string => text(random);
  const inner = (): string => (depth > 0 ? statement(random, depth - 1) : `use(${t()});`);
  return random.one([
    () => `{ Noisy v(${t()}); ${inner()} }`,
    () =>
      `for (int i = 0; i < 3; i++) { Noisy v(${t()}); if (i == n % 3) ${random.one(['break', 'continue', 'return i', '{ n++; continue; }'])}; ${inner()} }`,
    () => `n += use(make(${t()}));`,
    () => `{ const Noisy &r = make(${t()}); ${inner()} use(r); }`,
    () => `{ Noisy &&r = named(${t()}); r = Noisy(${t()}); }`,
    () => `{ Noisy v = n & 1 ? make(${t()}) : named(${t()}); use(v); }`,
    () =>
      `{ Noisy v(choose(n > 1)); Noisy w = through(v); Noisy x = through(std::move(w)); say("left", w.name); ${inner()} }`,
    () => `use(same(make(${t()})));`,
    () => `if (use(Noisy(${t()})) && n > ${random.below(4)}) { ${inner()} } else { ${inner()} }`,
    () => `switch (n % 3) { case 0: { Noisy v(${t()}); break; } case 1: use(${t()}); default: ${inner()} }`,
    () =>
      `try { Noisy v(${t()}); n += thrower(n); ${inner()} } catch (int e) { Noisy c(${t()}); n = e % 7; } catch (Noisy &e) { say("in", e.name); ${random.below(2) ? 'throw;' : 'n = 1;'} }`,
    () => `try { Fails f(n); ${inner()} } catch (...) { say("failed", n); }`,
    () => `{ Two two(${t()}); Two copy = two; ${inner()} }`,
    () => `{ Owner o = owner(${t()}); Owner p(std::move(o)); o = Owner(${t()}); use(*p.p); say("name", o->name); }`,
    () => `{ Kept k(${t()}); Noisy sliced = k; Kept *q = new Kept(${t()}); ${inner()} delete q; }`,
    () => `{ Noisy t[3] = {Noisy(${t()}), make(${t()})}; t[1] = t[0]; for (const Noisy &v : t) use(v); }`,
    () => `{ Noisy *t = new Noisy[n % 3 + 1]; ${inner()} delete[] t; }`,
    () =>
      `{ Plain p{${t()}, make(${t()}), 3}; Plain q = p; q.b = std::move(p.a); auto &[a, b, k] = q; say(a.name, k); use(b); }`,
    () => `{ static Noisy once("once"); use(once); }`,
    () => `{ Noisy v(${t()}); auto f = [v, w = Noisy(${t()})]() mutable { w = v; return w; }; ${inner()} use(f()); }`,
    () =>
      `{ std::unique_ptr<Noisy> p(new Noisy(${t()})); std::shared_ptr<Noisy> q = std::make_shared<Noisy>(${t()}), r = q; p.reset(n & 1 ? new Noisy(${t()}) : nullptr); ${inner()} say("count", q.use_count()); }`,
    () => `{ alignas(Noisy) char room[sizeof(Noisy)]; Noisy *v = new (room) Noisy(${t()}); use(*v); v->~Noisy(); }`,
    () =>
      `{ std::pair<Noisy, int> p{Noisy(${t()}), 2}; auto [a, b] = p; say(a.name, b); std::optional<Noisy> o; if (n & 1) o = Noisy(${t()}); ${inner()} o.reset(); }`,
    () => `n += (use(Noisy(${t()})), use(make(${t()}), 2));`,
    () =>
      `while (Noisy v = n > 8 ? Noisy("") : Noisy(${t()})) { n += 3; ${random.below(3) === 0 ? 'if (n == 4) continue;' : ''} }`,
    () => `{ int k = [&] { Noisy v(${t()}); return thrower(n & 1) + use(v); }(); n = k % 9; }`,
    () => `if (Noisy v(${t()}); n > 2) { ${inner()} } else use(v);`,
    () =>
      `{ goto${' '}skip_${depth}_${random.below(1_000_000)}; }`.replace(
        /\{ goto (\w+); \}/,
        '{ { Noisy v("jump"); if (n > 1) goto $1; use(v); } $1: ; }',
      ),
  ])();
}
