/** In the body of a kernel loop: scalars that are summed up, and scalars that each turn has for itself. */
import { impossible } from '../../../../base/impossible.ts';
import * as loopErrors from '../../errors/kernel-loops.ts';
import type { Expr, ReductionInfo, Stmt, Variable } from '../../program.ts';
import type { Env } from '../context.ts';
import { aside, liesIn, pathOf } from '../expressions/designator-paths.ts';
import { variableExpr } from '../expressions/make.ts';
import { hasBrokenUse } from '../scope.ts';
import { mapStatements } from '../statements/map-statements.ts';
import { eachVariable, events } from '../walk-program.ts';
import { blockVariables } from './block-variables.ts';
import { reducePlaces } from './reduced-places.ts';
import { asExtreme, reductionIn } from './reduction-forms.ts';
import { type ReductionOperator, reducible } from './reduction-operators.ts';
import { unsetReads } from './unset-reads.ts';

type Use = {
  /** Reads outside of `s = s op x`. */
  reads: number;
  /** Writes that are no step of a reduction. */
  sets: number;
  /** Of `s = s op x`; a constant truth value is one too. */
  operators: Set<ReductionOperator>;
  constants: number;
  setAt: Expr | undefined;
};

export type Found = {
  readonly body: readonly Stmt[];
  readonly reductions: readonly ReductionInfo[];
  readonly privates: readonly Variable[];
  /** Both sides of the assignments that reduce components and elements. */
  readonly reduced: readonly Expr[];
};

export function reductionsAndPrivates(
  env: Env,
  statements: readonly Stmt[],
  indices: readonly Variable[],
  explicit: readonly ReductionInfo[],
): Found {
  const { body, reductions: inPlaces, reduced } = reducePlaces(mapStatements(statements, asExtreme), indices);
  const reductions = [...explicit, ...inPlaces];
  const privates: Variable[] = [];
  const unset = unsetReads(body);
  const whole = !hasBrokenUse(env);
  const own = new Set(blockVariables(body));
  const named = new Set(
    reductions.flatMap((r) => (r.variable.kind === 'variable' ? [r.variable.variable] : (r.place?.local ?? []))),
  );
  for (const [v, use] of collectUses(body)) {
    if (use.sets + use.constants + use.operators.size === 0 || named.has(v) || indices.includes(v) || own.has(v))
      continue;
    const [operator] = use.operators;
    if (operator && use.operators.size === 1 && use.sets === 0 && use.reads === 0 && reducible(operator, v.type)) {
      reductions.push({ operator, variable: variableExpr(v, 0, use.setAt?.span ?? v.span) });
      continue;
    }
    if (v.attributes.placement !== 'host') continue;
    const first = unset.reads.get(v);
    if (first && whole && unset.carried.has(v)) env.file.report(loopErrors.carriedScalar(v, first));
    else if (whole && use.reads === 0 && use.setAt) env.file.report(loopErrors.lostScalar(v, use.setAt));
    if (!first) privates.push(v);
  }
  return { body, reductions, privates, reduced };
}

/** Scalars only, of the code around the loop. */
function collectUses(body: readonly Stmt[]): Map<Variable, Use> {
  const uses = new Map<Variable, Use>();
  for (const e of events(body)) {
    switch (e.kind) {
      case 'index': {
        const use = useOf(uses, e.variable);
        use.sets++;
        use.reads++;
        break;
      }
      case 'read':
        readAll(uses, e.value);
        break;
      case 'write':
        write(uses, e.to, e.statement);
        break;
      case 'enter':
      case 'leave':
        break;
      default:
        impossible(e);
    }
  }
  return uses;
}

function useOf(uses: Map<Variable, Use>, v: Variable): Use {
  const known = uses.get(v);
  if (known) return known;
  const fresh: Use = { reads: 0, sets: 0, operators: new Set(), constants: 0, setAt: undefined };
  uses.set(v, fresh);
  return fresh;
}

function readAll(uses: Map<Variable, Use>, e: Expr): void {
  eachVariable(e, (v) => {
    if (!v.shape && v.storage !== 'index' && v.storage !== 'associate') useOf(uses, v).reads++;
  });
}

function write(uses: Map<Variable, Use>, to: Expr, s: Stmt): void {
  const path = pathOf(to);
  for (const x of aside(to)) if (x) readAll(uses, x);
  if (!path || !liesIn(path) || path.root.shape || path.root.storage === 'associate') return;
  const use = useOf(uses, path.root);
  use.setAt ??= to;
  if (s.kind !== 'assign' || to.kind !== 'variable') {
    use.sets++;
    return;
  }
  const operator = reductionIn(path, s.value);
  const truth = s.value.kind === 'constant' ? s.value.value : undefined;
  if (operator) {
    // The read of the value was counted when it was seen.
    use.reads--;
    use.operators.add(operator);
  } else if (typeof truth === 'boolean') {
    use.constants++;
    use.operators.add(truth ? 'or' : 'and');
  } else use.sets++;
}
