/** Which variable an address surely belongs to: one of the program's or of the procedure's own, whatever is added to where it begins. */
import type { Expression, Fn } from '../../ir/module.ts';
import { eachStatement, localsSet } from '../../ir/walk.ts';

/** `bytes`: of all of it; undefined: as many as the launch says of dynamic shared memory. */
export type Root = { readonly address: Expression; readonly name: string; readonly bytes: number | undefined };

export type Sizes = (global: string) => number | undefined;

export function rootsIn(fn: Fn, sizeOf: Sizes): (address: Expression) => Root | undefined {
  const values = onlyValues(fn);
  const find = (e: Expression, depth: number): Root | undefined => {
    switch (e.kind) {
      case 'slot': {
        const slot = fn.slots[e.index];
        return slot && { address: e, name: slot.name, bytes: slot.size };
      }
      case 'global': {
        const bytes = sizeOf(e.name);
        return bytes === undefined ? undefined : { address: e, name: e.name, bytes };
      }
      case 'dynamic-shared':
        return { address: e, name: 'dynamic shared memory', bytes: undefined };
      case 'op': {
        const [base] = e.args;
        return base && (e.op === 'offset' || e.op === 'cast.space') ? find(base, depth) : undefined;
      }
      case 'local': {
        const value = values.get(e.index);
        return value && depth < 8 ? find(value, depth + 1) : undefined;
      }
      default: // else: nobody knows where it points
        return undefined;
    }
  };
  return (address) => find(address, 0);
}

/** What locals hold that are set in one place. */
export function onlyValues(fn: Fn): ReadonlyMap<number, Expression> {
  const counts = new Map<number, number>();
  const values = new Map<number, Expression>();
  eachStatement(fn.body, (s) => {
    for (const l of localsSet(s)) counts.set(l, (counts.get(l) ?? 0) + 1);
    if (s.kind === 'set') values.set(s.local, s.value);
  });
  for (const l of [...values.keys()]) if (l < fn.params || counts.get(l) !== 1) values.delete(l);
  return values;
}
