/** References to intrinsic procedures: which row is meant, whether the arguments fit, what type and rank comes out; constants are folded. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import { InternalError } from '../../../../base/impossible.ts';
import type { Span } from '../../../../base/source.ts';
import type { Row, ScalarType } from '../../../../library/intrinsics/row.ts';
import { type SpecificName, specificNames } from '../../../../library/intrinsics/specific-names.ts';
import { intrinsics } from '../../../../library/intrinsics/table.ts';
import * as errors from '../../errors/intrinsics.ts';
import type { Expr, Type } from '../../program.ts';
import { convert } from '../fold/fold.ts';
import { bitsAs, foldIntrinsic } from '../fold/fold-intrinsics.ts';
import { argumentProblem } from '../rules/intrinsic-arguments.ts';
import { typeOf } from '../scalar-types.ts';
import { besselOfOrders } from './bessel-orders.ts';
import { check } from './intrinsic-fit.ts';
import { arrange, type Defaults, type IntrinsicActual, type Reference, usualKinds } from './intrinsic-reference.ts';
import { resultOf } from './intrinsic-results.ts';

/** Is there an intrinsic function or subroutine (or specific name such as `dabs`) of this name (lower case)? */
export function isIntrinsic(name: string): boolean {
  return intrinsics.has(name) || specificNames.has(name);
}

export function isIntrinsicFunction(name: string): boolean {
  return specificNames.has(name) || intrinsics.get(name)?.gives !== undefined;
}

export function isIntrinsicSubroutine(name: string): boolean {
  const row = intrinsics.get(name);
  return row !== undefined && (row.gives === undefined || row.callable === true);
}

/** May it stand in device code? */
export function isDeviceIntrinsic(name: string): boolean {
  return intrinsics.get(specificNames.get(name)?.of ?? name)?.device === true;
}

/** A function reference, with the arguments put into the row's order and converted; undefined after an error has been reported. */
export function resolveIntrinsic(
  name: string,
  args: readonly IntrinsicActual[],
  span: Span,
  report: (d: Diagnostic) => void,
  defaults: Defaults = usualKinds,
): Expr | undefined {
  const orders = besselOfOrders(name, args, span, report, resolveIntrinsic);
  if (orders) return orders;
  const alone = defaults.defaultReal === 8 || defaults.defaultInteger === 8 ? genericOf(name, defaults) : undefined;
  if (alone) return resolveIntrinsic(alone, args, span, report, defaults);
  const specific = withDefaults(specificNames.get(name), defaults);
  const row = rowOf(specific?.of ?? name);
  if (!row.gives) {
    report(errors.notAFunction(name, row, span));
    return undefined;
  }
  const reference = arrange(name, row, args, span, report, defaults);
  if (!reference || !check(reference, specific)) return undefined;
  const result = resultOf(reference);
  if (!result) return undefined;
  const e = reduce(reference, specific?.of ?? name, result.type, result.rank);
  if (specific?.gives) return convert(e, typeOf(specific.gives));
  const { gives } = row;
  const plain = gives.rule === 'is' && gives.type.kind === 4 ? gives.type.base : undefined;
  const isDefault = row.by !== 'image' && (plain === 'integer' || plain === 'logical');
  return isDefault ? convert(e, typeOf({ base: plain, kind: defaults.defaultInteger })) : e;
}

/** What stands for names that are about default types alone. */
function genericOf(name: string, { defaultInteger, defaultReal }: Defaults): string | undefined {
  if (defaultReal === 8 && (name === 'float' || name === 'sngl')) return 'real';
  return defaultInteger === 8 && name === 'ifix' ? 'int' : undefined;
}

/** `alog` and `iabs` are about default reals and integers. */
function withDefaults(specific: SpecificName | undefined, defaults: Defaults): SpecificName | undefined {
  if (!specific || specific.exact) return specific;
  const now = (type: ScalarType): ScalarType => {
    const kind = type.base === 'integer' ? defaults.defaultInteger : defaults.defaultReal;
    return type.kind === 4 && kind === 8 ? { ...type, kind } : type;
  };
  return { ...specific, takes: now(specific.takes), ...(specific.gives && { gives: now(specific.gives) }) };
}

/** `call name(args)`: the name and arguments of an 'intrinsic-call' statement. */
export function resolveIntrinsicSubroutine(
  name: string,
  args: readonly IntrinsicActual[],
  span: Span,
  report: (d: Diagnostic) => void,
): { readonly name: string; readonly args: readonly (Expr | undefined)[] } | undefined {
  const row = rowOf(specificNames.get(name)?.of ?? name);
  if (row.gives && !row.callable) {
    report(errors.notASubroutine(name, row, span));
    return undefined;
  }
  const reference = arrange(name, row, args, span, report, usualKinds);
  if (!reference || !check(reference, undefined)) return undefined;
  return { name, args: reference.args };
}

function rowOf(name: string): Row {
  const row = intrinsics.get(name);
  if (!row) throw new InternalError(`no intrinsic ${name}`);
  return row;
}

function reduce(r: Reference, name: string, type: Type, rank: number): Expr {
  for (const i of r.boz) {
    const value = r.args[i];
    if (value && r.params[i]![1].like === undefined) r.args[i] = bitsAs(value, bitsType(type)) ?? value;
  }
  if (name === 'null') return { kind: 'null', type, rank, span: r.span };
  // What is wrong with the arguments is told of the call.
  const isWrong = argumentProblem(name, r.args, r.row)?.severity === 'error';
  const folded = isWrong ? undefined : foldIntrinsic(name, r.row, r.args, type, rank, r.span);
  return folded ?? { kind: 'intrinsic', name, args: r.args, type, rank, span: r.span };
}

/** What bits are made to: of the type of the result, where that is a number. */
const bitsType = (type: Type): Type => (type.base === 'logical' ? { base: 'integer', kind: 8 } : partType(type));
const partType = (type: Type): Type => (type.base === 'complex' ? { base: 'real', kind: type.kind } : type);
