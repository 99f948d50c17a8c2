/**
 * forall as the standard says it, for statements that disturb each other: which index values are active is found out once and kept in a list;
 * each statement then computes all its values before it stores the first (Fortran 2018, 10.2.4.2.4).
 */
import { add, i32, i64, load, mul, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import type { PointerType } from '../../../../ir/types.ts';
import { descriptorBytes } from '../../layout.ts';
import { madeVariable } from '../../made-variable.ts';
import type { Expr, Stmt, Type } from '../../program.ts';
import { type Context, plus } from '../context.ts';
import { loadValue } from '../memory.ts';
import { notYet } from '../not-yet.ts';
import { assignObject } from '../objects/component-assignment.ts';
import { plainOf } from '../value.ts';
import { indexVariable } from './array-constructor.ts';
import { nest, turns } from './array-loop.ts';
import {
  contiguousView,
  elementsOfView,
  fillView,
  frozen,
  newArray,
  placeAt,
  storeElement,
  temporaryMemory,
} from './array-temporary.ts';
import type { Elements } from './array-value.ts';
import { readDescriptor, writeDescriptor } from './descriptor.ts';
import { loopsOf } from './forall-loops.ts';
import { viewOf } from './section.ts';
import { hasGather, product, type View } from './view.ts';

type Forall = Stmt & { readonly kind: 'forall' };
type Assign = Stmt & { readonly kind: 'assign' };
type Where = Stmt & { readonly kind: 'where' };
type Point = Stmt & { readonly kind: 'pointer-assign' };

/** Index values, those of the constructs around first, one combination after another: i64 each. */
type Active = {
  readonly sets: readonly ((value: Expression) => void)[];
  readonly list: Expression;
  readonly count: Expression;
};

export function lowerActiveForall(ctx: Context, s: Forall, outer?: Active): void {
  const active = activate(ctx, s, outer);
  for (const inner of s.body) {
    const before = ctx.at;
    ctx.at = inner.span;
    ctx.scope(() => run(ctx, inner, active));
    ctx.at = before;
  }
}

function run(ctx: Context, s: Stmt, active: Active): void {
  switch (s.kind) {
    case 'forall':
      lowerActiveForall(ctx, s, active);
      break;
    case 'assign':
      if (s.to.rank === 0) assignScalars(ctx, s, active);
      else assignArrays(ctx, s, active);
      break;
    case 'where':
      chooseAll(ctx, s, active);
      break;
    case 'pointer-assign':
      pointAll(ctx, s, active);
      break;
    default:
      eachActive(ctx, active, () => ctx.parts.statements(ctx, [s]));
  }
}

function activate(ctx: Context, s: Forall, outer: Active | undefined): Active {
  const count = ctx.variable('count', 'i64');
  ctx.set(count.index, i64(0));
  enumerate(ctx, s, outer, () => ctx.set(count.index, add(count, i64(1))));
  const width = 8 * ((outer?.sets.length ?? 0) + s.indices.length);
  const list = ctx.keep(temporaryMemory(ctx, mul(count, i64(width))), 'active');
  const next = ctx.variable('next', 'i64');
  ctx.set(next.index, i64(0));
  enumerate(ctx, s, outer, (values) => {
    const at = ctx.keep(plus(list, mul(next, i64(width))));
    values.forEach((v, k) => {
      ctx.store('i64', at, v, 8 * k);
    });
    ctx.set(next.index, add(next, i64(1)));
  });
  const own = s.indices.map((l) => indexVariable(ctx, l.index));
  return { sets: [...(outer?.sets ?? []), ...own], list, count };
}

/** All index values for which the mask holds, the first index running fastest. */
function enumerate(
  ctx: Context,
  s: Forall,
  outer: Active | undefined,
  visit: (values: readonly Expression[]) => void,
): void {
  const within = (before: readonly Expression[]): void => {
    const loops = loopsOf(ctx, s.indices);
    const values: Expression[] = [];
    const level = (k: number): void => {
      const l = loops[k];
      if (l) {
        turns(ctx, l.trips, false, (i) => {
          const value = ctx.keep(add(l.from, mul(i, l.step)));
          values[k] = value;
          l.set(value);
          level(k - 1);
        });
        return;
      }
      const here = (): void => visit([...before, ...values]);
      const { mask } = s;
      if (mask)
        ctx.if(
          ctx.settled(() => ctx.parts.condition(ctx, mask)),
          here,
        );
      else here();
    };
    level(loops.length - 1);
  };
  if (outer) eachActive(ctx, outer, within);
  else within([]);
}

function eachActive(ctx: Context, active: Active, body: (values: readonly Expression[], i: Expression) => void): void {
  ctx.count(active.count, (i) => {
    const at = ctx.keep(plus(active.list, mul(i, i64(8 * active.sets.length))));
    const values = active.sets.map((set, k) => {
      const value = ctx.keep(load('i64', at, 8 * k));
      set(value);
      return value;
    });
    body(values, i);
  });
}

function assignScalars(ctx: Context, a: Assign, active: Active): void {
  const type = a.to.type;
  const bytes = ctx.keep(ctx.parts.elementBytes(ctx, a.to), 'bytes');
  const length = type.base === 'character' ? bytes : undefined;
  const values = newArray(ctx, type, [active.count], bytes);
  const places = contiguousView(
    temporaryMemory(ctx, mul(active.count, i64(8))),
    { base: 'integer', kind: 8 },
    [active.count],
    i64(8),
  );
  let pointer: PointerType = 'ptr.host';
  eachActive(ctx, active, (_, i) => {
    const address = ctx.keep(ctx.parts.address(ctx, a.to), 'address');
    pointer = pointerTypeOf(address);
    ctx.store('i64', placeAt(places, [i]), op('to.address', [address]));
    if (type.base === 'derived') ctx.parts.initialize(ctx, type.type, placeAt(values, [i]));
    storeElement(ctx, type, placeAt(values, [i]), ctx.parts.scalar(ctx, a.value), length);
  });
  ctx.count(active.count, (i) => {
    const address = ctx.keep(op('from.address', [load('i64', placeAt(places, [i]))], pointer));
    const from = ctx.keep(placeAt(values, [i]));
    if (type.base === 'derived') {
      assignObject(ctx, type.type, address, from);
      ctx.parts.release(ctx, type.type, from);
    } else storeElement(ctx, type, address, loadValue(ctx, type, from, length), length);
  });
}

function pointerTypeOf(x: Expression): PointerType {
  return x.type === 'ptr.global' || x.type === 'ptr.generic' || x.type === 'ptr.local' ? x.type : 'ptr.host';
}

/** Whether an element takes part, for combination `i` of the index values. */
type Chosen = (i: Expression) => (indexes: readonly Expression[]) => Expression;

/** What is assigned to and the values are kept as descriptors, one record for each combination of index values. */
function assignArrays(ctx: Context, a: Assign, active: Active, chosen?: Chosen): void {
  const one = descriptorBytes(a.to.rank);
  const record = i64(2 * one);
  const records = ctx.keep(temporaryMemory(ctx, mul(active.count, record)), 'records');
  eachActive(ctx, active, (_, i) => {
    const at = ctx.keep(plus(records, mul(i, record)));
    const target = frozen(ctx, viewOf(ctx, a.to));
    if (hasGather(target)) {
      notYet(ctx, 'an array assignment in forall that reads what it changes');
      return;
    }
    writeDescriptor(ctx, at, target);
    save(ctx, plus(at, one), ctx.parts.elements(ctx, a.value), target);
  });
  ctx.count(active.count, (i) => {
    const at = ctx.keep(plus(records, mul(i, record)));
    const target = described(ctx, at, a.to.type, a.to.rank);
    const values = described(ctx, ctx.keep(plus(at, one)), a.value.type, a.to.rank);
    store(ctx, target, values, chosen?.(i));
    ctx.runtime('memory.free', values.base);
  });
}

function described(ctx: Context, at: Expression, type: Type, rank: number): View {
  return frozen(ctx, readDescriptor(ctx, at, type, rank, 'ptr.host', false));
}

/** The arms of a where one after another, each for all index values. An element's byte tells its arm; 0 where none was chosen yet. */
function chooseAll(ctx: Context, s: Where, active: Active): void {
  const first = s.arms[0]?.mask;
  if (!first) return;
  const record = i64(descriptorBytes(first.rank));
  const records = ctx.keep(temporaryMemory(ctx, mul(active.count, record)), 'choices');
  const choices = (i: Expression): View =>
    described(ctx, ctx.keep(plus(records, mul(i, record))), { base: 'logical', kind: 1 }, first.rank);
  eachActive(ctx, active, (_, i) => newChoices(ctx, plus(records, mul(i, record)), ctx.parts.elements(ctx, first)));
  s.arms.forEach((arm, k) => {
    const { mask } = arm;
    if (k > 0) eachActive(ctx, active, (_, i) => choose(ctx, choices(i), mask && ctx.parts.elements(ctx, mask), k + 1));
    const chosen: Chosen = (i) => {
      const view = choices(i);
      return (indexes) => op('eq', [load('i8', placeAt(view, indexes)), i32(k + 1)]);
    };
    for (const inner of arm.body) {
      ctx.at = inner.span;
      if (inner.kind === 'assign') assignArrays(ctx, inner, active, chosen);
      else notYet(ctx, `${inner.kind} in where in a forall whose statements disturb each other`);
    }
  });
  ctx.count(active.count, (i) => ctx.runtime('memory.free', choices(i).base));
}

function newChoices(ctx: Context, at: Expression, mask: Elements): void {
  const extents = mask.extents.map((x) => ctx.keep(x, 'extent'));
  const total = ctx.keep(product(extents), 'total');
  const base = ctx.keep(ctx.runtime('memory.allocate', total)[0]!, 'choices');
  ctx.fill(base, 0, total);
  const view = contiguousView(base, { base: 'logical', kind: 1 }, extents, i64(1));
  writeDescriptor(ctx, at, view);
  choose(ctx, view, mask, 1);
}

function choose(ctx: Context, choices: View, mask: Elements | undefined, arm: number): void {
  nest(
    ctx,
    choices.axes.map((x) => x.extent),
    (indexes) =>
      ctx.if(op('eq', [load('i8', placeAt(choices, indexes)), i32(0)]), () => {
        const mark = (): void => ctx.store('i8', placeAt(choices, indexes), i32(arm));
        if (mask) ctx.if(plainOf(mask.at(indexes)), mark);
        else mark();
      }),
  );
}

/** Pointers: all targets first, as pointers of their own. */
function pointAll(ctx: Context, s: Point, active: Active): void {
  const { to } = s;
  const attributes =
    to.kind === 'part' ? to.component.attributes : to.kind === 'variable' ? to.variable.attributes : undefined;
  if (!attributes || isProcedure(to) || s.bounds) {
    eachActive(ctx, active, () => ctx.parts.statements(ctx, [s]));
    return;
  }
  const size = descriptorBytes(to.rank);
  const record = i64(size + 8);
  const records = ctx.keep(temporaryMemory(ctx, mul(active.count, record)), 'targets');
  const made = madeVariable('target', to.type, s.span, to.rank);
  made.attributes = attributes;
  if (to.rank === 0) made.shape = undefined;
  const held: Expr = { kind: 'variable', variable: made, type: to.type, rank: to.rank, span: s.span };
  eachActive(ctx, active, (_, i) => {
    const at = ctx.keep(plus(records, mul(i, record)));
    ctx.bind(made, { kind: 'descriptor', address: at });
    const own = ctx.keep(ctx.parts.descriptorAddress(ctx, to));
    ctx.store('i64', at, op('to.address', [own]), size);
    ctx.copy(at, own, i64(size));
    ctx.parts.statements(ctx, [{ ...s, to: held }]);
  });
  ctx.count(active.count, (i) => {
    const at = ctx.keep(plus(records, mul(i, record)));
    ctx.copy(op('from.address', [load('i64', at, size)], 'ptr.host'), at, i64(size));
  });
}

function isProcedure(e: Expr): boolean {
  return (
    (e.kind === 'part' ? e.component.procedure : e.kind === 'variable' ? e.variable.procedure : undefined) !== undefined
  );
}

function save(ctx: Context, at: Expression, e: Elements, target: View): void {
  const extents = target.axes.map((x) => x.extent);
  const bytes = ctx.keep(e.bytes, 'bytes');
  const total = ctx.keep(mul(product(extents), bytes), 'total');
  const base = ctx.keep(ctx.runtime('memory.allocate', total)[0]!, 'saved');
  if (e.type.base === 'derived') ctx.fill(base, 0, total);
  const copy = contiguousView(base, e.type, extents, bytes);
  fillView(ctx, copy, e);
  writeDescriptor(ctx, at, copy);
}

function store(ctx: Context, target: View, values: View, chosen: ReturnType<Chosen> | undefined): void {
  const from = elementsOfView(ctx, values);
  const length = target.type.base === 'character' ? target.bytes : undefined;
  nest(
    ctx,
    target.axes.map((x) => x.extent),
    (indexes) => {
      const put = (): void => {
        const value = from.at(indexes);
        const place = placeAt(target, indexes);
        if (target.type.base === 'derived' && value.kind === 'derived')
          assignObject(ctx, target.type.type, place, value.address);
        else storeElement(ctx, target.type, place, value, length);
      };
      if (chosen) ctx.if(chosen(indexes), put);
      else put();
    },
  );
}
