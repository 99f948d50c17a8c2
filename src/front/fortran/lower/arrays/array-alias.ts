/** Whether an assignment may store into what its right side still has to read. */

import type { Expr, Subscript, Variable } from '../../program.ts';
import { signatureOf } from '../../signature-of.ts';
import { isDesignator } from '../designator.ts';
import { isTransforming } from './array-names.ts';

/** These are computed into memory of their own before the loop runs. */
const computedBefore = new Set([
  'matmul',
  'pack',
  'unpack',
  'transfer',
  'maxloc',
  'minloc',
  'findloc',
  'shape',
  'lbound',
  'ubound',
]);

/**
 * `no`: the loop may store each element as it goes, in any order; an element's own old value may be read at the same place.
 */
export function mayOverlap(to: Expr, value: Expr): boolean {
  const root = rootOf(to);
  return root ? readsElsewhere(to, root, value, true) : true;
}

/**
 * Whether what is found of `e` before a loop over its elements (scalars, bounds of sections) stays the same while the loop stores into `changed`.
 * False where that is not plain to see.
 */
export function staysWhile(e: Expr, changed: readonly Expr[]): boolean {
  const stays = (x: Expr | undefined): boolean => x === undefined || staysWhile(x, changed);
  switch (e.kind) {
    case 'constant':
    case 'constant-array':
      return true;
    case 'convert':
      return stays(e.value);
    case 'unary':
      return stays(e.operand);
    case 'binary':
      return stays(e.left) && stays(e.right);
    case 'intrinsic':
      return !computedBefore.has(e.name) && !isTransforming(e.name) && e.args.every(stays);
    case 'variable':
    case 'part':
    case 'complex-part':
    case 'element':
      return (e.rank > 0 || !changed.some((to) => mayTouch(to, e))) && (subscriptsOf(e)?.every(stays) ?? false);
    default:
      return false;
  }
}

function mayTouch(to: Expr, e: Expr): boolean {
  const root = rootOf(to);
  return !root || touches(to, root, e);
}

/** The scalars in the parentheses of a designator; undefined where arrays stand there. */
function subscriptsOf(e: Expr): readonly (Expr | undefined)[] | undefined {
  if (e.kind === 'part' || e.kind === 'complex-part') return subscriptsOf(e.base);
  if (e.kind !== 'element') return [];
  const within = subscriptsOf(e.base);
  if (!within || e.subscripts.some((s) => s.kind === 'vector')) return undefined;
  return [...within, ...e.subscripts.flatMap((s) => (s.kind === 'range' ? [s.from, s.to, s.step] : [s.value]))];
}

/** The variable that a designator is part of; of an associate name the variable behind it. */
export function rootOf(e: Expr): Variable | undefined {
  switch (e.kind) {
    case 'variable': {
      const v = e.variable;
      return v.storage === 'associate' && v.associated && isDesignator(v.associated) ? rootOf(v.associated) : v;
    }
    case 'part':
    case 'element':
    case 'substring':
    case 'complex-part':
      return rootOf(e.base);
    default:
      return undefined;
  }
}

/** `elementwise`: the value at a place depends on the operand at that place alone. */
function readsElsewhere(to: Expr, root: Variable, e: Expr, elementwise: boolean): boolean {
  if (e.rank === 0) return false;
  switch (e.kind) {
    case 'variable':
    case 'part':
    case 'element':
    case 'substring':
    case 'complex-part':
      return touches(to, root, e) && !(elementwise && sameOrApart(to, e));
    case 'convert':
      return readsElsewhere(to, root, e.value, elementwise);
    case 'unary':
      return readsElsewhere(to, root, e.operand, elementwise);
    case 'binary':
      return readsElsewhere(to, root, e.left, elementwise) || readsElsewhere(to, root, e.right, elementwise);
    case 'call':
      return callReads(to, root, e, elementwise);
    case 'intrinsic': {
      if (computedBefore.has(e.name)) return false;
      const inner = elementwise && !isTransforming(e.name);
      return e.args.some((a) => a !== undefined && readsElsewhere(to, root, a, inner));
    }
    default:
      return false;
  }
}

function callReads(to: Expr, root: Variable, e: Expr & { readonly kind: 'call' }, elementwise: boolean): boolean {
  const signature = signatureOf(e.callee);
  if (!signature.elemental) return signature.result?.attributes.pointer ?? false;
  if (seenBy(e, root)) return true;
  return e.args.some((a) => a && a.kind !== 'alternate-return' && readsElsewhere(to, root, a, elementwise));
}

/** Whether the procedure may know the variable by itself: one of a module, of a common block, or of its host. */
function seenBy(e: Expr & { readonly kind: 'call' }, root: Variable): boolean {
  if (root.overlay?.common) return true;
  if (root.owner === undefined) return root.storage === 'static';
  return (
    e.callee.kind !== 'procedure' || e.callee.procedure.host === root.owner || e.callee.procedure.origin === 'internal'
  );
}

function touches(to: Expr, root: Variable, e: Expr): boolean {
  const other = rootOf(e);
  if (!other) return true;
  if (other === root) return !differentParts(to, e);
  if (root.pointee || other.pointee) return true;
  if (root.overlay && other.overlay) return root.overlay.name === other.overlay.name;
  return reaches(to, e) || reaches(e, to);
}

/** `a%x` and `a%y` lie apart. */
function differentParts(a: Expr, b: Expr): boolean {
  const x = pathOf(a);
  const y = pathOf(b);
  const n = Math.min(x.length, y.length);
  for (let i = 0; i < n; i++) if (x[i] !== y[i]) return true;
  return false;
}

/** The components that a designator goes through, up to the first pointer. */
function pathOf(e: Expr): readonly string[] {
  if (e.kind === 'part') return [...pathOf(e.base), e.component.name];
  if (e.kind === 'element' || e.kind === 'substring' || e.kind === 'complex-part') return pathOf(e.base);
  return [];
}

/** Whether the pointer `p`, or the dummy argument that is a target, may be part of what `t` designates. */
function reaches(p: Expr, t: Expr): boolean {
  if (!throughPointer(p) && !isSharedDummy(rootOf(p))) return false;
  if (!throughPointer(t) && !(rootOf(t)?.attributes.target ?? false)) return false;
  return sameKind(p, t);
}

/** Fortran 2018, 15.5.2.13, 1 (4): what it stands for may be changed under another name. */
function isSharedDummy(v: Variable | undefined): boolean {
  if (v?.storage !== 'dummy' || !v.attributes.target || v.attributes.contiguous) return false;
  return v.shape === undefined || v.shape.kind === 'assumed-shape' || v.shape.kind === 'assumed-rank';
}

function throughPointer(e: Expr): boolean {
  switch (e.kind) {
    case 'variable':
      return e.variable.attributes.pointer;
    case 'part':
      return e.component.attributes.pointer || throughPointer(e.base);
    case 'element':
    case 'substring':
    case 'complex-part':
      return throughPointer(e.base);
    default:
      return false;
  }
}

function sameKind(a: Expr, b: Expr): boolean {
  if (a.type.base === 'derived' || b.type.base === 'derived') return true;
  if (a.type.base === 'any' || b.type.base === 'any') return true;
  return a.type.kind === b.type.kind && numberPart(a.type.base) === numberPart(b.type.base);
}

/** A pointer to real may designate `z%re`, a part of complex numbers. */
function numberPart(base: Expr['type']['base']): Expr['type']['base'] {
  return base === 'complex' ? 'real' : base;
}

/** Designators that name the same elements in the same order. */
export function sameDesignator(a: Expr, b: Expr): boolean {
  if (a.kind === 'variable') return b.kind === 'variable' && a.variable === b.variable;
  if (a.kind === 'part') return b.kind === 'part' && a.component === b.component && sameDesignator(a.base, b.base);
  if (a.kind === 'complex-part')
    return b.kind === 'complex-part' && a.part === b.part && sameDesignator(a.base, b.base);
  if (a.kind === 'element')
    return (
      b.kind === 'element' &&
      sameDesignator(a.base, b.base) &&
      a.subscripts.length === b.subscripts.length &&
      a.subscripts.every((s, i) => sameSubscript(s, b.subscripts[i]!))
    );
  if (a.kind === 'substring')
    return b.kind === 'substring' && sameDesignator(a.base, b.base) && same(a.from, b.from) && same(a.to, b.to);
  return false;
}

/** The same elements in the same order, or none in common: two columns of a matrix, two of its rows. Two pointers may share a target in any order. */
function sameOrApart(a: Expr, b: Expr): boolean {
  if (a.kind === 'part') {
    if (a.component.attributes.pointer) return sameDesignator(a, b);
    return b.kind === 'part' && a.component === b.component && sameOrApart(a.base, b.base);
  }
  if (a.kind !== 'element' || b.kind !== 'element') return sameDesignator(a, b);
  return (
    sameOrApart(a.base, b.base) &&
    a.subscripts.length === b.subscripts.length &&
    a.subscripts.every((s, i) => {
      const other = b.subscripts[i]!;
      return s.kind === 'index' ? other.kind === 'index' : sameSubscript(s, other);
    })
  );
}

function sameSubscript(a: Subscript, b: Subscript): boolean {
  if (a.kind === 'range') return b.kind === 'range' && same(a.from, b.from) && same(a.to, b.to) && same(a.step, b.step);
  return a.kind === b.kind && a.kind === 'index' && b.kind === 'index' && same(a.value, b.value);
}

/** Expressions without calls that have the same value. */
function same(a: Expr | undefined, b: Expr | undefined): boolean {
  if (!a || !b) return a === b;
  if (a.kind === 'constant') return b.kind === 'constant' && a.value === b.value;
  if (a.kind === 'convert') return b.kind === 'convert' && a.type.base === b.type.base && same(a.value, b.value);
  if (a.kind === 'unary') return b.kind === 'unary' && a.operator === b.operator && same(a.operand, b.operand);
  if (a.kind === 'binary')
    return b.kind === 'binary' && a.operator === b.operator && same(a.left, b.left) && same(a.right, b.right);
  return isDesignator(a) && isDesignator(b) && sameDesignator(a, b);
}
