/** Statements with others in their places. */
import type { Stmt } from '../../program.ts';

/** `change` sees each statement after the statements in its bodies. */
export function mapStatements(list: readonly Stmt[], change: (s: Stmt) => Stmt): Stmt[] {
  return list.map((s) => change(mapBodies(s, (body) => mapStatements(body, change))));
}

function mapBodies(s: Stmt, map: (body: readonly Stmt[]) => readonly Stmt[]): Stmt {
  switch (s.kind) {
    case 'if':
      return { ...s, arms: s.arms.map((a) => ({ ...a, body: map(a.body) })), otherwise: map(s.otherwise) };
    case 'do':
    case 'do-while':
    case 'do-concurrent':
    case 'forall':
    case 'block':
    case 'associate':
    case 'kernel-loop':
    case 'mapped':
      return { ...s, body: map(s.body) };
    case 'on-device':
      return { ...s, body: map(s.body), otherwise: map(s.otherwise) };
    case 'team':
      if (s.act.how === 'loop') return { ...s, act: { ...s.act, last: map(s.act.last) }, body: map(s.body) };
      if (s.act.how === 'single') return { ...s, act: { ...s.act, take: map(s.act.take) }, body: map(s.body) };
      return { ...s, body: map(s.body) };
    case 'select-case':
      return { ...s, cases: s.cases.map((c) => ({ ...c, body: map(c.body) })) };
    case 'select-type':
      return { ...s, cases: s.cases.map((c) => ({ ...c, body: map(c.body) })) };
    case 'where':
      return { ...s, arms: s.arms.map((a) => ({ ...a, body: map(a.body) })) };
    default:
      return s;
  }
}
