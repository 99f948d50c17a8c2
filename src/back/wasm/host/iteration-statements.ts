/** What host loops in chunks ask of the statements of an iteration, and how they change them. */
import { i64, op } from '../../../ir/build.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import { isPointer } from '../../../ir/types.ts';
import {
  bodiesOf,
  eachExpression,
  eachStatement,
  expressionsOf,
  mapBody,
  mapExpression,
  mapStatement,
} from '../../../ir/walk.ts';
import type { Lanes } from '../vector/lanes.ts';

export function runsTogether(lanes: Lanes, list: readonly Statement[]): boolean {
  const whole = (s: Statement): boolean => lanes.wayOf(s) === 'together' && !lanes.isParted(s);
  return list.every((s) => whole(s) && bodiesOf(s).every((b) => runsTogether(lanes, b)));
}

export function isSimple(s: Statement): boolean {
  return s.kind === 'set' || s.kind === 'store' || s.kind === 'if' || s.kind === 'for';
}

export function count(list: readonly Statement[]): number {
  let statements = 0;
  eachStatement(list, () => {
    statements++;
  });
  return statements;
}

export function unlessAbsent(set: Statement, argument: LocalNode): Statement {
  const there = op('ne', [argument, { kind: 'const', type: argument.type, value: 0n }]);
  return { kind: 'if', condition: there, then: [set], otherwise: [] };
}

/** `list` with other locals and labels. */
export function renamed(
  list: readonly Statement[],
  local: (index: number) => number,
  label: (l: string) => string,
): readonly Statement[] {
  const expression = (e: Expression): Expression =>
    mapExpression(e, (x) => (x.kind === 'local' ? { ...x, index: local(x.index) } : x));
  const body = (inner: readonly Statement[]): readonly Statement[] =>
    inner.map((s) => mapStatement(s, { expression, body, local, label }));
  return body(list);
}

export function isPlain(s: Statement): boolean {
  if (s.kind === 'store' && s.volatile) return false;
  return expressionsOf(s).every((e) => {
    let plain = !isPointer(e.type) || s.kind === 'store';
    eachExpression(e, (x) => {
      if (x.kind === 'load' && x.volatile) plain = false;
      if (x.kind === 'op' && x.op === 'to.address') plain = false;
    });
    return plain;
  });
}

export function variesWith(variable: number, written: ReadonlySet<number>): (e: Expression) => boolean {
  const varies = (e: Expression): boolean => {
    if (e.kind === 'local') return e.index === variable || written.has(e.index);
    if (e.kind === 'load') return true;
    return e.kind === 'op' && e.args.some(varies);
  };
  return varies;
}

export function withSteps(body: readonly Statement[], steps: ReadonlyMap<number, bigint>): readonly Statement[] {
  if (steps.size === 0) return body;
  return mapBody(body, (e) => {
    const size = e.kind === 'local' ? steps.get(e.index) : undefined;
    return size === undefined ? e : i64(size);
  });
}

export type LocalNode = Extract<Expression, { kind: 'local' }>;

export function setTo(to: LocalNode, value: Expression): Statement {
  return { kind: 'set', local: to.index, value };
}
