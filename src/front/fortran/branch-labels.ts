import type { Stmt } from './program.ts';

const none: readonly number[] = [];

/** The numeric labels to which a statement itself may branch. */
export function branchLabels(s: Stmt): readonly number[] {
  switch (s.kind) {
    case 'goto':
      return [s.target];
    case 'computed-goto':
      return s.targets;
    case 'io':
      return [s.branches.end, s.branches.err, s.branches.eor].filter((l) => l !== undefined);
    case 'call':
      return s.args.flatMap((a) => (a?.kind === 'alternate-return' ? [a.label] : none));
    default:
      return none;
  }
}
