/** Branches as one: neighbouring ones on the same condition, which the first does not change, and one that is all that another one does, as if `.and.` had been written. */
import { and } from '../../ir/build.ts';
import type { Fn, Statement } from '../../ir/module.ts';
import { keyOf } from '../../ir/value-key.ts';
import { changeBodies, localsSetIn, replaceEach, someExpression } from '../../ir/walk.ts';
import { isCheapInVain } from './if-to-select.ts';

type Branch = Extract<Statement, { kind: 'if' }>;

export function joinBranches(list: readonly Statement[]): readonly Statement[] {
  const out: Statement[] = [];
  for (const s of list) {
    const last = out.at(-1);
    if (last?.kind === 'if' && s.kind === 'if' && isSame(last, s))
      out.splice(-1, 1, { ...last, then: [...last.then, ...s.then] });
    else out.push(s);
  }
  return out;
}

function isSame(a: Branch, b: Branch): boolean {
  if (a.otherwise.length + b.otherwise.length > 0 || keyOf(a.condition) !== keyOf(b.condition)) return false;
  const set = localsSetIn(a.then);
  return !someExpression(b.condition, (e) => e.kind === 'load' || (e.kind === 'local' && set.has(e.index)));
}

/** `if (a) then; if (b) …; end if` as `if (a .and. b) …`, where b may as well be asked in vain. */
export function joinNestedBranches(fn: Fn): Fn {
  const joined = (s: Statement): Statement => {
    const outer = changeBodies(s, (list) => replaceEach(list, joined));
    const inner = onlyBranch(outer);
    if (outer.kind !== 'if' || !inner || !isCheapInVain(inner.condition)) return outer;
    return { ...outer, condition: and(outer.condition, inner.condition), then: inner.then };
  };
  const body = replaceEach(fn.body, joined);
  return body === fn.body ? fn : { ...fn, body };
}

/** The branch without another side that is all that such a one does. */
function onlyBranch(s: Statement): Branch | undefined {
  if (s.kind !== 'if' || s.otherwise.length > 0 || s.then.length !== 1) return undefined;
  const inner = s.then[0]!;
  return inner.kind === 'if' && inner.otherwise.length === 0 ? inner : undefined;
}
