/** Library routines that are statements of the IR or need their arguments' places (rows with `effect`). */
import { InternalError, impossible } from '../../../../base/impossible.ts';
import { bool, i32, i64, load, op, special } from '../../../../ir/build.ts';
import type { Expression, Statement } from '../../../../ir/module.ts';
import type { PointerType, ValueType } from '../../../../ir/types.ts';
import type { Effect, Param } from '../../../../library/library-module.ts';
import { memoryTypeOf, structureOf, valueTypeOf } from '../../layout.ts';
import type { Expr, LibraryRoutine, ProcedureRef, Type } from '../../program.ts';
import { describe } from '../arrays/new-array.ts';
import { assignValue } from '../assignment.ts';
import { addressNumber, type Context } from '../context.ts';
import { isDescribedDesignator, lowerAddress, lowerDescriptorAddress } from '../designator.ts';
import { isTrue, loadValue, storeValue } from '../memory.ts';
import { negate } from '../operators.ts';
import { plain, plainOf, type Value } from '../value.ts';

type Call = {
  readonly routine: LibraryRoutine;
  readonly form: number;
  readonly args: readonly (Expr | ProcedureRef | undefined)[];
  readonly span: Expr['span'];
};

export function lowerEffect(ctx: Context, call: Call, effect: Effect, type: Type | undefined): Value | undefined {
  switch (effect.kind) {
    case 'barrier':
      return barrier(ctx, call, effect, type);
    case 'fence':
      ctx.emit({ kind: 'fence', scope: effect.scope });
      return undefined;
    case 'atomic':
      return atomic(ctx, call, effect, type);
    case 'warp':
      return warp(ctx, call, effect, type);
    case 'clock': {
      const result = ctx.variable(effect.clock, effect.clock === 'clock' ? 'i32' : 'i64');
      ctx.emit({ kind: 'read-clock', clock: effect.clock, result: result.index });
      return plain(result);
    }
    case 'load':
      return hintedLoad(ctx, call, effect, type);
    case 'store':
      return hintedStore(ctx, call, effect);
    case 'set':
      return setParameters(ctx, call, effect);
    case 'size':
      return plain(bytesOf(ctx, argument(call, 0)));
    case 'address':
      return addressObject(ctx, call, type);
    case 'pointer':
      return associate(ctx, call);
    case 'on-device':
      return plain(bool(ctx.mode === 'device'));
    case 'group':
      return group(ctx, effect, type);
    case 'special':
      return specialValue(ctx, effect, type);
    case 'async-copy':
      ctx.copy(place(ctx, argument(call, 0)), place(ctx, argument(call, 1)), bytesOf(ctx, argument(call, 0)));
      return undefined;
    case 'async-commit':
    case 'async-wait':
      return undefined;
    case 'cluster-map':
      return clusterMap(ctx, call);
    default:
      return impossible(effect);
  }
}

function clusterMap(ctx: Context, call: Call): Value {
  const rank = op('sub', [plainOf(ctx.parts.scalar(ctx, argument(call, 1))), i32(1)]);
  const there = op('cluster.map', [place(ctx, argument(call, 0)), rank], 'ptr.generic');
  return plain(op('to.address', [there]));
}

function argument(call: Call, i: number): Expr {
  const a = call.args[i];
  if (!a) throw new InternalError(`${call.routine.name} without argument ${i + 1}`, call.span);
  return a;
}

function parameters(call: Call): readonly (readonly [string, Param])[] {
  const row = call.routine.routine;
  return Object.entries((call.form === 0 ? row.takes : row.also?.[call.form - 1]) ?? {});
}

function place(ctx: Context, e: Expr): Expression {
  return e.rank > 0 ? ctx.parts.arrayPlace(ctx, e).base : lowerAddress(ctx, e);
}

/** A truth value: a logical, or an integer that is not 0. */
function truth(ctx: Context, e: Expr): Expression {
  const x = plainOf(ctx.parts.scalar(ctx, e));
  return x.type === 'bool' ? x : isTrue(x);
}

/** A bool or count as the type that the row gives. */
function asType(x: Expression, type: Type | undefined): Value {
  if (type?.base === 'logical') return plain(x.type === 'bool' ? x : isTrue(x));
  return plain(x.type === 'bool' ? op('to.i32', [x]) : x);
}

function barrier(
  ctx: Context,
  call: Call,
  effect: Effect & { readonly kind: 'barrier' },
  type: Type | undefined,
): Value | undefined {
  const { scope, reduce } = effect;
  if (reduce) {
    const value = truth(ctx, argument(call, 0));
    const result = ctx.variable('arrived', 'i32');
    ctx.emit({ kind: 'barrier', scope, reduce: { how: reduce, value, result: result.index } });
    return asType(result, type);
  }
  const mask = scope === 'warp' ? call.args.find((a) => a?.type.base === 'integer') : undefined;
  ctx.emit({ kind: 'barrier', scope, ...(mask && { mask: plainOf(ctx.parts.scalar(ctx, mask)) }) });
  return undefined;
}

function atomic(
  ctx: Context,
  call: Call,
  effect: Effect & { readonly kind: 'atomic' },
  type: Type | undefined,
): Value | undefined {
  const target = argument(call, 0);
  const memory = memoryTypeOf(target.type);
  const to = place(ctx, target);
  const args = call.args.slice(1).flatMap((a) => (a ? [plainOf(ctx.parts.scalar(ctx, a))] : []));
  const values = effect.negated ? args.map(negate) : args;
  const result = ctx.variable('old', valueTypeOf(target.type));
  ctx.emit({ kind: 'atomic', how: effect.how, memory, to, args: values, result: result.index, scope: effect.scope });
  return type ? plain(result) : undefined;
}

function warp(
  ctx: Context,
  call: Call,
  effect: Effect & { readonly kind: 'warp' },
  type: Type | undefined,
): Value | undefined {
  const names = parameters(call).map(([n]) => n.toLowerCase());
  const given = call.args.map((a, i) => ({ name: names[i] ?? '', a }));
  const maskArgument = given.find((g) => g.name === 'mask')?.a;
  const mask = maskArgument ? ctx.keep(plainOf(ctx.parts.scalar(ctx, maskArgument))) : i32(-1);
  const rest = given.filter((g) => g.name !== 'mask').flatMap((g) => (g.a ? [g.a] : []));
  if (effect.how === 'active') return warpResult(ctx, effect.how, [], 'i32', type);
  if (effect.how === 'all' || effect.how === 'any' || effect.how === 'ballot') {
    const of: ValueType = effect.how === 'ballot' ? 'i32' : 'bool';
    return warpResult(ctx, effect.how, [mask, truth(ctx, need(call, rest[0]))], of, type);
  }
  const value = ctx.parts.scalar(ctx, need(call, rest[0]));
  if (effect.how === 'match.any') return warpResult(ctx, effect.how, [mask, plainOf(value)], 'i32', type);
  if (effect.how === 'match.all') return matchAll(ctx, call, mask, value, rest[1]);
  const lane = plainOf(ctx.parts.scalar(ctx, need(call, rest[1])));
  const from = effect.how === 'shuffle' ? op('sub', [lane, i32(1)]) : lane;
  const width = rest[2] ? plainOf(ctx.parts.scalar(ctx, rest[2])) : i32(32);
  const one = (x: Expression): Expression => {
    const result = ctx.variable('lane', x.type);
    ctx.emit({ kind: 'warp', how: effect.how, args: [mask, x, ctx.keep(from), ctx.keep(width)], result: result.index });
    return result;
  };
  if (value.kind !== 'complex') return plain(one(plainOf(value)));
  const re = one(value.re);
  return { kind: 'complex', re, im: one(value.im) };
}

function need(call: Call, e: Expr | undefined): Expr {
  if (!e) throw new InternalError(`${call.routine.name} without an argument`, call.span);
  return e;
}

function warpResult(
  ctx: Context,
  how: (Effect & { readonly kind: 'warp' })['how'],
  args: readonly Expression[],
  of: ValueType,
  type: Type | undefined,
): Value {
  const result = ctx.variable('vote', of);
  ctx.emit({ kind: 'warp', how, args, result: result.index });
  return asType(result, type);
}

function matchAll(ctx: Context, call: Call, mask: Expression, value: Value, to: Expr | undefined): Value {
  const result = ctx.variable('match', 'i32');
  const all = ctx.variable('all', 'bool');
  ctx.emit({ kind: 'warp', how: 'match.all', args: [mask, plainOf(value)], result: result.index, result2: all.index });
  const target = need(call, to);
  assignValue(ctx, target, target.type.base === 'logical' ? plain(all) : plain(op('to.i32', [all])));
  return plain(result);
}

function hintedLoad(
  ctx: Context,
  call: Call,
  effect: Effect & { readonly kind: 'load' },
  type: Type | undefined,
): Value {
  const from = argument(call, 0);
  const value = loadValue(ctx, type ?? from.type, place(ctx, from));
  const hinted = (x: Expression): Expression => (x.kind === 'load' ? { ...x, cache: effect.cache } : x);
  if (value.kind === 'plain') return plain(ctx.keep(hinted(value.x)));
  if (value.kind === 'complex')
    return { kind: 'complex', re: ctx.keep(hinted(value.re)), im: ctx.keep(hinted(value.im)) };
  return value;
}

function hintedStore(ctx: Context, call: Call, effect: Effect & { readonly kind: 'store' }): undefined {
  const to = argument(call, 0);
  const value = ctx.parts.scalar(ctx, argument(call, 1));
  const made = ctx.capture(() => storeValue(ctx, to.type, place(ctx, to), value));
  for (const s of made) ctx.emit(s.kind === 'store' ? withHint(s, effect.cache) : s);
  return undefined;
}

function withHint(
  s: Statement & { readonly kind: 'store' },
  cache: (Effect & { readonly kind: 'store' })['cache'],
): Statement {
  return { ...s, cache };
}

/** The `out` parameters get values made from the `in` ones. */
function setParameters(ctx: Context, call: Call, effect: Effect & { readonly kind: 'set' }): undefined {
  const form = parameters(call);
  const values = form.flatMap(([, p], i) => {
    const a = call.args[i];
    if (p.how !== 'in' || !a) return [];
    const value = ctx.parts.scalar(ctx, a);
    return [ctx.keep(value.kind === 'derived' ? load('i32', value.address) : plainOf(value))];
  });
  const made = effect.values(values, (x) => ctx.keep(x)).map((x) => ctx.keep(x));
  const targets = form.flatMap(([, p], i) => {
    const a = call.args[i];
    return p.how === 'out' && a ? [a] : [];
  });
  targets.forEach((t, i) => {
    const x = made[i];
    if (x && t.type.base === 'derived') ctx.store('i32', lowerAddress(ctx, t), x);
    else if (x) assignValue(ctx, t, plain(x));
  });
  return undefined;
}

function bytesOf(ctx: Context, e: Expr): Expression {
  const element = ctx.parts.elementBytes(ctx, e);
  if (e.rank === 0) return element;
  const view = ctx.parts.arrayPlace(ctx, e);
  return view.dimensions.reduce((all, d) => op('mul', [all, d.extent ?? i64(1)]), element);
}

function isProcedure(a: Expr): boolean {
  if (a.kind === 'variable') return a.variable.procedure !== undefined;
  return a.kind === 'procedure' || (a.kind === 'part' && a.component.procedure !== undefined);
}

/** The address of the argument in an object of one 8-byte component (c_ptr, c_devptr, c_funptr). */
function addressObject(ctx: Context, call: Call, type: Type | undefined): Value {
  const a = argument(call, 0);
  const address = isProcedure(a) ? plainOf(ctx.parts.scalar(ctx, a)) : place(ctx, a);
  const number = addressNumber(address);
  if (type?.base !== 'derived') return plain(number);
  const object = ctx.slot(type.type.name, structureOf(type.type).size, 8);
  ctx.store('i64', object, number);
  return { kind: 'derived', address: object };
}

/** c_f_pointer, c_f_procpointer. */
function associate(ctx: Context, call: Call): undefined {
  const names = parameters(call).map(([n]) => n.toLowerCase());
  const by = (name: string) => call.args[names.indexOf(name)];
  const source = ctx.parts.scalar(ctx, need(call, by('cptr')));
  if (source.kind !== 'derived') throw new InternalError('an address object expected', call.span);
  const target = need(call, by('fptr'));
  const address = load('i64', source.address);
  if (!isDescribedDesignator(ctx, target)) {
    ctx.store('ptr.host', lowerAddress(ctx, target), op('from.address', [address], 'ptr.host'));
    return undefined;
  }
  const pointer = pointerOf(target);
  const bytes = ctx.keep(ctx.parts.elementBytes(ctx, target));
  const shape = by('shape');
  setPointer(ctx, target, op('from.address', [address], pointer), bytes, shape);
  return undefined;
}

function pointerOf(e: Expr): PointerType {
  const a = e.kind === 'variable' ? e.variable.attributes : e.kind === 'part' ? e.component.attributes : undefined;
  return a?.placement === 'device' ? 'ptr.global' : 'ptr.host';
}

function setPointer(ctx: Context, target: Expr, base: Expression, bytes: Expression, shape: Expr | undefined): void {
  const descriptor = ctx.keep(lowerDescriptorAddress(ctx, target));
  if (!shape || target.rank === 0) return void describe(ctx, descriptor, base, bytes, [], 0);
  const cells = ctx.slot('shape', 8 * target.rank, 8);
  const at = ctx.variable('at', 'i64');
  ctx.set(at.index, i64(0));
  ctx.parts.eachElement(ctx, shape, (v) => {
    const x = plainOf(v);
    ctx.store('i64', op('offset', [cells, at]), x.type === 'i64' ? x : op('extend', [x]));
    ctx.set(at.index, op('add', [at, i64(8)]));
  });
  const sizes = Array.from({ length: target.rank }, (_, i) => load('i64', cells, 8 * i));
  describe(ctx, descriptor, base, bytes, sizes, target.rank);
}

// ---- groups and specials ------------------------------------------------------------------------------------------------

const axes = ['x', 'y', 'z'] as const;

function product(prefix: 'ntid' | 'nctaid'): Expression {
  return axes.map((a) => special(`${prefix}.${a}`)).reduce((x, y) => op('mul', [x, y]));
}

/** Rank of the thread in its block (from 0), x running fastest. */
function threadRank(): Expression {
  const yz = op('add', [special('tid.y'), op('mul', [special('tid.z'), special('ntid.y')])]);
  return op('add', [special('tid.x'), op('mul', [yz, special('ntid.x')])]);
}

function blockRank(): Expression {
  const yz = op('add', [special('ctaid.y'), op('mul', [special('ctaid.z'), special('nctaid.y')])]);
  return op('add', [special('ctaid.x'), op('mul', [yz, special('nctaid.x')])]);
}

function group(ctx: Context, effect: Effect & { readonly kind: 'group' }, type: Type | undefined): Value {
  if (type?.base !== 'derived') throw new InternalError('a group of no type', ctx.at);
  const code = ({ grid: 0, block: 1, warp: 2, cluster: 3 } as const)[effect.group];
  const threads = product('ntid');
  const size = {
    grid: () => op('mul', [product('nctaid'), threads]),
    block: () => threads,
    warp: () => op('min', [i32(32), op('sub', [threads, op('and', [threadRank(), i32(-32)])])]),
    cluster: () => special('cluster.size'),
  }[effect.group]();
  const rank = {
    grid: () => op('add', [op('mul', [blockRank(), threads]), threadRank()]),
    block: threadRank,
    warp: () => special('laneid'),
    cluster: () => special('cluster.rank'),
  }[effect.group]();
  const { size: bytes, offsets } = structureOf(type.type);
  const object = ctx.slot('group', bytes, 8);
  const values: Record<string, Expression> = { handle: i32(code), size, rank: op('add', [rank, i32(1)]) };
  for (const [c, at] of offsets) {
    const x = values[c.name.toLowerCase()];
    if (!x) continue;
    const memory = memoryTypeOf(c.type);
    ctx.store(memory, object, memory === 'i64' ? op('extend', [x]) : x, at);
  }
  return { kind: 'derived', address: object };
}

function specialValue(ctx: Context, effect: Effect & { readonly kind: 'special' }, type: Type | undefined): Value {
  switch (effect.of) {
    case 'cluster.rank':
      return plain(op('add', [special('cluster.rank'), i32(1)]));
    case 'cluster.size':
      return plain(special('cluster.size'));
    case 'cluster.dim':
      return extents(ctx, type, (axis) => special(`cluster.nctaid.${axis}`));
    case 'cluster.index':
      return extents(ctx, type, (axis) =>
        op('add', [op('rem', [special(`ctaid.${axis}`), special(`cluster.nctaid.${axis}`)]), i32(1)]),
      );
  }
}

/** A dim3 with these components. */
function extents(ctx: Context, type: Type | undefined, of: (axis: (typeof axes)[number]) => Expression): Value {
  if (type?.base !== 'derived') throw new InternalError('extents of no type', ctx.at);
  const object = ctx.slot('extents', structureOf(type.type).size, 8);
  axes.forEach((axis, i) => {
    ctx.store('i32', object, of(axis), 4 * i);
  });
  return { kind: 'derived', address: object };
}
