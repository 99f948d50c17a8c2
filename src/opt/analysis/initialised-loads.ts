/**
 * Which loads of a launch surely find what the kernel itself has written before: the same thread on its way there, or, behind a barrier, the threads of the block together.
 * A store covers the places that its address takes over the threads that come to it and over loops that run to their ends.
 */
import { isBlockBarrier } from '../../ir/effects.ts';
import type { Fn, Statement } from '../../ir/module.ts';
import { eachExpressionOf, someStatement } from '../../ir/walk.ts';
import { sourceOf } from './copy-source.ts';
import { type Cells, holds, lattice } from './lattices.ts';
import type { Box, Boxes } from './launch/boxes.ts';
import type { Linear, Spot, Term } from './launch-conflicts.ts';
import type { LaunchRanges } from './launch-ranges.ts';

/** Places that have been written. `box`: by these threads alone; undefined: by all that come along here. */
type Cover = { readonly key: string; readonly at: Linear; readonly bytes: number; readonly box: Box | undefined };

type State = {
  readonly mine: ReadonlyMap<string, Cover>;
  /** By threads of the block that have come to a barrier since; each with its box. */
  readonly ours: ReadonlyMap<string, Cover>;
  /** Which threads are here, and which have not returned: all within these ranges; undefined: nobody knows. */
  readonly box: Box | undefined;
  readonly live: Box | undefined;
};

/** So many covers are kept at a time. */
const mostCovers = 256;

/** `variableOf`: all of the variable that an access surely stays in; `isSet`: whether all that a copy reads was written before the launch. */
type VariableOf = (access: object) => { readonly base: string; readonly bytes: number } | undefined;

export function initialisedLoads(
  fn: Fn,
  ranges: LaunchRanges,
  block: readonly number[],
  variableOf: VariableOf,
  isSet: (source: object) => boolean = () => false,
): ReadonlySet<object> {
  const walk = new Walk(ranges, variableOf, isSet);
  const all: Box = new Map([
    ['tid.x', { low: 0, high: block[0]! - 1 }],
    ['tid.y', { low: 0, high: block[1]! - 1 }],
    ['tid.z', { low: 0, high: block[2]! - 1 }],
  ]);
  walk.list(fn.body, { mine: new Map(), ours: new Map(), box: all, live: all });
  return walk.found;
}

class Walk {
  readonly found = new Set<object>();
  readonly #ranges: LaunchRanges;
  readonly #variableOf: VariableOf;
  readonly #isSet: (source: object) => boolean;
  /** Ways out of blocks, by their labels. */
  readonly #exits = new Map<string, State[]>();

  constructor(ranges: LaunchRanges, variableOf: VariableOf, isSet: (source: object) => boolean) {
    this.#ranges = ranges;
    this.#isSet = isSet;
    this.#variableOf = variableOf;
  }

  /** What holds behind the list; undefined where nobody comes there. */
  list(list: readonly Statement[], entry: State): State | undefined {
    // Barriers are for all threads of the block that have not returned.
    let state: State | undefined = list.some(isBlockBarrier) ? { ...entry, box: entry.live } : entry;
    for (const s of list) {
      if (!state) return undefined;
      state = this.#statement(s, state);
    }
    return state;
  }

  #statement(s: Statement, state: State): State | undefined {
    eachExpressionOf(s, (e) => {
      if (e.kind === 'load') this.#look(e, state);
    });
    switch (s.kind) {
      case 'store':
        return this.#written(s, state);
      case 'atomic':
        this.#look(s, state);
        return state;
      case 'fill':
        return this.#written(s, state);
      case 'copy': {
        const source = sourceOf(s);
        this.#look(source, state);
        return this.found.has(source) || this.#isSet(source) ? this.#written(s, state) : state;
      }
      case 'barrier':
        return s.scope === 'warp' ? state : passed(state);
      case 'if':
        return this.#if(s, state);
      case 'for':
        return this.#for(s, state);
      case 'loop': {
        const end = this.#inside(s.label, s.body, state);
        return { ...state, live: end.live, box: hasReturn(s.body) ? undefined : state.box };
      }
      case 'block': {
        const end = this.#inside(s.label, s.body, state);
        const states = [...(end.state ? [end.state] : []), ...end.exits];
        if (states.length === 0) return undefined;
        const after = states.reduce(common);
        return { ...after, live: end.live, box: hasReturn(s.body) ? after.box : state.box };
      }
      case 'switch': {
        const ends = [...s.cases.map((c) => c.body), s.otherwise].map((b) =>
          this.list(b, { ...state, box: undefined }),
        );
        const live = hasReturn([s]) ? undefined : state.live;
        const states = ends.filter((e) => e !== undefined);
        if (states.length === 0) return undefined;
        return { ...states.reduce(common), live, box: live && state.box };
      }
      case 'break':
        this.#exits.get(s.label)?.push(state);
        return undefined;
      case 'continue':
      case 'return':
      case 'trap':
        return undefined;
      default: // else: it writes nothing that is known
        return state;
    }
  }

  #look(access: object, { mine, ours }: State): void {
    const isIn = (spot: Spot): boolean => isCovered(spot, mine.values(), true) || isCovered(spot, ours.values(), false);
    if (this.#spotsOf(access).some(isIn)) this.found.add(access);
  }

  /** Where an access goes: as a sum, or somewhere between two places, or somewhere in a variable. */
  #spotsOf(access: object): readonly Spot[] {
    const spot = this.#ranges.spots.get(access);
    const reach = this.#ranges.reaches.get(access);
    const variable = this.#variableOf(access);
    return [
      ...(spot ? [spot] : []),
      ...(reach ? [between(reach.base, reach.low, reach.high)] : []),
      ...(variable ? [between(variable.base, 0, variable.bytes)] : []),
    ];
  }

  #written(s: object, state: State): State {
    const spot = this.#ranges.spots.get(s);
    if (!spot || state.mine.size >= mostCovers) return state;
    const cover = named({ at: spot.at, bytes: spot.bytes, box: undefined });
    return { ...state, mine: new Map(state.mine).set(cover.key, cover) };
  }

  #if(s: Extract<Statement, { kind: 'if' }>, state: State): State | undefined {
    const boxes = this.#ranges.boxes.get(s);
    if (boxes?.truth !== undefined) return this.list(boxes.truth ? s.then : s.otherwise, state);
    const inside = (box: Box | undefined): State => ({ ...state, box: meet(state.box, box) });
    const then = this.list(s.then, inside(boxes?.then));
    const otherwise = this.list(s.otherwise, inside(boxes?.otherwise));
    const [a, b] = [hasReturn(s.then), hasReturn(s.otherwise)];
    const live = this.#liveBehind(s, state, boxes);
    if (!then || !otherwise) {
      const rest = then ?? otherwise;
      // Who has left comes back at the end of some block or loop, if at all.
      return rest && { ...rest, live };
    }
    const after = common(then, otherwise);
    const mine = new Map(after.mine);
    for (const [side, box] of [
      [then, boxes?.then],
      [otherwise, boxes?.otherwise],
    ] as const)
      for (const c of side.mine.values()) {
        if (mine.has(c.key) || mine.size >= mostCovers) continue;
        const within = box && meet(c.box ?? new Map(), box);
        if (!within) continue;
        const partly = named({ ...c, box: within });
        mine.set(partly.key, partly);
      }
    return { ...after, mine, live, box: a || b ? meet(live, state.box) : state.box };
  }

  /** Threads that go on behind an `if` that ends with a return on one side. */
  #liveBehind(s: Extract<Statement, { kind: 'if' }>, { box, live }: State, boxes: Boxes | undefined): Box | undefined {
    const [a, b] = [hasReturn(s.then), hasReturn(s.otherwise)];
    if (!a && !b) return live;
    if (a && b) return undefined;
    const [leaves, stays] = a ? [s.then, boxes?.otherwise] : [s.otherwise, boxes?.then];
    const isPlain = leaves.at(-1)?.kind === 'return' && !someStatement(leaves.slice(0, -1), isWayOut);
    return isPlain && box && live && isSame(box, live) ? meet(live, stays) : undefined;
  }

  #for(s: Extract<Statement, { kind: 'for' }>, state: State): State {
    const name = `loop ${s.label}`;
    const trips = this.#ranges.trips.get(s);
    const end = this.#inside(s.label, s.body, state);
    const after = { ...state, live: end.live, box: hasReturn(s.body) ? meet(end.live, state.box) : state.box };
    const isWhole = end.state && end.exits.length === 0 && !hasContinue(s.body, s.label);
    if (!isWhole || !trips || trips.low !== trips.high || trips.low < 1 || !Number.isFinite(trips.low)) return after;
    const add = (to: ReadonlyMap<string, Cover>, from: ReadonlyMap<string, Cover>): ReadonlyMap<string, Cover> => {
      const all = new Map(to);
      for (const c of from.values()) {
        const whole = done(c, name);
        if (all.size < mostCovers) all.set(whole.key, whole);
      }
      return all;
    };
    return { ...after, mine: add(state.mine, end.state.mine), ours: add(state.ours, end.state.ours) };
  }

  #inside(
    label: string,
    body: readonly Statement[],
    state: State,
  ): { readonly state: State | undefined; readonly exits: readonly State[]; readonly live: Box | undefined } {
    const exits: State[] = [];
    this.#exits.set(label, exits);
    const end = this.list(body, state);
    this.#exits.delete(label);
    const live = hasReturn(body) ? (end?.live ?? undefined) : state.live;
    return { state: end, exits, live };
  }
}

/** `isOwn`: by what the thread itself has written. */
function isCovered(spot: Spot, covers: Iterable<Cover>, isOwn: boolean): boolean {
  // Covers that are in the same iterations of the same loops as the load answer together.
  const alike = new Map<string, { readonly open: readonly string[]; readonly cells: Cells[] }>();
  for (const c of covers) {
    if (c.at.base !== spot.at.base || !isFor(c, spot, isOwn)) continue;
    const open = [...c.at.terms.keys()].filter((name) => name.startsWith('loop ')).sort();
    const isSame = (name: string): boolean => isCommon(name, isOwn) || open.includes(name);
    const names = new Set([...c.at.terms.keys(), ...spot.at.terms.keys()].filter(isSame));
    const moves = [...names].every((n) => c.at.terms.get(n)?.factor === spot.at.terms.get(n)?.factor);
    const cells = moves ? lattice(c.at.constant, c.bytes, termsOf(c, isSame)) : undefined;
    if (!cells) continue;
    const group = alike.get(open.join()) ?? { open, cells: [] };
    group.cells.push(cells);
    alike.set(open.join(), group);
  }
  return [...alike.values()].some(({ open, cells }) => {
    const terms = [...spot.at.terms].filter(([name]) => !isCommon(name, isOwn) && !open.includes(name));
    return holds(
      cells,
      spot.at.constant,
      spot.bytes,
      terms.map(([, t]) => t),
    );
  });
}

/** Numbers that a load has in common with whoever has written: those of the block, and where that is the thread itself its own. */
function isCommon(name: string, isOwn: boolean): boolean {
  return name.startsWith('ctaid.') || (isOwn && name.startsWith('tid.'));
}

/** Whether all threads of the load have the cover on their ways. */
function isFor({ box }: Cover, spot: Spot, isOwn: boolean): boolean {
  if (isOwn) return !box || isWithin(spot, box, () => true);
  return box !== undefined && isWithin(spot, box, (name) => name.startsWith('ctaid.'));
}

/** Those that take all of their ranges: of threads those of the box. */
function termsOf({ at, box }: Cover, isLeftOut: (name: string) => boolean): readonly Term[] {
  return [...at.terms].filter(([name]) => !isLeftOut(name)).map(([name, t]) => ({ ...t, ...box?.get(name) }));
}

/** Behind a loop that was gone through to its end. */
function done(c: Cover, name: string): Cover {
  const term = c.at.terms.get(name);
  if (!term) return c;
  const terms = new Map([...c.at.terms].map(([n, t]) => [n === name ? `done ${name}` : n, t] as const));
  return named({ ...c, at: { ...c.at, terms } });
}

function between(base: string, low: number, high: number): Spot {
  return { at: { base, constant: low, terms: new Map() }, bytes: high - low, threads: new Map() };
}

function named(c: Omit<Cover, 'key'>): Cover {
  const terms = [...c.at.terms].map(([n, t]) => `${n}*${t.factor}`).sort();
  const box = c.box && [...c.box].map(([n, r]) => `${n}:${r.low}..${r.high}`).sort();
  return { ...c, key: `${c.at.base} ${c.at.constant} ${c.bytes} ${terms} ${box}` };
}

/** Behind a barrier: what each thread has written, all of the block may read. */
function passed(state: State): State {
  const ours = new Map(state.ours);
  const all = state.live;
  for (const c of state.mine.values()) {
    if (c.at.base.startsWith('#') && c.at.base !== '#dynamic') continue;
    const box = meet(all, c.box ?? new Map());
    if (!box || ours.size >= mostCovers) continue;
    const cover = named({ ...c, box });
    ours.set(cover.key, cover);
  }
  return { ...state, ours, box: all };
}

/** What holds in both. */
function common(a: State, b: State): State {
  const both = (x: ReadonlyMap<string, Cover>, y: ReadonlyMap<string, Cover>): ReadonlyMap<string, Cover> =>
    new Map([...x].filter(([key]) => y.has(key)));
  return { ...a, mine: both(a.mine, b.mine), ours: both(a.ours, b.ours) };
}

/** Undefined also where nobody is in both. */
function meet(a: Box | undefined, b: Box | undefined): Box | undefined {
  if (!a || !b) return undefined;
  const box = new Map(a);
  for (const [name, { low, high }] of b) {
    const known = box.get(name);
    const both = known ? { low: Math.max(low, known.low), high: Math.min(high, known.high) } : { low, high };
    if (both.low > both.high) return undefined;
    box.set(name, both);
  }
  return box;
}

function isSame(a: Box, b: Box): boolean {
  return a.size === b.size && [...a].every(([n, r]) => b.get(n)?.low === r.low && b.get(n)?.high === r.high);
}

/** Whether all threads of an access are among those of the box, as far as their numbers of these names go. */
function isWithin({ threads }: Spot, box: Box, counts: (name: string) => boolean): boolean {
  return [...box].every(([name, { low, high }]) => {
    if (!counts(name)) return true;
    const range = threads.get(name);
    return range !== undefined && range.low >= low && range.high <= high;
  });
}

function isWayOut(s: Statement): boolean {
  return s.kind === 'return' || s.kind === 'break' || s.kind === 'continue';
}

function hasReturn(list: readonly Statement[]): boolean {
  return someStatement(list, (s) => s.kind === 'return');
}

function hasContinue(list: readonly Statement[], label: string): boolean {
  return someStatement(list, (s) => s.kind === 'continue' && s.label === label);
}
