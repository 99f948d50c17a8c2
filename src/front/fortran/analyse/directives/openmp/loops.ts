/** Loops that a team shares, and those that one thread runs. */
import * as errors from '../../../errors/openmp.ts';
import type { IndexLoop, Stmt, Variable } from '../../../program.ts';
import type * as tree from '../../../tree.ts';
import type { Env } from '../../context.ts';
import { enter } from '../../statements/construct.ts';
import { counted } from '../../statements/loops.ts';
import { integerOf } from '../../types.ts';
import { mentions } from '../../walk-tree.ts';
import { act, barrierUnless, combined, type LoopPlan, regionEnv } from './acts.ts';
import { clausesNamed, givenIn, hasClause, type Named, variableNamed, variablesIn, variablesOf } from './clauses.ts';
import { Nodes, orig, priv } from './nodes.ts';
import type { Sharing } from './sharing.ts';

/** The loop that a directive governs; other directives may stand between. */
function governed(s: tree.Directive): tree.Do | undefined {
  for (const x of s.body) {
    if (x.kind === 'do') return x;
    if (x.kind === 'directive') {
      const found = governed(x);
      if (found) return found;
    }
    if (x.kind === 'block') {
      const found = x.execution.find((e) => e.kind === 'do');
      if (found?.kind === 'do') return found;
    }
  }
  return undefined;
}

/** How many loops are one row of iterations. */
function depthOf(env: Env, s: tree.Directive): number {
  const given = ['collapse', 'ordered'].map((clause) => {
    const value = givenIn(s, clause);
    const known = value && integerOf(env.file.expression(env, value));
    if (value && (known === undefined || known < 1n)) env.file.report(errors.notPositive(clause, value.span));
    return Number(known ?? 1n);
  });
  return Math.max(1, ...given);
}

type Nest = { readonly loops: readonly tree.Do[]; readonly body: tree.Block };

/** Loops in each other whose bounds do not depend on the ones around them. */
function nestOf(env: Env, s: tree.Directive, first: tree.Do): Nest | undefined {
  const depth = depthOf(env, s);
  const loops = [first];
  const names = new Set<string>();
  for (let loop = first; loops.length < depth; ) {
    if (loop.control?.kind !== 'counted') break;
    names.add(loop.control.variable.text);
    const inside = loop.body.filter((x) => x.kind !== 'continue' && !(x.kind === 'directive' && x.body.length === 0));
    const next = inside.length === 1 ? inside[0] : undefined;
    if (next?.kind !== 'do' || next.control?.kind !== 'counted')
      return void env.file.report(errors.notNested(loop.heading, depth, loops.length));
    const { from, to, step } = next.control;
    if ([from, to, ...(step ? [step] : [])].some((e) => mentions(e, names))) break;
    loops.push(next);
    loop = next;
  }
  return { loops, body: loops.at(-1)?.body ?? [] };
}

export function sharedLoop(env: Env, s: tree.Directive, sharing: Sharing, plan: LoopPlan): readonly Stmt[] {
  const first = governed(s);
  if (!first) return env.file.statements(env, s.body);
  // Running sums need the iterations in their order.
  if (clausesNamed(s, 'reduction').some((c) => c.modifiers.includes('inscan')))
    return [act(s, { how: 'single', hand: [], take: [] }, env.file.statements(env, [first])), ...barrierUnless(s)];
  if (first.control?.kind !== 'counted') {
    env.file.report(errors.loopNotCounted(s.name, first.heading));
    return [];
  }
  const nest = nestOf(env, s, first);
  if (!nest) return [];
  let inner = regionEnv(sharing.env, s);
  const loops: IndexLoop[] = [];
  let name = '';
  for (const loop of nest.loops) {
    if (loop.control?.kind !== 'counted') return [];
    ownIndex(sharing, loop.control.variable, s.name.split(' ').includes('loop'));
    const header = counted(inner, loop.control);
    if (!header) return [];
    if (header.index.type.base !== 'integer') {
      env.file.report(errors.loopNotCounted(s.name, loop.heading));
      return [];
    }
    loops.push(header);
    ({ inner, name } = enter(inner, loop, true));
  }
  const steps = linear(env, s, sharing, loops[0]);
  const body = [...steps, ...env.file.statements(inner, nest.body)];
  const ordered = hasClause(s, 'ordered');
  const run = act(s, { how: 'loop', name, loops, ...plan, ordered, last: sharing.last }, body);
  const both = variablesIn(env, s, 'lastprivate').some((l) =>
    variablesIn(env, s, 'firstprivate').some((f) => f.variable === l.variable),
  );
  const met = both || steps.length > 0 ? [act(s, { how: 'barrier' })] : [];
  const own = sharing.block([...met, run, ...combined(s, sharing)], s);
  const isInner = s.name.startsWith('parallel') || s.name.includes(' parallel');
  return [own, ...(isInner ? [] : barrierUnless(s))];
}

/** Of a `loop` directive the last value is handed on. */
function ownIndex(sharing: Sharing, name: tree.Name, last: boolean): void {
  const variable = variableNamed(sharing.outer, name);
  if (!variable || sharing.isOwn(variable)) return;
  if (last) sharing.lastPrivate({ name, variable });
  else sharing.private_({ name, variable });
}

/** Each iteration sets variables of `linear` by its number. */
function linear(env: Env, s: tree.Directive, sharing: Sharing, loop: IndexLoop | undefined): readonly Stmt[] {
  if (!loop) return [];
  return clausesNamed(s, 'linear').flatMap((c) =>
    variablesOf(env, c).flatMap((n) => (sharing.isOwn(n.variable) ? [] : linearSteps(sharing, n, c.after, loop))),
  );
}

function linearSteps(sharing: Sharing, n: Named, by: tree.Expression | undefined, loop: IndexLoop): readonly Stmt[] {
  const own = sharing.private_(n);
  const nodes = new Nodes(n.name.span);
  const start: Variable = { ...own };
  sharing.variables.push(start);
  sharing.before.push(
    ...sharing.statements({ [priv]: start, [orig]: n.variable }, [nodes.assign(nodes.name(priv), nodes.name(orig))]),
  );
  const from: Variable = { ...own, type: loop.index.type };
  sharing.variables.push(from);
  sharing.before.push({
    kind: 'assign',
    to: expr(from),
    value: loop.from,
    transfer: false,
    span: n.name.span,
    label: undefined,
  });
  const step: Variable = { ...own, type: loop.index.type };
  sharing.variables.push(step);
  const one = nodes.assign(nodes.name('omp_step'), nodes.integer(1));
  sharing.before.push(
    ...(loop.step
      ? [
          {
            kind: 'assign',
            to: expr(step),
            value: loop.step,
            transfer: false,
            span: n.name.span,
            label: undefined,
          } as const,
        ]
      : sharing.statements({ omp_step: step }, [one])),
  );
  const turn = nodes.binary(
    '/',
    nodes.binary('-', nodes.name('omp_index'), nodes.name('omp_from')),
    nodes.name('omp_step'),
  );
  const distance = by ? nodes.binary('*', turn, { kind: 'parenthesized', span: by.span, inner: by }) : turn;
  const set = nodes.assign(nodes.name(priv), nodes.binary('+', nodes.name(orig), distance));
  const names = { [priv]: own, [orig]: start, omp_index: loop.index, omp_from: from, omp_step: step };
  const after = nodes.assign(nodes.name(priv), nodes.name(orig));
  // Behind the loop its index is one step further, and so is this.
  sharing.last.push(
    ...sharing.statements(names, [set]),
    ...sharing.statements({ [priv]: n.variable, [orig]: own }, [after]),
  );
  return sharing.statements(names, [set]);

  function expr(v: Variable) {
    return { kind: 'variable', variable: v, type: v.type, rank: 0, span: n.name.span } as const;
  }
}

/** One thread runs all iterations. */
export function serialLoop(env: Env, s: tree.Directive, sharing: Sharing): readonly Stmt[] {
  const inner = regionEnv(sharing.env, s);
  const body = env.file.statements(inner, s.body);
  return [sharing.block([...body, ...sharing.last, ...combined(s, sharing)], s)];
}
