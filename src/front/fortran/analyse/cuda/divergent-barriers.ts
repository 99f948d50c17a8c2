/** Barriers under a condition that differs between the threads of a block. */
import { bodiesOf } from '../../bodies-of.ts';
import * as barrierErrors from '../../errors/barriers.ts';
import type { Expr, Stmt, Variable } from '../../program.ts';
import type { Env } from '../context.ts';
import { events, inside } from '../walk-program.ts';

type Causes = ReadonlyMap<Variable, string>;

export function checkBarriers(env: Env, body: readonly Stmt[]): void {
  if (hasBarrier(body)) look(env, body, threadVariables(body), undefined);
}

function hasBarrier(list: readonly Stmt[]): boolean {
  return list.some((s) => isBarrier(s) || bodiesOf(s).some(hasBarrier));
}

function isBarrier(s: Stmt): boolean {
  if (s.kind !== 'library-call') return false;
  const { effect, effectEach } = s.routine.routine;
  const done = effectEach?.[s.form] ?? effect;
  return done?.kind === 'barrier' && done.scope !== 'warp';
}

function look(env: Env, list: readonly Stmt[], causes: Causes, around: barrierErrors.Divergence | undefined): void {
  for (const s of list) {
    if (around && isBarrier(s)) env.file.report(barrierErrors.divergentBarrier(s.span, around));
    if (s.kind === 'if') {
      let found = around;
      for (const arm of s.arms) {
        found ??= divergence(arm.condition, causes);
        look(env, arm.body, causes, found);
      }
      look(env, s.otherwise, causes, found);
      continue;
    }
    const asked = s.kind === 'do-while' ? s.condition : s.kind === 'select-case' ? s.selector : undefined;
    const inner = around ?? (asked && divergence(asked, causes));
    for (const b of bodiesOf(s)) look(env, b, causes, inner);
  }
}

/** Local scalars that get values made of threadIdx, and by which component. */
function threadVariables(body: readonly Stmt[]): Causes {
  const causes = new Map<Variable, string>();
  for (let size = -1; size < causes.size; ) {
    size = causes.size;
    for (const e of events(body)) {
      if (e.kind !== 'write' || e.statement.kind !== 'assign' || e.to.kind !== 'variable') continue;
      const { variable } = e.to;
      if (variable.shape || variable.attributes.placement !== 'host' || causes.has(variable)) continue;
      const found = divergence(e.statement.value, causes);
      if (found) causes.set(variable, found.source);
    }
  }
  return causes;
}

/** What the threads agree on in a call of the library (votes, barriers with a result) is the same for all. */
function divergence(e: Expr, causes: Causes): barrierErrors.Divergence | undefined {
  return first(e, e, causes);
}

function first(e: Expr, whole: Expr, causes: Causes): barrierErrors.Divergence | undefined {
  if (e.kind === 'builtin' && e.name === 'threadidx')
    return { at: whole.span, via: undefined, source: `threadIdx${e.axis ? `%${e.axis}` : ''}` };
  if (e.kind === 'variable') {
    const source = causes.get(e.variable);
    if (source !== undefined) return { at: whole.span, via: e.variable, source };
  }
  if (e.kind === 'library-call') return undefined;
  for (const x of inside(e)) {
    const found = x && first(x, whole, causes);
    if (found) return found;
  }
  return undefined;
}
