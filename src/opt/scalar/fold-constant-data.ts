/** Loads from data that nobody writes, at places that are constants: array constructors, named constants that are arrays, their values after unrolling. */
import type { Expression, Fn, Global, Statement } from '../../ir/module.ts';
import { isPointer, type MemoryType, sizeOf } from '../../ir/types.ts';
import { changeStatement, mapEach, mapExpression } from '../../ir/walk.ts';
import { folded } from './fold.ts';

type Load = Extract<Expression, { readonly kind: 'load' }>;
type Globals = Pick<ReadonlyMap<string, Global>, 'get'>;

export function foldConstantData(fn: Fn, globals: Globals): Fn {
  const change = (e: Expression): Expression => (e.kind === 'load' ? (loadedFrom(e, globals) ?? e) : folded(e));
  const mapping = {
    expression: (e: Expression): Expression => mapExpression(e, change),
    body: (list: readonly Statement[]): readonly Statement[] => mapEach(list, (s) => changeStatement(s, mapping)),
  };
  const body = mapping.body(fn.body);
  return body === fn.body ? fn : { ...fn, body };
}

function loadedFrom(e: Load, globals: Globals): Expression | undefined {
  const place = e.volatile ? undefined : placeOf(e.from, e.offset);
  const g = place && globals.get(place.name);
  if (!place || !g?.fixed || isPointer(e.memory)) return undefined;
  const [from, to] = [place.offset, place.offset + sizeOf(e.memory)];
  if (from < 0 || to > g.size || g.relocations?.some((r) => r.offset < to && from < r.offset + 8)) return undefined;
  const bytes = new Uint8Array(8);
  for (const part of g.init)
    for (let i = Math.max(from, part.offset); i < Math.min(to, part.offset + part.bytes.length); i++)
      bytes[i - from] = part.bytes[i - part.offset]!;
  return constantOf(e.memory, new DataView(bytes.buffer));
}

function constantOf(memory: MemoryType, bytes: DataView): Expression | undefined {
  switch (memory) {
    case 'i8':
      return { kind: 'const', type: 'i32', value: bytes.getInt8(0) };
    case 'i16':
      return { kind: 'const', type: 'i32', value: bytes.getInt16(0, true) };
    case 'i32':
      return { kind: 'const', type: 'i32', value: bytes.getInt32(0, true) };
    case 'i64':
      return { kind: 'const', type: 'i64', value: bytes.getBigInt64(0, true) };
    case 'f32':
      return notNaN({ kind: 'const', type: 'f32', value: bytes.getFloat32(0, true) });
    case 'f64':
      return notNaN({ kind: 'const', type: 'f64', value: bytes.getFloat64(0, true) });
    default: // else: halves and addresses stay in memory
      return undefined;
  }
}

/** A NaN's bits are kept by memory alone. */
function notNaN(e: Expression & { readonly kind: 'const' }): Expression | undefined {
  return Number.isNaN(e.value) ? undefined : e;
}

/** The global and the constant distance that an address names. */
function placeOf(e: Expression, offset: number): { readonly name: string; readonly offset: number } | undefined {
  if (e.kind === 'global') return { name: e.name, offset };
  if (e.kind !== 'op') return undefined;
  const [a, b] = e.args;
  if (e.op === 'cast.space') return placeOf(a!, offset);
  return e.op === 'offset' && b?.kind === 'const' ? placeOf(a!, offset + Number(b.value)) : undefined;
}
