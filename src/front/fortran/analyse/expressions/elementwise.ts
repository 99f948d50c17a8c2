/** Expressions that mean for an array in the place of a name, element by element, what they mean for each of its elements. */
import { intrinsics } from '../../../../library/intrinsics/table.ts';
import type * as tree from '../../tree.ts';
import type { Env, Meaning } from '../context.ts';
import { lookup, meaningOf } from '../scope.ts';
import { rankOf } from '../types.ts';
import { isExpression } from '../walk-tree.ts';

/** `name`: as seen from `env`, a number. Whatever else stands there is a scalar, or an array of which one subscript picks elements. */
export function isElementwise(env: Env, e: tree.Expression, name: string): boolean {
  const isSo = (x: tree.Expression): boolean => isElementwise(env, x, name);
  switch (e.kind) {
    case 'integer':
    case 'real':
    case 'logical':
    case 'character':
      return true;
    case 'name':
      return e.text === name || isScalar(env, e);
    case 'parenthesized':
      return isSo(e.inner);
    case 'unary':
      return isSo(e.operand);
    case 'binary':
      return isSo(e.left) && isSo(e.right);
    case 'call-or-index':
      return (
        e.base.kind === 'name' && isMadeOfElements(env, e.base.text, e.arguments.length) && e.arguments.every(given)
      );
    default: // else: what takes or makes arrays as a whole, and what programs define
      return false;
  }
  function given({ value }: tree.Argument): boolean {
    return isExpression(value) && isSo(value);
  }
}

function meaningIn(env: Env, name: string): Meaning | undefined {
  const entry = lookup(env, name);
  return entry && meaningOf(entry);
}

function isScalar(env: Env, { text }: tree.Name): boolean {
  const meaning = meaningIn(env, text);
  if (meaning?.kind === 'value') return meaning.value.rank === 0;
  return meaning?.kind === 'constant' && rankOf(meaning.shape) === 0;
}

/** An elemental function, or an element of a list. */
function isMadeOfElements(env: Env, name: string, args: number): boolean {
  const meaning = meaningIn(env, name);
  if (meaning?.kind === 'constant') return args === 1 && rankOf(meaning.shape) === 1;
  if (meaning && meaning.kind !== 'intrinsic') return false;
  const row = intrinsics.get(name);
  return row?.class === 'elemental' && row.gives !== undefined && !seesScalars.has(name);
}

/** What is wrong with their arguments is told of scalars alone. */
const seesScalars: ReadonlySet<string> = new Set(['ibits', 'nearest']);
