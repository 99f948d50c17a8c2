/** Reductions of arrays, elements and components: updates that are indivisible; else each thread has its own copy of the variable, which it adds, element by element and indivisibly, to the one that all have. */
import { madeVariable } from '../../made-variable.ts';
import type { Expr, ReductionInfo, Stmt, Subscript, Variable } from '../../program.ts';
import { resolveIntrinsic } from '../calls/intrinsic-calls.ts';
import type { Env } from '../context.ts';
import { int4, int8, variableExpr } from '../expressions/make.ts';
import { combined, neutral } from '../expressions/reduction-values.ts';
import { toInteger8 } from '../fold/fold.ts';
import { integer8, rankOf } from '../types.ts';
import { atomicUpdate } from './atomic-directive.ts';
import { ownVariable } from './device-names.ts';
import { rootOf } from './map-entries.ts';
import { ownShape } from './own-variables.ts';
import { asUpdates } from './sums-as-updates.ts';

export type ArraySum = {
  readonly operator: ReductionInfo['operator'];
  /** What the clause names. */
  readonly outer: Expr;
  readonly own: Variable;
};

/** A plain scalar is reduced by the kernel itself. */
export function isArraySum({ variable }: ReductionInfo): boolean {
  return variable.kind !== 'variable' || variable.variable.shape !== undefined;
}

export function arraySum(env: Env, { operator, variable: outer }: ReductionInfo): ArraySum | undefined {
  const root = rootOf(outer);
  if (!root) return undefined;
  const own = { ...ownVariable(root), shape: ownShape(env, root) };
  return { operator, outer, own };
}

/** The statements with indivisible updates, or with own copies, which are summed up behind them. */
export function withArraySums(sums: readonly ArraySum[], body: readonly Stmt[]): readonly Stmt[] {
  const [sum, ...more] = sums;
  if (!sum) return body;
  const updates = asUpdates(sum, body, (to, value) => [atomicUpdate(to, value, to.span)]);
  return updates ? withArraySums(more, updates) : withCopies(sum, withArraySums(more, body));
}

function withCopies(sum: ArraySum, body: readonly Stmt[]): readonly Stmt[] {
  const { span } = sum.outer;
  const all = [...starts(sum), ...body, ...ends(sum)];
  return [{ kind: 'block', name: `#sums${span.from}`, variables: [sum.own], body: all, span, label: undefined }];
}

/** Operators that give the same when something comes in twice may begin with what is there. */
const takesTwice: ReadonlySet<ReductionInfo['operator']> = new Set(['max', 'min', 'iand', 'ior', 'and', 'or']);

function starts({ operator, outer, own }: ArraySum): readonly Stmt[] {
  const { span } = outer;
  const root = rootOf(outer)!;
  const whole = variableExpr(own, rankOf(own.shape), span);
  const isWhole = outer.kind === 'variable';
  const copy: Stmt[] = [assign(whole, variableExpr(root, rankOf(root.shape), span))];
  if (takesTwice.has(operator)) return copy;
  const to = withRoot(outer, own);
  return [...(isWhole ? [] : copy), assign(to, neutral(operator, outer.type, span))];
}

function assign(to: Expr, value: Expr): Stmt {
  return { kind: 'assign', to, value, transfer: false, span: to.span, label: undefined };
}

/** The designator as part of another variable. */
function withRoot(e: Expr, v: Variable): Expr {
  switch (e.kind) {
    case 'variable':
      return { ...e, variable: v };
    case 'part':
    case 'element':
    case 'substring':
    case 'complex-part':
      return { ...e, base: withRoot(e.base, v) };
    default:
      return e;
  }
}

// ---- the end ----------------------------------------------------------------------------------------------------

function ends({ operator, outer, own }: ArraySum): readonly Stmt[] {
  if (outer.rank === 0) return added(operator, outer, withRoot(outer, own));
  const { span } = outer;
  const loops: { readonly index: Variable; readonly from: Expr; readonly to: Expr; readonly step: Expr | undefined }[] =
    [];
  const index = (from: Expr, to: Expr, step: Expr | undefined): Subscript => {
    const v = madeVariable(`#k${loops.length}`, integer8, span);
    loops.push({ index: v, from: toInteger8(from), to: toInteger8(to), step: step && toInteger8(step) });
    return { kind: 'index', value: variableExpr(v, 0, span) };
  };
  const to = element(outer, index);
  let body: readonly Stmt[] = added(operator, to, withRoot(to, own));
  for (const l of loops) body = [{ kind: 'do', name: `#sum${l.index.name}`, ...l, body, span, label: undefined }];
  return body;
}

/** An element of an array or section, by indices that are made for its dimensions. */
function element(e: Expr, index: (from: Expr, to: Expr, step: Expr | undefined) => Subscript): Expr {
  const bound = (name: 'lbound' | 'ubound', of: Expr, k: number): Expr =>
    resolveIntrinsic(name, [{ value: of }, { value: int4(k + 1, e.span) }], e.span, () => {}) ?? int8(1, e.span);
  if (e.kind === 'element') {
    const subscripts = e.subscripts.map(
      (s, k): Subscript =>
        s.kind === 'range'
          ? index(s.from ?? bound('lbound', e.base, k), s.to ?? bound('ubound', e.base, k), s.step)
          : s,
    );
    return { ...e, rank: 0, subscripts };
  }
  const subscripts = Array.from({ length: e.rank }, (_, k) =>
    index(bound('lbound', e, k), bound('ubound', e, k), undefined),
  );
  return { kind: 'element', base: e, subscripts, type: e.type, rank: 0, span: e.span };
}

/** Sums of complex numbers may come in by halves. */
function added(operator: ReductionInfo['operator'], to: Expr, from: Expr): Stmt[] {
  if (to.type.base !== 'complex' || operator !== '+') return [atomicUpdate(to, combined(operator, to, from), to.span)];
  return (['re', 'im'] as const).map((part) => {
    const half = (base: Expr): Expr => ({
      kind: 'complex-part',
      base,
      part,
      type: { base: 'real', kind: to.type.base === 'complex' ? to.type.kind : 8 },
      rank: 0,
      span: to.span,
    });
    return atomicUpdate(half(to), combined('+', half(to), half(from)), to.span);
  });
}
