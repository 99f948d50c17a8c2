/** Objects passed by value that own memory, or whose type is known at run time only: the procedure gets a copy with memory of its own. */
import { load } from '../../../../ir/build.ts';
import { descriptorBytes, descriptorFields } from '../../layout.ts';
import { madeVariable } from '../../made-variable.ts';
import type { Expr, Stmt, Type, Variable } from '../../program.ts';
import { isAllocated } from '../arrays/descriptor.ts';
import { type Context, isNull } from '../context.ts';
import { isDesignator } from '../designator.ts';
import { freeBytes } from '../objects/allocation.ts';
import { ownsMemory } from '../objects/derived.ts';
import { endsByProcedure } from '../objects/temporary-objects.ts';
import { tableFields } from '../objects/type-tables.ts';
import { isThere } from './absent.ts';

/** Whether bytes alone would be no copy. What a function or a constructor gives is nobody else's. */
export function needsCopy(ctx: Context, d: Variable, actual: Expr): boolean {
  if (ctx.mode === 'device' || !d.attributes.value || d.attributes.placement !== 'host') return false;
  if (!isDesignator(actual) && actual.kind !== 'unary') return false;
  return isPolymorphic(d.type) || (d.type.base === 'derived' && ownsMemory(d.type.type));
}

/** A new allocatable variable that holds the copy until the end of the statement; not allocated where the argument is absent. */
export function valueCopy(ctx: Context, d: Variable, actual: Expr): Expr {
  const made = madeVariable(d.name, d.type, actual.span, actual.rank > 0 ? actual.rank : undefined);
  made.attributes = { ...made.attributes, allocatable: true };
  const descriptor = ctx.slot(d.name, descriptorBytes(Math.max(0, actual.rank)), 8);
  ctx.parts.emptyDescriptor(ctx, made, descriptor);
  ctx.bind(made, { kind: 'descriptor', address: descriptor });
  const copy: Expr = { kind: 'variable', variable: made, type: d.type, rank: actual.rank, span: actual.span };
  ctx.defer(() => ctx.if(isAllocated(descriptor), () => endCopy(ctx, made, descriptor)));
  const fill = (): void =>
    ctx.parts.statements(ctx, [
      isPolymorphic(d.type) ? allocationFrom(ctx, copy, actual) : assignmentOf(ctx, copy, actual),
    ]);
  if (d.attributes.optional) ctx.if(isThere(ctx, actual), fill);
  else fill();
  return copy;
}

/** Of a polymorphic argument for a dummy that is none, the part of its declared type. */
function assignmentOf(ctx: Context, to: Expr, value: Expr): Stmt {
  return { kind: 'assign', span: ctx.at, label: undefined, to, value, transfer: false };
}

function allocationFrom(ctx: Context, to: Expr, source: Expr): Stmt {
  return {
    kind: 'allocate',
    span: ctx.at,
    label: undefined,
    items: [{ object: to, bounds: [], type: source.type }],
    source,
    mold: undefined,
    stat: undefined,
    errmsg: undefined,
    stream: undefined,
    pinned: undefined,
  };
}

/** Copies are not finalised: what the components of types with final procedures hold is left alone. */
function endCopy(ctx: Context, made: Variable, descriptor: ReturnType<Context['slot']>): void {
  const whole = (): void => ctx.parts.freeAllocatable(ctx, made, descriptor);
  const bytes = (): void => freeBytes(ctx, made.attributes, load('ptr.host', descriptor, descriptorFields.base));
  if (!isPolymorphic(made.type)) {
    if (made.type.base === 'derived' && endsByProcedure(made.type.type)) bytes();
    else whole();
    return;
  }
  const table = ctx.keep(load('ptr.host', descriptor, descriptorFields.type));
  ctx.if(isNull(table), bytes, () => ctx.if(isNull(load('ptr.host', table, tableFields.releaseArray)), whole, bytes));
}

function isPolymorphic(t: Type): boolean {
  return t.base === 'any' || (t.base === 'derived' && t.polymorphic);
}
