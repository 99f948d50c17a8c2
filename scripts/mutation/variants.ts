/** Functions of the IR made a little different at random; what comes out may be more than the verifier takes. */
import type { Expression, Fn, Statement } from '../../src/ir/module.ts';
import { type OperationName, operations } from '../../src/ir/operations.ts';
import { isPointer, type ValueType } from '../../src/ir/types.ts';
import {
  bodiesOf,
  changeBodies,
  eachExpressionOf,
  eachStatement,
  mapBody,
  mapExpression,
  mapStatement,
} from '../../src/ir/walk.ts';

/** Whole numbers below `n`, the same ones each time. */
export class Random {
  #state: number;
  constructor(seed: number) {
    this.#state = seed;
  }
  below(n: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * n);
  }
  of<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)];
  }
}

/** Where parts of other functions come from. */
export class Pool {
  readonly statements: { readonly s: Statement; readonly of: Fn }[] = [];
  readonly #expressions = new Map<ValueType, { readonly e: Expression; readonly of: Fn }[]>();

  add(of: Fn): void {
    eachStatement(of.body, (s) => {
      if (sizeOfStatement(s) <= statementsAtMost) this.statements.push({ s, of });
      eachExpressionOf(s, (e) => {
        const list = this.#expressions.get(e.type) ?? [];
        this.#expressions.set(e.type, list);
        list.push({ e, of });
      });
    });
  }
  expressions(type: ValueType): readonly { readonly e: Expression; readonly of: Fn }[] {
    return this.#expressions.get(type) ?? [];
  }
}

const statementsAtMost = 6;
function sizeOfStatement(s: Statement): number {
  return bodiesOf(s).reduce((n, b) => n + b.reduce((m, x) => m + sizeOfStatement(x), 0), 1);
}

type Change = (fn: Fn, random: Random, pool: Pool) => Fn;

export function variantOf(fn: Fn, random: Random, pool: Pool): Fn {
  let made = fn;
  for (let n = 1 + random.below(3); n > 0; n--) made = changes[random.below(changes.length)]!(made, random, pool);
  return made;
}

// ── expressions ──

function countOf(body: readonly Statement[]): number {
  let n = 0;
  mapBody(body, (e) => {
    n++;
    return e;
  });
  return n;
}

/** One of the expressions of the function is another one. */
const onExpression =
  (change: (e: Expression, fn: Fn, random: Random, pool: Pool) => Expression): Change =>
  (fn, random, pool) => {
    const at = random.below(countOf(fn.body));
    let n = 0;
    const locals = fn.locals;
    const body = mapBody(fn.body, (e) => {
      if (n++ !== at) return e;
      const made = change(e, { ...fn, locals }, random, pool);
      return made;
    });
    return { ...fn, body, locals };
  };

const numbers = [
  0, 1, 2, 3, 4, 5, 7, 8, 12, 16, 31, 32, 33, 64, 100, 128, 255, 256, 1024, 4096, 65536, -1, -2, -4, -8, 2147483647,
  -2147483648,
];

function constant(type: ValueType, random: Random): Expression {
  const value = random.of(numbers)!;
  if (type === 'bool') return { kind: 'const', type, value: value % 2 === 0 };
  return {
    kind: 'const',
    type,
    value: type === 'i64' || isPointer(type) ? BigInt(isPointer(type) ? 0 : value) : value,
  };
}

function near(e: Expression, random: Random): Expression {
  if (e.kind !== 'const' || typeof e.value === 'boolean') return e;
  const by = random.of([1, -1, 4, -4])!;
  return { ...e, value: typeof e.value === 'bigint' ? e.value + BigInt(by) : e.value + by };
}

function ofType(type: ValueType, fn: Fn, random: Random): Expression {
  const indices = [...fn.locals.keys()].filter((i) => fn.locals[i]?.type === type);
  const index = random.of(indices);
  if (index !== undefined && random.below(3) > 0) return { kind: 'local', type, index };
  if (type === 'i32' && fn.kind !== 'host' && random.below(2) === 0)
    return {
      kind: 'special',
      type,
      name: random.of(['tid.x', 'tid.y', 'tid.z', 'ctaid.x', 'ctaid.y', 'ntid.x', 'nctaid.x', 'laneid'] as const)!,
    };
  return constant(type, random);
}

/** Names of operations by what they take and give. */
const alike = new Map<string, OperationName[]>();
for (const [name, { signatures }] of Object.entries(operations))
  for (const { takes, gives } of signatures) {
    const key = `${takes.join()}>${gives}`;
    alike.set(key, [...(alike.get(key) ?? []), name as OperationName]);
  }

function otherOperation(e: Expression, random: Random): Expression {
  if (e.kind !== 'op') return e;
  const plain = (t: ValueType): string => (isPointer(t) ? 'pointer' : t);
  const names = alike.get(`${e.args.map((a) => plain(a.type)).join()}>${plain(e.type)}`) ?? [];
  const name = random.of(names);
  return name ? { ...e, op: name } : e;
}

function inside(e: Expression, fn: Fn, random: Random): Expression {
  const compare = random.of(['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'and', 'or'] as const)!;
  if (e.type === 'bool') {
    if (random.below(2) === 0) return { kind: 'op', type: 'bool', op: 'not', args: [e] };
    const other: Expression = {
      kind: 'op',
      type: 'bool',
      op: compare === 'and' || compare === 'or' ? 'lt' : compare,
      args: [ofType('i32', fn, random), ofType('i32', fn, random)],
    };
    return { kind: 'op', type: 'bool', op: random.of(['and', 'or'] as const)!, args: [e, other] };
  }
  if (isPointer(e.type)) return { kind: 'op', type: e.type, op: 'offset', args: [e, ofType('i64', fn, random)] };
  if (e.type === 'i64' && random.below(2) === 0)
    return { kind: 'op', type: 'i64', op: 'extend', args: [ofType('i32', fn, random)] };
  const name = random.of(['add', 'sub', 'mul', 'min', 'max', 'div', 'rem', 'and', 'shl', 'shr.s'] as const)!;
  const args = [e, ofType(e.type, fn, random)];
  return { kind: 'op', type: e.type, op: name, args: random.below(2) === 0 ? args : args.toReversed() };
}

// ── parts of other functions ──

/** The expression in the locals of another function. */
function moved(e: Expression, from: Fn, fn: Fn, random: Random, locals: Fn['locals'][number][]): Expression {
  const to = placeFor(from, fn, random, locals);
  return mapExpression(e, (x) => (x.kind === 'local' ? { ...x, index: to(x.index) } : x));
}

function placeFor(from: Fn, fn: Fn, random: Random, locals: Fn['locals'][number][]): (index: number) => number {
  if (from === fn || from.name === fn.name) return (index) => (index < fn.locals.length ? index : 0);
  const places = new Map<number, number>();
  return (index) => {
    let to = places.get(index);
    if (to === undefined) {
      const type = from.locals[index]?.type ?? 'i32';
      const same = [...locals.keys()].filter((i) => locals[i]?.type === type);
      to = same.length > 0 && random.below(5) > 0 ? random.of(same)! : locals.push({ name: 'other', type }) - 1;
      places.set(index, to);
    }
    return to;
  };
}

const transplantExpression: Change = (fn, random, pool) => {
  const locals = [...fn.locals];
  const at = random.below(countOf(fn.body));
  let n = 0;
  const body = mapBody(fn.body, (e) => {
    if (n++ !== at) return e;
    const donor = random.of(pool.expressions(e.type));
    return donor ? moved(donor.e, donor.of, fn, random, locals) : e;
  });
  return { ...fn, body, locals };
};

function movedStatement(s: Statement, from: Fn, fn: Fn, random: Random, locals: Fn['locals'][number][]): Statement {
  const local = placeFor(from, fn, random, locals);
  const own = new Map<string, string>();
  eachStatement([s], (x) => {
    if ('label' in x && x.kind !== 'break' && x.kind !== 'continue')
      own.set(x.label, `${x.label}'${random.below(1000)}`);
  });
  const around = labelsOf(fn);
  const expression = (e: Expression): Expression =>
    mapExpression(e, (x) => (x.kind === 'local' ? { ...x, index: local(x.index) } : x));
  const label = (l: string): string => own.get(l) ?? random.of(around) ?? l;
  const body = (list: readonly Statement[]): readonly Statement[] =>
    list.map((x) => mapStatement(x, { expression, body, local, label }));
  return mapStatement(s, { expression, body, local, label });
}

function labelsOf(fn: Fn): readonly string[] {
  const labels: string[] = [];
  eachStatement(fn.body, (s) => {
    if (s.kind === 'loop' || s.kind === 'for' || s.kind === 'block') labels.push(s.label);
  });
  return labels;
}

// ── statements ──

/** One of the lists of the function with another list in its place. */
const onList =
  (
    change: (
      list: readonly Statement[],
      at: number,
      fn: Fn,
      random: Random,
      pool: Pool,
      locals: Fn['locals'][number][],
    ) => readonly Statement[],
  ): Change =>
  (fn, random, pool) => {
    let places = 0;
    eachStatement(fn.body, () => places++);
    const chosen = random.below(places + 1);
    const locals = [...fn.locals];
    let n = 0;
    const walk = (list: readonly Statement[]): readonly Statement[] => {
      let at = -1;
      const made = list.map((s, i) => {
        if (n++ === chosen) at = i;
        return changeBodies(s, walk);
      });
      return at < 0 ? made : change(made, at, fn, random, pool, locals);
    };
    const body = chosen === places ? change(fn.body, fn.body.length, fn, random, pool, locals) : walk(fn.body);
    return { ...fn, body, locals };
  };

const pieces = (list: readonly Statement[], at: number, made: readonly Statement[], away = 0): readonly Statement[] => [
  ...list.slice(0, at),
  ...made,
  ...list.slice(at + away),
];

function around(
  list: readonly Statement[],
  at: number,
  fn: Fn,
  random: Random,
  locals: Fn['locals'][number][],
): readonly Statement[] {
  const n = 1 + random.below(Math.min(4, Math.max(1, list.length - at)));
  const body = list.slice(at, at + n);
  const label = `around'${random.below(1000)}`;
  const condition: Expression = {
    kind: 'op',
    type: 'bool',
    op: random.of(['eq', 'ne', 'lt', 'le', 'gt', 'ge'] as const)!,
    args: [ofType('i32', fn, random), ofType('i32', fn, random)],
  };
  const leave: Statement = { kind: 'break', label };
  const guarded: Statement = { kind: 'if', condition, then: [leave], otherwise: [] };
  const local = (): number => locals.push({ name: 'turn', type: 'i32' }) - 1;
  const made = random.of<() => Statement>([
    () => ({ kind: 'if', condition, then: body, otherwise: [] }),
    () => ({ kind: 'if', condition, then: body, otherwise: body.slice(0, 1) }),
    () => ({ kind: 'if', condition, then: [], otherwise: body }),
    () => ({ kind: 'block', label, body: [guarded, ...body] }),
    () => ({ kind: 'loop', label, body: [guarded, ...body] }),
    () => ({ kind: 'loop', label, body: [...body, leave] }),
    () => ({
      kind: 'for',
      label,
      local: local(),
      from: ofType('i32', fn, random),
      trips: ofType('i32', fn, random),
      step: constant('i32', random),
      body,
    }),
    () => ({
      kind: 'switch',
      value: ofType('i32', fn, random),
      cases: [{ values: [1], body }],
      otherwise: body.slice(0, 1),
    }),
  ])!();
  return pieces(list, at, [made], n);
}

function fresh(fn: Fn, random: Random, pool: Pool, locals: Fn['locals'][number][]): Statement {
  const local = random.below(Math.max(1, fn.locals.length));
  const type = fn.locals[local]?.type ?? 'i32';
  const address = (): Expression => {
    const space =
      fn.kind === 'host'
        ? 'ptr.host'
        : random.of(['ptr.global', 'ptr.global', 'ptr.shared', 'ptr.generic', 'ptr.local'] as const)!;
    const donor = random.of(pool.expressions(space));
    return donor && random.below(2) === 0 ? moved(donor.e, donor.of, fn, random, locals) : ofType(space, fn, random);
  };
  const label = random.of(labelsOf(fn)) ?? 'none';
  const memory = random.of(['i32', 'f32', 'f64', 'i64'] as const)!;
  const result = (t: ValueType): number => {
    const same = [...locals.keys()].filter((i) => locals[i]?.type === t);
    return random.of(same) ?? locals.push({ name: 'result', type: t }) - 1;
  };
  return random.of<() => Statement>([
    () => ({ kind: 'set', local, value: ofType(type, fn, random) }),
    () => ({ kind: 'set', local, value: ofType(type, fn, random) }),
    () => ({ kind: 'store', memory, to: address(), offset: random.of([0, 4, 8])!, value: ofType(memory, fn, random) }),
    () => ({ kind: 'store', memory, to: address(), offset: 0, value: ofType(memory, fn, random), volatile: true }),
    () => ({
      kind: 'set',
      local: result(memory),
      value: { kind: 'load', type: memory, memory, from: address(), offset: random.of([0, 4, 8])! },
    }),
    () => ({
      kind: 'set',
      local: result(memory),
      value: { kind: 'load', type: memory, memory, from: address(), offset: 0, volatile: true },
    }),
    () => ({ kind: 'barrier', scope: random.of(['block', 'warp', 'grid', 'cluster'] as const)! }),
    () => ({ kind: 'barrier', scope: 'block' }),
    () => ({
      kind: 'barrier',
      scope: 'block',
      reduce: { how: 'or', value: ofType('bool', fn, random), result: result('i32') },
    }),
    () => ({ kind: 'fence', scope: random.of(['block', 'device', 'system'] as const)! }),
    () => ({ kind: 'fence', scope: 'block', together: true }),
    () => ({ kind: 'break', label }),
    () => ({ kind: 'continue', label }),
    () => ({ kind: 'return', values: fn.results.map((t) => ofType(t, fn, random)) }),
    () => ({ kind: 'trap', message: 'no' }),
    () => ({
      kind: 'call',
      callee: { kind: 'direct', name: 'other' },
      args: [],
      results: random.below(2) === 0 ? [] : [local],
    }),
    () => ({ kind: 'call', callee: { kind: 'direct', name: 'other' }, args: [address()], results: [] }),
    () => ({
      kind: 'atomic',
      how: random.of(['add', 'sub', 'min', 'max', 'exchange', 'or'] as const)!,
      memory: 'i32',
      to: address(),
      args: [ofType('i32', fn, random)],
      scope: random.of(['block', 'device', 'system'] as const)!,
    }),
    () => ({
      kind: 'atomic',
      how: 'add',
      memory: 'i32',
      to: address(),
      args: [ofType('i32', fn, random)],
      scope: 'device',
      result: result('i32'),
    }),
    () => ({ kind: 'print', items: [{ kind: 'integer', bytes: 4, value: ofType('i32', fn, random) }] }),
    () => ({ kind: 'copy', to: address(), from: address(), bytes: { kind: 'const', type: 'i64', value: 8n } }),
    () => ({
      kind: 'fill',
      to: address(),
      byte: constant('i32', random),
      bytes: { kind: 'const', type: 'i64', value: 8n },
    }),
    () => ({
      kind: 'warp',
      how: 'shuffle.down',
      args: [constant('i32', random), ofType('i32', fn, random), constant('i32', random), constant('i32', random)],
      result: result('i32'),
    }),
    () => ({
      kind: 'warp',
      how: 'any',
      args: [constant('i32', random), ofType('bool', fn, random)],
      result: result('bool'),
    }),
    () => ({ kind: 'read-clock', clock: 'clock', result: result('i32') }),
  ])!();
}

function otherDetails(s: Statement, fn: Fn, random: Random): Statement {
  switch (s.kind) {
    case 'store':
      return random.below(3) === 0
        ? { ...s, volatile: !s.volatile }
        : { ...s, offset: random.of([0, 4, 8, 12, -4, 1])! };
    case 'atomic': {
      if (random.below(3) === 0) return { ...s, scope: random.of(['block', 'device', 'system'] as const)! };
      if (random.below(2) === 0)
        return {
          ...s,
          how: random.of(['add', 'sub', 'min', 'max', 'and', 'or', 'xor', 'exchange', 'inc', 'dec'] as const)!,
        };
      const { result, ...rest } = s;
      return result === undefined ? { ...s, result: random.below(fn.locals.length) } : rest;
    }
    case 'barrier':
      return { ...s, scope: random.of(['block', 'warp', 'grid', 'cluster'] as const)! };
    case 'if':
      if (random.below(3) === 0) return { ...s, usual: !s.usual };
      return random.below(2) === 0 ? { ...s, then: s.otherwise, otherwise: s.then } : { ...s, either: !s.either };
    case 'for':
      return random.below(2) === 0
        ? { ...s, independent: !s.independent }
        : { ...s, local: random.below(fn.locals.length) };
    case 'loop':
      return { ...s, waits: random.of([true, false, 'always'] as const)! };
    case 'set':
      return { ...s, local: random.below(fn.locals.length) };
    case 'fence':
      return { ...s, scope: random.of(['block', 'device', 'system'] as const)! };
    case 'break':
    case 'continue':
      return { ...s, label: random.of(labelsOf(fn)) ?? s.label };
    default:
      return s;
  }
}

const otherFunction: Change = (fn, random) =>
  random.of<() => Fn>([
    () => ({ ...fn, cooperative: !fn.cooperative }),
    () => ({ ...fn, nulls: !fn.nulls }),
    () => ({ ...fn, overlapping: random.of([[], [0], [0, 1], [0, 1, 2]])! }),
    () => ({ ...fn, unchanged: random.of([[], [0], [1], [0, 1]])! }),
    () => ({ ...fn, launchBounds: { maxThreads: random.of([32, 128, 1024])!, minBlocks: 1 } }),
    () => ({ ...fn, shareable: !fn.shareable }),
    () => ({ ...fn, kind: random.of(['kernel', 'device', 'host'] as const)! }),
    () => ({
      ...fn,
      slots: [...fn.slots, { name: 's', size: random.of([4, 8, 16, 32, 64])!, align: random.of([1, 4, 8])! }],
    }),
    () => ({
      ...fn,
      locals: [...fn.locals, { name: 'more', type: random.of(['i32', 'f32', 'f64', 'i64', 'bool'] as const)! }],
    }),
  ])!();

const changes: readonly Change[] = [
  onExpression((e, fn, random) => ofType(e.type, fn, random)),
  onExpression((e, _fn, random) => constant(e.type, random)),
  onExpression((e, _fn, random) => near(e, random)),
  onExpression((e, _fn, random) => otherOperation(e, random)),
  onExpression((e, _fn, random) => otherOperation(e, random)),
  onExpression((e) => (e.kind === 'op' ? { ...e, args: e.args.toReversed() } : e)),
  onExpression((e) => (e.kind === 'op' ? (e.args.find((a) => a.type === e.type) ?? e) : e)),
  onExpression((e, fn, random) => inside(e, fn, random)),
  onExpression((e, _fn, random) =>
    e.kind === 'load'
      ? {
          ...e,
          offset: random.of([0, 4, 8, -4])!,
          volatile: random.below(3) === 0,
          ...(e.type === 'i64' && random.below(2) === 0 && { usually: 8 }),
        }
      : e,
  ),
  transplantExpression,
  transplantExpression,
  onList((list, at) => pieces(list, at, [], 1)),
  onList((list, at) => pieces(list, at, [], 1)),
  onList((list, at) => (at + 1 < list.length ? pieces(list, at, [list[at + 1]!, list[at]!], 2) : list)),
  onList((list, at, fn, random, _pool, locals) =>
    at < list.length
      ? pieces(list, random.below(list.length + 1), [movedStatement(list[at]!, fn, fn, random, locals)])
      : list,
  ),
  onList((list, at, fn, random, _pool, locals) => around(list, at, fn, random, locals)),
  onList((list, at, fn, random, _pool, locals) => around(list, at, fn, random, locals)),
  onList((list, at) => pieces(list, at, list[at] ? (bodiesOf(list[at]).find((b) => b.length > 0) ?? []) : [], 1)),
  onList((list, at, fn, random, pool, locals) => pieces(list, at, [fresh(fn, random, pool, locals)])),
  onList((list, at, fn, random, pool, locals) => pieces(list, at, [fresh(fn, random, pool, locals)])),
  onList((list, at, fn, random, pool, locals) => pieces(list, at, [fresh(fn, random, pool, locals)])),
  onList((list, at, fn, random, pool, locals) => {
    const donor = random.of(pool.statements);
    return donor
      ? pieces(list, at, [movedStatement(donor.s, donor.of, fn, random, locals)], random.below(3) === 0 ? 1 : 0)
      : list;
  }),
  onList((list, at, fn, random, pool, locals) => {
    const donor = random.of(pool.statements);
    return donor ? pieces(list, at, [movedStatement(donor.s, donor.of, fn, random, locals)]) : list;
  }),
  onList((list, at, fn, random) => (list[at] ? pieces(list, at, [otherDetails(list[at], fn, random)], 1) : list)),
  onList((list, at, fn, random) => (list[at] ? pieces(list, at, [otherDetails(list[at], fn, random)], 1) : list)),
  otherFunction,
];

/** Smaller functions that may show the same, the smallest changes last. */
export function* smallerThan(fn: Fn): Generator<Fn> {
  let places = 0;
  eachStatement(fn.body, () => places++);
  const without = (chosen: number, put: (s: Statement) => readonly Statement[]): Fn => {
    let n = 0;
    const walk = (list: readonly Statement[]): readonly Statement[] =>
      list.flatMap((s) => {
        if (n++ !== chosen) return [changeBodies(s, walk)];
        eachStatement(bodiesOf(s).flat(), () => n++);
        return put(s);
      });
    return { ...fn, body: walk(fn.body) };
  };
  for (let k = 0; k < places; k++) yield without(k, () => []);
  for (let k = 0; k < places; k++) yield without(k, (s) => bodiesOf(s).flat());
  const expressions = countOf(fn.body);
  const replaced = (chosen: number, put: (e: Expression) => Expression): Fn => {
    let n = 0;
    return { ...fn, body: mapBody(fn.body, (e) => (n++ === chosen ? put(e) : e)) };
  };
  for (let k = expressions - 1; k >= 0; k--) {
    yield replaced(k, (e) => (e.kind === 'op' ? (e.args.find((a) => a.type === e.type) ?? e) : e));
    yield replaced(k, (e) => (e.kind === 'const' || e.kind === 'local' || isPointer(e.type) ? e : constantOne(e.type)));
  }
}

function constantOne(type: ValueType): Expression {
  if (type === 'bool') return { kind: 'const', type, value: true };
  return { kind: 'const', type, value: type === 'i64' ? 1n : 1 };
}

/** Without the locals that nobody names. */
export function withoutUnused(fn: Fn): Fn {
  const used = new Set<number>(Array.from({ length: fn.params }, (_, i) => i));
  const note = (i: number): number => {
    used.add(i);
    return i;
  };
  const names = (list: readonly Statement[]): readonly Statement[] =>
    list.map((s) =>
      mapStatement(s, {
        expression: (e) =>
          mapExpression(e, (x) => {
            if (x.kind === 'local') note(x.index);
            return x;
          }),
        body: names,
        local: note,
      }),
    );
  names(fn.body);
  const kept = [...used].sort((a, b) => a - b);
  const to = new Map(kept.map((l, i) => [l, i]));
  const rename = (list: readonly Statement[]): readonly Statement[] =>
    list.map((s) =>
      mapStatement(s, {
        expression: (e) => mapExpression(e, (x) => (x.kind === 'local' ? { ...x, index: to.get(x.index)! } : x)),
        body: rename,
        local: (l) => to.get(l)!,
      }),
    );
  return { ...fn, body: rename(fn.body), locals: kept.map((l) => fn.locals[l]!) };
}
