/** The assigned go to: `assign 10 to i` stores the label, `go to i` asks which one it is. */
import * as assignmentErrors from '../../errors/assignments.ts';
import * as controlErrors from '../../errors/control.ts';
import * as declarationErrors from '../../errors/declarations.ts';
import type { Expr, Stmt } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { int8 } from '../expressions/make.ts';
import { convert } from '../fold/fold.ts';
import { integer8, logical4 } from '../types.ts';
import { at } from './construct.ts';
import { notDefinable } from './definable.ts';

export function labelAssign(env: Env, s: tree.LabelAssign): Stmt | undefined {
  const to = labelVariable(env, s.variable);
  if (!to) return undefined;
  if (!env.unit?.labels.has(s.target.value))
    return void env.file.report(controlErrors.noLabel(s.target.value, s.target.span));
  const why = notDefinable(env, to);
  if (why) return void env.file.report(assignmentErrors.notDefinable(to, why));
  return { kind: 'assign', to, value: convert(int8(s.target.value, s.span), to.type), transfer: false, ...at(s) };
}

/** Without a list, to any label that the program unit assigns. */
export function assignedGoto(env: Env, s: tree.AssignedGoto): Stmt | undefined {
  const from = labelVariable(env, s.variable);
  if (!from) return undefined;
  const listed = s.targets.length > 0 ? s.targets : [...(env.unit?.assigned ?? [])];
  const targets = new Set<number>();
  for (const t of listed) {
    const label = typeof t === 'number' ? t : t.value;
    if (env.unit?.labels.has(label)) targets.add(label);
    else env.file.report(controlErrors.noLabel(label, typeof t === 'number' ? s.span : t.span));
  }
  return { kind: 'if', arms: [...targets].map((label) => branch(from, label)), otherwise: [], ...at(s) };
}

function branch(from: Expr, label: number): { readonly condition: Expr; readonly body: readonly Stmt[] } {
  const { span } = from;
  const condition: Expr = {
    kind: 'binary',
    operator: 'eq',
    left: convert(from, integer8),
    right: int8(label, span),
    type: logical4,
    rank: 0,
    span,
  };
  return { condition, body: [{ kind: 'goto', target: label, span, label: undefined }] };
}

function labelVariable(env: Env, name: tree.Name): Expr | undefined {
  const e = env.file.expression(env, name);
  if (!e) return undefined;
  if (e.type.base === 'integer' && e.rank === 0) return e;
  return void env.file.report(declarationErrors.notAnInteger('an assigned label', e));
}
