/** Jumps that leave a list of statements: what is done at its end is done before them, too. */
import type { Statement } from '../../../ir/module.ts';
import { changeStatement, hasBodies, labelsIn, someStatement } from '../../../ir/walk.ts';

const same = <T>(x: T): T => x;

/** Whether control may leave `list` by a jump. */
export function jumpsOut(list: readonly Statement[]): boolean {
  if (!someStatement(list, isJump)) return false;
  const inside = labelsIn(list);
  return someStatement(list, (s) => isJump(s) && !inside.has(s.label));
}

/** `list` with what `cleanup` gives before each jump out of it; `index` says below which statement of the list the jump stands. */
export function beforeJumpsOut(
  list: readonly Statement[],
  cleanup: (index: number) => readonly Statement[],
): readonly Statement[] {
  const inside = labelsIn(list);
  return list.flatMap((whole, index) => {
    const within = (s: Statement): readonly Statement[] => {
      if (isJump(s)) return inside.has(s.label) ? [s] : [...cleanup(index), s];
      return hasBodies(s) ? [changeStatement(s, { expression: same, body: (b) => b.flatMap(within) })] : [s];
    };
    return within(whole);
  });
}

function isJump(s: Statement): s is Extract<Statement, { kind: 'break' | 'continue' }> {
  return s.kind === 'break' || s.kind === 'continue';
}
