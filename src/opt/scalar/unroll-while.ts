/** Loops without a counter whose few iterations follow from constants, such as those that halve a distance until it is 0, become their iterations, one after another. */
import { isBlockBarrier } from '../../ir/effects.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import {
  bodiesOf,
  eachExpression,
  eachStatement,
  expressionsOf,
  isLoop,
  localsSet,
  mapExpression,
  mapStatement,
  someStatement,
} from '../../ir/walk.ts';
import type { WhileUnrolling } from '../cost.ts';
import { type Known, through } from './constant-propagation.ts';
import { folded } from './fold.ts';

type Loop = Extract<Statement, { readonly kind: 'loop' }>;

const mostIterations = 16;

type Made = { copies: number; readonly how: WhileUnrolling };

export function unrollWhile(fn: Fn, how: WhileUnrolling): Fn {
  const made = { copies: 0, how };
  const body = list(fn.body, made);
  return made.copies === 0 ? fn : { ...fn, body };
}

function list(statements: readonly Statement[], made: Made): readonly Statement[] {
  const known: Known = new Map();
  return statements.flatMap((s): readonly Statement[] => {
    const inner = bodiesOf(s).length === 0 ? s : mapStatement(s, { expression: (e) => e, body: (b) => list(b, made) });
    const iterations = inner.kind === 'loop' && known.size > 0 ? iterationsOf(inner, known, made) : undefined;
    if (inner.kind === 'set' && inner.value.kind === 'const') known.set(inner.local, inner.value);
    else
      eachStatement([inner], (x) => {
        for (const l of localsSet(x)) keep(known, l, iterations?.after.get(l));
      });
    return iterations?.list ?? [inner];
  });
}

function keep(known: Known, local: number, value: Expression | undefined): void {
  if (value?.kind === 'const') known.set(local, value);
  else known.delete(local);
}

/** All iterations, and the constants that locals hold behind them. */
type Iterations = { readonly list: readonly Statement[]; readonly after: Known };

/** `before`: constants that locals hold before the loop. */
function iterationsOf(s: Loop, before: Known, made: Made): Iterations | undefined {
  const others = s.body.filter((x) => !leaves(x, s.label));
  if (others.length === s.body.length || jumps(others, s.label)) return undefined;
  if (made.how.nested === 0 && someStatement(others, hasBarriers)) return undefined;
  const size = nodes(others);
  const known: Known = new Map(before);
  const copy = made.copies + 1;
  const out: Statement[] = [];
  for (let iteration = 0; iteration <= mostIterations; iteration++) {
    if (iteration * size > made.how.nodes) return undefined;
    const body = ownBody(s.body, `${copy}.${iteration}`);
    for (const [at, part] of body.entries()) {
      if (!leaves(s.body[at]!, s.label)) {
        out.push(...through([part], known));
        continue;
      }
      const isOver = part.kind === 'if' ? constantOf(part.condition, known) : undefined;
      if (!isOver) return undefined;
      if (!isOver.value) continue;
      made.copies = copy;
      return { list: withinIterations(out, made), after: known };
    }
  }
  return undefined;
}

/** A loop between whose iterations threads wait for each other. */
const hasBarriers = (s: Statement): boolean => isLoop(s) && someStatement(bodiesOf(s).flat(), isBlockBarrier);

/** Whether it is `if (…) exit`. */
function leaves(s: Statement, label: string): boolean {
  if (s.kind !== 'if' || s.otherwise.length > 0 || s.then.length !== 1) return false;
  const [leave] = s.then;
  return leave?.kind === 'break' && leave.label === label;
}

function constantOf(e: Expression, known: Known): Extract<Expression, { kind: 'const' }> | undefined {
  const value = mapExpression(e, (x) => (x.kind === 'local' ? (known.get(x.index) ?? x) : folded(x)));
  return value.kind === 'const' ? value : undefined;
}

/** Loops in the iterations may end after constant numbers of iterations as well, as they do in sorting networks. */
function withinIterations(iterations: readonly Statement[], made: Made): readonly Statement[] {
  if (made.how.nested === 0 || !someStatement(iterations, (s) => s.kind === 'loop')) return iterations;
  const whole = list(iterations, made);
  return nodes(whole) <= made.how.nested ? whole : iterations;
}

function jumps(body: readonly Statement[], label: string): boolean {
  return someStatement(body, (s) => (s.kind === 'break' || s.kind === 'continue') && s.label === label);
}

/** An iteration has labels and loads of its own: back ends plan loads by their nodes. */
function ownBody(body: readonly Statement[], mark: string): readonly Statement[] {
  const inside = new Set<string>();
  eachStatement(body, (s) => {
    if ('label' in s && s.kind !== 'break' && s.kind !== 'continue') inside.add(s.label);
  });
  const own = (e: Expression): Expression => (e.kind === 'load' ? { ...e } : e);
  const mapping = {
    expression: (e: Expression): Expression => mapExpression(e, own),
    body: (b: readonly Statement[]): readonly Statement[] => b.map((s) => mapStatement(s, mapping)),
    label: (l: string): string => (inside.has(l) ? `${l}~${mark}` : l),
  };
  return mapping.body(body);
}

function nodes(statements: readonly Statement[]): number {
  let n = 0;
  eachStatement(statements, (s) => {
    n++;
    for (const e of expressionsOf(s)) eachExpression(e, () => n++);
  });
  return n;
}
