/** Statements of teams. */
import { loopSchedules } from '../../../../../library/runtime-calls.ts';
import type { Stmt, TeamAct } from '../../../program.ts';
import type * as tree from '../../../tree.ts';
import type { Env } from '../../context.ts';
import { hasClause } from './clauses.ts';
import type { Sharing } from './sharing.ts';

/** The schedule that gives each thread one stretch. */
export const dealt = loopSchedules.indexOf('static');

export function at(s: tree.Directive): Pick<Stmt, 'span' | 'label'> {
  return { span: s.heading, label: undefined };
}

export function act(s: tree.Directive, what: TeamAct, body: readonly Stmt[] = []): Stmt {
  return { kind: 'team', act: what, body, ...at(s) };
}

/** Nothing leaves the statements of a region but by its end. */
export function regionEnv(env: Env, s: tree.Directive): Env {
  const name = `#region${env.unit ? env.unit.nextConstruct++ : 0}`;
  const region = { directive: s.name, at: s.heading };
  return { ...env, constructs: { outer: env.constructs, written: undefined, name, loop: false, region } };
}

/** What threads combine, one at a time. */
export function combined(s: tree.Directive, sharing: Sharing): readonly Stmt[] {
  return sharing.combine.length === 0 ? [] : [act(s, { how: 'alone', lock: 'reduction' }, sharing.combine)];
}

export function barrierUnless(s: tree.Directive): readonly Stmt[] {
  return hasClause(s, 'nowait') ? [] : [act(s, { how: 'barrier' })];
}

export type LoopPlan = Pick<Extract<TeamAct, { readonly how: 'loop' }>, 'schedule' | 'chunk'>;
