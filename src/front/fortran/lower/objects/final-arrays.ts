/**
 * The end of arrays whose type only their table knows: for each type with final procedures one function that takes a descriptor and the rank. Final procedures are
 * called as `endArray` does it for arrays whose type is declared.
 */
import { add, i64, load, mul, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { descriptorBytes, descriptorFields, dimensionFields, structureOf } from '../../layout.ts';
import { madeVariable } from '../../made-variable.ts';
import type { DerivedType } from '../../program.ts';
import { readDescriptor } from '../arrays/descriptor.ts';
import { type Context, plus } from '../context.ts';
import { callFinal, endArray, endComponents, finalOf, ranksOfFinals } from './finalization.ts';

const mostDimensions = 15;

/** The body of that function. */
export function releaseArray(ctx: Context, type: DerivedType, [descriptor, rank]: readonly Expression[]): void {
  if (!descriptor || !rank) return;
  for (const r of ranksOfFinals(type))
    ctx.if(op('eq', [rank, i64(r)]), () => {
      ctx.scope(() => endKnownRank(ctx, type, descriptor, r));
      ctx.emit({ kind: 'return', values: [] });
    });
  endAnyRank(ctx, type, descriptor, rank);
}

function endKnownRank(ctx: Context, type: DerivedType, descriptor: Expression, rank: number): void {
  const array = madeVariable(type.name, { base: 'derived', type, polymorphic: false }, type.span, rank);
  const view = readDescriptor(ctx, descriptor, array.type, rank, 'ptr.host', false);
  const dimensions = view.axes.map((a) => ({
    lower: i64(1),
    extent: ctx.keep(a.extent, 'extent'),
    stride: a.stride && ctx.keep(a.stride, 'stride'),
  }));
  ctx.bind(array, { kind: 'array', base: ctx.keep(view.base, 'objects'), dimensions });
  const e = { kind: 'variable', variable: array, type: array.type, rank, span: type.span } as const;
  endArray(ctx, type, e, 'release', ctx.parts.release);
}

/** No final procedure is there for the rank alone. */
function endAnyRank(ctx: Context, type: DerivedType, descriptor: Expression, rank: Expression): void {
  for (let t: DerivedType | undefined = type; t; t = t.extends) {
    const level = t;
    const final = finalOf(t, undefined);
    if (final?.signature.elemental) eachObject(ctx, descriptor, rank, (at) => callFinal(ctx, final, at));
    else if (final) {
      const part = ctx.slot('part', descriptorBytes(mostDimensions), 8);
      ctx.copy(part, descriptor, add(i64(descriptorFields.dimensions), mul(rank, i64(dimensionFields.bytes))));
      ctx.store('i64', part, i64(structureOf(t).size), descriptorFields.elementBytes);
      ctx.store('ptr.host', part, ctx.parts.typeTable(ctx, plainType(t)), descriptorFields.type);
      ctx.call({ kind: 'direct', name: ctx.module.needProcedure(final) }, [part], []);
    }
    eachObject(ctx, descriptor, rank, (at) => endComponents(ctx, type, level, at, 'release', ctx.parts.release));
  }
}

function plainType(type: DerivedType) {
  return { base: 'derived', type, polymorphic: false } as const;
}

/** In element order, whatever the rank. */
function eachObject(
  ctx: Context,
  descriptor: Expression,
  rank: Expression,
  visit: (address: Expression) => void,
): void {
  if (ctx.capture(() => visit(descriptor)).length === 0) return;
  const count = ctx.variable('count', 'i64');
  ctx.set(count.index, i64(1));
  eachDimension(ctx, descriptor, rank, (extent) => ctx.set(count.index, mul(count, extent)));
  ctx.count(count, (i) => {
    const rest = ctx.variable('rest', 'i64');
    const distance = ctx.variable('distance', 'i64');
    ctx.set(rest.index, i);
    ctx.set(distance.index, i64(0));
    eachDimension(ctx, descriptor, rank, (extent, stride) => {
      ctx.set(distance.index, add(distance, mul(op('rem', [rest, extent]), stride)));
      ctx.set(rest.index, op('div', [rest, extent]));
    });
    visit(ctx.keep(plus(load('ptr.host', descriptor, descriptorFields.base), distance), 'object'));
  });
}

function eachDimension(
  ctx: Context,
  descriptor: Expression,
  rank: Expression,
  visit: (extent: Expression, stride: Expression) => void,
): void {
  ctx.for('at', i64(0), rank, i64(dimensionFields.bytes), (at) => {
    const axis = plus(descriptor, at);
    const field = (name: 'extent' | 'stride') =>
      ctx.keep(load('i64', axis, descriptorFields.dimensions + dimensionFields[name]), name);
    visit(field('extent'), field('stride'));
  });
}
