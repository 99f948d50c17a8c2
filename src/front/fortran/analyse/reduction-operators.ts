/** The operators of reductions, as clauses spell them. */
import type { ReductionInfo } from '../program.ts';

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
