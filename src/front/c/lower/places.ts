/** What lies at a place. */
import type { Expression as Ir } from '../../../ir/module.ts';
import type { Field, Type } from '../types.ts';
import { readBits } from './fields.ts';
import type { FunctionLowering, Place } from './function.ts';
import { afterLoad, memoryType } from './represent.ts';

export function readPlace(f: FunctionLowering, at: Place, type: Type, field?: Field): Ir {
  if (type.kind === 'void' || type.kind === 'function') return f.addressOf(at);
  if (field?.bits) return readBits(f, at, type, field.bits);
  return afterLoad(f.load(memoryType(type, f.mode), at, type.volatile === true), type);
}
