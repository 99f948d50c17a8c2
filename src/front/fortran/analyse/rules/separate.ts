/** A separate procedure and its interface say the same (Fortran 2018, 15.6.2.5). */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as nameErrors from '../../errors/names.ts';
import type { Procedure, Signature, Variable } from '../../program.ts';
import { rankOf, sameType } from '../types.ts';

export function separateProblem(wanted: Procedure, given: Procedure): Diagnostic | undefined {
  const names = [wanted, given].map((p) => (p.bindC ? p.linkName : undefined));
  const why =
    difference(wanted.signature, given.signature) ??
    (names[0] === names[1] ? undefined : `its name in C is \`${names[1]}\` here, \`${names[0]}\` there`);
  return why === undefined ? undefined : nameErrors.separateDiffers(given, wanted, why);
}

function difference(a: Signature, b: Signature): string | undefined {
  if (a.subroutine !== b.subroutine) return b.subroutine ? 'it is a subroutine here' : 'it is a function here';
  for (const key of ['elemental', 'pure', 'bindC'] as const)
    if (a[key] !== b[key]) return `it is ${b[key] ? '' : 'not '}${key === 'bindC' ? 'bind(c)' : key} here`;
  if (a.dummies.length !== b.dummies.length)
    return `it has ${b.dummies.length} arguments here, ${a.dummies.length} there`;
  for (const [i, x] of a.dummies.entries()) {
    const y = b.dummies[i];
    if (!y || (x === 'alternate-return') !== (y === 'alternate-return')) return `argument ${i + 1} is of another sort`;
    if (x === 'alternate-return' || y === 'alternate-return') continue;
    if (x.name !== y.name) return `argument \`${y.name}\` is called \`${x.name}\` there`;
    if (x.procedure || y.procedure) continue;
    if (differs(x, y)) return `argument \`${y.name}\` has another type, rank or attribute`;
  }
  if (a.result && b.result && differs(a.result, b.result)) return 'its result has another type, rank or attribute';
  return undefined;
}

function differs(x: Variable, y: Variable): boolean {
  if (!sameType(x.type, y.type) && x.type.base !== 'derived') return true;
  if (x.type.base === 'derived' && (y.type.base !== 'derived' || x.type.type.name !== y.type.type.name)) return true;
  if (rankOf(x.shape) !== rankOf(y.shape)) return true;
  const keys = ['allocatable', 'pointer', 'optional', 'value', 'intent'] as const;
  return keys.some((k) => x.attributes[k] !== y.attributes[k]);
}
