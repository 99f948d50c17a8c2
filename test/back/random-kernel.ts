/** Random kernels without races: threads touch elements of their own, except where all of them pass barriers together. */
import { nowhere } from '../../src/base/source.ts';
import {
  add,
  and,
  eq,
  f64,
  i32,
  i64,
  load,
  local,
  lt,
  mul,
  ne,
  offset,
  op,
  special,
  wide,
} from '../../src/ir/build.ts';
import type { Expression, Fn, Local, Statement } from '../../src/ir/module.ts';

export type Random = (below: number) => number;

export function randomSource(seed: number): Random {
  let s = (seed * 2654435761) >>> 0 || 1;
  return (below) => {
    s ^= s << 13;
    s >>>= 0;
    s ^= s >>> 17;
    s ^= s << 5;
    s >>>= 0;
    return s % below;
  };
}

/** Parameters: own array (4 cells per thread of the grid), an exchange array (1 cell per thread), n. */
const ownArray = local(0, 'ptr.global');
const exchangeArray = local(1, 'ptr.global');
const n = local(2, 'i32');
const threads = mul(special('ntid.x'), special('ntid.y'));
const linear = add(special('tid.x'), mul(special('tid.y'), special('ntid.x')));
const firstOfBlock = mul(special('ctaid.x'), threads);

type State = {
  readonly r: Random;
  readonly locals: Local[];
  labels: number;
  budget: number;
  readonly warps: boolean;
  readonly returns: boolean;
  /** Whether all warps are full, so that shuffles read lanes that exist. */
  readonly full: boolean;
};
/** `together`: all live threads of the block come here alike. */
type Place = {
  readonly together: boolean;
  readonly loops: readonly { label: string; together: boolean; loop: boolean }[];
  readonly depth: number;
};

const i = (index: number): Expression => local(index, 'i32');

export function randomKernel(seed: number): Fn {
  const r = randomSource(seed);
  const locals: Local[] = [
    { name: 'own', type: 'ptr.global' },
    { name: 'exchange', type: 'ptr.global' },
    { name: 'n', type: 'i32' },
  ];
  for (let k = 0; k < 6; k++) locals.push({ name: `v${k}`, type: 'i32' });
  for (let k = 0; k < 3; k++) locals.push({ name: `u${k}`, type: 'i32' });
  for (let k = 0; k < 3; k++) locals.push({ name: `d${k}`, type: 'f64' });
  const state: State = {
    r,
    locals,
    labels: 0,
    budget: 25 + r(40),
    warps: r(3) === 0,
    returns: r(3) === 0,
    full: seed % 4 === 1 || seed % 4 === 2,
  };
  const start: Statement[] = [];
  for (let k = 3; k < 9; k++) start.push({ kind: 'set', local: k, value: k % 2 ? add(linear, i32(k)) : i32(k) });
  for (let k = 9; k < 12; k++) start.push({ kind: 'set', local: k, value: k === 9 ? add(n, i32(1)) : i32(k) });
  for (let k = 12; k < 15; k++)
    start.push({ kind: 'set', local: k, value: op('to.f64', [k === 12 ? linear : i32(k)]) });
  const body = [...start, ...list(state, { together: true, loops: [], depth: 0 }, 6 + r(8))];
  for (let k = 0; k < 4; k++) body.push(storeOwn(k, i(3 + r(9))));
  for (let k = 0; k < 3; k++) body.push(storeOwn(k, op('to.i32', [local(12 + k, 'f64')])));
  return {
    name: `random${seed}`,
    kind: 'kernel',
    params: 3,
    results: [],
    locals,
    slots: [{ name: 's', size: 16, align: 8 }],
    body,
    at: nowhere,
  };
}

function cellOf(base: Expression, index: Expression): Expression {
  return offset(base, mul(wide(index), i64(4)));
}

function ownCell(k: number): Expression {
  return cellOf(ownArray, add(mul(add(firstOfBlock, linear), i32(4)), i32(k)));
}

function storeOwn(k: number, value: Expression): Statement {
  return {
    kind: 'store',
    memory: 'i32',
    to: ownCell(k),
    offset: 0,
    value: add(mul(load('i32', ownCell(k)), i32(31)), value),
  };
}

/** A value that all threads share, from n, constants and the u locals (which are only set where threads are together). */
function uniformValue(s: State, depth = 2): Expression {
  const k = s.r(5);
  if (depth === 0 || k < 2) return k === 0 ? i(9 + s.r(3)) : k === 1 ? n : i32(s.r(7));
  if (k === 2) return add(uniformValue(s, depth - 1), uniformValue(s, depth - 1));
  if (k === 3) return and(uniformValue(s, depth - 1), i32(7));
  return special('ctaid.x');
}

function anyValue(s: State, depth = 2): Expression {
  const k = s.r(8);
  if (depth === 0 || k < 3) return k === 0 ? linear : i(3 + s.r(6));
  if (k === 3) return uniformValue(s, 1);
  if (k === 4) return load('i32', ownCell(s.r(4)));
  if (k === 5) return mul(anyValue(s, depth - 1), i32(3));
  if (k === 6) return op('xor', [anyValue(s, depth - 1), anyValue(s, depth - 1)]);
  return add(anyValue(s, depth - 1), anyValue(s, depth - 1));
}

/** Whole numbers below 2^40, so that it does not matter where products and sums are rounded. */
function real(s: State): Expression {
  const half = op('floor', [mul(local(12 + s.r(3), 'f64'), f64(0.5))]);
  const whole = op('to.f64', [and(anyValue(s), i32(1023))]);
  const k = s.r(5);
  if (k === 0) return op('min', [half, whole]);
  if (k === 1) return op('select', [lt(half, whole), add(whole, f64(3)), half]);
  if (k === 2) return op('to.f64', [op('and', [op('to.i64', [half]), op('shl', [wide(anyValue(s, 1)), i64(2)])])]);
  return add(half, whole);
}

function condition(s: State, together: boolean): Expression {
  const value = together ? uniformValue(s) : anyValue(s);
  if (!together && s.r(5) === 0) return lt(real(s), f64(s.r(200)));
  return s.r(2) ? ne(and(value, i32(1 + s.r(3))), i32(0)) : lt(and(value, i32(31)), i32(s.r(24)));
}

function list(s: State, p: Place, count: number): Statement[] {
  const out: Statement[] = [];
  for (let k = 0; k < count && s.budget > 0; k++) out.push(...statement(s, p));
  return out;
}

function label(s: State): string {
  return `l${s.labels++}`;
}

function statement(s: State, p: Place): Statement[] {
  s.budget--;
  const k = s.r(24);
  if (k < 4) return [{ kind: 'set', local: 3 + s.r(6), value: anyValue(s) }];
  if (k === 4) return p.together ? [{ kind: 'set', local: 9 + s.r(3), value: and(uniformValue(s), i32(63)) }] : [];
  if (k === 5) return [{ kind: 'set', local: 12 + s.r(3), value: real(s) }];
  if (k < 7) return [storeOwn(s.r(4), s.r(3) ? anyValue(s) : op('to.i32', [real(s)]))];
  if (k === 7) return slotUse(s);
  if (k < 11) return [barrier(s, p)];
  if (k === 11 && p.together) return exchange(s);
  if (k === 12 && p.together && s.warps) return warp(s);
  if (p.depth > 4) return [];
  const inner = (more: Partial<Place>): Place => ({ ...p, depth: p.depth + 1, ...more });
  if (k < 16) {
    const together = p.together && s.r(2) === 0;
    const then = list(s, inner({ together }), 1 + s.r(4));
    const otherwise = s.r(2) ? list(s, inner({ together }), 1 + s.r(3)) : [];
    return [{ kind: 'if', condition: condition(s, together), then, otherwise }];
  }
  if (k < 18) {
    const name = label(s);
    const together = p.together && s.r(2) === 0;
    const variable = s.locals.length;
    s.locals.push({ name: 'k', type: 'i32' });
    const body = list(s, inner({ together, loops: [...p.loops, { label: name, together, loop: true }] }), 1 + s.r(4));
    const trips = and(together ? uniformValue(s) : anyValue(s), i32(3));
    return [
      { kind: 'for', label: name, local: variable, from: i32(s.r(3)), trips, step: i32(1 + s.r(3)), body },
      { kind: 'set', local: 3 + s.r(6), value: add(i(variable), i32(1)) },
    ];
  }
  if (k === 18) return whileLoop(s, p, inner);
  if (k === 19) {
    const name = label(s);
    const together = p.together && s.r(2) === 0;
    return [
      {
        kind: 'block',
        label: name,
        body: list(s, inner({ together, loops: [...p.loops, { label: name, together, loop: false }] }), 1 + s.r(4)),
      },
    ];
  }
  if (k === 20) {
    const together = p.together && s.r(2) === 0;
    const body = (): Statement[] => list(s, inner({ together }), 1 + s.r(3));
    return [
      {
        kind: 'switch',
        value: and(together ? uniformValue(s) : anyValue(s), i32(3)),
        cases: [
          { values: [0, 2], body: body() },
          { values: [1], body: body() },
        ],
        otherwise: body(),
      },
    ];
  }
  if (k < 23) return jump(s, p);
  if (s.returns && (p.loops.every((l) => !l.together) || s.r(2))) {
    // A return that some threads take keeps the others together only outside of loops that all repeat together.
    const together = p.together && (p.loops.length > 0 || s.r(2) === 0);
    if (!together && p.loops.some((l) => l.together)) return [];
    return [
      {
        kind: 'if',
        condition: together ? eq(and(uniformValue(s), i32(31)), i32(13)) : eq(and(anyValue(s), i32(7)), i32(5)),
        then: [{ kind: 'return', values: [] }],
        otherwise: [],
      },
    ];
  }
  return [];
}

function whileLoop(s: State, p: Place, inner: (more: Partial<Place>) => Place): Statement[] {
  const name = label(s);
  const together = p.together && s.r(2) === 0;
  const counter = s.locals.length;
  s.locals.push({ name: 'left', type: 'i32' });
  const body = list(s, inner({ together, loops: [...p.loops, { label: name, together, loop: true }] }), 1 + s.r(4));
  return [
    { kind: 'set', local: counter, value: and(together ? uniformValue(s) : anyValue(s), i32(3)) },
    {
      kind: 'loop',
      label: name,
      body: [
        { kind: 'if', condition: lt(i(counter), i32(1)), then: [{ kind: 'break', label: name }], otherwise: [] },
        { kind: 'set', local: counter, value: add(i(counter), i32(-1)) },
        ...body,
      ],
    },
  ];
}

function jump(s: State, p: Place): Statement[] {
  const target = p.loops[s.r(Math.max(1, p.loops.length))];
  if (!target) return [];
  const from = p.loops.indexOf(target);
  const apart = p.loops.slice(from).some((l) => !l.together);
  // Out of a loop that all repeat together, all jump together.
  if (target.together && (!p.together || apart)) return [];
  if (p.loops.slice(from).some((l) => l.together) && !p.together) return [];
  const together = target.together;
  const kind = target.loop && s.r(2) ? 'continue' : 'break';
  return [{ kind: 'if', condition: condition(s, together), then: [{ kind, label: target.label }], otherwise: [] }];
}

function barrier(s: State, p: Place): Statement {
  if (!p.together || s.r(3)) return { kind: 'barrier', scope: 'block' };
  const how = (['and', 'or', 'count'] as const)[s.r(3)]!;
  return {
    kind: 'barrier',
    scope: 'block',
    reduce: { how, value: condition(s, false), result: s.r(2) ? 9 + s.r(3) : 3 + s.r(6) },
  };
}

function slotUse(s: State): Statement[] {
  const at = (k: number): Expression => ({
    kind: 'op',
    op: 'offset',
    type: 'ptr.local',
    args: [{ kind: 'slot', type: 'ptr.local', index: 0 }, i64(k)],
  });
  const cell = and(anyValue(s), i32(3));
  return [
    { kind: 'store', memory: 'i32', to: offset(at(0), mul(wide(cell), i64(4))), offset: 0, value: anyValue(s) },
    { kind: 'barrier', scope: 'block' },
    { kind: 'set', local: 3 + s.r(6), value: load('i32', offset(at(0), mul(wide(cell), i64(4)))) },
  ];
}

function exchange(s: State): Statement[] {
  const mine = cellOf(exchangeArray, add(firstOfBlock, linear));
  const other = cellOf(exchangeArray, add(firstOfBlock, op('rem', [add(linear, i32(1 + s.r(40))), threads])));
  return [
    { kind: 'store', memory: 'i32', to: mine, offset: 0, value: anyValue(s) },
    { kind: 'barrier', scope: 'block' },
    { kind: 'set', local: 3 + s.r(6), value: load('i32', other) },
    { kind: 'barrier', scope: 'block' },
  ];
}

function warp(s: State): Statement[] {
  const result = 3 + s.r(6);
  const all = i32(-1);
  const k = s.r(s.returns || !s.full ? 4 : 8);
  const flag = s.locals.length;
  s.locals.push({ name: 'flag', type: 'bool' });
  const use: Statement = {
    kind: 'if',
    condition: local(flag, 'bool'),
    then: [{ kind: 'set', local: result, value: add(i(result), i32(1)) }],
    otherwise: [],
  };
  if (k === 0) return [{ kind: 'warp', how: 'ballot', args: [all, condition(s, false)], result }];
  if (k === 1)
    return [{ kind: 'warp', how: s.r(2) ? 'any' : 'all', args: [all, condition(s, false)], result: flag }, use];
  if (k === 2) return [{ kind: 'warp', how: 'match.any', args: [all, and(anyValue(s), i32(3))], result }];
  if (k === 3)
    return [{ kind: 'warp', how: 'match.all', args: [all, and(anyValue(s), i32(1))], result, result2: flag }, use];
  const how = (['shuffle', 'shuffle.up', 'shuffle.down', 'shuffle.xor'] as const)[k - 4]!;
  const width = 8 << s.r(3);
  return [
    {
      kind: 'warp',
      how,
      args: [all, anyValue(s), how === 'shuffle' ? and(anyValue(s), i32(7)) : i32(1 + s.r(7)), i32(width)],
      result,
    },
  ];
}
