/**
 * Host loops whose iterations do not depend on each other run in chunks of 8 or 16 iterations, as vectors. Such a loop becomes: how many chunks there are; what
 * has to be found out at run time (arrays that do not meet, elements that are neighbours); a labelled block with the loop over the chunks; and the
 * loop as it was, for the iterations that are left. The block is vector code: `host-vector.ts` writes it.
 */
import { integer, local as localOf, op, toInteger } from '../../../ir/build.ts';
import { type Bits, liveBefore } from '../../../ir/liveness.ts';
import type { Expression, Fn, Local, Slot, Statement } from '../../../ir/module.ts';
import { sizeOf, type ValueType } from '../../../ir/types.ts';
import { setsIn } from '../../../ir/uniformity.ts';
import { keyOf } from '../../../ir/value-key.ts';
import {
  bodiesOf,
  changeBodies,
  eachStatement,
  hasBodies,
  localsSetIn,
  mapBody,
  replaceEach,
  someStatement,
  withLocal,
} from '../../../ir/walk.ts';
import { type Aliases, aliasesOf } from '../../../opt/analysis/alias.ts';
import { innerLoops } from '../kernel/inner-loops.ts';
import { forwardSets } from '../vector/forward-sets.ts';
import { analyseLanes, type Lanes } from '../vector/lanes.ts';
import { isWorthwhile } from '../vector/vector-cost.ts';
import { extremeRows, vectorRows } from '../vector/vector-rows.ts';
import { spillBytes } from '../vector/vector-scalarised.ts';
import { carryStored } from './carry-stored.ts';
import { holdPlaces } from './hold-places.ts';
import { loadsOf, simplerBranches, withChoices, withoutContinues } from './if-conversion.ts';
import {
  count,
  isPlain,
  isSimple,
  type LocalNode,
  renamed,
  runsTogether,
  setTo,
  unlessAbsent,
  variesWith,
  withSteps,
} from './iteration-statements.ts';
import type { CellFacts } from './loop-cells.ts';
import { identityOf, quickExtremes, type Reduced, reducedIn, withAdditions, withSums } from './loop-reductions.ts';
import { cellsOf, mayMeet, reach, type Stretch, stepsWanted } from './loop-references.ts';
import {
  atStart,
  countAccesses,
  innerReach,
  type NestStretch,
  type NestTests,
  type NestVariable,
  notInner,
  strayAccesses,
  testsOfNest,
} from './nest-references.ts';
import { settledExtreme } from './settled-extremes.ts';
import {
  few,
  hasRest,
  leastAtOnce,
  many,
  overCells,
  overIterations,
  overRest,
  overTail,
  type Plan,
  planned,
} from './vectoriser-plan.ts';

/** More tests than these are not worth it. */
const mostTests = 12;
const mostStatements = 24;

type For = Extract<Statement, { kind: 'for' }>;
/** `stray`: how many of its accesses do not lie side by side. */
type Vectorised = { readonly made: readonly Statement[]; readonly stray: number };

export type Chunks = {
  readonly fn: Fn;
  /** By the label of the block. */
  readonly blocks: ReadonlyMap<string, Chunk>;
  /** The slot in which vectors are taken apart, where iterations may part. */
  readonly spill?: number;
};
/** How many iterations run at once; accumulators, and the slots that take their lanes at the end. `rest`: loops over what is left, of which four run at once. */
export type Chunk = {
  readonly iterations: number;
  readonly accumulators: readonly Accumulator[];
  readonly rest: readonly string[];
};
/**
 * `fold`: the instruction by which a vector meets the next one, where there is one, or the extreme that a vector of reals is; else the slot takes all vectors. `across`: so do the lanes of the
 * last one, and the first lane is all there is to read.
 */
export type Accumulator = {
  readonly local: number;
  readonly slot: number;
  readonly fold: number | 'max' | 'min' | undefined;
  readonly across: boolean;
};

/** The label of the block of a loop's chunks. */
export function chunksOf({ label }: For): string {
  return `${label}.chunks`;
}

export type VectoriserRules = {
  /** Sums of reals may be taken in another order. */
  readonly reassociate: boolean;
  /** Only iterations without branches that access what lies side by side, but for half of it. */
  readonly straight?: boolean;
  /** Which accesses may meet; where not given, the program finds out. */
  readonly aliases?: () => Aliases;
};

export function vectoriseLoop(fn: Fn, rules: VectoriserRules): Chunks {
  const made = new Maker(fn, rules);
  const body = made.list(fn.body);
  const { blocks, locals, slots } = made;
  if (body === fn.body) return { fn, blocks };
  if (made.parted === 0) return { fn: { ...fn, body, locals, slots }, blocks };
  const spill: Slot = { name: 'apart', size: spillBytes * (made.parted + 2), align: 16 };
  return { fn: { ...fn, body, locals, slots: [...slots, spill] }, blocks, spill: slots.length };
}

class Maker {
  readonly locals: Local[];
  readonly slots: Slot[];
  readonly blocks = new Map<string, Chunk>();
  /** How many locals there are at most in a block whose iterations may part. */
  parted = 0;
  private readonly rules: VectoriserRules;
  private readonly params: number;
  private readonly aliases: Aliases;
  /** How often each local is set. */
  private readonly sets: Uint32Array;
  private readonly liveAfter = new Map<Statement, Bits>();
  /** What locals most likely hold that are set once. */
  private readonly usual = new Map<number, number>();
  /** `strayIn` of loops that stand in others. */
  private readonly stray = new Map<For, number | undefined>();

  constructor(fn: Fn, rules: VectoriserRules) {
    this.locals = [...fn.locals];
    this.slots = [...fn.slots];
    this.rules = rules;
    this.params = fn.params;
    this.sets = setsIn(fn);
    this.aliases = aliasesOf(fn);
    this.findUsual(fn);
    liveBefore(
      fn.body,
      fn.locals.length,
      () => {},
      (s, after) => {
        if (s.kind === 'for') this.liveAfter.set(s, after.copy());
      },
    );
  }

  private findUsual(fn: Fn): void {
    const { sets } = this;
    eachStatement(fn.body, (s) => {
      const usual = s.kind === 'set' && sets[s.local] === 1 ? this.usually(s.value) : undefined;
      if (s.kind === 'set' && usual !== undefined) this.usual.set(s.local, usual);
    });
  }

  /** Of steps of arrays and of their sections. */
  private usually(e: Expression): number | undefined {
    if (e.kind === 'load') return e.usually;
    if (e.kind === 'local') return this.usual.get(e.index);
    if (e.kind !== 'op' || e.op !== 'mul') return undefined;
    const [a, b] = e.args;
    const step = this.usually(a!);
    return step !== undefined && b?.kind === 'const' ? step * Number(b.value) : undefined;
  }

  readonly list = (list: readonly Statement[]): readonly Statement[] =>
    replaceEach(list, (s) => {
      const made = s.kind === 'for' ? (this.chunks(s)?.made ?? this.carried(s)) : undefined;
      return made ?? changeBodies(s, this.list);
    });

  private carried(s: For): readonly Statement[] | undefined {
    return carryStored(s, {
      aliases: this.aliases,
      fresh: (type) => localOf(this.fresh('carried', type), type),
      usual: (l) => this.usual.get(l),
    });
  }

  /** How many accesses of the loop's iterations do not lie side by side; undefined where it does not run in chunks. */
  private strayIn(s: For): number | undefined {
    const known = this.stray.get(s);
    if (known !== undefined || this.stray.has(s)) return known;
    const [locals, slots, parted, labels] = [
      this.locals.length,
      this.slots.length,
      this.parted,
      [...this.blocks.keys()],
    ];
    const found = this.chunks(s)?.stray;
    this.locals.length = locals;
    this.slots.length = slots;
    this.parted = parted;
    for (const label of this.blocks.keys()) if (!labels.includes(label)) this.blocks.delete(label);
    this.stray.set(s, found);
    return found;
  }

  /** Whether each innermost loop of `list` stands in one whose iterations run in chunks with no more accesses than that apart from each other. */
  private runsWithin(list: readonly Statement[], stray: number): boolean {
    return list.every((s) => {
      if (s.kind !== 'for') return bodiesOf(s).every((b) => this.runsWithin(b, stray));
      const own = this.strayIn(s);
      if (own !== undefined && own <= stray) return true;
      return someStatement(s.body, (x) => x.kind === 'for') && this.runsWithin(s.body, stray);
    });
  }

  private fresh(name: string, type: ValueType): number {
    this.locals.push({ name, type });
    return this.locals.length - 1;
  }

  private chunks(s: For): Vectorised | undefined {
    if (someStatement(s.body, (x) => hasBodies(x) && x.kind !== 'if' && x.kind !== 'for')) return undefined;
    const isNest = someStatement(s.body, (x) => x.kind === 'for');
    const step = s.step.kind === 'const' ? Number(s.step.value) : 0;
    const most = s.trips.kind === 'const' ? Number(s.trips.value) : Number.POSITIVE_INFINITY;
    if (step < 1 || step > 64 || most < few) return undefined;
    const iteration = withoutContinues(s.body, s.label);
    if (someStatement(iteration, (x) => !isSimple(x))) return undefined;
    const choices = withChoices(iteration);
    if (count(choices) > mostStatements) return undefined;
    const after = this.liveAfter.get(s);
    const keeps = (l: number): boolean => after?.has(l) ?? true;
    const forward = forwardSets(choices, keeps);
    const carried = liveBefore(forward, this.locals.length);
    const flat = withSums(
      withAdditions(forward, (l) => carried.has(l)),
      keeps,
    );
    if (someStatement(flat, (x) => !isPlain(x))) return undefined;
    const found = reducedIn(flat, this.locals, this.rules.reassociate);
    const stores = someStatement(flat, (x) => x.kind === 'store');
    const { body: quick, reduced } = stores
      ? { body: flat, reduced: found }
      : quickExtremes(flat, found, (type) => localOf(this.fresh('extreme', type), type));
    const written = this.writtenBy(quick, s, reduced);
    if (!written) return undefined;
    const before: Statement[] = [];
    const fixed = this.invariantLoads(quick, s.local, written, before);
    const varies = variesWith(s.local, written);
    const variable: NestVariable = { local: s.local, step, loop: s };
    const steps = stepsWanted(fixed.body, variable, varies, (l) => this.usual.get(l));
    if (!steps) return undefined;
    const facts: CellFacts = {
      cellOf: cellsOf(variable, varies),
      varies,
      iterations: many,
      apart: !s.independent,
      fresh: (type) => localOf(this.fresh('cell', type), type),
    };
    const freshWritten = (type: ValueType): LocalNode => {
      const made = facts.fresh(type);
      written.add(made.index);
      return made;
    };
    const body = simplerBranches(withSteps(fixed.body, steps), { ...facts, fresh: freshWritten });
    const plan = planned(body, facts, { most, sums: reduced.length });
    if (most < plan.iterations) return undefined;
    const stray = strayAccesses(body, variable, varies);
    if (this.rules.straight && (body.some(hasBodies) || 2 * stray > countAccesses(body, () => true))) return undefined;
    if (isNest && this.runsWithin(s.body, stray)) return undefined;
    const tests = this.tests(s, body, fixed.loads, variable, varies, plan.iterations);
    if (!tests || tests.pairs.length + tests.conditions.length > mostTests) return undefined;
    const holding = isNest ? { ...plan, body: holdPlaces(plan.body, { variable, varies, fresh: freshWritten }) } : plan;
    const repeats = mayRepeat(body, reduced);
    const made = this.assemble(s, { plan: holding, before, steps, tests, reduced, step, repeats });
    return made && { made, stray };
  }

  private tests(
    s: For,
    body: readonly Statement[],
    loads: readonly Extract<Expression, { kind: 'load' }>[],
    variable: NestVariable,
    varies: (e: Expression) => boolean,
    iterations: number,
  ): NestTests | undefined {
    // What is read before the loop must not be written in it: it counts as if it were read last.
    const reads = loads.map((value): Statement => ({ kind: 'set', local: -1, value }));
    const all = [...body, ...reads];
    if (body.some((x) => someStatement([x], (y) => y.kind === 'for')))
      return testsOfNest(all, variable, varies, { together: iterations, asserted: s.independent === true });
    const given = this.rules.aliases?.();
    const meet = ([a, b]: readonly [Stretch, Stretch]): boolean =>
      !given || given.mayMeet(given.rootOf(a.from), given.rootOf(b.from));
    const isApart = (from: Expression): boolean =>
      given !== undefined &&
      !someStatement(body, (x) => x.kind === 'store' && given.mayMeet(given.rootOf(x.to), given.rootOf(from)));
    const pairs = s.independent ? [] : mayMeet(all, variable, varies, iterations, isApart)?.filter(meet);
    return pairs && { pairs: pairs.map(([a, b]) => [notInner(a), notInner(b)]), conditions: [] };
  }

  /** What the iterations write; undefined where an iteration reads what an earlier one has written besides sums, or somebody reads it afterwards. */
  private writtenBy(flat: readonly Statement[], s: For, reduced: readonly Reduced[]): Set<number> | undefined {
    const written = localsSetIn(flat);
    const after = this.liveAfter.get(s);
    const early = liveBefore(flat, this.locals.length);
    const isSum = (l: number): boolean => reduced.some((r) => r.local === l);
    return [...written].some((l) => !isSum(l) && (early.has(l) || after?.has(l))) ? undefined : written;
  }

  /** Reads of what stays where it is move before the loop. */
  private invariantLoads(
    flat: readonly Statement[],
    variable: number,
    written: ReadonlySet<number>,
    before: Statement[],
  ): { readonly body: readonly Statement[]; readonly loads: readonly Extract<Expression, { kind: 'load' }>[] } {
    const held = new Map<string, number>();
    const loads: Extract<Expression, { kind: 'load' }>[] = [];
    const varies = variesWith(variable, written);
    // What is read under a condition alone may be no memory elsewhere.
    const sure = new Set(flat.flatMap((s) => loadsOf(s).map(keyOf)));
    const body = mapBody(flat, (e) => {
      if (e.kind !== 'load' || varies(e.from)) return e;
      const key = keyOf(e);
      const name = sure.has(key) ? undefined : this.nameOf(e.from);
      if (!sure.has(key) && !name) return e;
      let index = held.get(key);
      if (index === undefined) {
        index = this.fresh('fixed', e.type);
        held.set(key, index);
        loads.push(e);
        const set: Statement = { kind: 'set', local: index, value: e };
        before.push(name?.kind === 'local' ? unlessAbsent(set, name) : set);
      }
      return localOf(index, e.type);
    });
    return { body, loads };
  }

  /** What has memory in any case, or is an argument that may be absent: the place lies at a constant distance from it. */
  private nameOf(place: Expression): Expression | undefined {
    if (place.kind === 'op' && place.op === 'offset' && place.args[1]?.kind === 'const')
      return this.nameOf(place.args[0]!);
    const isArgument = place.kind === 'local' && place.index < this.params && this.sets[place.index] === 0;
    return place.kind === 'global' || place.kind === 'slot' || isArgument ? place : undefined;
  }

  private assemble(
    s: For,
    loop: {
      readonly plan: Plan;
      readonly before: readonly Statement[];
      readonly steps: ReadonlyMap<number, bigint>;
      readonly tests: NestTests;
      readonly reduced: readonly Reduced[];
      readonly step: number;
      readonly repeats: boolean;
    },
  ): readonly Statement[] | undefined {
    const type = s.from.type;
    const count = s.trips.type;
    const first = localOf(this.fresh('first', type), type);
    const trips = localOf(this.fresh('trips', count), count);
    const done = localOf(this.fresh('done', count), count);
    const chunk = this.chunkBlock(s, { ...loop, first, trips });
    if (!chunk) return undefined;
    const { iterations, cells } = loop.plan;
    const repeats = chunk.rest.length > 1;
    const atFirst = (e: Expression): Expression => withLocal(e, s.local, first);
    const run: readonly Statement[] = [
      setTo(
        done,
        repeats ? trips : op('and', [trips, integer(count, chunk.rest.length > 0 ? -leastAtOnce : -iterations)]),
      ),
      ...(cells?.places ?? []).map(({ held, from }) => setTo(held, atFirst(from))),
      ...this.exactly(loop.reduced, done, chunk),
    ];
    const before = [...loop.before];
    const { pairs, conditions } = loop.tests;
    const endsOf = this.ends(pairs, atFirst, trips, before);
    const tests = [
      ...[...loop.steps].map(([index, size]) => op('eq', [localOf(index, 'i64'), integer('i64', size)])),
      ...conditions,
      ...pairs.map(([a, b]) => apart(endsOf(a), endsOf(b))),
    ];
    const tested = tests.reduceRight<readonly Statement[]>(
      (then, condition) => [{ kind: 'if', condition, then, otherwise: [] }],
      run,
    );
    const turned = op('mul', [toInteger(type, done), integer(type, loop.step)]);
    return [
      setTo(first, s.from),
      setTo(trips, s.trips),
      setTo(done, integer(count, 0)),
      {
        kind: 'if',
        condition: op('le', [integer(count, iterations), trips]),
        then: [...before, ...tested],
        otherwise: [],
      },
      { ...s, from: op('add', [first, turned]), trips: op('sub', [trips, done]), body: this.list(s.body) },
    ];
  }

  /** Of a greatest zero lanes do not know which iteration found it first, and with which sign: then all iterations are done one by one. */
  private exactly(
    reduced: readonly Reduced[],
    done: LocalNode,
    { block, after, odd }: Omit<ChunkBlock, 'rest'>,
  ): readonly Statement[] {
    const chunks = [block, ...after];
    if (odd.length === 0 && !reduced.some((r) => r.keeps)) return chunks;
    const before = reduced.map((r) => ({ ...r, held: localOf(this.fresh('before', r.type), r.type) }));
    const isZero = (e: Expression): Expression => op('eq', [e, { kind: 'const', type: e.type, value: 0 }]);
    const tests = before
      .filter((r) => r.keeps)
      .map((r) => op('and', [isZero(localOf(r.local, r.type)), op('not', [isZero(r.held)])]));
    tests.push(...odd);
    const again = before.map((r): Statement => ({ kind: 'set', local: r.local, value: r.held }));
    return [
      ...before.map((r) => setTo(r.held, localOf(r.local, r.type))),
      ...chunks,
      {
        kind: 'if',
        condition: tests.reduce((a, b) => op('or', [a, b])),
        then: [...again, setTo(done, integer(done.type, 0))],
        otherwise: [],
      },
    ];
  }

  /** First and last address (i64) of each stretch, as locals that `target` sets. */
  private ends(
    pairs: NestTests['pairs'],
    atFirst: (e: Expression) => Expression,
    trips: Expression,
    target: Statement[],
  ): (s: NestStretch) => Ends {
    const known = new Map<NestStretch, Ends>();
    const hold = (value: Expression): Expression => {
      const index = this.fresh('end', 'i64');
      target.push({ kind: 'set', local: index, value });
      return localOf(index, 'i64');
    };
    for (const s of new Set(pairs.flat())) {
      const start = hold(op('to.address', [atFirst(atStart(s))]));
      const [low, high] = reach(s, start, toInteger('i64', trips));
      const inner = innerReach(s);
      known.set(s, [
        hold(inner.reduce((e, [below]) => op('add', [e, below]), low)),
        hold(inner.reduce((e, [, above]) => op('add', [e, above]), high)),
      ]);
    }
    return (s) => known.get(s)!;
  }

  private chunkBlock(
    s: For,
    loop: {
      readonly plan: Plan;
      readonly reduced: readonly Reduced[];
      readonly step: number;
      readonly repeats: boolean;
      readonly first: Expression;
      readonly trips: Expression;
    },
  ): ChunkBlock | undefined {
    const { plan } = loop;
    const sums = loop.reduced.map((r) => ({ ...r, lanes: this.fresh('lanes', r.type) }));
    const lanesOfSum = new Map(sums.map((r) => [r.local, r.lanes]));
    const body = renamed(
      plan.body,
      (l) => lanesOfSum.get(l) ?? l,
      (inner) => `${inner}.lanes`,
    );
    const lane = localOf(this.fresh('lane', 'i32'), 'i32');
    const label = chunksOf(s);
    const rest = this.rules.straight === true && hasRest(plan) ? [`${s.label}.rest`] : [];
    if (rest.length > 0 && loop.repeats) rest.push(`${s.label}.tail`);
    const [restLabel, tailLabel] = rest;
    const block: Extract<Statement, { kind: 'block' }> = {
      kind: 'block',
      label,
      body: [
        // A local of its own keeps passes from taking that out of the block.
        setTo(lane, { kind: 'special', type: 'i32', name: 'chunk.lane' }),
        ...sums.map(
          (r): Statement => ({
            kind: 'set',
            local: r.lanes,
            value: r.keeps ? localOf(r.local, r.type) : identityOf(r),
          }),
        ),
        {
          kind: 'for',
          label: `${s.label}.chunk`,
          ...(plan.cells ? overCells(plan, plan.cells, lane, loop.trips) : overIterations(s, plan, lane, loop)),
          body,
        },
        ...(restLabel ? [{ kind: 'for', label: restLabel, ...overRest(s, plan, lane, loop), body } as const] : []),
        ...(tailLabel ? [{ kind: 'for', label: tailLabel, ...overTail(s, lane, loop), body } as const] : []),
      ],
    };
    const accumulators = sums.map((r, i): Accumulator => {
      const { extreme, type } = r;
      const plain = extreme?.plain ? extremeRows[extreme.of]?.[type] : undefined;
      const fold = plain ?? extreme?.of ?? vectorRows[r.op]?.[type];
      const across = extreme !== undefined || (fold !== undefined && (type === 'i32' || type === 'i64'));
      return { local: r.lanes, slot: this.slots.length + i, fold, across };
    });
    const lanes = lanesOf(block.body, this.locals.length, accumulators);
    if (!lanes || !isWorthwhile(lanes, block.body) || !runsTogether(lanes, block.body)) return undefined;
    const isSum = (l: number): boolean => sums.some((r) => r.lanes === l);
    const reduced = (inner: readonly Statement[]): readonly Statement[] =>
      innerLoops(inner, this.locals, { lanes, kept: isSum, wide: false, address: 'i64' });
    const made = { ...block, body: block.body.map((x) => (x.kind === 'for' ? { ...x, body: reduced(x.body) } : x)) };
    const odd: Expression[] = [];
    const ofZeros = new Map<number, Expression>();
    const isOfZeros = (l: number): boolean => sums.some((r) => r.extreme?.zeros === l);
    const after = sums.flatMap((r, i): readonly Statement[] => {
      const size = sizeOf(r.type);
      const { fold, across } = accumulators[i]!;
      const left = fold === undefined ? plan.lanes : across ? 1 : 16 / size;
      this.slots.push({ name: 'lanes', size: size * plan.lanes, align: 16 });
      const from: Expression = { kind: 'slot', type: 'ptr.host', index: accumulators[i]!.slot };
      const values = Array.from({ length: left }, (_, k): Expression => {
        return { kind: 'load', type: r.type, memory: r.type, from, offset: k * size };
      });
      const sum = localOf(r.local, r.type);
      if (r.extreme) {
        const bits = ofZeros.get(r.extreme.zeros ?? -1);
        const settled = settledExtreme(sum, { of: r.extreme.of, found: values[0]!, bits }, (type) =>
          localOf(this.fresh('extreme', type), type),
        );
        odd.push(settled.odd);
        return settled.statements;
      }
      if (isOfZeros(r.local)) {
        ofZeros.set(r.local, values[0]!);
        return [];
      }
      if (!r.keeps)
        return [
          setTo(
            sum,
            values.reduce((all, v) => op(r.op, [all, v]), sum),
          ),
        ];
      const { keeps } = r;
      const next = localOf(this.fresh('next', r.type), r.type);
      return values.flatMap((v) => [setTo(next, v), setTo(sum, op('select', [op(keeps, [next, sum]), next, sum]))]);
    });
    this.blocks.set(label, { iterations: plan.lanes, accumulators, rest });
    if (body.some(hasBodies) || storesApart(lanes, block.body))
      this.parted = Math.max(this.parted, localsSetIn([made]).size, 1);
    return { block: made, after, odd, rest };
  }
}

/** Whether iterations may run twice: they store nothing, and twice the same leaves what they find as it is. */
function mayRepeat(body: readonly Statement[], reduced: readonly Reduced[]): boolean {
  return reduced.every((r) => twice.has(r.op)) && !someStatement(body, (s) => s.kind === 'store');
}

const twice: ReadonlySet<string> = new Set(['max', 'min', 'and', 'or', 'select']);

/** Bytes and halves that do not lie side by side are stored lane by lane, out of memory (`storeNarrow`). */
function storesApart(lanes: Lanes, body: readonly Statement[]): boolean {
  return someStatement(body, (s) => {
    if (s.kind !== 'store' || (s.memory !== 'i8' && s.memory !== 'i16')) return false;
    return lanes.strideOf(s.to) !== sizeOf(s.memory);
  });
}

/** `odd`: whether what the lanes have found may not be what the iterations find one by one. */
type ChunkBlock = {
  readonly block: Statement;
  readonly after: readonly Statement[];
  readonly odd: readonly Expression[];
  readonly rest: readonly string[];
};

type Ends = readonly [low: Expression, high: Expression];

function apart([lowA, highA]: Ends, [lowB, highB]: Ends): Expression {
  return op('or', [op('le', [highA, lowB]), op('le', [highB, lowA])]);
}

/** How the values of a block of chunks look; undefined where its iterations cannot run together. */
export function lanesOf(
  body: readonly Statement[],
  locals: number,
  accumulators: readonly Accumulator[],
): Lanes | undefined {
  const none = new Set<number>();
  const arrays = new Set(accumulators.map((a) => a.local));
  // The arrays of a procedure are one for all its iterations.
  return analyseLanes({ body, locals, arrays, single: none, inWarp: false, carried: none, slotStride: () => 0 });
}
