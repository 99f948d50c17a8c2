/** `where`, `forall`. */
import * as controlErrors from '../../errors/control.ts';
import type { Expr, Stmt } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { isBroken } from '../declarations/incomplete.ts';
import { conformable } from '../expressions/operators.ts';
import { eachVariable } from '../walk-program.ts';
import { at } from './construct.ts';
import { indexLoops } from './loops.ts';

export function where(env: Env, s: tree.Where): Stmt | undefined {
  const first = mask(env, s.mask);
  const body = env.file.statements(env, s.body);
  const last = s.elsewhere.findIndex((e) => !e.mask);
  const late = last >= 0 ? s.elsewhere[last + 1] : undefined;
  if (late) env.file.report(controlErrors.afterLast('elsewhere', late.span));
  const rest = s.elsewhere.map((e) => ({
    mask: e.mask && mask(env, e.mask),
    written: e.mask !== undefined,
    body: env.file.statements(env, e.body),
  }));
  if (!first || rest.some((r) => r.written && !r.mask)) return undefined;
  // Without its `end where` it seems to hold what follows.
  if (isBroken(env, s.heading)) return undefined;
  for (const list of [body, ...rest.map((r) => r.body)]) whereShapes(env, first, list);
  return {
    kind: 'where',
    arms: [{ mask: first, body }, ...rest.map((r) => ({ mask: r.mask, body: r.body }))],
    ...at(s),
  };
}

export function whereStatement(env: Env, s: tree.WhereStatement): Stmt | undefined {
  const m = mask(env, s.mask);
  const body = env.file.statements(env, [s.action]);
  if (m) whereShapes(env, m, body);
  return m && { kind: 'where', arms: [{ mask: m, body }], ...at(s) };
}

function whereShapes(env: Env, m: Expr, body: readonly Stmt[]): void {
  for (const s of body)
    if (s.kind === 'assign' && (s.to.rank !== m.rank || !conformable(s.to, m)))
      env.file.report(controlErrors.whereRank(s.to, m));
}

function mask(env: Env, e: tree.Expression): Expr | undefined {
  const value = env.file.expression(env, e);
  if (!value) return undefined;
  if (value.type.base === 'logical' && value.rank > 0) return value;
  return void env.file.report(controlErrors.maskType(value));
}

export function forall(env: Env, s: tree.Forall | tree.ForallStatement): Stmt | undefined {
  const loops = indexLoops(env, s.header);
  if (!loops) return undefined;
  for (const l of loops.indices)
    for (const e of [l.from, l.to, l.step])
      eachVariable(e, (v, at) => {
        if (loops.indices.some((other) => other.index.name === v.name))
          env.file.report(controlErrors.indexInRange(v, at.span));
      });
  const body = env.file.statements(loops.inner, s.kind === 'forall' ? s.body : [s.action]);
  return { kind: 'forall', indices: loops.indices, mask: loops.mask, body, ...at(s) };
}
