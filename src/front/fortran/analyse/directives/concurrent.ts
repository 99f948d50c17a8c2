/** `do concurrent` with -stdpar=gpu: its iterations are threads of the device, and what they name is there while they run. */
import type { Stmt } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { int8 } from '../expressions/make.ts';
import { readyEntry } from '../scope.ts';
import { at, enter } from '../statements/construct.ts';
import { indexLoops } from '../statements/loops.ts';
import { tellKernel } from './account.ts';
import { arraySum, isArraySum, withArraySums } from './array-sums.ts';
import { deviceNames, implicitCopy } from './device-names.ts';
import { reductionsOf } from './loop-directive.ts';
import { ownVariables, withOwn } from './own-variables.ts';
import { kernel } from './plan-parallel.ts';

type Concurrent = Extract<tree.LoopControl, { kind: 'concurrent' }>;

const noSizes = { gangs: undefined, vector: undefined, queue: undefined };

export function concurrentOnDevice(env: Env, s: tree.Do, control: Concurrent): readonly Stmt[] {
  const offload = { mapped: new Set<never>(), computes: true, heading: s.heading };
  const names = deviceNames({ ...env, offload }, [], { data: implicitCopy, shares: () => false });
  const { inner: named } = enter(env, s, true);
  const around: Env = { ...named, scope: names.scope, kernelLoop: true, offload };
  const parts = indexLoops(around, control.header);
  if (!parts) return [];
  const clauses = clausesOf(control);
  const own = ownVariables(parts.inner, clauses, ['private', 'firstprivate'], s.body);
  const inside: Env = { ...parts.inner, scope: own.scope };
  const reductions = reductionsOf(around, clauses);
  const sums = reductions.filter(isArraySum).flatMap((r) => arraySum(around, r) ?? []);
  for (const { own: v } of sums) own.scope.names.set(v.name, readyEntry(env, v.name, v.span, v));
  const all = env.file.statements(inside, s.body);
  const masked: readonly Stmt[] = parts.mask
    ? [{ kind: 'if', arms: [{ condition: parts.mask, body: all }], otherwise: [], ...at(s) }]
    : all;
  const loops = [...parts.indices].reverse();
  const body = withArraySums(sums, withOwn(own, masked, s.span));
  const scalars = reductions.filter((r) => !isArraySum(r));
  const made = kernel(inside, s.heading, loops, body, scalars, noSizes);
  tellKernel(
    env,
    s.heading,
    made,
    parts.indices.map(() => made),
    'concurrent',
    { parallelizable: false },
  );
  return [
    { kind: 'mapped', entries: names.entries, queue: undefined, body: [made], ...at(s) },
    { kind: 'queue-wait', queues: [int8(-2, s.span)], later: undefined, ...at(s) },
  ];
}

/** Localities say what clauses of directives say. */
function clausesOf(control: Concurrent): tree.Clause[] {
  return control.locality.flatMap((l): tree.Clause[] => {
    if (l.kind === 'default-none' || (l.kind === 'locality' && l.how === 'shared')) return [];
    const name = l.kind === 'reduction' ? 'reduction' : l.how === 'local' ? 'private' : 'firstprivate';
    const operator = l.kind === 'reduction' ? l.operator : undefined;
    const items = l.names.map(
      (n): tree.ClauseItem => ({ kind: 'clause-item', span: n.span, modifier: undefined, value: n }),
    );
    return [{ kind: 'clause', span: l.span, name, modifiers: [], operator, items, after: undefined }];
  });
}
