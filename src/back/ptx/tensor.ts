/** Instructions of tensor cores (PTX ISA, 9.7.14.4), as opt/kernel/tensor-cores.ts writes them: their names, addresses and registers one after the other. */
import type { Expression, Statement } from '../../ir/module.ts';
import { emitRegister } from './expression.ts';
import type { Frame } from './frame.ts';
import { address, vector } from './instruction.ts';

type Call = Extract<Statement, { kind: 'call' }>;

export function emitTensor(f: Frame, s: Call, name: string): void {
  const given = s.args.map((a) => emitRegister(f, a));
  const taken = vector(s.results.map((r) => f.local(r)));
  if (name.startsWith('wmma.load.')) f.code.put(name, taken, address(given[0]!), given[1]!);
  else if (name.startsWith('wmma.store.'))
    f.code.put(name, address(given[0]!), vector(given.slice(1, -1)), given.at(-1)!);
  else {
    const operand = operandRegisters(s.args);
    const [a, b, c] = [given.slice(0, operand), given.slice(operand, 2 * operand), given.slice(2 * operand)];
    f.code.put(name, taken, vector(a), vector(b), vector(c));
  }
}

/** Of each factor: one of double precision, eight pairs of halves. */
function operandRegisters(args: readonly Expression[]): number {
  return args[0]?.type === 'f64' ? 1 : 8;
}
