/** How far lanes lie apart where the compiler does not know the number, but the program does before the chunk runs: the rows of a matrix. */
import { i64, op } from '../../../ir/build.ts';
import type { Expression } from '../../../ir/module.ts';
import { isPointer } from '../../../ir/types.ts';
import { someExpression } from '../../../ir/walk.ts';
import type { Stride } from './strides.ts';

export type StepFacts = {
  readonly strideOf: (e: Expression) => Stride;
  /** Growth of a local from lane to lane, from where it is set on. */
  readonly stepOfLocal: (local: number) => Expression | undefined;
};

/** What lanes share that gives the growth of `e`, a whole number or an address (then in bytes, an i64), from lane to lane. */
export function stepOf(e: Expression, facts: StepFacts): Expression | undefined {
  const stride = facts.strideOf(e);
  if (stride !== undefined) return e.type === 'i32' ? { kind: 'const', type: 'i32', value: stride } : i64(stride);
  if (e.kind === 'local') return facts.stepOfLocal(e.index);
  if (e.kind !== 'op' || e.type === 'f32' || e.type === 'f64' || e.type === 'bool') return undefined;
  const [a, b] = e.args;
  switch (e.op) {
    case 'add':
    case 'offset':
      return joined('add', stepOf(a!, facts), stepOf(b!, facts));
    case 'sub':
      return joined('sub', stepOf(a!, facts), stepOf(b!, facts));
    case 'mul':
      if (facts.strideOf(a!) === 0) return scaled('mul', stepOf(b!, facts), a!);
      return facts.strideOf(b!) === 0 ? scaled('mul', stepOf(a!, facts), b!) : undefined;
    case 'shl':
      return facts.strideOf(b!) === 0 ? scaled('shl', stepOf(a!, facts), b!) : undefined;
    // An index does not wrap within a chunk.
    case 'extend': {
      const step = stepOf(a!, facts);
      return step && op('extend', [step]);
    }
    case 'wrap': {
      const step = stepOf(a!, facts);
      return step && op('wrap', [step]);
    }
    case 'cast.space':
    case 'to.address':
    case 'from.address':
      return stepOf(a!, facts);
    default:
      return undefined;
  }
}

/** Whether the value of `e` is the same wherever it is asked for: of constants, addresses of variables, and locals that nobody writes. */
export function isFixed(e: Expression, isWritten: (local: number) => boolean): boolean {
  return !someExpression(
    e,
    (x) => x.kind === 'load' || x.kind === 'slot' || (x.kind === 'local' && isWritten(x.index)),
  );
}

/** The shared parts of a definition that its steps are made of. */
export function sharedParts(e: Expression, strideOf: (e: Expression) => Stride): readonly Expression[] {
  if (e.kind !== 'op') return [];
  return e.args.flatMap((a) => (strideOf(a) === 0 ? [a] : sharedParts(a, strideOf)));
}

function joined(how: 'add' | 'sub', a: Expression | undefined, b: Expression | undefined): Expression | undefined {
  if (!a || !b) return undefined;
  if (isZero(b)) return a;
  return isZero(a) && how === 'add' ? b : op(how, [a, b]);
}

function scaled(how: 'mul' | 'shl', step: Expression | undefined, by: Expression): Expression | undefined {
  if (!step || isPointer(step.type)) return undefined;
  if (how === 'mul' && step.kind === 'const' && BigInt(step.value) === 1n) return by;
  return op(how, [step, by]);
}

function isZero(e: Expression): boolean {
  return e.kind === 'const' && BigInt(e.value) === 0n;
}
