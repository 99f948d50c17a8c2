/** Whether rows of threads, one below the other, load or store next to each other where neighbours in a row do not: they walk along a matrix's other side. */
import { impossible } from '../../../base/impossible.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import { type MemoryType, sizeOf } from '../../../ir/types.ts';
import { eachExpression, eachStatement, expressionsOf } from '../../../ir/walk.ts';
import type { Lanes } from '../vector/lanes.ts';

export function isColumnMajor(body: readonly Statement[], lanes: Lanes): boolean {
  const steps = new Map<number, number>();
  let down = false;
  eachStatement(body, (s) => {
    if (s.kind === 'set') {
      const step = stepOf(s.value, steps);
      steps.set(s.local, steps.has(s.local) && steps.get(s.local) !== step ? Number.NaN : step);
    }
    const place = (at: Expression, memory: MemoryType): void => {
      if (lanes.strideOf(at) === undefined && stepOf(at, steps) === sizeOf(memory)) down = true;
    };
    if (s.kind === 'store') place(s.to, s.memory);
    for (const whole of expressionsOf(s))
      eachExpression(whole, (e) => {
        if (e.kind === 'load') place(e.from, e.memory);
      });
  });
  return down;
}

/** Growth with threadIdx%y; not a number where it is none or unknown. */
function stepOf(e: Expression, steps: ReadonlyMap<number, number>): number {
  switch (e.kind) {
    case 'special':
      return e.name === 'tid.y' ? 1 : 0;
    case 'local':
      return steps.get(e.index) ?? 0;
    case 'load':
    case 'slot':
      return Number.NaN;
    case 'op':
      return stepOfOperation(e, steps);
    case 'const':
    case 'global':
    case 'function':
    case 'dynamic-shared':
      return 0;
    default:
      return impossible(e);
  }
}

function stepOfOperation(e: Extract<Expression, { kind: 'op' }>, steps: ReadonlyMap<number, number>): number {
  const args = e.args.map((a) => stepOf(a, steps));
  const [a = 0, b = 0] = args;
  const by = e.args[1];
  switch (e.op) {
    case 'add':
    case 'offset':
      return a + b;
    case 'sub':
      return a - b;
    case 'extend':
    case 'wrap':
    case 'cast.space':
      return a;
    case 'mul':
      if (by?.kind === 'const') return a * Number(by.value);
      break;
    case 'shl':
      if (by?.kind === 'const') return a * 2 ** Number(by.value);
      break;
    default:
      break;
  }
  return args.every((x) => x === 0) ? 0 : Number.NaN;
}
