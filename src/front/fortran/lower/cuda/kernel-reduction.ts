/**
 * Reductions of kernel loops: each thread folds its turns, a block folds its threads in shared memory in a fixed order, the host folds the blocks by pairs.
 * The result does not depend on which block runs when.
 */

import { InternalError } from '../../../../base/impossible.ts';
import { add, bool, i32, i64, lt, mul, op, special } from '../../../../ir/build.ts';
import type { Expression, Triple } from '../../../../ir/module.ts';
import { scratch } from '../../../../library/runtime-calls.ts';
import { layoutOf, valueTypeOf } from '../../layout.ts';
import type { BinaryOp, Expr, ReductionInfo, Type, Variable } from '../../program.ts';
import { type Cell, newCell } from '../arrays/array-cell.ts';
import type { Context } from '../context.ts';
import { loadValue, scratchBytes, storeValue } from '../memory.ts';
import { notYet } from '../not-yet.ts';
import { numberOf } from '../operators.ts';
import { plain, plainOf, type Value } from '../value.ts';
import { copyBytes } from './cuda-transfer.ts';
import type { Outline } from './kernel-outline.ts';

type Operator = ReductionInfo['operator'];

/** Most threads of a block. */
const mostThreads = 1024;
/** So many threads fold the others' sums, then one folds theirs. */
const lanes = 32;

export type Reduction = {
  readonly operator: Operator;
  readonly variable: Expr;
  readonly place: ReductionInfo['place'];
  /** Gives the variable a place in the kernel: a thread's own sum, starting from the neutral value. */
  readonly bind: (o: Outline) => Cell;
};

/** How two partial results become one. */
export function combined(ctx: Context, operator: Operator, a: Value, b: Value, type: Type): Value {
  switch (operator) {
    case '+':
      return ctx.parts.binary(ctx, 'add', a, b, type, type);
    case '*':
      return ctx.parts.binary(ctx, 'multiply', a, b, type, type);
    case 'max':
    case 'min':
    case 'iand':
    case 'ior':
    case 'ieor':
      return ctx.parts.elemental(ctx, operator, [a, b], [type, type], type);
    case 'and':
    case 'or':
    case 'eqv':
    case 'neqv':
      return ctx.parts.binary(ctx, operator satisfies BinaryOp, a, b, type, type);
  }
}

export function neutral(operator: Operator, type: Type): Value {
  switch (operator) {
    case '+':
    case 'ior':
    case 'ieor':
      return numeric(type, 0);
    case '*':
      return numeric(type, 1);
    case 'iand':
      return numeric(type, -1);
    case 'max':
      return numeric(type, leastOf(type));
    case 'min':
      return numeric(type, greatestOf(type));
    case 'and':
    case 'eqv':
      return plain(bool(true));
    case 'or':
    case 'neqv':
      return plain(bool(false));
  }
}

function numeric(type: Type, n: number | bigint): Value {
  const t = valueTypeOf(type);
  const x: Expression = t === 'i64' ? i64(n) : numberOf(t, Number(n));
  return type.base === 'complex' ? { kind: 'complex', re: x, im: numberOf(t, 0) } : plain(x);
}

function leastOf(type: Type): number | bigint {
  if (type.base === 'integer') return -(2n ** BigInt(8 * type.kind - 1));
  return -Infinity;
}

function greatestOf(type: Type): number | bigint {
  if (type.base === 'integer') return 2n ** BigInt(8 * type.kind - 1) - 1n;
  return Infinity;
}

export function reductionsOf(ctx: Context, list: readonly ReductionInfo[]): readonly Reduction[] {
  return list.flatMap((r) => {
    const v = r.place?.local ?? (r.variable.kind === 'variable' ? r.variable.variable : undefined);
    if (v) return [reductionOf(r, v)];
    notYet(ctx, 'a clause that reduces an element or component');
    return [];
  });
}

function reductionOf(r: ReductionInfo, v: Variable): Reduction {
  const { operator, variable } = r;
  return {
    operator,
    variable,
    place: r.place,
    bind: (o) => {
      const start = neutral(operator, variable.type);
      if (o.kernel.addressed.has(v)) return inMemory(o, v, start);
      const cell = newCell(o.kernel, start);
      const held = cell.get();
      if (held.kind === 'plain' && held.x.kind === 'local')
        o.kernel.bind(v, { kind: 'register', local: held.x.index, type: held.x.type });
      else if (held.kind === 'complex' && held.re.kind === 'local' && held.im.kind === 'local')
        o.kernel.bind(v, { kind: 'complex-register', re: held.re.index, im: held.im.index, type: held.re.type });
      else throw new InternalError(`reduction of ${v.name}`, v.span);
      return cell;
    },
  };
}

function inMemory(o: Outline, v: Variable, start: Value): Cell {
  const layout = layoutOf(v.type) ?? { size: 8, align: 8 };
  const address = o.kernel.slot(v.name, layout.size, layout.align);
  storeValue(o.kernel, v.type, address, start);
  o.kernel.bind(v, { kind: 'memory', address });
  return {
    get: () => loadValue(o.kernel, v.type, address),
    set: (x) => storeValue(o.kernel, v.type, address, x),
  };
}

function bytesOf(r: Reduction): number {
  return bytesOfType(r.variable.type);
}

function bytesOfType(type: Type): number {
  const layout = layoutOf(type);
  if (!layout) throw new InternalError('a reduction of variable size');
  return layout.size;
}

function blocksOf(grid: Triple): Expression {
  const wide = (x: Expression): Expression => op('extend', [x]);
  return mul(mul(wide(grid[0]), wide(grid[1])), wide(grid[2]));
}

/** Memory of the device for the blocks' results: `total` bytes, those of each reduction from its offset on. */
export type Partials = {
  readonly room: Expression;
  readonly offsets: readonly Expression[];
  readonly total: Expression;
};

/** Undefined where there are no reductions. */
export function startReductions(ctx: Context, reductions: readonly Reduction[], grid: Triple): Partials | undefined {
  if (reductions.length === 0) return undefined;
  const blocks = ctx.keep(blocksOf(grid), 'blocks');
  const offsets = new Map<Reduction, Expression>();
  let total: Expression = i64(0);
  // The largest first: none leaves a gap, which nobody would write.
  for (const r of reductions.toSorted((a, b) => bytesOf(b) - bytesOf(a))) {
    offsets.set(r, total);
    total = ctx.keep(add(total, mul(blocks, i64(bytesOf(r)))), 'bytes');
  }
  const room = ctx.keep(ctx.runtime('device.allocate', total, i32(scratch))[0]!, 'partials');
  ctx.defer(() => ctx.runtime('device.free', room));
  return { room, offsets: reductions.map((r) => offsets.get(r)!), total };
}

/** The end of the kernel: the threads' sums of a block become one, in the block's cell. */
export function writePartials(
  o: Outline,
  reductions: readonly Reduction[],
  sums: readonly Cell[],
  partials: Partials | undefined,
): void {
  reductions.forEach((r, i) => {
    foldBlock(o, r, sums[i]!, o.pass(partsOf(partials!.room, partials!.offsets[i]!), 'partials'));
  });
}

const partsOf = (room: Expression, offset: Expression): Expression =>
  offset.kind === 'const' ? room : op('offset', [room, offset]);

function foldBlock(o: Outline, r: Reduction, sum: Cell, to: Expression): void {
  const k = o.kernel;
  const type = r.variable.type;
  const bytes = bytesOf(r);
  foldThreads(k, r.operator, type, sum.get(), (result) => {
    const block = op('extend', [linear('ctaid', 'nctaid')]);
    storeValue(k, type, op('offset', [to, op('mul', [block, i64(bytes)])]), result());
  });
}

/** The values of a block's threads become one in shared memory; its first thread does `last` with it. Gives the cell. */
export function foldThreads(
  k: Context,
  operator: Operator,
  type: Type,
  value: Value,
  last: (result: () => Value) => void,
): Expression {
  const bytes = bytesOfType(type);
  const shared = sharedCells(k, type, mostThreads);
  const thread = k.keep(linear('tid', 'ntid'), 'thread');
  const count = k.keep(mul(mul(special('ntid.x'), special('ntid.y')), special('ntid.z')), 'threads');
  const cell = (n: Expression): Expression => op('offset', [shared, op('mul', [op('extend', [n]), i64(bytes)])]);
  storeValue(k, type, cell(thread), value);
  k.emit({ kind: 'barrier', scope: 'block' });
  const some = op('div', [op('sub', [op('sub', [count, i32(1)]), thread]), i32(lanes)]);
  const fold = { operator, type, cell };
  k.if(op('and', [lt(thread, i32(lanes)), lt(thread, count)]), () => foldCells(k, fold, thread, some, lanes));
  k.emit({ kind: 'barrier', scope: 'block' });
  k.if(op('eq', [thread, i32(0)]), () => {
    foldCells(k, fold, i32(0), op('sub', [op('min', [count, i32(lanes)]), i32(1)]), 1);
    last(() => loadValue(k, type, cell(i32(0))));
  });
  return shared;
}

/** Shared memory for some values. */
export function sharedCells(k: Context, type: Type, count: number): Expression {
  const name = k.freshLabel(`${k.name}.partial`);
  const size = count * bytesOfType(type);
  k.module.needGlobal(name, () => ({ name, placement: 'shared', size, align: 16, linkage: 'define', init: [] }));
  return { kind: 'global', type: 'ptr.shared', name };
}

type Fold = { readonly operator: Operator; readonly type: Type; readonly cell: (n: Expression) => Expression };

/** Cell `first` takes in the `count` cells that follow it at distances of `step`. */
function foldCells(k: Context, r: Fold, first: Expression, count: Expression, step: number): void {
  const { type, cell } = r;
  const sum = newCell(k, loadValue(k, type, cell(first)));
  k.for('n', add(first, i32(step)), count, i32(step), (n) =>
    sum.set(combined(k, r.operator, sum.get(), loadValue(k, type, cell(n)), type)),
  );
  storeValue(k, type, cell(first), sum.get());
}

function linear(place: 'tid' | 'ctaid', size: 'ntid' | 'nctaid'): Expression {
  const rows = add(mul(special(`${place}.z`), special(`${size}.y`)), special(`${place}.y`));
  return add(mul(rows, special(`${size}.x`)), special(`${place}.x`));
}

/** After the launch: the blocks' results are folded into the variable, in order. */
export function combineResults(
  ctx: Context,
  reductions: readonly Reduction[],
  partials: Partials | undefined,
  grid: Triple,
  stream: Expression,
  mayBePresent: boolean,
): void {
  if (!partials) return;
  waitFor(ctx, stream);
  const all = ctx.keep(scratchBytes(ctx, partials.total), 'partials');
  copyBytes(ctx, all, partials.room, partials.total);
  reductions.forEach((r, i) => {
    const type = r.variable.type;
    const bytes = bytesOf(r);
    const blocks = ctx.keep(blocksOf(grid), 'blocks');
    const room = ctx.keep(partsOf(all, partials.offsets[i]!), 'partials');
    const at = (n: Expression): Expression => op('offset', [room, op('mul', [n, i64(bytes)])]);
    foldInPairs(ctx, blocks, (n, other) =>
      storeValue(
        ctx,
        type,
        at(n),
        combined(ctx, r.operator, loadValue(ctx, type, at(n)), loadValue(ctx, type, at(other)), type),
      ),
    );
    if (r.place) {
      ctx.bind(r.place.local, { kind: 'memory', address: room });
      ctx.parts.statements(ctx, [r.place.finish]);
      return;
    }
    const onHost = (): void => {
      const before = ctx.parts.scalar(ctx, r.variable);
      assignResult(ctx, r, combined(ctx, r.operator, before, loadValue(ctx, type, room), type));
    };
    const address = mayBePresent ? hostAddressOf(ctx, r) : undefined;
    if (address) wherePresent(ctx, r, address, room, onHost);
    else onHost();
  });
}

/** Of a variable of the host in memory; one in a register cannot be present. */
function hostAddressOf(ctx: Context, r: Reduction): Expression | undefined {
  if (r.variable.kind !== 'variable') return undefined;
  const place = ctx.placeOf(r.variable.variable);
  const isCell = place.kind === 'memory' || place.kind === 'descriptor';
  const address = isCell ? ctx.keep(ctx.parts.address(ctx, r.variable), 'at') : undefined;
  return address?.type === 'ptr.host' ? address : undefined;
}

/** A variable that data directives have put on the device is reduced there, and stays as it is on the host. */
function wherePresent(ctx: Context, r: Reduction, address: Expression, result: Expression, onHost: () => void): void {
  const type = r.variable.type;
  const bytes = i64(bytesOf(r));
  const there = ctx.keep(ctx.runtime('offload.find', address, bytes)[0]!, 'there');
  const cell = ctx.slot('sum', bytesOf(r), 16);
  ctx.if(
    op('ne', [op('to.address', [there]), i64(0)]),
    () => {
      copyBytes(ctx, cell, there, bytes);
      const sum = combined(ctx, r.operator, loadValue(ctx, type, cell), loadValue(ctx, type, result), type);
      storeValue(ctx, type, cell, sum);
      copyBytes(ctx, there, cell, bytes);
    },
    onHost,
  );
}

/** Copies wait for the default stream alone. */
function waitFor(ctx: Context, stream: Expression): void {
  if (stream.kind === 'const' && stream.value === 0n) return;
  const name = 'cudafor.cudaStreamSynchronize';
  ctx.module.needExtern({ name, from: 'runtime', params: ['i64'], results: ['i32'] });
  ctx.call({ kind: 'direct', name }, [stream], ['i32']);
}

/** Halves `count` until one is left: element n takes in element n + half. The sums of many blocks keep their precision. */
function foldInPairs(ctx: Context, count: Expression, fold: (n: Expression, other: Expression) => void): void {
  const left = ctx.variable('left', 'i64');
  ctx.set(left.index, count);
  const label = ctx.freshLabel('pairs');
  ctx.loop(label, () => {
    ctx.if(op('le', [left, i64(1)]), () => ctx.break(label));
    const half = ctx.keep(op('shr.s', [add(left, i64(1)), i64(1)]), 'half');
    ctx.count(op('sub', [left, half]), (n) => fold(n, add(n, half)));
    ctx.set(left.index, half);
  });
}

function assignResult(ctx: Context, r: Reduction, value: Value): void {
  if (r.variable.kind === 'variable') setScalar(ctx, r.variable, value);
}

export function setScalar(ctx: Context, to: Expr & { readonly kind: 'variable' }, value: Value): void {
  const place = ctx.placeOf(to.variable);
  if (place.kind === 'register') ctx.set(place.local, plainOf(value));
  else if (place.kind === 'complex-register' && value.kind === 'complex') {
    ctx.set(place.re, value.re);
    ctx.set(place.im, value.im);
  } else storeValue(ctx, to.type, ctx.parts.address(ctx, to), value);
}
