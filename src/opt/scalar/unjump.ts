/** A jump to the end of a block becomes the other side of a branch, where the branch stands in the block itself: `if (c) break; rest` is `if (not c) rest`. */
import type { Statement } from '../../ir/module.ts';
import { negated } from '../../ir/negated.ts';
import { bodiesOf, mapStatement, someStatement } from '../../ir/walk.ts';

/** `keep`: labels of blocks that must stay. */
export function unjump(list: readonly Statement[], keep: ReadonlySet<string>): readonly Statement[] {
  return list.flatMap((s): readonly Statement[] => {
    if (bodiesOf(s).length === 0) return [s];
    if (s.kind !== 'block' || keep.has(s.label))
      return [mapStatement(s, { expression: (e) => e, body: (b) => unjump(b, keep) })];
    const body = unjump(straighten(s.body, s.label), keep);
    return jumpsTo(body, s.label) ? [{ ...s, body }] : body;
  });
}

function jumpsTo(list: readonly Statement[], label: string): boolean {
  return someStatement(list, (s) => s.kind === 'break' && s.label === label);
}

function endsIn(list: readonly Statement[], label: string): boolean {
  const last = list.at(-1);
  return last?.kind === 'break' && last.label === label;
}

/** `list` is followed by the end of the block `label`. */
function straighten(list: readonly Statement[], label: string): readonly Statement[] {
  const out: Statement[] = [];
  for (let i = 0; i < list.length; i++) {
    const s = list[i]!;
    if (s.kind === 'break' && s.label === label) return out;
    if (s.kind !== 'if' || !jumpsTo([s], label)) {
      out.push(s);
      continue;
    }
    const rest = list.slice(i + 1);
    const [then, otherwise] = [endsIn(s.then, label), endsIn(s.otherwise, label)];
    if (rest.length > 0 && !then && !otherwise) {
      out.push(s);
      continue;
    }
    const made: Statement = {
      ...s,
      then: straighten(then || rest.length === 0 ? s.then : [...s.then, ...rest], label),
      otherwise: straighten(otherwise || rest.length === 0 ? s.otherwise : [...s.otherwise, ...rest], label),
    };
    if (then && otherwise) return [...out, made];
    out.push(turned(made));
    return out;
  }
  return out;
}

/** An `if` with something to do where its condition holds. */
function turned(s: Extract<Statement, { kind: 'if' }>): Statement {
  if (s.then.length > 0) return s;
  return { ...s, condition: negated(s.condition), then: s.otherwise, otherwise: [] };
}
