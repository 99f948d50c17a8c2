/** Array constructors. */
import { InternalError } from '../../../../base/impossible.ts';
import { add, i64, local, mul, op, sub } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { valueTypeOf } from '../../layout.ts';
import type { ConstructorItem, Expr, Variable } from '../../program.ts';
import type { Context } from '../context.ts';
import { lengthFromType } from '../designator.ts';
import { storeValue } from '../memory.ts';
import { plain } from '../value.ts';
import { collect } from './array-call.ts';
import { nest, turns } from './array-loop.ts';
import { elementsOfView, knownBytes, newElements, placeAt, storeElement } from './array-temporary.ts';
import type { Elements } from './array-value.ts';
import { atLeastZero, product, type View } from './view.ts';

type ConstructorExpr = Expr & { readonly kind: 'array-constructor' };
type LoopItem = ConstructorItem & { readonly kind: 'loop' };

export function constructorElements(ctx: Context, e: ConstructorExpr): Elements {
  return sequence(ctx, e) ?? elementsOfView(ctx, gathered(ctx, e));
}

/** `[(f(i), i = from, to, step)]`: each value is computed when it is asked for. */
function sequence(ctx: Context, e: ConstructorExpr): Elements | undefined {
  const only = e.items[0];
  if (e.items.length !== 1 || only?.kind !== 'loop' || e.type.base === 'character') return undefined;
  const inner = only.items[0];
  if (only.items.length !== 1 || inner?.kind !== 'value' || inner.value.rank > 0 || !isCheap(inner.value))
    return undefined;
  const { from, step, trips } = loopOf(ctx, only);
  const set = indexVariable(ctx, only.index);
  return {
    type: e.type,
    extents: [trips],
    bytes: knownBytes(e.type) ?? ctx.parts.elementBytes(ctx, inner.value),
    flat: true,
    at: (indexes) => {
      set(add(from, mul(indexes[0] ?? i64(0), step)));
      return ctx.parts.scalar(ctx, inner.value);
    },
  };
}

function isCheap(e: Expr): boolean {
  switch (e.kind) {
    case 'constant':
    case 'variable':
      return true;
    case 'convert':
      return isCheap(e.value);
    case 'unary':
      return isCheap(e.operand);
    case 'binary':
      return isCheap(e.left) && isCheap(e.right);
    default:
      return false;
  }
}

/** All values stored one after another. */
function gathered(ctx: Context, e: ConstructorExpr): View {
  const bytes = knownBytes(e.type) ?? ctx.keep(textLength(ctx, e), 'length');
  const total = ctx.keep(countOf(ctx, e.items), 'count');
  const view = newElements(ctx, e.type, [total], bytes);
  const length = e.type.base === 'character' ? bytes : undefined;
  const fixed = e.items.every((i) => i.kind === 'value' && i.value.rank === 0);
  if (fixed) {
    e.items.forEach((item, k) => {
      if (item.kind !== 'value') return;
      ctx.scope(() => storeElement(ctx, e.type, placeAt(view, [i64(k)]), ctx.parts.scalar(ctx, item.value), length));
    });
    return view;
  }
  const next = ctx.newLocal('next', 'i64');
  ctx.set(next, i64(0));
  const at = local(next, 'i64');
  storeItems(ctx, e.items, (store) => {
    store(placeAt(view, [at]), length);
    ctx.set(next, add(at, i64(1)));
  });
  return view;
}

type Store = (to: Expression, length: Expression | undefined) => void;

function storeItems(ctx: Context, items: readonly ConstructorItem[], put: (store: Store) => void): void {
  for (const item of items) {
    if (item.kind === 'loop') {
      const { from, step, trips } = loopOf(ctx, item);
      const set = indexVariable(ctx, item.index);
      turns(ctx, trips, false, (i) => {
        set(add(from, mul(i, step)));
        storeItems(ctx, item.items, put);
      });
    } else storeValueItem(ctx, item.value, put);
  }
}

function storeValueItem(ctx: Context, e: Expr, put: (store: Store) => void): void {
  ctx.scope(() => {
    const elements = ctx.parts.elements(ctx, e);
    nest(ctx, elements.extents, (indexes) => {
      const value = elements.at(indexes);
      put((to, length) => storeElement(ctx, e.type, to, value, length));
    });
  });
}

function countOf(ctx: Context, items: readonly ConstructorItem[]): Expression {
  return items.map((i) => countOfItem(ctx, i)).reduce((a, b) => add(a, b), i64(0));
}

function countOfItem(ctx: Context, item: ConstructorItem): Expression {
  if (item.kind === 'value') return item.value.rank === 0 ? i64(1) : countOfArray(ctx, item.value);
  const { from, step, trips } = loopOf(ctx, item);
  if (!dependsOn(item.items, item.index)) return mul(trips, countOf(ctx, item.items));
  const set = indexVariable(ctx, item.index);
  const sum = ctx.newLocal('count', 'i64');
  ctx.set(sum, i64(0));
  turns(ctx, trips, false, (i) => {
    set(add(from, mul(i, step)));
    ctx.set(sum, add(local(sum, 'i64'), countOf(ctx, item.items)));
  });
  return local(sum, 'i64');
}

function countOfArray(ctx: Context, e: Expr): Expression {
  let count: Expression = i64(0);
  ctx.scope(() => {
    count = ctx.keep(product(ctx.parts.elements(ctx, e).extents), 'count');
  });
  return count;
}

/** Whether the number of values depends on the index: bounds of inner loops, shapes of arrays. */
function dependsOn(items: readonly ConstructorItem[], index: Variable): boolean {
  return items.some((item) => {
    if (item.kind === 'value') return item.value.rank > 0 && names(item.value, index);
    return [item.from, item.to, item.step].some((x) => names(x, index)) || dependsOn(item.items, index);
  });
}

function names(e: Expr, v: Variable): boolean {
  const used = new Set<Variable>();
  collect(e, used);
  return used.has(v);
}

function loopOf(
  ctx: Context,
  item: LoopItem,
): { readonly from: Expression; readonly step: Expression; readonly trips: Expression } {
  const from = ctx.keep(ctx.parts.index(ctx, item.from), 'from');
  const to = ctx.parts.index(ctx, item.to);
  const step = ctx.keep(ctx.parts.index(ctx, item.step), 'step');
  const trips = ctx.keep(atLeastZero(op('div', [add(sub(to, from), step), step])), 'trips');
  return { from, step, trips };
}

/** Gives the index variable a register; the answer sets it. */
export function indexVariable(ctx: Context, v: Variable): (value: Expression) => void {
  const type = valueTypeOf(v.type);
  if (ctx.addressed.has(v)) {
    const address = ctx.slot(v.name, 8, 8);
    ctx.bind(v, { kind: 'memory', address });
    return (value) => storeValue(ctx, v.type, address, plain(type === 'i64' ? value : op('wrap', [value])));
  }
  const index = ctx.newLocal(v.name, type);
  ctx.bind(v, { kind: 'register', local: index, type });
  return (value) => ctx.set(index, type === 'i64' ? value : op('wrap', [value]));
}

function textLength(ctx: Context, e: ConstructorExpr): Expression {
  if (e.type.base === 'character' && e.type.length.kind === 'known') return lengthFromType(ctx, e.type);
  const length = ctx.newLocal('length', 'i64');
  ctx.set(length, i64(0));
  if (!setLength(ctx, e.items, length)) throw new InternalError('a constructor without values', e.span);
  return local(length, 'i64');
}

/** The length of the first value, as it is in the first turn of the loops around it. False where there is no value. */
function setLength(ctx: Context, items: readonly ConstructorItem[], length: number): boolean {
  const [first, ...rest] = items;
  if (!first) return false;
  if (first.kind === 'value') {
    ctx.scope(() => ctx.set(length, ctx.parts.elementBytes(ctx, first.value)));
    return true;
  }
  const { from, trips } = loopOf(ctx, first);
  const set = indexVariable(ctx, first.index);
  let found = false;
  const inside = ctx.capture(() => {
    set(from);
    found = setLength(ctx, first.items, length);
  });
  if (!found) return setLength(ctx, rest, length);
  ctx.if(op('gt', [trips, i64(0)]), () => {
    for (const s of inside) ctx.emit(s);
  });
  return true;
}
