/** Pointers that the statements of a construct associate. */
import type * as tree from '../../tree.ts';
import { eachStatement } from '../walk-tree.ts';

export type Associations = {
  /** The pointers. */
  readonly pointers: ReadonlySet<string>;
  /** What they may stand for. */
  readonly targets: ReadonlySet<string>;
};

const known = new WeakMap<tree.Block, Associations>();

export function associationsIn(body: tree.Block): Associations {
  const before = known.get(body);
  if (before) return before;
  const pointers = new Set<string>();
  const targets = new Set<string>();
  eachStatement(body, (s) => {
    if (s.kind !== 'pointer-assignment') return;
    const to = s.target.kind === 'call-or-index' ? s.target.base : s.target;
    if (to.kind === 'name') pointers.add(to.text);
    const from = rootName(s.value);
    if (from) targets.add(from);
  });
  const made = { pointers, targets };
  known.set(body, made);
  return made;
}

function rootName(e: tree.Expression): string | undefined {
  switch (e.kind) {
    case 'name':
      return e.text;
    case 'call-or-index':
    case 'component':
      return rootName(e.base);
    default:
      return undefined;
  }
}
