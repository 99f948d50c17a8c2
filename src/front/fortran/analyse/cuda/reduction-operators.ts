/** The operators of reductions, as clauses spell them. */
import type { ReductionInfo, Type } from '../../program.ts';

export type ReductionOperator = ReductionInfo['operator'];
const operators: readonly ReductionOperator[] = [
  '+',
  '*',
  'max',
  'min',
  'iand',
  'ior',
  'ieor',
  'and',
  'or',
  'eqv',
  'neqv',
];

export function reductionOperator(written: string): ReductionOperator | undefined {
  const name = written === '-' ? '+' : written.replaceAll('.', '');
  return operators.find((o) => o === name);
}

/** May a variable of this type be reduced with the operator? */
export function reducible(operator: ReductionOperator, type: Type): boolean {
  switch (operator) {
    case '+':
    case '*':
      return type.base === 'integer' || type.base === 'real' || type.base === 'complex';
    case 'max':
    case 'min':
      return type.base === 'integer' || type.base === 'real';
    case 'iand':
    case 'ior':
    case 'ieor':
      return type.base === 'integer';
    default:
      return type.base === 'logical';
  }
}
