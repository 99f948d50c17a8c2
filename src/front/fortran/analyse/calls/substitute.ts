/** An expression over dummies as one over the actual arguments. */
import type { Expr, Variable } from '../../program.ts';
import { convert, foldBinary } from '../fold/fold.ts';

export function substitute(e: Expr, actuals: ReadonlyMap<Variable, Expr>): Expr {
  const again = (x: Expr) => substitute(x, actuals);
  switch (e.kind) {
    case 'variable':
      return actuals.get(e.variable) ?? e;
    case 'convert':
      return convert(again(e.value), e.type);
    case 'unary':
      return { ...e, operand: again(e.operand) };
    case 'binary': {
      const left = again(e.left);
      const right = again(e.right);
      return foldBinary(e.operator, left, right, e.type, e.span) ?? { ...e, left, right };
    }
    case 'intrinsic':
      return lengthNow({ ...e, args: e.args.map((a) => a && again(a)) });
    case 'element':
      return {
        ...e,
        base: again(e.base),
        subscripts: e.subscripts.map((s) => (s.kind === 'range' ? s : { ...s, value: again(s.value) })),
      };
    case 'part':
    case 'complex-part':
      return { ...e, base: again(e.base) };
    case 'substring':
      return { ...e, base: again(e.base), from: e.from && again(e.from), to: e.to && again(e.to) };
    case 'call':
      return { ...e, args: e.args.map((a) => (a && a.kind !== 'alternate-return' ? again(a) : a)) };
    default:
      return e;
  }
}

function lengthNow(e: Extract<Expr, { kind: 'intrinsic' }>): Expr {
  const of = e.args[0];
  if (e.name !== 'len' || of?.type.base !== 'character' || of.type.length.kind !== 'known') return e;
  return convert(of.type.length.value, e.type);
}
