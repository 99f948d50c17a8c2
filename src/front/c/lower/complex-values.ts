/** Complex numbers go to functions and come from them as two reals, as Fortran gives and takes them; in between they are structures in memory. */
import type { Expression as Ir } from '../../../ir/module.ts';
import type { ValueType } from '../../../ir/types.ts';
import { elementOf } from '../parse/complex.ts';
import type { Type } from '../types.ts';
import type { FunctionLowering, Place } from './function.ts';
import { shifted } from './records.ts';

type Real = 'f32' | 'f64';

/** The type of both parts; undefined where the type is no complex number of reals. */
export function partType(type: Type): Real | undefined {
  const element = elementOf(type);
  if (element?.kind !== 'float') return undefined;
  return element.bytes === 4 ? 'f32' : element.bytes === 8 ? 'f64' : undefined;
}

export function partTypes(type: Type): readonly ValueType[] | undefined {
  const part = partType(type);
  return part && [part, part];
}

/** What is returned, or given as an argument. */
export function partsAt(f: FunctionLowering, part: Real, at: Place): readonly Ir[] {
  return places(part, at).map((p) => f.load(part, p));
}

export function storeParts(f: FunctionLowering, part: Real, at: Place, values: readonly Ir[]): void {
  for (const [i, p] of places(part, at).entries()) f.store(part, p, values[i]!);
}

/** Of the function's result, where that is a complex number. */
export function returnedParts(f: FunctionLowering): readonly Ir[] | undefined {
  const part = f.fn && partType(f.fn.type.result);
  return part && f.resultPlace ? partsAt(f, part, f.placeAt(f.resultPlace)) : undefined;
}

const places = (part: Real, at: Place): readonly Place[] => [at, shifted(at, part === 'f32' ? 4 : 8)];
