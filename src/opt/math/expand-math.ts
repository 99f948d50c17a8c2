/** Functions of the math library become IR of their own for usual arguments, which runs in the threads' lanes or registers; the rest stays an operation in a branch. */

import { op } from '../../ir/build.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { analyseUniformity } from '../../ir/uniformity.ts';
import {
  eachExpressionIn,
  eachStatement,
  expressionsOf,
  isLoop,
  mapExpression,
  mapStatement,
  someExpression,
  someStatement,
} from '../../ir/walk.ts';
import { inlineInto } from '../scalar/inline.ts';
import type { MathName, MathOperation } from './math-calls.ts';
import { laneMathFunction, mathFunction, threadMathFunction } from './math-functions.ts';

/** What differs between the threads of a block. Double precision comes when products and sums have been contracted: it gives what a call gives. */
export function expandMath(kernel: Fn, real: 'f32' | 'f64'): Fn {
  const has = (e: Expression): e is MathOperation =>
    e.kind === 'op' && e.type === real && laneMathFunction(e.op, real) !== undefined;
  if (!uses(kernel, has)) return kernel;
  const { isUniform } = analyseUniformity(kernel);
  return expanded(kernel, (e) => (isUniform(e) || !has(e) ? undefined : by(laneMathFunction(e.op, real), e)));
}

/** More would make a function large for nothing. */
const mostInLoop = 16;

type For = Extract<Statement, { kind: 'for' }>;

/** The innermost loops that compute functions in each iteration. */
export function mathLoops(fn: Fn): readonly For[] {
  const found: For[] = [];
  eachStatement(fn.body, (s) => {
    if (s.kind !== 'for' || someStatement(s.body, isLoop)) return;
    const everywhere = countIn(s.body);
    const always = countIn(s.body.filter((x) => x.kind === 'set' || x.kind === 'store'));
    if (everywhere > 0 && everywhere <= mostInLoop && everywhere === always) found.push(s);
  });
  return found;
}

function countIn(body: readonly Statement[]): number {
  let count = 0;
  eachExpressionIn(body, (e) => {
    if (e.kind === 'op' && inDouble(e)) count++;
  });
  return count;
}

/**
 * The functions of these loops of the host as IR: they give what calls give, since a program that asks twice for the same value must not find two. Single precision is
 * computed in double and rounded, as calls do it; powers and logarithms to other bases stay calls: of whole numbers they are exact.
 */
export function expandLoops(fn: Fn, loops: ReadonlySet<Statement>): Fn {
  return expanded(fn, inDouble, (s) => loops.has(s));
}

function inDouble(e: MathOperation): Computed | undefined {
  if (e.type === 'f64') return itself(e);
  const fn = e.type === 'f32' ? mathFunction(e.op, 'f64') : undefined;
  return fn && { fn, args: e.args.map((a) => op('to.f64', [a])), value: (x) => op('to.f32', [x]) };
}

/** Single precision of a device that runs each thread by itself and calls `name` for what it has no instruction for. */
export function expandSingle(fn: Fn, name: MathName): Fn {
  const wanted = (e: MathOperation): Fn | undefined =>
    e.type === 'f32' && name(e) !== undefined ? threadMathFunction(e.op) : undefined;
  if (!uses(fn, (e) => e.kind === 'op' && wanted(e) !== undefined)) return fn;
  return expanded(fn, (e) => by(wanted(e), e));
}

function uses(fn: Fn, is: (e: Expression) => boolean): boolean {
  return someStatement(fn.body, (s) => expressionsOf(s).some((e) => someExpression(e, is)));
}

/** A call that gives an operation's value. */
type Computed = {
  readonly fn: Fn;
  readonly args: readonly Expression[];
  readonly value: (result: Expression) => Expression;
};

const itself = (e: MathOperation): Computed | undefined => by(mathFunction(e.op, e.type), e);

const by = (fn: Fn | undefined, e: MathOperation): Computed | undefined =>
  fn && { fn, args: e.args, value: (result) => result };

/** `from`: only what stands in the bodies of such statements. */
function expanded(
  kernel: Fn,
  computed: (e: MathOperation) => Computed | undefined,
  from?: (s: Statement) => boolean,
): Fn {
  const used = new Map<string, Fn>();
  const locals: Local[] = [...kernel.locals];
  const list = (body: readonly Statement[], isOn: boolean): readonly Statement[] =>
    body.flatMap((s) => {
      const calls: Statement[] = [];
      const change = (e: Expression): Expression => {
        const call = e.kind === 'op' && isOn ? computed(e) : undefined;
        if (!call || e.kind !== 'op') return e;
        const { fn, args, value } = call;
        const type = fn.results[0] ?? e.type;
        used.set(fn.name, fn);
        locals.push({ name: e.op, type });
        const result = locals.length - 1;
        calls.push({
          kind: 'call',
          callee: { kind: 'direct', name: fn.name },
          args,
          results: [result],
          ...(s.at && { at: s.at }),
        });
        return value({ kind: 'local', type, index: result });
      };
      const made = mapStatement(s, {
        expression: (e) => mapExpression(e, change),
        body: (b) => list(b, isOn || from?.(s) === true),
      });
      return [...calls, made];
    });
  const body = list(kernel.body, from === undefined);
  return inlineInto({ ...kernel, body, locals }, used);
}
