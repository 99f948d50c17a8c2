/** Names that stand in statements, and the variables of loops among them. */
import type * as tree from '../../../tree.ts';
import { eachStatement } from '../../walk-tree.ts';

/** The first place of each name, whatever it means. */
export function namesIn(list: tree.Block): ReadonlyMap<string, tree.Name> {
  const found = new Map<string, tree.Name>();
  const look = (x: unknown): void => {
    if (Array.isArray(x)) {
      for (const e of x) look(e);
      return;
    }
    if (typeof x !== 'object' || x === null) return;
    if (isName(x) && !found.has(x.text)) found.set(x.text, x);
    for (const [key, value] of Object.entries(x)) if (!notNames.has(key)) look(value);
  };
  look(list);
  return found;
}

/** Components, keywords, names of constructs, and places in the source. */
const notNames = new Set(['span', 'heading', 'end', 'component', 'keyword', 'construct', 'label', 'type']);

function isName(x: object): x is tree.Name {
  return 'kind' in x && x.kind === 'name' && 'text' in x;
}

/** Variables of counted loops, but those that a block declares for itself. */
export function loopVariablesIn(list: tree.Block): readonly tree.Name[] {
  const found = new Map<string, tree.Name>();
  const ofBlocks = new Set<tree.Name>();
  const loops = (within: tree.Block, see: (variable: tree.Name) => void): void =>
    eachStatement(within, (s) => {
      if (s.kind === 'do' && s.control?.kind === 'counted') see(s.control.variable);
    });
  eachStatement(list, (s) => {
    if (s.kind !== 'block') return;
    const declared = declaredIn(s.specification);
    loops(s.execution, (v) => declared.has(v.text) && ofBlocks.add(v));
  });
  loops(list, (v) => !ofBlocks.has(v) && found.set(v.text, v));
  return [...found.values()];
}

function declaredIn(list: readonly tree.Declaration[]): ReadonlySet<string> {
  return new Set(list.flatMap((d) => (d.kind === 'type-declaration' ? d.entities.map((e) => e.name.text) : [])));
}
