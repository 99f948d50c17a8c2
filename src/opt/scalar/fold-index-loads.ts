/**
 * An index that is loaded and then read by one address alone becomes part of that address (`bin = a(i) + 1`, then `s(bin)`): its constants go to the address's own, and where
 * lanes go to places of their own each may find its place by itself.
 */
import type { Expression, Statement } from '../../ir/module.ts';
import { countSets, countUses } from '../../ir/uniformity.ts';
import { bodiesOf, expressionsOf, localsSet, mapExpression, mapStatement, someExpression } from '../../ir/walk.ts';

/** `stays`: locals that are more than one thread's. */
export function foldIndexLoads(
  body: readonly Statement[],
  locals: number,
  stays: (local: number) => boolean,
): readonly Statement[] {
  const sets = countSets(body, locals);
  const uses = countUses(body, locals);
  const found = new Joined((l) => !stays(l) && uses[l] === 2 * sets[l]!);
  found.list(body);
  // Only where each value has its one reader behind it.
  const isWhole = (l: number): boolean => found.times.get(l) === sets[l];
  return [...found.times.keys()].some(isWhole) ? new Joined(isWhole).list(body) : body;
}

class Joined {
  /** How often each local was replaced. */
  readonly times = new Map<number, number>();
  private readonly isWanted: (local: number) => boolean;

  constructor(isWanted: (local: number) => boolean) {
    this.isWanted = isWanted;
  }

  list = (of: readonly Statement[]): readonly Statement[] => {
    const waiting = new Map<number, Expression>();
    let out: Statement[] = [];
    for (const s of of) {
      const inner = bodiesOf(s).length === 0 ? s : mapStatement(s, { expression: (e) => e, body: this.list });
      const joined = new Set<number>();
      const now = waiting.size === 0 ? inner : joinedIn(inner, waiting, joined);
      for (const l of joined) {
        this.times.set(l, (this.times.get(l) ?? 0) + 1);
        waiting.delete(l);
      }
      if (joined.size > 0) out = out.filter((x) => x.kind !== 'set' || !joined.has(x.local));
      out.push(now);
      if (s.kind !== 'set') waiting.clear();
      for (const l of localsSet(s)) for (const [local, e] of waiting) if (reads(e, l)) waiting.delete(local);
      if (now.kind === 'set' && this.isWanted(now.local) && isIndex(now.value)) waiting.set(now.local, now.value);
    }
    return out.length === of.length && out.every((s, i) => s === of[i]) ? of : out;
  };
}

/** A whole number that comes from memory, which nobody else changes meanwhile. */
function isIndex(e: Expression): boolean {
  if (e.type !== 'i32' && e.type !== 'i64') return false;
  return someExpression(e, (x) => x.kind === 'load') && !someExpression(e, (x) => x.kind === 'load' && !!x.volatile);
}

const reads = (e: Expression, local: number): boolean =>
  someExpression(e, (x) => x.kind === 'local' && x.index === local);

/** `s` with the values in its addresses; `joined` are those. */
function joinedIn(s: Statement, values: ReadonlyMap<number, Expression>, joined: Set<number>): Statement {
  if (!expressionsOf(s).some((e) => someExpression(e, (x) => x.kind === 'local' && values.has(x.index)))) return s;
  const put = (place: Expression): Expression =>
    mapExpression(place, (x) => {
      const value = x.kind === 'local' ? values.get(x.index) : undefined;
      if (value && x.kind === 'local') joined.add(x.index);
      return value ?? x;
    });
  const within = (e: Expression): Expression =>
    mapExpression(e, (x) => (x.kind === 'load' && !x.volatile ? { ...x, from: put(x.from) } : x));
  switch (s.kind) {
    case 'set':
      return { ...s, value: within(s.value) };
    case 'store':
      return { ...s, to: put(s.to), value: within(s.value) };
    case 'atomic':
      return { ...s, to: put(s.to), args: s.args.map(within) };
    default: // else: it stays as it is
      return s;
  }
}
