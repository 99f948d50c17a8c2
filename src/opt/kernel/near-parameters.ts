/**
 * Numbers of 64 bits that have 32 as long as those that the launch gives are near zero: loops to an extent of type integer(8), searches between ends that are added up. The kernel then says so, and its
 * launches are asked; others run code that does without.
 */
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { analyseUniformity, setsIn, type Uniformity } from '../../ir/uniformity.ts';
import { eachExpressionOf, eachStatement } from '../../ir/walk.ts';
import { isNarrowed, narrowIntegers } from './narrow-integers.ts';

/** Of a kernel whose numbers are narrow already where that needs nothing of the launch. */
export function nearParameters(fn: Fn): Fn {
  if (fn.kind !== 'kernel') return fn;
  const given = givenNumbers(fn);
  const before = given.length > 0 ? wideParts(fn) : 0;
  if (before === 0) return fn;
  const leftWith = (params: readonly number[]): number => wideParts(narrowIntegers({ ...fn, nearParams: params }));
  const least = leftWith(given);
  if (least >= before) return fn;
  const needed = given.reduce<readonly number[]>((all, p) => {
    const rest = all.filter((x) => x !== p);
    return leftWith(rest) === least ? rest : all;
  }, given);
  return narrowIntegers({ ...fn, nearParams: needed });
}

/** Parameters that are whole numbers and stay as they are. */
function givenNumbers(fn: Fn): readonly number[] {
  const sets = setsIn(fn);
  const count = fn.params - (fn.rooms?.length ?? 0);
  return Array.from({ length: count }, (_, i) => i).filter((i) => isWhole(fn.locals[i]!.type) && sets[i] === 0);
}

const isWhole = (type: string): boolean => type === 'i32' || type === 'i64';

/** What threads that run together do one lane after the other, or half as many at once, because it has 64 bits. */
function wideParts(fn: Fn): number {
  let uniformity: Uniformity | undefined;
  const differs = (e: Expression): boolean => {
    uniformity ??= analyseUniformity(fn);
    return !uniformity.isUniform(e);
  };
  let found = 0;
  eachStatement(fn.body, (s) => {
    if (isWideSet(s, fn, differs)) found++;
    // How often a loop runs is found out once.
    if (s.kind === 'for') return;
    eachExpressionOf(s, (e) => {
      if (e.kind === 'op' && isNarrowed(e.op) && e.args.some((a) => a.type === 'i64') && differs(e)) found++;
    });
  });
  return found;
}

function isWideSet(s: Statement, { locals }: Fn, differs: (e: Expression) => boolean): boolean {
  if (s.kind !== 'set' && s.kind !== 'for') return false;
  return locals[s.local]!.type === 'i64' && (s.kind === 'for' || differs(s.value));
}
