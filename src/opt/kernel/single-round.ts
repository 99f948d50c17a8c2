/**
 * A kernel whose grid may be too small for its loops (a CUF kernel) goes around them in rounds whose number is a parameter. Where each is 1, as it is
 * where the grid was left open, the rounds are not needed: a version without them has nothing but the guards around its body.
 */
import { and, eq, i32 } from '../../ir/build.ts';
import type { Expression, Statement } from '../../ir/module.ts';
import { countSets, countUses } from '../../ir/uniformity.ts';
import { mapBody, mapStatement } from '../../ir/walk.ts';

type Rounds = Extract<Statement, { kind: 'for' }>;
export type SingleRound = { readonly condition: Expression; readonly body: readonly Statement[] };

/** Undefined where the body is not wholly such a loop. */
export function singleRound(body: readonly Statement[], params: number, locals: number): SingleRound | undefined {
  const sets = countSets(body, locals);
  const uses = countUses(body, locals);
  const conditions: Expression[] = [];
  const isRounds = (s: Rounds): boolean =>
    s.trips.kind === 'local' &&
    s.trips.type === 'i32' &&
    s.trips.index < params &&
    sets[s.trips.index] === 0 &&
    s.from.kind === 'const' &&
    sets[s.local] === 1 &&
    uses[s.local] === countUses([s], locals)[s.local];
  const open = (list: readonly Statement[]): readonly Statement[] => {
    const last = list.at(-1);
    const before = list.slice(0, -1);
    if (!last || !before.every((s) => s.kind === 'set')) return list;
    if (last.kind === 'if' && last.otherwise.length === 0)
      return [...before, mapStatement(last, { expression: (e) => e, body: open })];
    if (last.kind !== 'for' || !isRounds(last) || leavesOrStays(last)) return list;
    conditions.push(eq(last.trips, i32(1)));
    const { from, local } = last;
    return [...before, ...mapBody(open(last.body), (e) => (e.kind === 'local' && e.index === local ? from : e))];
  };
  const made = open(body);
  return conditions.length === 0 ? undefined : { condition: conditions.reduce(and), body: made };
}

/** Whether a jump names the loop. */
function leavesOrStays(loop: Rounds): boolean {
  const names = (list: readonly Statement[]): boolean =>
    list.some(
      (s) =>
        ((s.kind === 'break' || s.kind === 'continue') && s.label === loop.label) ||
        (s.kind === 'if' && (names(s.then) || names(s.otherwise))) ||
        ('body' in s && names(s.body)) ||
        (s.kind === 'switch' && (names(s.otherwise) || s.cases.some((c) => names(c.body)))),
    );
  return names(loop.body);
}
