/** Whether accesses of two threads may meet, against trying all threads and iterations; segments between barriers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Statement } from '../../src/ir/module.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { barrierSegments } from '../../src/opt/analysis/barrier-segments.ts';
import { type Fact, type Linear, mayMeet, type Spot, type Term } from '../../src/opt/analysis/launch-conflicts.ts';

let state = 7;
const below = (n: number): number => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
};

const extents = { 'tid.x': 3, 'tid.y': 2, 'ctaid.x': 2 } as const;
type Place = Record<string, number>;

function randomSpot(): Spot {
  const terms = new Map<string, Term>();
  const threads = new Map(
    Object.entries(extents).map(
      ([name, n]) => [name, below(5) === 0 ? { low: 1, high: 1 } : { low: 0, high: n - 1 }] as const,
    ),
  );
  for (const [name, range] of threads)
    if (below(4) > 0) terms.set(name, { factor: [4, 8, 12, 24, -4][below(5)]!, ...range });
  if (below(2) > 0) terms.set(`loop ${below(2)}`, { factor: [4, 12, 48][below(3)]!, low: 0, high: 2 });
  const spot = { at: { base: '$0', constant: 4 * below(4), terms }, bytes: [4, 8][below(2)]!, threads };
  return below(2) > 0 ? spot : { ...spot, facts: Array.from({ length: 1 + below(2) }, () => randomFact(spot)) };
}

function randomFact({ at, threads }: Spot): Fact {
  const terms = new Map<string, Term>();
  for (const [name, range] of [...threads, ...[...at.terms].filter(([n]) => n.startsWith('loop'))])
    if (below(2) > 0) terms.set(name, { ...range, factor: [1, 3, -1, 2][below(4)]! });
  const of = { base: '', constant: below(3) - 1, terms };
  const low = below(4) - 2;
  return below(2) > 0 ? { of, modulus: 2 + below(2), rest: below(2) } : { of, low, high: low + below(4) };
}

function holds(fact: Fact, place: Place): boolean {
  const sum = addressAt(fact.of, place);
  return 'modulus' in fact ? (sum - fact.rest) % fact.modulus === 0 : fact.low <= sum && sum <= fact.high;
}

/** All that a spot comes to: where, and who. */
function places({
  at,
  threads,
  facts = [],
}: Spot): readonly { readonly address: number; readonly who: string; readonly block: number }[] {
  let all: Place[] = [{}];
  const names = new Map([...threads, ...[...at.terms].filter(([name]) => name.startsWith('loop'))]);
  for (const [name, { low, high }] of names)
    all = all.flatMap((p) => Array.from({ length: high - low + 1 }, (_, i) => ({ ...p, [name]: low + i })));
  const come = all.filter((p) => facts.every((f) => holds(f, p)));
  return come.map((p) => ({
    address: addressAt(at, p),
    who: [...threads.keys()].map((n) => p[n]).join(),
    block: p['ctaid.x']!,
  }));
}

function addressAt({ constant, terms }: Linear, place: Place): number {
  return [...terms].reduce((sum, [name, t]) => sum + t.factor * place[name]!, constant);
}

test('what is said not to meet does not', () => {
  let [apart, together] = [0, 0];
  for (let i = 0; i < 6000; i++) {
    const [a, b] = [randomSpot(), below(3) > 0 ? randomSpot() : undefined];
    const ofBlock = below(2) > 0;
    const said = mayMeet(a, b ?? a, { tells: (name) => !ofBlock || !name.startsWith('ctaid') });
    const others = places(b ?? a);
    const met = places(a).find((p) =>
      others.some(
        (q) =>
          p.who !== q.who &&
          (!ofBlock || p.block === q.block) &&
          p.address < q.address + (b ?? a).bytes &&
          q.address < p.address + a.bytes,
      ),
    );
    if (said) together += met ? 0 : 1;
    else apart++;
    if (!said) assert.equal(met, undefined, JSON.stringify([a, b, ofBlock, met]));
  }
  assert.ok(apart > 2500 && together < 200, `${apart} of 6000 told apart, ${together} not that are`);
});

test('each thread has its place, by rows, and by steps of the whole grid', () => {
  const threads = new Map([
    ['tid.x', { low: 0, high: 63 }],
    ['ctaid.x', { low: 0, high: 9 }],
  ]);
  const terms = new Map([
    ['tid.x', { factor: 4, low: 0, high: 63 }],
    ['ctaid.x', { factor: 256, low: 0, high: 9 }],
    ['loop l', { factor: 2560, low: 0, high: 4 }],
  ]);
  const own: Spot = { at: { base: '', constant: 0, terms }, bytes: 4, threads };
  assert.equal(mayMeet(own, own, { tells: () => true }), false);
  assert.equal(mayMeet(own, { ...own, at: { ...own.at, constant: 4 } }, { tells: () => true }), true);
  assert.equal(mayMeet({ ...own, bytes: 8 }, own, { tells: () => true }), true);
});

test('segments between barriers', () => {
  const text = `module "t"\nkernel "k" ("a":ptr.global) () {\nlocal "i":i32\nstore i32 $0:ptr.global 0 1:i32\nbarrier block\nstore i32 $0:ptr.global 4 1:i32
loop "l" {\nif (lt:bool 3:i32 $1:i32) {\nbreak "l"\n}\nstore i32 $0:ptr.global 8 1:i32\nbarrier block\nstore i32 $0:ptr.global 12 1:i32\n}\nstore i32 $0:ptr.global 16 1:i32\nreturn ()\n}\n`;
  const { body } = parseModule(text).functions[0]!;
  const loop = body.find((s): s is Extract<Statement, { kind: 'loop' }> => s.kind === 'loop')!;
  const segmentOf = barrierSegments(body);
  const [before, first, , , last] = [body[0]!, body[2]!, loop, loop, body[4]!].map((s) => segmentOf(s));
  const inLoop = loop.body.filter((s) => s.kind === 'store').map((s) => segmentOf(s));
  assert.notEqual(before, first);
  // The end of an iteration meets the beginning of the next one, and what follows the loop.
  assert.deepEqual(inLoop, [first, first]);
  assert.equal(last, first);
});
