/**
 * Bounds that a block counts within its window (`last = merge(n - 1 - first, 15, first + 15 > n - 1)`, then `t <= last` and `min(t + 1, last)`) as bounds of the grid (`x <= n - 1`, `min(x + 1, n - 1)`), for
 * kernels without tiles any more: what is asked is the same for all blocks, so that a row of them can run as one. Places of threads are taken for numbers that do not overflow, as where tiles are left out.
 */
import { and, bool, integer, op } from '../../ir/build.ts';
import type { BlockSize, Expression, Fn, Statement } from '../../ir/module.ts';
import { isComparison } from '../../ir/negated.ts';
import { keyOf } from '../../ir/value-key.ts';
import { changeParts, changeStatement, someExpression } from '../../ir/walk.ts';
import {
  type Affine,
  AffineForms,
  difference,
  expressionOf,
  type Term,
  termsOf,
  zeroForm,
} from '../analysis/affine.ts';
import { atLeastZeroIn, axisOf, extremeOf, partsAtLeastZero } from '../analysis/asked-conditions.ts';
import type { ThreadAxis } from '../analysis/shared-accesses.ts';
import { fold } from '../scalar/fold.ts';
import { withoutDead } from '../scalar/simplify.ts';
import { numbersOf, wholeOf } from './shared-places.ts';

type Extreme = { readonly op: 'min' | 'max'; readonly among: readonly Affine[] };

export function gridBounds(kernel: Fn, block: BlockSize): Fn {
  const values = numbersOf(kernel);
  const bounds = new Bounds(block);
  let changed = false;
  const condition = (e: Expression): Expression => {
    const [a] = e.kind === 'op' ? e.args : [];
    const isOfPlaces = e.kind === 'op' && isComparison(e.op) && a?.type === 'i32';
    const made = isOfPlaces ? bounds.comparison(wholeOf(e, values)) : undefined;
    if (made) changed = true;
    return made ?? changeParts(e, expression);
  };
  const place = (e: Expression): Expression => {
    const made = e.type === 'i32' ? bounds.place(wholeOf(e, values)) : undefined;
    if (made) changed = true;
    return made ?? changeParts(e, e.kind === 'load' ? expression : place);
  };
  const expression = (e: Expression): Expression => {
    if (e.type === 'bool') return condition(e);
    return e.kind === 'load' ? { ...e, from: place(e.from) } : changeParts(e, expression);
  };
  const body = (list: readonly Statement[]): readonly Statement[] =>
    list.map((s) => {
      const made = changeStatement(s, { expression, body });
      return made.kind === 'store' && s.kind === 'store' ? { ...made, to: place(s.to) } : made;
    });
  const made = body(kernel.body);
  return changed ? { ...kernel, body: fold(withoutDead(made, kernel.locals.length)) } : kernel;
}

class Bounds {
  private readonly last: Readonly<Record<ThreadAxis, bigint>>;

  constructor([x, y, z]: BlockSize) {
    this.last = { 'tid.x': BigInt(x - 1), 'tid.y': BigInt(y - 1), 'tid.z': BigInt(z - 1) };
  }

  /** Undefined where it is no comparison with such a bound. */
  comparison(e: Expression): Expression | undefined {
    const form = atLeastZeroIn(e);
    if (!form || ![...form.terms.values()].some(isOfThread)) return undefined;
    const parts = partsAtLeastZero(form);
    if (parts.length < 2) return undefined;
    return parts.map((p) => (this.isAtLeastZero(p) ? bool(true) : compared(p))).reduce(and);
  }

  /** Undefined where nothing in it is the least or the greatest of what a block counts. */
  place(e: Expression): Expression | undefined {
    const form = forms.of(e);
    const bent = [...form.terms.values()].flatMap((t) => {
      const [atom, ...others] = t.atoms;
      const extreme =
        atom && others.length === 0 && (t.factor === 1n || t.factor === -1n) ? flat(atom.e, t.factor) : undefined;
      return extreme ? [{ t, extreme }] : [];
    });
    const [only, ...others] = bent;
    if (!only || others.length > 0) return undefined;
    const { op: name, among } = only.extreme;
    const rest = termsOf(form, (t) => t !== only.t);
    const isLost = (t: Term): boolean => among.some((a) => a.terms.get(keyIn(rest, t))?.factor === -t.factor);
    const moved = termsOf(rest, isLost);
    if (moved.terms.size === 0) return undefined;
    const all = among.map((a) => forms.sum(a, moved));
    const left = all.filter((a, i) => !all.some((b, j) => i !== j && this.isBehind(a, b, name, i < j)));
    const stays = forms.sum({ ...rest, constant: form.constant }, moved, -1n);
    const chosen = left.map((a) => expressionOf(a, 'i32') ?? integer('i32', 0)).reduce((a, b) => op(name, [a, b]));
    const outside = expressionOf(stays, 'i32');
    return outside ? op('add', [outside, chosen]) : chosen;
  }

  /** Whether `a` is never taken, since `b` is the same or more extreme; of two that are always the same the first stays. */
  private isBehind(a: Affine, b: Affine, name: 'min' | 'max', isFirst: boolean): boolean {
    const [more, less] = name === 'min' ? [difference(a, b), difference(b, a)] : [difference(b, a), difference(a, b)];
    return this.isAtLeastZero(more) && !(isFirst && this.isAtLeastZero(less));
  }

  /** Whether a sum of places in the block and constants is, for all threads; false where it hangs on more. */
  private isAtLeastZero({ constant, terms }: Affine): boolean {
    let least = constant;
    for (const t of terms.values()) {
      const axis = axisOf(t);
      if (!axis) return false;
      if (t.factor < 0n) least += t.factor * this.last[axis];
    }
    return least >= 0n;
  }
}

function flat(e: Expression, factor: bigint): Extreme | undefined {
  const extreme = extremeOf(e);
  if (!extreme) return undefined;
  const among = extreme.args.flatMap((a): readonly Affine[] => {
    const inner = flat(a, factor);
    return inner && extremeOf(a)?.op === extreme.op ? inner.among : [forms.sum(zeroForm, forms.of(a), factor)];
  });
  return { op: (extreme.op === 'min') === factor > 0n ? 'min' : 'max', among };
}

function keyIn(form: Affine, term: Term): string {
  for (const [key, t] of form.terms) if (t === term) return key;
  return '';
}

const isSpecial = (t: Term): boolean => t.atoms.some(({ e }) => someExpression(e, (x) => x.kind === 'special'));
const isOfThread = (t: Term): boolean => axisOf(t) !== undefined;

/** A sum that is at least zero: places on one side, what is the same for all on the other. */
function compared(form: Affine): Expression {
  const moving = termsOf(form, isSpecial);
  const still = forms.sum(form, moving, -1n);
  const isDown = [...moving.terms.values()].some((t) => isOfThread(t) && t.factor < 0n);
  const [left, right] = isDown ? [forms.sum(zeroForm, moving, -1n), still] : [moving, forms.sum(zeroForm, still, -1n)];
  const zero = integer('i32', 0);
  return op(isDown ? 'le' : 'ge', [expressionOf(left, 'i32') ?? zero, expressionOf(right, 'i32') ?? zero]);
}

const forms = new AffineForms({ bits: 64, keyOf });
