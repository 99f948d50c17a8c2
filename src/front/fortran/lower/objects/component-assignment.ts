/** Intrinsic assignment of objects that have components whose types bind an assignment of their own, which is called for them (Fortran 2018, 10.2.1.3). */
import { eq, i64, load, mul, ne } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { allComponents, descriptorFields, dimensionFields, rankOf, structureOf } from '../../layout.ts';
import type { Component, DerivedType, Procedure, Variable } from '../../program.ts';
import { newDescriptor } from '../arrays/scalar-descriptor.ts';
import { passingOf } from '../calls/abi.ts';
import { type Context, generic, type Mode, notNull, plus } from '../context.ts';
import { dataPointer } from '../designator.ts';
import { copyParts, eachObject, isRecursive } from './derived.ts';
import { isInline } from './finalization.ts';

/** Is there a component, at any depth, with an assignment of its own? Device code takes those alone that it can call. */
export function assignsByProcedures(type: DerivedType, side: Mode): boolean {
  return !isRecursive(type) && allComponents(type).some((c) => isSpecial(c, side));
}

function isSpecial(c: Component, side: Mode): boolean {
  const of = assignedType(c);
  return of !== undefined && (assignmentOf(of, c, side) !== undefined || assignsByProcedures(of, side));
}

/** The type of a component that assignment copies as an object, not as a pointer. */
function assignedType(c: Component): DerivedType | undefined {
  if (c.procedure || c.attributes.pointer || c.type.base !== 'derived' || c.type.polymorphic) return undefined;
  return c.attributes.allocatable || isInline(c) ? c.type.type : undefined;
}

/** The procedure for `=` that the type of the component binds. */
function assignmentOf(type: DerivedType, c: Component, side: Mode): Procedure | undefined {
  for (const name of type.generics.get('=') ?? []) {
    const p = type.bindings.find((b) => b.name === name)?.procedure;
    const [to, from] = p?.signature.dummies ?? [];
    if (p?.signature.targets[side] && takes(to, type) && takes(from, type) && (!c.shape || p.signature.elemental))
      return p;
  }
  return undefined;
}

function takes(d: Variable | 'alternate-return' | undefined, type: DerivedType): d is Variable {
  if (!d || d === 'alternate-return' || d.shape || d.type.base !== 'derived') return false;
  if (!d.type.polymorphic) return d.type.type === type;
  for (let t: DerivedType | undefined = type; t; t = t.extends) if (t === d.type.type) return true;
  return false;
}

/** Assigns an object; where no component is assigned by a procedure, as `parts.assignDerived` does. */
export function assignObject(ctx: Context, type: DerivedType, to: Expression, from: Expression): void {
  if (!assignsByProcedures(type, ctx.mode)) return void ctx.parts.assignDerived(ctx, type, to, from);
  const special = { has: (c: Component) => isSpecial(c, ctx.mode), copy: assignComponent };
  copyParts(ctx, type, ctx.keep(inCode(ctx, to), 'to'), ctx.keep(inCode(ctx, from), 'from'), special);
}

/** Device code has addresses of several memories, of which procedures take any. */
function inCode(ctx: Context, address: Expression): Expression {
  return ctx.mode === 'host' ? address : generic(address);
}

function assignComponent(ctx: Context, c: Component, to: Expression, from: Expression): void {
  const own = c.type.base === 'derived' ? assignmentOf(c.type.type, c, ctx.mode) : undefined;
  const assign = (type: DerivedType, target: Expression, source: Expression): void => {
    if (own) callAssignment(ctx, own, type, target, source);
    else assignObject(ctx, type, target, source);
  };
  if (!c.attributes.allocatable)
    return void eachObject(ctx, c, (type, at) => assign(type, ctx.keep(plus(to, at)), ctx.keep(plus(from, at))));
  // A new object, with default values, is what the procedure gets.
  ctx.parts.copyAllocatable(ctx, c, to, from, false);
  eachAllocated(ctx, c, to, from, (type, target, source) => {
    ctx.if(ne(target, source), () => {
      ctx.parts.release(ctx, type, target);
      ctx.parts.initialize(ctx, type, target);
    });
    assign(type, target, source);
  });
}

function eachAllocated(
  ctx: Context,
  c: Component,
  to: Expression,
  from: Expression,
  visit: (type: DerivedType, to: Expression, from: Expression) => void,
): void {
  if (c.type.base !== 'derived') return;
  const type = c.type.type;
  const pointer = dataPointer(ctx, c.attributes);
  const [target, source] = [to, from].map((d) => ctx.keep(inCode(ctx, load(pointer, d, descriptorFields.base))));
  if (!target || !source) return;
  ctx.if(notNull(target), () => {
    let count: Expression = i64(1);
    for (let k = 0; k < rankOf(c.shape); k++) {
      const at = descriptorFields.dimensions + k * dimensionFields.bytes + dimensionFields.extent;
      count = mul(count, load('i64', to, at));
    }
    ctx.for('at', i64(0), ctx.keep(count), i64(structureOf(type).size), (at) =>
      visit(type, ctx.keep(plus(target, at)), ctx.keep(plus(source, at))),
    );
  });
}

/** What is assigned to itself is copied: the procedure may change the one before it reads the other. */
function callAssignment(ctx: Context, p: Procedure, type: DerivedType, to: Expression, from: Expression): void {
  const { size, align } = structureOf(type);
  const copy = ctx.keep(inCode(ctx, ctx.slot('value', Math.max(1, size), align)));
  const source = ctx.variable('source', from.type);
  const itself = ctx.keep(eq(to, from));
  ctx.set(source.index, from);
  ctx.if(itself, () => {
    ctx.parts.initialize(ctx, type, copy);
    ctx.parts.assignDerived(ctx, type, copy, from);
    ctx.set(source.index, copy);
  });
  callWith(ctx, p, type, to, source);
  ctx.if(itself, () => ctx.parts.release(ctx, type, copy));
}

function callWith(ctx: Context, p: Procedure, type: DerivedType, to: Expression, from: Expression): void {
  const args = p.signature.dummies.map((d, i) => {
    const address = i === 0 ? to : from;
    if (d === 'alternate-return' || passingOf(d, ctx.mode, p.signature.bindC).how !== 'descriptor') return address;
    const table = ctx.parts.typeTable(ctx, { base: 'derived', type, polymorphic: false });
    return inCode(ctx, newDescriptor(ctx, address, i64(structureOf(type).size), table));
  });
  ctx.call({ kind: 'direct', name: ctx.module.needProcedure(p, ctx.mode) }, args, []);
}
