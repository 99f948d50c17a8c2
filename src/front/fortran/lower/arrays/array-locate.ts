/** maxloc, minloc, findloc. */
import { InternalError } from '../../../../base/impossible.ts';
import { add, bool, i64, local, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import type { Expr, Type } from '../../program.ts';
import type { Context } from '../context.ts';
import { resizeInteger } from '../convert.ts';
import { storeValue } from '../memory.ts';
import { plain, plainOf, type Value } from '../value.ts';
import { type Cell, newCell } from './array-cell.ts';
import { nest, turns } from './array-loop.ts';
import { type IntrinsicExpr, type Line, lineAlong } from './array-reduce.ts';
import { elementsOfView, knownBytes, newArray, placeAt } from './array-temporary.ts';
import type { Elements } from './array-value.ts';

/** The arguments by what they are for. */
type Search = {
  readonly name: string;
  readonly array: Elements;
  readonly type: Type;
  /** findloc: what is looked for. */
  readonly wanted: Value | undefined;
  readonly wantedType: Type | undefined;
  readonly mask: Elements | undefined;
  readonly back: Expression;
  readonly dim: Expr | undefined;
};

function searchOf(ctx: Context, e: IntrinsicExpr): Search {
  const find = e.name === 'findloc';
  const [array, second] = e.args;
  if (!array) throw new InternalError(`${e.name} of what`, e.span);
  const rest = e.args.slice(find ? 2 : 1);
  const back = rest[3];
  return {
    name: e.name,
    array: ctx.parts.elements(ctx, array),
    type: array.type,
    wanted: find && second ? ctx.parts.scalar(ctx, second) : undefined,
    wantedType: find ? second?.type : undefined,
    mask: rest[1] && ctx.parts.elements(ctx, rest[1]),
    back: back ? ctx.keep(ctx.parts.condition(ctx, back), 'back') : bool(false),
    dim: rest[0],
  };
}

/** Whether an element is taken in place of the best so far; `none`: nothing was found yet. */
function better(ctx: Context, s: Search, x: Value, best: Cell | undefined, none: Expression): Expression {
  if (s.wanted) {
    const same = plainOf(ctx.parts.binary(ctx, 'eq', x, s.wanted, s.type, s.wantedType ?? s.type));
    return op('and', [same, op('or', [none, s.back])]);
  }
  if (!best) throw new InternalError('a search without a best value');
  const compare = (operator: 'gt' | 'lt' | 'eq', a: Value, b: Value): Expression =>
    plainOf(ctx.parts.binary(ctx, operator, a, b, s.type, s.type));
  const beats = compare(s.name === 'maxloc' ? 'gt' : 'lt', x, best.get());
  const ties =
    s.back.kind === 'const' && s.back.value === false
      ? beats
      : op('or', [beats, op('and', [s.back, compare('eq', x, best.get())])]);
  const first = op('or', [none, ties]);
  if (s.type.base !== 'real') return first;
  const old = plainOf(best.get());
  const replacesNaN = op('and', [op('ne', [old, old]), op('eq', [plainOf(x), plainOf(x)])]);
  return op('or', [first, replacesNaN]);
}

function startOf(ctx: Context, s: Search, type: Type): Cell | undefined {
  if (s.wanted) return undefined;
  if (type.base === 'character')
    return newCell(ctx, { kind: 'character', address: ctx.text(''), length: s.array.bytes });
  if (type.base === 'integer')
    return newCell(ctx, plain(type.kind === 8 ? i64(0) : { kind: 'const', type: 'i32', value: 0 }));
  return newCell(
    ctx,
    plain({ kind: 'const', type: type.base === 'real' && type.kind === 8 ? 'f64' : 'f32', value: 0 }),
  );
}

/** Goes over one element: `found` notes its place. */
function visit(
  ctx: Context,
  s: Search,
  best: Cell | undefined,
  indexes: readonly Expression[],
  none: Expression,
  found: () => void,
): void {
  const look = (): void => {
    const value = s.array.at(indexes);
    const x: Value = value.kind === 'plain' ? plain(ctx.keep(value.x)) : value;
    ctx.if(better(ctx, s, x, best, none), () => {
      best?.set(x);
      found();
    });
  };
  if (s.mask) ctx.if(plainOf(s.mask.at(indexes)), look);
  else look();
}

/** Subscripts of the place, one for each dimension; 0 where nothing was found. */
function locateAll(ctx: Context, e: IntrinsicExpr): Elements {
  const s = searchOf(ctx, e);
  const best = startOf(ctx, s, s.type);
  const places = s.array.extents.map(() => ctx.newLocal('place', 'i64'));
  for (const p of places) ctx.set(p, i64(0));
  const none = op('eq', [local(places[0]!, 'i64'), i64(0)]);
  nest(ctx, s.array.extents, (indexes) =>
    visit(ctx, s, best, indexes, none, () => {
      places.forEach((p, k) => {
        ctx.set(p, add(indexes[k]!, i64(1)));
      });
    }),
  );
  const kind = e.type.base === 'integer' ? e.type.kind : 4;
  const view = newArray(ctx, e.type, [i64(places.length)], i64(kind));
  places.forEach((p, k) => {
    storeValue(ctx, e.type, placeAt(view, [i64(k)]), plain(resizeInteger(local(p, 'i64'), 8, kind)));
  });
  return elementsOfView(ctx, view);
}

/** The place along one line of the array. */
function locateLine(ctx: Context, s: Search, e: IntrinsicExpr, line: Line, indexes: readonly Expression[]): Value {
  const best = startOf(ctx, s, s.type);
  const place = ctx.newLocal('place', 'i64');
  ctx.set(place, i64(0));
  const none = op('eq', [local(place, 'i64'), i64(0)]);
  turns(ctx, line.length, false, (i) =>
    visit(ctx, s, best, line.through(indexes, i), none, () => ctx.set(place, add(i, i64(1)))),
  );
  return plain(resizeInteger(local(place, 'i64'), 8, e.type.base === 'integer' ? e.type.kind : 4));
}

/** With `dim=` of an array of rank 1: a scalar. */
export function locateScalar(ctx: Context, e: IntrinsicExpr): Value {
  const s = searchOf(ctx, e);
  const line: Line = { length: s.array.extents[0]!, rest: [], through: (_, i) => [i] };
  return locateLine(ctx, s, e, line, []);
}

function locate(ctx: Context, e: IntrinsicExpr): Elements {
  const dimExpr = e.args[e.name === 'findloc' ? 2 : 1];
  if (!dimExpr) return locateAll(ctx, e);
  const s = searchOf(ctx, e);
  const line = lineAlong(ctx, dimExpr, s.array.extents);
  return {
    type: e.type,
    extents: line.rest,
    bytes: knownBytes(e.type) ?? i64(4),
    flat: false,
    at: (indexes) => locateLine(ctx, s, e, line, indexes),
  };
}

export const locations: Readonly<Record<string, (ctx: Context, e: IntrinsicExpr) => Elements>> = {
  maxloc: locate,
  minloc: locate,
  findloc: locate,
};
