/** Functions of the math library become IR of their own for usual arguments, which runs in the threads' lanes or registers; the rest stays an operation in a branch. */
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { analyseUniformity } from '../../ir/uniformity.ts';
import { expressionsOf, mapExpression, mapStatement, someExpression, someStatement } from '../../ir/walk.ts';
import { inlineInto } from '../scalar/inline.ts';
import type { MathName, MathOperation } from './math-calls.ts';
import { mathFunction } from './math-functions.ts';

/** What differs between the threads of a block. */
export function expandMath(kernel: Fn): Fn {
  const has = (e: Expression): boolean => e.kind === 'op' && mathFunction(e.op, e.type) !== undefined;
  if (!uses(kernel, has)) return kernel;
  const { isUniform } = analyseUniformity(kernel);
  return expanded(kernel, (e) => !isUniform(e));
}

/** Single precision of a device that runs each thread by itself and calls `name` for what it has no instruction for. */
export function expandSingle(fn: Fn, name: MathName): Fn {
  const wanted = (e: MathOperation): boolean =>
    e.type === 'f32' && mathFunction(e.op, e.type) !== undefined && name(e) !== undefined;
  return uses(fn, (e) => e.kind === 'op' && wanted(e)) ? expanded(fn, wanted) : fn;
}

function uses(fn: Fn, is: (e: Expression) => boolean): boolean {
  return someStatement(fn.body, (s) => expressionsOf(s).some((e) => someExpression(e, is)));
}

function expanded(kernel: Fn, wanted: (e: MathOperation) => boolean): Fn {
  const used = new Map<string, Fn>();
  const locals: Local[] = [...kernel.locals];
  const list = (body: readonly Statement[]): readonly Statement[] =>
    body.flatMap((s) => {
      const calls: Statement[] = [];
      const change = (e: Expression): Expression => {
        const fn = e.kind === 'op' ? mathFunction(e.op, e.type) : undefined;
        if (!fn || e.kind !== 'op' || !wanted(e)) return e;
        used.set(fn.name, fn);
        locals.push({ name: e.op, type: e.type });
        const result = locals.length - 1;
        calls.push({
          kind: 'call',
          callee: { kind: 'direct', name: fn.name },
          args: e.args,
          results: [result],
          ...(s.at && { at: s.at }),
        });
        return { kind: 'local', type: e.type, index: result };
      };
      const made = mapStatement(s, { expression: (e) => mapExpression(e, change), body: list });
      return [...calls, made];
    });
  const body = list(kernel.body);
  return inlineInto({ ...kernel, body, locals }, used);
}
