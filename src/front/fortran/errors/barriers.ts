/** Messages about barriers. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import type { Expr, Variable } from '../program.ts';
import { named, warning, written } from './message.ts';

/** Why a condition differs between threads: it asks for threadIdx itself (`via` undefined), or reads a variable that depends on it. */
export type Divergence = { readonly at: Span; readonly via: Variable | undefined; readonly source: string };
export const divergentBarrier = (at: Span, why: Divergence): Diagnostic =>
  warning(
    'divergent-barrier',
    `not every thread of the block may reach this ${barrierName(at)}`,
    at,
    'threads that skip the branch never arrive, and the block may hang',
    {
      also: [
        {
          at: why.at,
          text: reason(why),
        },
      ],
      help: 'put the barrier after the branch, where every thread of the block passes',
    },
  );
const reason = (why: Divergence): string =>
  `differs between threads, because ${why.via ? `${named(why.via)} depends on \`${why.source}\`` : `it asks for \`${why.source}\``}`;
/** Where some threads leave, and what parts them from the others. */
export type Left = { readonly at: Span; readonly why: Divergence };
export const barrierAfterLeaving = (at: Span, { at: left, why }: Left): Diagnostic =>
  warning(
    'divergent-barrier',
    `not every thread of the block may reach this ${barrierName(at)}`,
    at,
    'threads that have left before never arrive, and the block may hang',
    {
      also: [
        { at: why.at, text: reason(why) },
        { at: left, text: 'some threads leave here' },
      ],
      help: 'keep all threads until the last barrier, and put the condition around what only some of them do:\nif (…) then\n  …\nend if\ncall syncthreads()',
    },
  );
function barrierName(at: Span): string {
  const name = /^\s*call\s+(\w+)/i.exec(at.source.text.slice(at.from, at.to))?.[1];
  return name === undefined ? 'barrier' : `\`${name}\``;
}
export const missingBarrier = (read: Expr, set: Expr): Diagnostic =>
  warning(
    'missing-barrier',
    `${written(read.span)} may be read before another thread has set it`,
    read.span,
    'read by a thread that did not set it',
    {
      also: [{ at: set.span, text: 'set here, with no barrier between' }],
      help: 'let the threads meet in between:\ncall syncthreads()',
    },
  );
export const setAgain = (set: Expr, read: Expr, loop: Span): Diagnostic =>
  warning(
    'missing-barrier',
    `${written(set.span)} is set for the next turn of the loop while other threads may still read the old value`,
    set.span,
    'a thread that is ahead comes here again',
    {
      also: [
        { at: read.span, text: 'read at the end of the turn, with no barrier after it' },
        { at: { ...loop, to: Math.min(loop.to, lineEnd(loop)) }, text: 'this loop' },
      ],
      help: 'let the threads meet at the end of each turn, before `end do`:\ncall syncthreads()',
    },
  );
function lineEnd(at: Span): number {
  const end = at.source.text.indexOf('\n', at.from);
  return end < 0 ? at.to : end;
}
