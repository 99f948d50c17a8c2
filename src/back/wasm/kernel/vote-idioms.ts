/** Statements by which threads tell their block or warp something: a flag that any of them raises, a count, a bit for each lane. A chunk does them at once. */
import type { Expression, Statement } from '../../../ir/module.ts';

export type Gathered = {
  readonly how: 'flag' | 'count' | 'bits';
  readonly local: number;
  /** Undefined: all lanes take part. */
  readonly condition: Expression | undefined;
};

/** `single`: locals that exist once for all threads. */
export function gathered(s: Statement, single: ReadonlySet<number>): Gathered | undefined {
  if (s.kind === 'set') return single.has(s.local) ? ofSet(s, undefined) : undefined;
  if (s.kind !== 'if' || s.otherwise.length > 0 || s.then.length !== 1) return undefined;
  const [inner] = s.then;
  return inner?.kind === 'set' && single.has(inner.local) ? ofSet(inner, s.condition) : undefined;
}

function ofSet(s: Extract<Statement, { kind: 'set' }>, condition: Expression | undefined): Gathered | undefined {
  const { value, local } = s;
  if (condition && value.kind === 'const' && value.type === 'bool' && value.value === true)
    return { how: 'flag', local, condition };
  if (value.kind !== 'op' || value.type !== 'i32') return undefined;
  const [a, b] = value.args;
  if (a?.kind !== 'local' || a.index !== local || !b) return undefined;
  if (value.op === 'add' && isOne(b)) return { how: 'count', local, condition };
  const isOwnBit =
    value.op === 'or' &&
    b.kind === 'op' &&
    b.op === 'shl' &&
    isOne(b.args[0]!) &&
    b.args[1]!.kind === 'special' &&
    b.args[1]!.name === 'laneid';
  return isOwnBit ? { how: 'bits', local, condition } : undefined;
}

function isOne(e: Expression): boolean {
  return e.kind === 'const' && e.value === 1;
}
