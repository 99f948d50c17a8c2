/** Functions of the math library whose arguments differ between threads become IR of their own, which runs in the threads' lanes. */
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { analyseUniformity } from '../../ir/uniformity.ts';
import { expressionsOf, mapExpression, mapStatement, someExpression, someStatement } from '../../ir/walk.ts';
import { inlineInto } from '../scalar/inline.ts';
import { mathFunction } from './math-functions.ts';

export function expandMath(kernel: Fn): Fn {
  const has = (e: Expression): boolean => e.kind === 'op' && mathFunction(e.op, e.type) !== undefined;
  if (!someStatement(kernel.body, (s) => expressionsOf(s).some((e) => someExpression(e, has)))) return kernel;
  const { isUniform } = analyseUniformity(kernel);
  const used = new Map<string, Fn>();
  const locals: Local[] = [...kernel.locals];
  const list = (body: readonly Statement[]): readonly Statement[] =>
    body.flatMap((s) => {
      const calls: Statement[] = [];
      const change = (e: Expression): Expression => {
        const fn = e.kind === 'op' ? mathFunction(e.op, e.type) : undefined;
        if (!fn || e.kind !== 'op' || isUniform(e)) return e;
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
