/** Addresses as the assembler has them: sums of products by constants, each added in one instruction, and what is constant in the access itself, so that neighbours share what they have in common. */
import { i64, op, toInteger } from '../../ir/build.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { isPointer } from '../../ir/types.ts';
import { keyOf } from '../../ir/value-key.ts';
import { localsSetIn, mapEach, mapExpression, mapStatement } from '../../ir/walk.ts';
import { type AffineForms, byFixed, AffineForms as Forms, productOf } from '../../opt/analysis/affine.ts';
import { designatorOf } from '../../opt/check/check-sites.ts';

export function plainAddresses(fn: Fn): Fn {
  const set = localsSetIn(fn.body);
  const isFixed = (e: Expression): boolean =>
    e.kind === 'const' || (e.kind === 'local' && !set.has(e.index)) || (e.kind === 'op' && e.args.every(isFixed));
  const forms = new Forms({ bits: 64, keyOf, product: byFixed(isFixed, most), keepsHalves: true });
  const list = (statements: readonly Statement[]): readonly Statement[] =>
    mapEach(statements, (s) => {
      const made = mapStatement(s, { expression: (e) => mapExpression(e, (x) => plainLoad(x, forms)), body: list });
      if (made.kind === 'store') return { ...made, ...plain(made.to, made.offset, forms, 'to') };
      return made;
    });
  return { ...fn, body: list(fn.body) };
}

/** As back/ptx/linear.ts: longer products stay as they were written. */
const most = { terms: 6, atoms: 4 };

function plainLoad(e: Expression, forms: AffineForms): Expression {
  return e.kind === 'load' ? { ...e, ...plain(e.from, e.offset, forms, 'from') } : e;
}

function plain<K extends 'from' | 'to'>(
  address: Expression,
  offset: number,
  forms: AffineForms,
  name: K,
): { readonly [N in K]: Expression } & { readonly offset: number };
function plain(address: Expression, offset: number, forms: AffineForms, name: 'from' | 'to') {
  const { base, sum } = forms.address(address, offset);
  const constant = Number(sum.constant);
  if (!isPointer(base.type) || Math.abs(constant) > 0x7fff_ffff) return { [name]: address, offset };
  let at = base;
  for (const term of sum.terms.values()) {
    const product = toInteger('i64', productOf(term, 'i64'));
    at = op('offset', [at, term.factor === 1n ? product : op('mul', [product, i64(term.factor)])]);
  }
  const of = designatorOf(address);
  const named = of && (at.kind === 'op' || at.kind === 'global' || at.kind === 'local') ? { ...at, of } : at;
  return { [name]: named, offset: constant };
}
