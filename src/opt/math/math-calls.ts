/** Functions of the math library in place of operations that a device has no instructions for. */
import { calleesIn } from '../../ir/calls.ts';
import type { Program } from '../../ir/link.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { eachExpression, eachStatement, expressionsOf, mapExpression, mapStatement } from '../../ir/walk.ts';

export type MathOperation = Extract<Expression, { readonly kind: 'op' }>;

/** The library function that does the operation; undefined where the device does it itself. */
export type MathName = (e: MathOperation) => string | undefined;

/** Whether device code has an operation that is done by a function: `name` is asked of all of them. */
export function mathIn(program: Program, name: MathName): boolean {
  let found = false;
  for (const fn of program.functions.values()) {
    if (fn.kind === 'host') continue;
    eachStatement(fn.body, (s) => {
      for (const whole of expressionsOf(s))
        eachExpression(whole, (e) => {
          if (e.kind === 'op' && name(e) !== undefined) found = true;
        });
    });
  }
  return found;
}

/** The program with such operations as calls, and with the functions that they reach, which `find` finds. */
export function callMath(program: Program, find: (symbol: string) => Fn | undefined, name: MathName): Program {
  const functions = new Map<string, Fn>();
  for (const [key, fn] of program.functions) functions.set(key, fn.kind === 'host' ? fn : withCalls(fn, name));
  const reach = (callee: string): void => {
    const fn = functions.has(callee) ? undefined : find(callee);
    if (!fn) return;
    functions.set(callee, fn);
    for (const next of calleesIn(fn.body)) reach(next);
  };
  for (const fn of [...functions.values()]) for (const callee of calleesIn(fn.body)) reach(callee);
  return { ...program, functions, kernels: program.kernels.map((k) => functions.get(k.name) ?? k) };
}

/** Calls are statements: they come before the statement that holds the operation. Expressions have no effects, so the order is free. */
function withCalls(fn: Fn, name: MathName): Fn {
  const locals: Local[] = [...fn.locals];
  const rewrite = (list: readonly Statement[]): readonly Statement[] => {
    const out: Statement[] = [];
    for (const s of list) {
      const replace = (e: Expression): Expression => {
        const callee = e.kind === 'op' ? name(e) : undefined;
        if (callee === undefined || e.kind !== 'op') return e;
        const index = locals.push({ name: e.op, type: e.type }) - 1;
        out.push({
          kind: 'call',
          callee: { kind: 'direct', name: callee },
          args: e.args,
          results: [index],
          ...(s.at && { at: s.at }),
        });
        return { kind: 'local', type: e.type, index };
      };
      const made = mapStatement(s, { expression: (e) => mapExpression(e, replace), body: rewrite });
      out.push(made);
    }
    return out;
  };
  const body = rewrite(fn.body);
  return locals.length === fn.locals.length ? fn : { ...fn, locals, body };
}
