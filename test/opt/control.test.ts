/**
 * Passes that follow the ways through a function: what they make of random functions with blocks, branches, loops and jumps stores the same, and what they are
 * for is there.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nowhere } from '../../src/base/source.ts';
import { add, and, eq, i32, local, lt, op } from '../../src/ir/build.ts';
import type { Expression, Fn, Local, Statement } from '../../src/ir/module.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { printFunction } from '../../src/ir/print.ts';
import { keyOf } from '../../src/ir/value-key.ts';
import { eachStatement } from '../../src/ir/walk.ts';
import { demoteLoopResults } from '../../src/opt/scalar/demote-loop-results.ts';
import { threadJumps } from '../../src/opt/scalar/jump-threading.ts';
import { licm } from '../../src/opt/scalar/licm.ts';
import { simplify } from '../../src/opt/scalar/simplify.ts';
import { splitLiveRanges } from '../../src/opt/scalar/split-live-ranges.ts';
import { type Random, randomSource } from '../back/random-kernel.ts';

// ---- random functions ----------------------------------------------------------------------------------------------------------

/** Local 0 is the address of the cells, local 1 the number; then come the values, then the variables of loops. */
const values = 8;
const first = 2;
/** `answer`: the value that says how a block was left. */
type Label = { readonly label: string; readonly loop: boolean; readonly answer?: number };
type Place = { readonly depth: number; readonly labels: readonly Label[] };
type State = { readonly r: Random; readonly locals: Local[]; labels: number; budget: number };

function randomFunction(seed: number): Fn {
  const r = randomSource(seed);
  const locals: Local[] = [
    { name: 'p', type: 'ptr.host' },
    { name: 'n', type: 'i32' },
    ...Array.from({ length: values }, (_, i): Local => ({ name: `v${i}`, type: 'i32' })),
  ];
  const s: State = { r, locals, labels: 0, budget: 60 };
  const start = Array.from({ length: values }, (_, i): Statement => ({ kind: 'set', local: first + i, value: i32(0) }));
  const body = [...start, ...statements(s, { depth: 0, labels: [] }), ...start.map((_, i) => cell(i, value(s)))];
  return { name: 'f', kind: 'host', params: 2, results: [], locals, slots: [], body, at: nowhere };
}

function statements(s: State, place: Place): readonly Statement[] {
  return Array.from({ length: 1 + s.r(5) }, () => statement(s, place)).flat();
}

function statement(s: State, place: Place): readonly Statement[] {
  s.budget--;
  const { r } = s;
  const set = (): Statement => ({ kind: 'set', local: first + r(values), value: r(3) === 0 ? i32(r(3)) : value(s) });
  if (s.budget < 0 || place.depth > 4) return [set()];
  const inner = (...label: readonly Label[]): readonly Statement[] =>
    statements(s, { depth: place.depth + 1, labels: [...place.labels, ...label] });
  const says = (answer: number): Statement => ({ kind: 'set', local: answer, value: i32(r(2)) });
  const branch = (otherwise: boolean): Statement => ({
    kind: 'if',
    condition: condition(s),
    then: inner(),
    otherwise: otherwise ? inner() : [],
  });
  switch (r(10)) {
    case 0:
    case 1:
    case 2:
      return [set()];
    case 3:
      return [cell(r(values), value(s))];
    case 4:
      return [branch(r(2) === 0)];
    case 5:
    case 6: {
      const label = `b${s.labels++}`;
      const answer = first + r(values);
      const block: Statement = {
        kind: 'block',
        label,
        body: [...inner({ label, loop: false, answer }), ...(r(8) === 0 ? [] : [says(answer)])],
      };
      const asked = { ...branch(r(2) === 0), condition: eq(local(answer, 'i32'), i32(r(2))) };
      return r(4) === 0 ? [block] : [block, asked];
    }
    case 7: {
      const label = `l${s.labels++}`;
      const counter = s.locals.push({ name: 'i', type: 'i32' }) - 1;
      const trips = i32(r(4));
      return [
        { kind: 'for', label, local: counter, from: i32(0), trips, step: i32(1), body: inner({ label, loop: true }) },
      ];
    }
    default: {
      const to = place.labels[r(place.labels.length || 1)];
      if (!to) return [set()];
      const last = to.answer !== undefined && r(8) > 0 ? says(to.answer) : set();
      const jump: Statement = { kind: to.loop && r(2) === 0 ? 'continue' : 'break', label: to.label };
      return [{ kind: 'if', condition: condition(s), then: [last, jump], otherwise: [] }];
    }
  }
}

function cell(index: number, value: Expression): Statement {
  return { kind: 'store', memory: 'i32', to: local(0, 'ptr.host'), offset: 4 * index, value };
}

function value(s: State): Expression {
  const v = local(first + s.r(values), 'i32');
  return s.r(3) === 0 ? v : add(v, s.r(2) === 0 ? local(1, 'i32') : local(first + s.r(values), 'i32'));
}

function condition(s: State): Expression {
  const v = s.r(4) === 0 ? local(1, 'i32') : local(first + s.r(values), 'i32');
  return s.r(2) === 0 ? eq(v, i32(s.r(3))) : lt(and(v, i32(3)), i32(s.r(3)));
}

// ---- what they do --------------------------------------------------------------------------------------------------------------

type Left = { readonly kind: 'break' | 'continue'; readonly label: string } | undefined;

/** What is stored, in its order. */
function run(fn: Fn, n: number): readonly string[] {
  const locals = new Array<number>(fn.locals.length).fill(0);
  locals[1] = n;
  const slots = new Array<number>(fn.slots.length).fill(0);
  const stored: string[] = [];
  const number = (e: Expression): number => {
    if (e.kind === 'const') return Number(e.value);
    if (e.kind === 'local') return locals[e.index]!;
    if (e.kind === 'load' && e.from.kind === 'slot') return slots[e.from.index]!;
    assert.equal(e.kind, 'op');
    if (e.kind !== 'op') return 0;
    const folded = op(
      e.op,
      e.args.map(
        (a): Expression => ({ kind: 'const', type: a.type, value: a.type === 'bool' ? number(a) !== 0 : number(a) }),
      ),
      e.type,
    );
    return folded.kind === 'const' ? Number(folded.value) : assert.fail(e.op);
  };
  const list = (body: readonly Statement[]): Left => {
    for (const s of body) {
      const left = one(s);
      if (left) return left;
    }
    return undefined;
  };
  const one = (s: Statement): Left => {
    switch (s.kind) {
      case 'set':
        locals[s.local] = number(s.value);
        return undefined;
      case 'store':
        if (s.to.kind === 'slot') slots[s.to.index] = number(s.value);
        else stored.push(`${s.offset} ${number(s.value)}`);
        return undefined;
      case 'if':
        return list(number(s.condition) !== 0 ? s.then : s.otherwise);
      case 'block': {
        const left = list(s.body);
        return left?.kind === 'break' && left.label === s.label ? undefined : left;
      }
      case 'for': {
        locals[s.local] = number(s.from);
        for (let trips = number(s.trips); trips > 0; trips--) {
          const left = list(s.body);
          if (left && left.label !== s.label) return left;
          if (left?.kind === 'break') return undefined;
          locals[s.local]! += number(s.step);
        }
        return undefined;
      }
      case 'break':
      case 'continue':
        return s;
      default:
        return assert.fail(s.kind);
    }
  };
  list(fn.body);
  return stored;
}

const all = (fn: Fn): Fn => demoteLoopResults(licm(simplify(splitLiveRanges(threadJumps(fn))), keyOf));
const seeds = Number(process.env.FUNCTIONS ?? 400);
const passes = { threadJumps, splitLiveRanges, demoteLoopResults, all } as const;

for (const [name, pass] of Object.entries(passes))
  test(`${name}: random functions store the same`, () => {
    for (let seed = 1; seed <= seeds; seed++) {
      const fn = randomFunction(seed);
      const made = pass(fn);
      for (const n of [0, 1, 2, 5])
        assert.deepEqual(
          run(made, n),
          run(fn, n),
          `seed ${seed}, n ${n}\n${printFunction(fn)}\n${printFunction(made)}`,
        );
    }
  });

// ---- what they are for -----------------------------------------------------------------------------------------------------------

function parse(body: string, locals: readonly string[]): Fn {
  const names = locals.map((l) => `  local ${l}`).join('\n');
  const [fn] = parseModule(`module "m"\nhost "f" ("p":ptr.host "n":i32) () {\n${names}\n${body}\n}`).functions;
  assert.ok(fn);
  return fn;
}

function count(fn: Fn, kind: Statement['kind']): number {
  let n = 0;
  eachStatement(fn.body, (s) => {
    if (s.kind === kind) n++;
  });
  return n;
}

const answer = (work: string): Fn =>
  parse(
    `  block "b" {
    if (gt:bool $1:i32 3:i32) {
      $2 = true:bool
      break "b"
    }
    $2 = false:bool
  }
  if $2:bool {
${work}
  }`,
    ['"r":bool', '"i":i32'],
  );

test('work goes to the way out that knows it is wanted', () => {
  const made = threadJumps(answer('    store i32 $0:ptr.host 0 1:i32'));
  assert.equal(count(made, 'if'), 1);
  assert.match(printFunction(made), /store.*\n\s*break "b"/);
});

test('what an earlier iteration has set is not known', () => {
  const text = printFunction(answer('    store i32 $0:ptr.host 0 1:i32')).replace(
    '    if (gt:bool $1:i32 3:i32) {\n      $2 = true:bool\n      break "b"\n    }\n',
    '    $2 = false:bool\n    for "l" $3 0:i32 9:i32 1:i32 {\n      if (eq:bool $3:i32 $1:i32) {\n        break "b"\n      }\n      $2 = true:bool\n    }\n',
  );
  const [fn] = parseModule(`module "m"\n${text}`).functions;
  assert.ok(fn);
  assert.equal(count(fn, 'for'), 1);
  assert.equal(threadJumps(fn), fn);
});

test('what threads do together stays', () => {
  const fn = answer('    barrier block');
  assert.equal(threadJumps(fn), fn);
});

test('long work for several ways out stands once, behind a jump', () => {
  const work = Array.from({ length: 40 }, (_, i) => `    store i32 $0:ptr.host ${4 * i} $1:i32`).join('\n');
  const text = printFunction(answer(work)).replace(
    '    $2 = false:bool',
    '    if (gt:bool $1:i32 2:i32) {\n      $2 = true:bool\n      break "b"\n    }\n    $2 = false:bool',
  );
  const [fn] = parseModule(`module "m"\n${text}`).functions;
  assert.ok(fn);
  const made = threadJumps(fn);
  assert.equal(count(made, 'store'), 40);
  assert.equal(count(made, 'if'), 2);
  assert.match(printFunction(made), /break "past~1"/);
});

test('each sum of a chain has a name of its own, and what stays the same goes before the loop', () => {
  const fn = parse(
    `  for "l" $2 0:i32 10:i32 1:i32 {
    $3 = 0:i32
    $3 = (add:i32 $3:i32 (mul:i32 $1:i32 $1:i32))
    $3 = (add:i32 $3:i32 (mul:i32 $1:i32 3:i32))
    store i32 $0:ptr.host 0 (add:i32 $3:i32 $2:i32)
  }`,
    ['"i":i32', '"s":i32'],
  );
  const made = licm(simplify(splitLiveRanges(fn)), keyOf);
  const loop = made.body.find((s) => s.kind === 'for');
  assert.ok(loop?.kind === 'for');
  assert.doesNotMatch(printFunction({ ...made, body: loop.body }), /mul/);
});

test('findings of an inner loop go to memory, unless the loop looks at them', () => {
  const found = (of: string) =>
    parse(
      `  for "l" $2 0:i32 $1:i32 1:i32 {
    if (eq:bool (load i32 $0:ptr.host 0) $2:i32) {
      $3 = $2:i32
      $4 = $2:i32
      $5 = $2:i32
      $6 = ${of}
    }
  }
  store i32 $0:ptr.host 0 (add:i32 (add:i32 $3:i32 $4:i32) (add:i32 $5:i32 $6:i32))`,
      ['"i":i32', '"a":i32', '"b":i32', '"c":i32', '"d":i32'],
    );
  assert.equal(demoteLoopResults(found('$2:i32')).slots.length, 4);
  assert.equal(demoteLoopResults(found('$5:i32')).slots.length, 0);
});
