/** What a thread computes from its place and the parameters alone is computed again in each region that reads it, instead of being kept in memory from one to the next. */
import type { Expression, Statement } from '../../ir/module.ts';
import { type Operation, operations } from '../../ir/operations.ts';
import { countSets } from '../../ir/uniformity.ts';
import { eachExpression, eachStatement, expressionsOf, localsSet, mapStatement } from '../../ir/walk.ts';
import type { RegionKernel } from './region-parts.ts';

type Definition = { readonly local: number; readonly value: Expression };

/** `params`: how many of the first locals are parameters. */
export function rematerialise(kernel: RegionKernel, params: number): RegionKernel {
  if (kernel.threads.size < 2) return kernel;
  const definitions = findDefinitions(kernel, params);
  if (definitions.size === 0) return kernel;
  const list = (body: readonly Statement[]): readonly Statement[] =>
    body.map((s) => {
      if (s.kind === 'block' && kernel.threads.has(s.label))
        return { ...s, body: [...needed(s.body, definitions), ...s.body] };
      return mapStatement(s, { expression: (e) => e, body: list });
    });
  return { ...kernel, body: list(kernel.body) };
}

/** Locals that are set once, to a value that stays the same while the thread lives; in the order of their statements. */
function findDefinitions(kernel: RegionKernel, params: number): ReadonlyMap<number, Definition> {
  const counts = countSets(kernel.body, kernel.locals.length);
  const found = new Map<number, Definition>();
  const stays = (e: Expression): boolean => {
    switch (e.kind) {
      case 'const':
      case 'special':
      case 'global':
      case 'function':
      case 'dynamic-shared':
        return true;
      case 'local':
        return found.has(e.index) || (e.index < params && counts[e.index] === 0);
      case 'op': {
        const row: Operation = operations[e.op];
        return row.expensive !== true && (row.partial !== true || isSafe(e)) && e.args.every(stays);
      }
      case 'slot':
      case 'load':
        return false;
    }
  };
  eachStatement(kernel.body, (s) => {
    if (
      s.kind === 'set' &&
      counts[s.local] === 1 &&
      !kernel.single.has(s.local) &&
      kernel.uniformity.varying.has(s.local) &&
      stays(s.value)
    )
      found.set(s.local, { local: s.local, value: s.value });
  });
  return found;
}

/** The definitions that a region reads but does not hold. */
function needed(body: readonly Statement[], definitions: ReadonlyMap<number, Definition>): readonly Statement[] {
  const own = new Set<number>();
  const read = new Set<number>();
  const visit = (e: Expression): void =>
    eachExpression(e, (x) => {
      if (x.kind !== 'local' || read.has(x.index)) return;
      read.add(x.index);
      const definition = definitions.get(x.index);
      if (definition) visit(definition.value);
    });
  eachStatement(body, (s) => {
    for (const l of localsSet(s)) own.add(l);
    for (const e of expressionsOf(s)) visit(e);
  });
  return [...definitions.values()]
    .filter((d) => read.has(d.local) && !own.has(d.local))
    .map((d): Statement => ({ kind: 'set', local: d.local, value: d.value }));
}

/** A division that cannot trap. */
function isSafe(e: Extract<Expression, { kind: 'op' }>): boolean {
  const by = e.args[1];
  return (e.op === 'div' || e.op === 'rem') && by?.kind === 'const' && Number(by.value) > 0;
}
