/** In the body of a kernel loop: scalars that are summed up, and scalars that each turn has for itself. */
import { impossible } from '../../../base/impossible.ts';
import * as errors from '../errors.ts';
import type { BinaryOp, Expr, ReductionInfo, Stmt, Variable } from '../program.ts';
import type { Env } from './context.ts';
import type { ReductionOperator } from './reduction-operators.ts';
import { eachVariable, events, inside } from './walk-program.ts';

type Use = {
  /** Reads and writes outside of `s = s op x`. */
  others: number;
  operators: Set<ReductionOperator>;
  /** The first thing that happens to it is a write that always happens. */
  writtenFirst: boolean;
  readFirst: Expr | undefined;
  writes: number;
};

export function reductionsAndPrivates(
  env: Env,
  body: readonly Stmt[],
  indices: readonly Variable[],
  explicit: readonly ReductionInfo[],
): { reductions: ReductionInfo[]; privates: Variable[] } {
  const uses = collectUses(body);
  const reductions = [...explicit];
  const privates: Variable[] = [];
  const named = new Set(explicit.flatMap((r) => (r.variable.kind === 'variable' ? [r.variable.variable] : [])));
  for (const [v, use] of uses) {
    if (use.writes === 0 || named.has(v) || indices.includes(v)) continue;
    const [operator] = use.operators;
    if (operator && use.operators.size === 1 && use.others === 0) {
      reductions.push({
        operator,
        variable: { kind: 'variable', variable: v, type: v.type, rank: 0, span: use.readFirst?.span ?? v.span },
      });
      continue;
    }
    if (v.attributes.placement !== 'host') continue;
    if (use.readFirst && !use.writtenFirst && use.operators.size > 0)
      env.file.report(errors.carriedScalar(v, use.readFirst));
    privates.push(v);
  }
  return { reductions, privates };
}

/** Scalars only, of the code around the loop. */
function collectUses(body: readonly Stmt[]): Map<Variable, Use> {
  const uses = new Map<Variable, Use>();
  const conditions: boolean[] = [];
  for (const e of events(body)) {
    switch (e.kind) {
      case 'enter':
        conditions.push(e.conditional);
        break;
      case 'leave':
        conditions.pop();
        break;
      case 'index':
        written(useOf(uses, e.variable), true);
        break;
      case 'read':
        readAll(uses, e.value);
        break;
      case 'write':
        write(uses, e.to, e.statement, !conditions.includes(true));
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
  const fresh: Use = { others: 0, operators: new Set(), writtenFirst: false, readFirst: undefined, writes: 0 };
  uses.set(v, fresh);
  return fresh;
}

function readAll(uses: Map<Variable, Use>, e: Expr): void {
  eachVariable(e, (v, at) => {
    if (v.shape || v.storage === 'index' || v.storage === 'associate') return;
    const use = useOf(uses, v);
    use.others++;
    if (!use.writtenFirst) use.readFirst ??= at;
  });
}

function written(use: Use, always: boolean): void {
  use.writes++;
  use.others++;
  if (always && !use.readFirst) use.writtenFirst = true;
}

function write(uses: Map<Variable, Use>, to: Expr, s: Stmt, always: boolean): void {
  if (to.kind !== 'variable' || to.rank > 0) {
    const root = rootOf(to);
    for (const x of inside(to)) if (x && x !== root) readAll(uses, x);
    if (root?.kind === 'variable' && root.rank === 0) written(useOf(uses, root.variable), false);
    return;
  }
  const use = useOf(uses, to.variable);
  const operator = s.kind === 'assign' ? reductionIn(to.variable, s.value) : undefined;
  if (!operator) {
    written(use, always);
    return;
  }
  use.writes++;
  // The read of the value was counted when it was seen.
  use.others--;
  use.operators.add(operator);
}

function rootOf(e: Expr): Expr | undefined {
  switch (e.kind) {
    case 'variable':
      return e;
    case 'part':
    case 'complex-part':
    case 'substring':
    case 'element':
      return rootOf(e.base);
    default:
      return undefined;
  }
}

const binaryReductions: Partial<Record<BinaryOp, ReductionOperator>> = {
  add: '+',
  subtract: '+',
  multiply: '*',
  and: 'and',
  or: 'or',
  eqv: 'eqv',
  neqv: 'neqv',
};
const intrinsicReductions: Readonly<Record<string, ReductionOperator>> = {
  max: 'max',
  min: 'min',
  iand: 'iand',
  ior: 'ior',
  ieor: 'ieor',
};

/** The operator of `s = s op x`, where x does not read s. */
function reductionIn(s: Variable, value: Expr): ReductionOperator | undefined {
  const e = bare(value);
  if (e.kind === 'intrinsic') {
    const own = e.args.filter((a) => a && isVariable(a, s)).length;
    return own === 1 && readsOf(s, e) === 1 ? intrinsicReductions[e.name] : undefined;
  }
  if (e.kind !== 'binary' || readsOf(s, e) !== 1) return undefined;
  const operator = binaryReductions[e.operator];
  return operator && onSpine(e, s, operator) ? operator : undefined;
}

/** s stands at the end of a chain of the same operation: `s + a + b`, `a - b + s`. */
function onSpine(value: Expr, s: Variable, operator: ReductionOperator): boolean {
  const e = bare(value);
  if (isVariable(e, s)) return true;
  if (e.kind !== 'binary' || binaryReductions[e.operator] !== operator) return false;
  return onSpine(e.left, s, operator) || (e.operator !== 'subtract' && onSpine(e.right, s, operator));
}

function bare(e: Expr): Expr {
  if (e.kind === 'convert') return bare(e.value);
  return e.kind === 'unary' && e.operator === 'parentheses' ? bare(e.operand) : e;
}

function isVariable(e: Expr, v: Variable): boolean {
  const b = bare(e);
  return b.kind === 'variable' && b.variable === v;
}

function readsOf(v: Variable, e: Expr): number {
  let count = 0;
  eachVariable(e, (x) => {
    if (x === v) count++;
  });
  return count;
}
