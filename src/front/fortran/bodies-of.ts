import type { Stmt } from './program.ts';

const none: readonly (readonly Stmt[])[] = [];

/** The statement lists that stand in a statement. */
export function bodiesOf(s: Stmt): readonly (readonly Stmt[])[] {
  switch (s.kind) {
    case 'if':
      return s.arms.length === 1 ? [s.arms[0]!.body, s.otherwise] : [...s.arms.map((a) => a.body), s.otherwise];
    case 'do':
    case 'do-while':
    case 'do-concurrent':
    case 'forall':
    case 'block':
    case 'associate':
    case 'kernel-loop':
    case 'mapped':
      return [s.body];
    case 'on-device':
      return [s.body, s.otherwise];
    case 'team':
      if (s.act.how === 'loop') return [s.body, s.act.last];
      return s.act.how === 'single' ? [s.body, s.act.take] : [s.body];
    case 'select-case':
    case 'select-type':
      return s.cases.map((c) => c.body);
    case 'where':
      return s.arms.map((a) => a.body);
    default:
      return none;
  }
}
