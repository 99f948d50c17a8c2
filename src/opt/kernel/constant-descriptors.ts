/**
 * Descriptors of a module's arrays, which a kernel reads and no kernel of Fortran changes through anything but their name: they are read as constant memory, which no store meets. Their
 * cells are known by the address among them; functions of C may write the bytes of what they hold the address of (`Fn.bytewise`).
 */
import { op } from '../../ir/build.ts';
import type { Expression, Fn } from '../../ir/module.ts';
import { isPointer } from '../../ir/types.ts';
import { changeFunction, eachExpressionOf, eachStatement, someStatement } from '../../ir/walk.ts';

type Load = Extract<Expression, { kind: 'load' }>;

export function constantDescriptors(fn: Fn): Fn {
  if (fn.kind !== 'kernel' || fn.bytewise) return fn;
  const found = descriptorsIn(fn);
  if (found.size === 0 || someStatement(fn.body, (s) => s.kind === 'call')) return fn;
  const change = (e: Expression): Expression => {
    const name = cellOf(e);
    if (name === undefined || !found.has(name) || e.kind !== 'load') return e;
    return { ...e, from: op('cast.space', [e.from], 'ptr.constant') };
  };
  return changeFunction(fn, change);
}

/** Variables that are read cell by cell alone, one of which is an address. */
function descriptorsIn(fn: Fn): ReadonlySet<string> {
  const cells = new Map<string, number>();
  const named = new Map<string, number>();
  const addresses = new Set<string>();
  const count = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
  eachStatement(fn.body, (s) =>
    eachExpressionOf(s, (e) => {
      if (e.kind === 'global') count(named, e.name);
      const name = cellOf(e);
      if (name === undefined) return;
      count(cells, name);
      if (isPointer(e.type)) addresses.add(name);
    }),
  );
  for (const name of addresses) if (named.get(name) !== cells.get(name)) addresses.delete(name);
  return addresses;
}

/** The variable of the device's memory that a cell at a constant place of is read. */
function cellOf(e: Expression): string | undefined {
  return e.kind === 'load' && isPlain(e) && e.from.kind === 'global' && e.from.type === 'ptr.global'
    ? e.from.name
    : undefined;
}

const isPlain = ({ memory, volatile }: Load): boolean => !volatile && (memory === 'i64' || isPointer(memory));
