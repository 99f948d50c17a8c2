/**
 * Regions whose threads find their partners by a distance that the block halves or doubles from barrier to barrier (butterflies, sorting networks, scans by trees): written once for each
 * distance within a vector, where the places of the lanes are constants, once for distances that whole vectors lie apart, and once for any.
 */
import { and, eq, i32, local, op } from '../../ir/build.ts';
import type { Expression, Statement } from '../../ir/module.ts';
import { renamed } from '../../ir/renamed.ts';
import {
  changeBodies,
  changeExpressions,
  eachExpression,
  eachStatement,
  expressionsOf,
  localsSet,
  mapEach,
} from '../../ir/walk.ts';
import { fold } from '../scalar/fold.ts';
import type { RegionKernel } from './region-parts.ts';

type Body = readonly Statement[];
type Operation = Extract<Expression, { kind: 'op' }>;

/** Distances that are constants, and what others must be a multiple of: lanes of a chunk. */
const near = [1, 2, 4];
const lanes = 8;
/** Nodes of a region that is written so often. */
const nodesAtMost = 160;

export function versionDistances(kernel: RegionKernel): RegionKernel {
  const distances = distancesIn(kernel);
  if (distances.size === 0) return kernel;
  const locals = [...kernel.locals];
  const around = { body: kernel.body, locals, kept: () => false };
  const list = (body: Body): Body =>
    mapEach(body, (s) => {
      if (s.kind !== 'block' || !kernel.threads.has(s.label) || kernel.whole.has(s.label)) return changeBodies(s, list);
      const partners = new Partners(kernel, s.body, distances);
      const found = partners.found();
      if (found === undefined) return s;
      const copied = (copy: Body, mark: string): Body => renamed(copy, around, mark, s.body);
      return { ...s, body: withinGuard(s.body, found, partners, copied) };
    });
  const body = list(kernel.body);
  return body === kernel.body ? kernel : { ...kernel, locals, body };
}

/** Numbers of the block that are halved or doubled somewhere. */
function distancesIn(kernel: RegionKernel): ReadonlySet<number> {
  const found = new Set<number>();
  eachStatement(kernel.body, (s) => {
    if (s.kind !== 'set' || !kernel.single.has(s.local) || s.value.kind !== 'op' || s.value.type !== 'i32') return;
    const [a, b] = s.value.args;
    const isOwn = (e: Expression | undefined): boolean => e?.kind === 'local' && e.index === s.local;
    const by = b?.kind === 'const' ? b.value : undefined;
    if (isOwn(a) && (by === steps[s.value.op] || (s.value.op === 'add' && isOwn(b)))) found.add(s.local);
  });
  return found;
}

const steps: Partial<Record<Operation['op'], number>> = { mul: 2, div: 2, 'div.u': 2, shl: 1, 'shr.s': 1, 'shr.u': 1 };

/** Operations that a distance makes places uneven by; by bits, also where it is a multiple of what a vector holds. */
const bits: ReadonlySet<Operation['op']> = new Set(['and', 'or', 'xor']);
const uneven: ReadonlySet<Operation['op']> = new Set([...bits, 'mul', 'shl', 'div', 'rem', 'div.u', 'rem.u']);

class Partners {
  /** Whether some place is found by bits of the distance. */
  byBits = false;
  readonly #varying: ReadonlySet<number>;
  readonly #distances: ReadonlySet<number>;
  readonly #values = new Map<number, Expression[]>();
  readonly #body: Body;

  constructor(kernel: RegionKernel, body: Body, distances: ReadonlySet<number>) {
    this.#varying = kernel.uniformity.varying;
    this.#distances = distances;
    this.#body = body;
    eachStatement(body, (s) => {
      if (s.kind !== 'set') return;
      const known = this.#values.get(s.local);
      if (known) known.push(s.value);
      else this.#values.set(s.local, [s.value]);
    });
  }

  /** The one distance that makes places of the region's loads and stores uneven. */
  found(): number | undefined {
    const found = new Set<number>();
    let nodes = 0;
    eachStatement(this.#body, (s) => {
      nodes++;
      for (const l of localsSet(s)) if (this.#distances.has(l)) nodes = nodesAtMost + 1;
      if (s.kind === 'store') this.#collect(s.to, found, new Set());
      for (const whole of expressionsOf(s))
        eachExpression(whole, (e) => {
          nodes++;
          if (e.kind === 'load') this.#collect(e.from, found, new Set());
        });
    });
    return found.size === 1 && nodes <= nodesAtMost ? [...found][0] : undefined;
  }

  /** Whether a value hangs on a number of the block. */
  reads(e: Expression, wanted: number, seen = new Set<number>()): boolean {
    let found = false;
    eachExpression(e, (x) => {
      if (x.kind !== 'local' || seen.has(x.index)) return;
      seen.add(x.index);
      found ||= x.index === wanted || (this.#values.get(x.index) ?? []).some((v) => this.reads(v, wanted, seen));
    });
    return found;
  }

  #collect(e: Expression, to: Set<number>, seen: Set<number>): void {
    if (e.kind === 'local') {
      if (seen.has(e.index)) return;
      seen.add(e.index);
      for (const value of this.#values.get(e.index) ?? []) this.#collect(value, to, seen);
      return;
    }
    if (e.kind !== 'op') return;
    const [a, b] = e.args;
    if (a && b && uneven.has(e.op))
      for (const [x, y] of [
        [a, b],
        [b, a],
      ] as const)
        if (this.#varies(x, new Set()) && !this.#varies(y, new Set()))
          eachExpression(y, (part) => {
            if (part.kind !== 'local' || !this.#distances.has(part.index)) return;
            to.add(part.index);
            this.byBits ||= bits.has(e.op);
          });
    for (const x of e.args) this.#collect(x, to, seen);
  }

  /** Whether threads find different numbers. */
  #varies(e: Expression, seen: Set<number>): boolean {
    let varies = false;
    eachExpression(e, (x) => {
      if (x.kind === 'load' || (x.kind === 'special' && x.name.startsWith('tid'))) varies = true;
      if (x.kind !== 'local' || seen.has(x.index)) return;
      seen.add(x.index);
      if (this.#varying.has(x.index)) varies = true;
      for (const value of this.#values.get(x.index) ?? []) varies ||= this.#varies(value, seen);
    });
    return varies;
  }
}

/** `copied`: with locals and labels of its own. */
type Copied = (body: Body, mark: string) => Body;

/** A guard that says the same for every distance stays around all of them, so that it becomes bounds of threads. */
function withinGuard(body: Body, distance: number, partners: Partners, copied: Copied): Body {
  const last = body.at(-1);
  const before = body.slice(0, -1);
  const isGuard = last?.kind === 'if' && last.otherwise.length === 0 && before.every((s) => s.kind === 'set');
  if (!isGuard || partners.reads(last.condition, distance))
    return versions(body, body, distance, partners.byBits, copied);
  return [
    ...before,
    { ...last, then: versions([...before, ...last.then], last.then, distance, partners.byBits, copied) },
  ];
}

/** `rest`: what runs for any other distance. */
function versions(body: Body, rest: Body, distance: number, byBits: boolean, copied: Copied): Body {
  const own = local(distance, 'i32');
  const shift = i32(Math.log2(lanes));
  const far = op('shl', [op('shr.u', [own, shift]), shift]);
  const given = [
    ...near.map((n) => ({ when: eq(own, i32(n)), as: i32(n) })),
    ...(byBits ? [{ when: eq(and(own, i32(lanes - 1)), i32(0)), as: far }] : []),
  ];
  return given.reduceRight<Body>(
    (otherwise, { when, as }, i) => [
      { kind: 'if', condition: when, then: of(copied(body, `${i}`), distance, as), otherwise },
    ],
    rest,
  );
}

/** For one distance, which is a constant or a multiple. */
function of(body: Body, distance: number, as: Expression): Body {
  return fold(changeExpressions(body, (e) => (e.kind === 'local' && e.index === distance ? as : e)));
}
