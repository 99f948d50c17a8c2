/** Which parts of variables designators name, and whether two of them may be the same place. */
import type { Component, Expr, Subscript, Variable } from '../../program.ts';
import { integerOf } from '../types.ts';
import { inSubscript, inside } from '../walk-program.ts';

type Step =
  | { readonly kind: 'component'; readonly component: Component }
  | { readonly kind: 'half'; readonly part: 're' | 'im' }
  | { readonly kind: 'subscripts'; readonly list: readonly Subscript[] };
export type Path = { readonly root: Variable; readonly steps: readonly Step[] };

/** Undefined: not a part of a variable. */
export function pathOf(e: Expr): Path | undefined {
  switch (e.kind) {
    case 'variable':
      return { root: e.variable, steps: [] };
    case 'part':
      return longer(pathOf(e.base), { kind: 'component', component: e.component });
    case 'complex-part':
      return longer(pathOf(e.base), { kind: 'half', part: e.part });
    case 'element':
      return longer(pathOf(e.base), { kind: 'subscripts', list: e.subscripts });
    case 'substring':
      return pathOf(e.base);
    default:
      return undefined;
  }
}

/** Not the target of a pointer in it, nor allocated beside it. */
export function liesIn(path: Path): boolean {
  return path.steps.every(
    (s) => s.kind !== 'component' || !(s.component.attributes.pointer || s.component.attributes.allocatable),
  );
}

function longer(p: Path | undefined, step: Step): Path | undefined {
  return p && { root: p.root, steps: [...p.steps, step] };
}

/** Calls `see` for every designator in an expression that is not part of a longer one, those in its subscripts included. */
export function eachDesignator(e: Expr, see: (p: Path, at: Expr) => void): void {
  const path = pathOf(e);
  if (path) see(path, e);
  for (const x of path ? aside(e) : inside(e)) if (x) eachDesignator(x, see);
}

/** The expressions in a designator that are no part of its path. */
export function aside(e: Expr): (Expr | undefined)[] {
  switch (e.kind) {
    case 'part':
    case 'complex-part':
      return aside(e.base);
    case 'element':
      return [...aside(e.base), ...e.subscripts.flatMap(inSubscript)];
    case 'substring':
      return [...aside(e.base), e.from, e.to];
    default:
      return [];
  }
}

export function samePath(a: Path, b: Path): boolean {
  return a.root === b.root && a.steps.length === b.steps.length && a.steps.every((s, i) => sameStep(s, b.steps[i]));
}

/** Surely different places, however their subscripts turn out. */
export function apart(a: Path, b: Path): boolean {
  if (a.root !== b.root) return true;
  for (const [i, s] of a.steps.entries()) {
    const t = b.steps[i];
    if (!t) return false;
    if (s.kind === 'component' && t.kind === 'component' && s.component !== t.component) return true;
    if (s.kind === 'half' && t.kind === 'half' && s.part !== t.part) return true;
    if (s.kind === 'subscripts' && t.kind === 'subscripts' && s.list.some((x, n) => differ(x, t.list[n]))) return true;
    if (!sameStep(s, t)) return false;
  }
  return false;
}

function differ(a: Subscript, b: Subscript | undefined): boolean {
  if (a.kind !== 'index' || b?.kind !== 'index') return false;
  const [x, y] = [integerOf(a.value), integerOf(b.value)];
  return x !== undefined && y !== undefined && x !== y;
}

function sameStep(a: Step, b: Step | undefined): boolean {
  if (a.kind === 'component') return b?.kind === 'component' && a.component === b.component;
  if (a.kind === 'half') return b?.kind === 'half' && a.part === b.part;
  if (b?.kind !== 'subscripts' || a.list.length !== b.list.length) return false;
  return a.list.every((x, i) => {
    const y = b.list[i];
    return x.kind === 'index' && y?.kind === 'index' && sameValue(x.value, y.value);
  });
}

/** Expressions that have the same value as long as no variable in them changes. */
export function sameValue(a: Expr | undefined, b: Expr | undefined): boolean {
  if (!a || !b) return a === b;
  switch (a.kind) {
    case 'constant':
      return b.kind === 'constant' && a.type.base === b.type.base && a.value === b.value;
    case 'convert':
      return b.kind === 'convert' && a.type.base === b.type.base && sameValue(a.value, b.value);
    case 'unary':
      return b.kind === 'unary' && a.operator === b.operator && sameValue(a.operand, b.operand);
    case 'binary':
      return (
        b.kind === 'binary' && a.operator === b.operator && sameValue(a.left, b.left) && sameValue(a.right, b.right)
      );
    case 'intrinsic':
      return b.kind === 'intrinsic' && a.name === b.name && a.args.every((x, i) => sameValue(x, b.args[i]));
    default: {
      const [p, q] = [pathOf(a), pathOf(b)];
      return p !== undefined && q !== undefined && a.kind !== 'substring' && samePath(p, q);
    }
  }
}
