/**
 * Cooking: lines become statements. Comments go, continued lines are joined, sentinels of CUDA Fortran are resolved,
 * `include` lines are replaced by what they name. Every character keeps its place in its source.
 */
import { cookFixedLines } from './cook-fixed.ts';
import { cookFreeLines } from './cook-free.ts';
import { type Cooked, Cooking, type CookOptions } from './cook-statements.ts';
import type { MappedText } from './cook-text.ts';

export type Form = 'free' | 'fixed';

export function cook(lines: readonly MappedText[], form: Form, options: CookOptions): Cooked[] {
  const read = form === 'free' ? cookFreeLines : cookFixedLines;
  const cooking = new Cooking(options, read);
  read(lines, cooking);
  return cooking.out;
}
