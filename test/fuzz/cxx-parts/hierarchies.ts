/** Classes with several bases, virtual ones too: who is made and destroyed when, who answers a call, where bases lie, what casts give. */
import type { Random } from '../cxx-random.ts';
import { list, type Part } from './part.ts';

type Base = { readonly of: number; readonly virtual: boolean };
type Shape = { readonly bases: readonly Base[]; readonly isPolymorphic: boolean };

export function hierarchies(random: Random): Part {
  const shapes: Shape[] = [];
  const count = 4 + random.below(4);
  for (let i = 0; i < count; i++) shapes.push(shape(random, shapes, i));
  const classes = shapes.map((s, i) => classText(random, shapes, s, i));
  const uses = list(3, () => use(random, shapes)).join('');
  return {
    declarations: `namespace shapes {\n${classes.join('\n')}\n}`,
    statements: `{ using namespace shapes;\n${uses}}`,
  };
}

function shape(random: Random, before: readonly Shape[], i: number): Shape {
  const bases: Base[] = [];
  const wanted = i < 2 ? random.below(2) : random.below(4);
  for (let k = 0; k < wanted; k++) {
    const of = random.below(Math.max(1, i));
    const isThere = bases.some(
      (b) => b.of === of || parts(before, { of: b.of }).has(of) || parts(before, { of }).has(b.of),
    );
    if (i > 0 && !isThere) bases.push({ of, virtual: random.below(2) === 0 });
  }
  return { bases, isPolymorphic: true };
}

/** How often each class is a part of an object of the class. */
function parts(
  all: readonly Shape[],
  { of }: { readonly of: number },
  shared = new Set<number>(),
): Map<number, number> {
  const found = new Map<number, number>();
  for (const b of all[of]?.bases ?? []) {
    if (b.virtual && shared.has(b.of)) continue;
    if (b.virtual) shared.add(b.of);
    found.set(b.of, (found.get(b.of) ?? 0) + 1);
    for (const [k, n] of parts(all, b, shared)) found.set(k, (found.get(k) ?? 0) + n);
  }
  return found;
}

const unique = (all: readonly Shape[], of: number): number[] =>
  [...parts(all, { of })].filter(([, n]) => n === 1).map(([k]) => k);

function classText(random: Random, all: readonly Shape[], s: Shape, i: number): string {
  const name = `C${i}`;
  const heads = s.bases.map((b) => `${random.below(5) ? 'public ' : ''}${b.virtual ? 'virtual ' : ''}C${b.of}`);
  const given = [...new Set([...s.bases.map((b) => b.of), ...virtuals(all, i)])];
  const inits = [...given.filter(() => random.below(3) > 0).map((b) => `C${b}(n + ${random.below(9)})`), `m${i}(n)`];
  const member = random.below(3) === 0 ? `Noisy part{"part of ${name}"};` : '';
  const own = random.one(['char', 'short', 'int', 'long long', 'double']);
  const copy = random.below(3);
  const answer = random.below(3) === 0 && s.bases.length > 0 ? ` + C${s.bases[0]!.of}::f(x / 2)` : '';
  return `struct ${name}${heads.length ? ` : ${heads.join(', ')}` : ''} {
  ${own} m${i}; ${member}
  ${name}(int n = ${10 + i}) : ${inits.join(', ')} { say("+${name}", m${i}); }
  ${copy === 0 ? `${name}(const ${name} &o) : m${i}(o.m${i} + 1) { say("copy ${name}", m${i}); }` : copy === 1 ? `${name}(const ${name} &) = default;` : ''}
  virtual ~${name}() { say("-${name}", m${i}); say("as", f(1)); }
  ${s.bases.length !== 1 || random.below(2) ? `virtual int f(int x) const ${s.bases.length ? 'override ' : ''}{ return x * ${2 + i} + (int)m${i}${answer}; }` : ''}
  virtual long g${i}() { return m${i} * 3 + ${random.below(2) ? 'f(2)' : 'sizeof(*this)'}; }
};`;
}

/** Bases that the class itself makes, wherever they stand. */
function virtuals(all: readonly Shape[], of: number): number[] {
  return (all[of]?.bases ?? []).flatMap((b) => [...(b.virtual ? [b.of] : []), ...virtuals(all, b.of)]);
}

function use(random: Random, all: readonly Shape[]): string {
  const of = all.length - 1 - random.below(Math.min(3, all.length));
  const bases = unique(all, of);
  const name = `C${of}`;
  const lines = [`${name} o(${random.below(50)}); say("size", sizeof o); say("f", o.f(3)); say("g", o.g${of}());`];
  for (const b of bases) {
    lines.push(
      random.one([
        `{ C${b} &r = o; say("at", (char *)&r - (char *)&o); say("f", r.f(${b})); }`,
        `{ C${b} *q = &o; say("back", dynamic_cast<${name} *>(q) == &o); say("whole", dynamic_cast<void *>(q) == &o); say("g", q->g${b}()); }`,
        `{ C${b} sliced(o); say("sliced", sliced.f(1)); }`,
        `{ long (C${b}::*m)() = &C${b}::g${b}; say("through", (o.*m)()); int C${b}::*d = nullptr; say("none", d == nullptr); }`,
        `{ C${b} *q = new ${name}(${b}); say("kind", typeid(*q) == typeid(${name})); say("other", typeid(*q) == typeid(C${b})); delete q; }`,
      ]),
    );
    const other = random.one(bases);
    if (random.below(2))
      lines.push(`{ C${b} *q = &o; say("cross", dynamic_cast<C${other} *>(q) == static_cast<C${other} *>(&o)); }`);
  }
  if (random.below(2))
    lines.push(`{ ${name} t[2] = {${name}(1), 2}; ${name} u = t[1]; u = t[0]; say("m", u.m${of}); }`);
  return `{ ${lines.join('\n  ')} }\n`;
}
