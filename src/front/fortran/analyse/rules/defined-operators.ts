/** An operator or assignment that a program defines has no meaning of its own for these operands (Fortran 2018, 15.4.3.4.2, 15.4.3.4.3). */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as nameErrors from '../../errors/names.ts';
import type { Procedure, Type, Variable } from '../../program.ts';
import { isNumeric, rankOf } from '../types.ts';

type Meaning = (a: Type, b: Type) => boolean;

const numbers: Meaning = (a, b) => isNumeric(a) && isNumeric(b);
const texts: Meaning = (a, b) => a.base === 'character' && b.base === 'character' && a.kind === b.kind;
const truths: Meaning = (a, b) => a.base === 'logical' && b.base === 'logical';
const ordered: Meaning = (a, b) => (numbers(a, b) && a.base !== 'complex' && b.base !== 'complex') || texts(a, b);
const compared: Meaning = (a, b) => numbers(a, b) || texts(a, b);

const meanings: Readonly<Record<string, Meaning>> = {
  '+': numbers,
  '-': numbers,
  '*': numbers,
  '/': numbers,
  '**': numbers,
  '//': texts,
  '==': compared,
  '/=': compared,
  '<': ordered,
  '<=': ordered,
  '>': ordered,
  '>=': ordered,
  and: truths,
  or: truths,
  eqv: truths,
  neqv: truths,
  '=': (a, b) => compared(a, b) || truths(a, b),
};

export function* redefinitions(key: string, procedures: readonly Procedure[]): Iterable<Diagnostic> {
  const means = Object.hasOwn(meanings, key) ? meanings[key] : undefined;
  for (const p of procedures) {
    const [a, b, ...more] = p.signature.dummies;
    if (!means || !a || a === 'alternate-return' || b === 'alternate-return' || more.length > 0) continue;
    if ([a, b].some((v) => v && (v.procedure || v.attributes.placement !== 'host' || v.ignoreTkr))) continue;
    // Separate procedures of this sort are let through, as gfortran does.
    if (p.signature.targets.device || p.origin === 'separate') continue;
    if (b ? means(a.type, b.type) && conform(key, a, b) : (key === '+' || key === '-') && isNumeric(a.type))
      yield nameErrors.redefinesOperator(key, p);
  }
}

function conform(key: string, a: Variable, b: Variable): boolean {
  const [x, y] = [rankOf(a.shape), rankOf(b.shape)];
  return x === y || y === 0 || (x === 0 && key !== '=');
}
