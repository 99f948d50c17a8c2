/**
 * The table of a type, by whose address polymorphic values know their type: address of the parent's table (or 0), bytes of an object, the functions that release
 * an object and assign one to another (0 where bytes are all there is), an object with its default values (0 where it has none), the function that releases the objects
 * of an array, by its descriptor and rank (0 where the type has no final procedures: they are released one by one), the type's number for C, then the procedures bound to the type in the order of its bindings (0 where deferred).
 * Device code compares addresses of tables and reads nothing of them (ir/bound-calls.ts).
 */
import { InternalError } from '../../../../base/impossible.ts';
import { layoutOf } from '../../layout.ts';
import type { Type } from '../../program.ts';
import { symbolName } from '../calls/abi.ts';
import type { ModuleBuilder } from '../module-builder.ts';
import { cTypeNumber } from './c-type-number.ts';

export const tableFields = {
  parent: 0,
  bytes: 8,
  release: 16,
  assign: 24,
  defaults: 32,
  releaseArray: 40,
  /** Of what comes to C as `type(*)`. */
  cNumber: 48,
  bindings: 56,
} as const;

/** Makes the table known; its global's name. Every object file that needs it holds a copy, of which one is linked. */
export function needTypeTable(m: ModuleBuilder, type: Type): string {
  const name = tableName(type);
  if (m.hasGlobal(name)) return name;
  const derived = type.base === 'derived' ? type.type : undefined;
  const bindings = derived?.bindings ?? [];
  const bytes = new Uint8Array(tableFields.bindings + 8 * bindings.length);
  const words = new DataView(bytes.buffer);
  words.setBigInt64(tableFields.bytes, BigInt(layoutOf(type)?.size ?? 0), true);
  words.setBigInt64(tableFields.cNumber, BigInt(cTypeNumber(type)), true);
  const relocations: { offset: number; symbol: string; addend: number }[] = [];
  m.addGlobal({
    name,
    placement: 'host',
    size: bytes.length,
    align: 8,
    linkage: 'common',
    init: [{ offset: 0, bytes }],
    relocations,
    methods: bindings.map((b) => (b.procedure?.signature.targets.device ? symbolName(b.procedure, 'device') : '')),
  });
  if (derived?.extends) {
    const parent: Type = { base: 'derived', type: derived.extends, polymorphic: false };
    relocations.push({ offset: tableFields.parent, symbol: needTypeTable(m, parent), addend: 0 });
  }
  if (derived) {
    const own = m.functionsOfType?.(derived);
    if (own?.release) relocations.push({ offset: tableFields.release, symbol: own.release, addend: 0 });
    if (own?.defaults) relocations.push({ offset: tableFields.defaults, symbol: own.defaults, addend: 0 });
    if (own?.releaseArray) relocations.push({ offset: tableFields.releaseArray, symbol: own.releaseArray, addend: 0 });
    if (own?.assign) relocations.push({ offset: tableFields.assign, symbol: own.assign, addend: 0 });
  }
  bindings.forEach((b, i) => {
    if (!b.procedure?.signature.targets.host) return;
    m.needProcedure(b.procedure);
    relocations.push({ offset: tableFields.bindings + 8 * i, symbol: b.procedure.linkName, addend: 0 });
  });
  return name;
}

export function tableName(type: Type): string {
  switch (type.base) {
    case 'derived':
      return `type:${type.type.id}`;
    case 'character':
      return type.kind === 1 ? 'type:character' : `type:character${type.kind}`;
    case 'any':
      throw new InternalError('class(*) has no table of its own');
    default:
      return `type:${type.base}${type.kind}`;
  }
}
