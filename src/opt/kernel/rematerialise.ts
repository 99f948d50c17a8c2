/**
 * What a thread computes from its place and the parameters alone is computed again in each region that reads it, instead of being kept in memory from one to the next. So is what it computes
 * from numbers that its block counts (the iteration of a loop around barriers), as they were when it did.
 */
import { isJump } from '../../ir/effects.ts';
import type { Expression, Statement } from '../../ir/module.ts';
import { type Operation, operations } from '../../ir/operations.ts';
import { countSets } from '../../ir/uniformity.ts';
import {
  bodiesOf,
  copyOf,
  eachExpression,
  eachStatement,
  expressionsOf,
  localsSet,
  mapExpression,
  mapStatement,
  someStatement,
} from '../../ir/walk.ts';
import type { RegionKernel } from './region-parts.ts';

type Definition = { readonly local: number; readonly value: Expression };

/** `params`: how many of the first locals are parameters. */
export function rematerialise(kernel: RegionKernel, params: number): RegionKernel {
  if (kernel.threads.size < 2) return kernel;
  const locals = [...kernel.locals];
  const single = new Set(kernel.single);
  const noted = new Map<string, readonly Statement[]>();
  const definitions = new Definitions(kernel, params).found;
  if (definitions.size === 0) return kernel;
  const known = new Map<number, Definition>();
  for (const { local, value, region, counted } of definitions.values()) {
    const names = new Map<number, number>();
    for (const l of counted) {
      const name = locals.push({ ...locals[l]! }) - 1;
      single.add(name);
      names.set(l, name);
      const type = locals[l]!.type;
      const note: Statement = { kind: 'set', local: name, value: { kind: 'local', type, index: l } };
      noted.set(region, [...(noted.get(region) ?? []), note]);
    }
    const asNoted = mapExpression(value, (x) =>
      x.kind === 'local' && names.has(x.index) ? { ...x, index: names.get(x.index)! } : x,
    );
    known.set(local, { local, value: asNoted });
  }
  const list = (body: readonly Statement[]): readonly Statement[] =>
    body.flatMap((s): readonly Statement[] => {
      if (s.kind !== 'block' || !kernel.threads.has(s.label))
        return [mapStatement(s, { expression: (e) => e, body: list })];
      return [...copyOf(noted.get(s.label) ?? []), { ...s, body: [...needed(s.body, known), ...s.body] }];
    });
  return { ...kernel, locals, single, body: list(kernel.body) };
}

/** `counted`: what the block counts of `value`, when `region` computes it. */
type Found = Definition & { readonly region: string; readonly counted: readonly number[] };

/** Locals that are set once, to a value that stays the same while the thread lives, or that hangs on what its block counts besides; in the order of their statements. */
class Definitions {
  readonly found = new Map<number, Found>();
  /** Those that are the same for all threads of a block: computed again where what differs from thread to thread is. */
  private readonly alike = new Map<number, Found>();
  private readonly kernel: RegionKernel;
  private readonly params: number;
  private readonly counts: Uint32Array;
  /** What threads set. */
  private readonly byThreads = new Set<number>();

  constructor(kernel: RegionKernel, params: number) {
    this.kernel = kernel;
    this.params = params;
    this.counts = countSets(kernel.body, kernel.locals.length);
    const inThreads = (use: (s: Statement, region: string, always: boolean) => void): void => {
      const visit = (list: readonly Statement[], ofBlock: boolean): void => {
        for (const s of list) {
          if (s.kind === 'block' && kernel.threads.has(s.label)) {
            const always = new Set(ofBlock ? alwaysRun(s.body) : []);
            eachStatement(s.body, (x) => use(x, s.label, always.has(x)));
          } else for (const b of bodiesOf(s)) visit(b, ofBlock && !(s.kind === 'block' && kernel.warps.has(s.label)));
        }
      };
      visit(kernel.body, true);
    };
    inThreads((s) => {
      for (const l of localsSet(s)) this.byThreads.add(l);
    });
    inThreads((s, region, always) => {
      if (s.kind === 'set') this.note(s, region, always);
    });
  }

  private note(s: Extract<Statement, { kind: 'set' }>, region: string, always: boolean): void {
    const { single, uniformity } = this.kernel;
    if (this.counts[s.local] !== 1 || single.has(s.local)) return;
    const counted = new Set<number>();
    if (!this.stays(s.value, counted, always ? region : undefined)) return;
    const to = uniformity.varying.has(s.local) || this.isOfLaunch(s.value) ? this.found : this.alike;
    to.set(s.local, { local: s.local, value: s.value, region, counted: [...counted] });
  }

  /** Whether parameters alone give it: it is computed before the first block. */
  private isOfLaunch(e: Expression): boolean {
    if (e.kind === 'local') return e.index < this.params;
    return e.kind === 'const' || (e.kind === 'op' && e.args.every((a) => this.isOfLaunch(a)));
  }

  /** `region`: where all threads of a block compute it together. */
  private stays(e: Expression, counted: Set<number>, region: string | undefined): boolean {
    switch (e.kind) {
      case 'const':
      case 'special':
      case 'global':
      case 'function':
      case 'dynamic-shared':
        return true;
      case 'local': {
        const { index } = e;
        const alike = this.alike.get(index);
        if (alike?.counted.length === 0) this.found.set(index, alike);
        const known = this.found.get(index);
        if (known) return known.counted.length === 0 || known.region === region;
        if (index < this.params && this.counts[index] === 0) return true;
        if (region === undefined || !this.kernel.single.has(index) || this.byThreads.has(index)) return false;
        counted.add(index);
        return true;
      }
      case 'op': {
        const row: Operation = operations[e.op];
        const isPlain = row.expensive !== true && (row.partial !== true || isSafe(e));
        return isPlain && e.args.every((a) => this.stays(a, counted, region));
      }
      case 'slot':
      case 'load':
        return false;
    }
  }
}

/** The statements of a region that all its threads run. */
function alwaysRun(body: readonly Statement[]): readonly Statement[] {
  const first = body.findIndex((s) => someStatement([s], isJump));
  return first < 0 ? body : body.slice(0, first);
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
  if (e.type === 'f32' || e.type === 'f64') return true;
  return (e.op === 'div' || e.op === 'rem') && by?.kind === 'const' && Number(by.value) > 0;
}
