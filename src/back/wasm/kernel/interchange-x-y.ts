/** Whether rows of threads, one below the other, load or store next to each other where neighbours in a row do not: they walk along a matrix's other side. */
import type { Expression, Statement } from '../../../ir/module.ts';
import { type MemoryType, sizeOf } from '../../../ir/types.ts';
import { eachExpression, eachStatement, expressionsOf } from '../../../ir/walk.ts';
import { stepsAlong } from '../../../opt/analysis/steps-along.ts';
import type { Lanes } from '../vector/lanes.ts';

export function isColumnMajor(body: readonly Statement[], locals: number, lanes: Lanes): boolean {
  const stepOf = stepsAlong(body, locals, ['tid.y']);
  let down = false;
  eachStatement(body, (s) => {
    const place = (at: Expression, memory: MemoryType): void => {
      if (lanes.strideOf(at) === undefined && stepOf(at) === sizeOf(memory)) down = true;
    };
    if (s.kind === 'store') place(s.to, s.memory);
    for (const whole of expressionsOf(s))
      eachExpression(whole, (e) => {
        if (e.kind === 'load') place(e.from, e.memory);
      });
  });
  return down;
}
