/** Where dummies live, given the parameters passed for them. */
import { InternalError } from '../../../../base/impossible.ts';
import { i64, load, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import type { PointerType } from '../../../../ir/types.ts';
import { descriptorBytes, descriptorFields, dimensionFields, layoutOf, rankOf } from '../../layout.ts';
import type { Shape, Variable } from '../../program.ts';
import { topOfMemory } from '../arrays/bounds.ts';
import { usualStride, writeAxis, writeHead } from '../arrays/descriptor.ts';
import { type Context, isNull, type Place } from '../context.ts';
import { isTrue } from '../memory.ts';
import { storageSize } from '../objects/static-data.ts';
import type { Dimension } from '../variables/place.ts';
import { explicitDimensions, isRegister, lengthOf } from '../variables/variables.ts';
import { isOnDevice, passingOf, type Side } from './abi.ts';

/** Where a dummy lives, given its parameters. */
export function dummyPlace(ctx: Context, d: Variable, params: readonly Expression[], side: Side): Place {
  const passing = passingOf(
    d,
    side,
    ctx.procedure?.signature.bindC === true && ctx.procedure.signature.dummies.includes(d),
  );
  const [first] = params;
  if (!first) throw new InternalError(`no parameter for ${d.name}`, d.span);
  switch (passing.how) {
    case 'procedure':
      return ctx.addressed.has(d) ? procedureCell(ctx, d, first) : registerOf(ctx, d, first);
    case 'value':
      return valuePlace(ctx, d, params);
    case 'pieces':
      return piecesPlace(ctx, d, params);
    case 'handle':
      return piecesPlace(ctx, d, [op('to.address', [first])]);
    case 'address':
      return addressPlace(ctx, d, first, passing.length ? params[1] : undefined);
    case 'descriptor':
      return descriptorPlace(ctx, d, first);
    case 'spread':
      return spreadPlace(ctx, d, params, passing.length);
  }
}

function procedureCell(ctx: Context, d: Variable, x: Expression): Place {
  const address = ctx.slot(d.name, 8, 8);
  ctx.store(ctx.mode === 'host' ? 'ptr.host' : 'ptr.generic', address, x);
  return { kind: 'memory', address };
}

function registerOf(ctx: Context, d: Variable, x: Expression): Place {
  if (x.kind === 'local') return { kind: 'register', local: x.index, type: x.type };
  const index = ctx.newLocal(d.name, x.type);
  ctx.set(index, x);
  return { kind: 'register', local: index, type: x.type };
}

function valuePlace(ctx: Context, d: Variable, params: readonly Expression[]): Place {
  const [first, second] = params;
  if (!first) throw new InternalError(`no parameter for ${d.name}`, d.span);
  const value = d.type.base === 'logical' ? isTrue(first) : first;
  if (!isRegister(ctx, d)) {
    const size = storageSize(d) ?? { size: 8, align: 8 };
    const address = ctx.slot(d.name, size.size, size.align);
    const memory = first.type === 'i32' ? smallCell(size.size) : first.type;
    if (memory === 'bool') throw new InternalError('a bool in memory');
    if (second) {
      ctx.store(memory, address, first);
      ctx.store(memory, address, second, size.size / 2);
    } else ctx.store(memory === 'i64' && size.size < 8 ? 'i32' : memory, address, first);
    return { kind: 'memory', address, ...(d.type.base === 'character' && { length: i64(1) }) };
  }
  if (second) {
    if (first.kind === 'local' && second.kind === 'local')
      return { kind: 'complex-register', re: first.index, im: second.index, type: first.type };
    const re = ctx.newLocal(d.name, first.type);
    const im = ctx.newLocal(d.name, second.type);
    ctx.set(re, first);
    ctx.set(im, second);
    return { kind: 'complex-register', re, im, type: first.type };
  }
  return registerOf(ctx, d, value);
}

function smallCell(size: number): 'i8' | 'i16' | 'i32' {
  return size === 1 ? 'i8' : size === 2 ? 'i16' : 'i32';
}

function piecesPlace(ctx: Context, d: Variable, params: readonly Expression[]): Place {
  const size = storageSize(d) ?? { size: 8, align: 8 };
  const address = ctx.slot(d.name, 8 * params.length, 8);
  params.forEach((p, i) => {
    ctx.store('i64', address, p, 8 * i);
  });
  if (size.size > 8 * params.length) throw new InternalError(`pieces of ${d.name}`, d.span);
  return { kind: 'memory', address };
}

function addressPlace(ctx: Context, d: Variable, address: Expression, passed: Expression | undefined): Place {
  if (d.procedure) return { kind: 'memory', address };
  if (d.type.base !== 'character') {
    if (!d.shape) return { kind: 'memory', address };
    const bytes = i64(layoutOf(d.type)?.size ?? 1);
    return { kind: 'array', base: address, dimensions: dummyDimensions(ctx, d, d.shape, address, bytes) };
  }
  const assumed = d.type.length.kind === 'assumed';
  // C tells no length: one character.
  const length = assumed ? (passed ?? i64(d.type.kind)) : lengthOf(ctx, d);
  if (!d.shape) return { kind: 'memory', address, length };
  return { kind: 'array', base: address, dimensions: dummyDimensions(ctx, d, d.shape, address, length), length };
}

/** Of assumed size: with the end of the memory, where subscripts are checked and somebody knows it. */
function dummyDimensions(
  ctx: Context,
  d: Variable,
  shape: Shape,
  address: Expression,
  bytes: Expression,
): readonly Dimension[] {
  const dimensions = explicitDimensions(ctx, shape);
  const last = dimensions.at(-1);
  const room = !last || last.extent || !ctx.module.checks.bounds ? undefined : roomOf(ctx, d, address);
  if (!last || !room) return dimensions;
  return [...dimensions.slice(0, -1), { ...last, top: topOfMemory(ctx, dimensions, room, bytes) }];
}

/** Bytes from the address of a dummy to the end of its memory. */
function roomOf(ctx: Context, d: Variable, address: Expression): Expression | undefined {
  if (ctx.mode !== 'host') return ctx.rooms.get(d);
  if (address.type !== 'ptr.host') return undefined;
  const room = ctx.runtime('memory.room', address)[0];
  return room && ctx.keep(room, 'room');
}

/** Assumed-shape dummies are read from their descriptor once; others keep it. */
export function descriptorPlace(ctx: Context, d: Variable, descriptor: Expression): Place {
  const polymorphic = d.type.base === 'any' || (d.type.base === 'derived' && d.type.polymorphic);
  if (polymorphic && (d.shape?.kind === 'explicit' || d.shape?.kind === 'assumed-size'))
    return reshaped(ctx, d, d.shape, descriptor);
  if (d.shape?.kind !== 'assumed-shape' || polymorphic) {
    const lowers =
      d.shape?.kind === 'assumed-shape' ? d.shape.lowers.map((l) => ctx.keep(ctx.parts.index(ctx, l))) : undefined;
    return { kind: 'descriptor', address: descriptor, ...(lowers && { lowers }) };
  }
  if (d.attributes.optional) return optionalArray(ctx, d, descriptor);
  return loadedArray(ctx, d, descriptor);
}

/** A polymorphic array of the bounds that the dummy declares, whatever the actual argument's are; of assumed size the last extent is -1. */
function reshaped(ctx: Context, d: Variable, shape: Shape, descriptor: Expression): Place {
  const dimensions = explicitDimensions(ctx, shape);
  const own = ctx.slot(d.name, descriptorBytes(dimensions.length), 8);
  const fill = (): void => {
    const pointer = isOnDevice(d) ? 'ptr.global' : ctx.mode === 'host' ? 'ptr.host' : 'ptr.generic';
    const bytes = ctx.keep(load('i64', descriptor, descriptorFields.elementBytes), 'bytes');
    const type = load('ptr.host', descriptor, descriptorFields.type);
    writeHead(ctx, own, {
      base: load(pointer, descriptor, descriptorFields.base),
      bytes,
      type,
      rank: dimensions.length,
    });
    let stride: Expression = bytes;
    dimensions.forEach(({ lower, extent }, k) => {
      writeAxis(ctx, own, k, { lower, extent: extent ?? i64(-1), stride });
      if (extent) stride = ctx.keep(op('mul', [stride, extent]), 'stride');
    });
  };
  if (!d.attributes.optional) {
    fill();
    return { kind: 'descriptor', address: own };
  }
  const passed = ctx.variable('passed', ctx.slotPointer);
  ctx.set(passed.index, { kind: 'const', type: ctx.slotPointer, value: 0n });
  ctx.if(op('not', [isNull(descriptor)]), () => {
    fill();
    ctx.set(passed.index, own);
  });
  return { kind: 'descriptor', address: passed };
}

function loadedArray(ctx: Context, d: Variable, descriptor: Expression): Place & { readonly kind: 'array' } {
  const lowers = d.shape?.kind === 'assumed-shape' ? d.shape.lowers : [];
  const data: PointerType = isOnDevice(d) ? 'ptr.global' : ctx.mode === 'host' ? 'ptr.host' : 'ptr.generic';
  const base = ctx.keep(load(data, descriptor, descriptorFields.base), d.name);
  const dimensions = lowers.map((l, i) => {
    const at = descriptorFields.dimensions + i * dimensionFields.bytes;
    return {
      lower: ctx.keep(ctx.parts.index(ctx, l), 'lower'),
      extent: ctx.keep(load('i64', descriptor, at + dimensionFields.extent), 'extent'),
      stride: d.attributes.contiguous
        ? undefined
        : ctx.keep(usualStride(load('i64', descriptor, at + dimensionFields.stride), d.type, i), 'stride'),
    };
  });
  const length =
    d.type.base === 'character'
      ? { length: ctx.keep(load('i64', descriptor, descriptorFields.elementBytes), 'length') }
      : {};
  return { kind: 'array', base, dimensions, descriptor, ...length };
}

/** Read only where it is there; zero elsewhere. */
function optionalArray(ctx: Context, d: Variable, descriptor: Expression): Place {
  const empty = ctx.slot('absent', descriptorBytes(rankOf(d.shape)), 8);
  ctx.fill(empty, 0, i64(descriptorBytes(rankOf(d.shape))));
  const nowhere = empty.type === descriptor.type ? empty : op('cast.space', [empty], pointerOf(descriptor));
  const source = ctx.keep(op('select', [isNull(descriptor), nowhere, descriptor]));
  return { ...loadedArray(ctx, d, source), present: descriptor, descriptor };
}

function pointerOf(x: Expression): PointerType {
  return x.type === 'ptr.generic' ? 'ptr.generic' : x.type === 'ptr.host' ? 'ptr.host' : 'ptr.global';
}

function spreadPlace(ctx: Context, d: Variable, params: readonly Expression[], length: boolean): Place {
  const lowers = d.shape?.kind === 'assumed-shape' ? d.shape.lowers : [];
  const at = (i: number): Expression => {
    const p = params[i];
    if (!p) throw new InternalError(`parameters of ${d.name}`, d.span);
    return p;
  };
  const dimensions = lowers.map((l, i) => ({
    lower: ctx.keep(ctx.parts.index(ctx, l), 'lower'),
    extent: at(2 + 3 * i),
    stride: d.attributes.contiguous ? undefined : at(3 + 3 * i),
  }));
  return { kind: 'array', base: at(0), dimensions, ...(length && { length: at(1 + 3 * lowers.length) }) };
}
