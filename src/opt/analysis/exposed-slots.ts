/**
 * What a list of statements reads of its function's slots that it has not written before: upward-exposed cells. Where there are none, what slots held before it does not matter, and iterations
 * of the list may have slots of their own. A store covers the bytes from its first to behind its last one; a loop that stores cell after cell covers all that it has gone through.
 */
import { integer, op } from '../../ir/build.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import type { SpecialName } from '../../ir/operations.ts';
import { sizeOf } from '../../ir/types.ts';
import { setsIn } from '../../ir/uniformity.ts';
import { keyOf } from '../../ir/value-key.ts';
import {
  bodiesOf,
  eachExpressionOf,
  eachStatement,
  localsSetIn,
  someExpression,
  someStatement,
} from '../../ir/walk.ts';
import {
  type Affine,
  AffineForms,
  type Atom,
  difference,
  expressionOf,
  growthOf,
  isConstant,
  isZero,
  plus,
  withoutTerms,
  zeroForm,
} from './affine.ts';

type For = Extract<Statement, { kind: 'for' }>;
type List = readonly Statement[];

/** Bytes of a slot from `low` on, up to `high`, the first behind them: of parameters, sizes of the launch, and variables of loops around. */
type Span = { readonly slot: number; readonly low: Affine; readonly high: Affine };

/** `values`: what locals hold that were set on the way. */
type State = { readonly spans: readonly Span[]; readonly values: ReadonlyMap<number, Affine> };

/** A loop around what is looked at, which has an iteration. Ends are undefined where they hang on more than the launch. `runs`: it surely has one. */
type Around = {
  readonly local: number;
  readonly first: Affine | undefined;
  readonly last: Affine | undefined;
  readonly step: bigint;
  readonly runs: boolean;
};

/** Which bytes an access is of: undefined where nobody knows. */
type Place = { readonly slot: number; readonly bytes: Span | undefined };

/** So many spans are kept at a time. */
const mostSpans = 64;

/** What must hold at a launch for the list to read nothing of slots but what it wrote; undefined where nothing is known to be enough. */
export function writesSlotsFirst(fn: Fn, list: List): readonly Expression[] | undefined {
  if (fn.slots.length === 0) return [];
  if (!areOnlyAccessed(fn)) return undefined;
  const walk = new Walk(fn);
  walk.list(list, { spans: [], values: new Map() });
  return walk.asked();
}

class Walk {
  private readonly fn: Fn;
  private readonly sets: Uint32Array;
  private readonly forms: AffineForms;
  private values: ReadonlyMap<number, Affine> = new Map();
  private around: readonly Around[] = [];
  /** Undefined where something may be read that was not written. */
  private conditions: Map<string, Expression> | undefined = new Map();
  /** Where what is written is collected, nobody asks what is read. */
  private collects = false;

  constructor(fn: Fn) {
    this.fn = fn;
    this.sets = setsIn(fn);
    this.forms = new AffineForms({ bits: 64, keyOf, known: (l) => this.values.get(l) });
  }

  asked(): readonly Expression[] | undefined {
    return this.conditions && [...this.conditions.values()];
  }

  /** What holds behind it; undefined where nobody comes there. */
  list(list: List, given: State): State | undefined {
    let state = given;
    for (const s of list) {
      const next = this.statement(s, state);
      if (!next) return undefined;
      state = next;
    }
    return state;
  }

  private statement(s: Statement, state: State): State | undefined {
    this.values = state.values;
    this.reads(s, state);
    switch (s.kind) {
      case 'break':
      case 'continue':
      case 'return':
        return undefined;
      case 'store':
        return this.stored(s, state);
      case 'set':
        return { ...state, values: this.withValue(state.values, s) };
      case 'if':
      case 'switch':
        return this.branches(s, state);
      case 'for':
        return this.loop(s, state);
      case 'block':
      case 'loop':
        // Somebody may leave it at any place.
        this.list(s.body, s.kind === 'loop' ? without(state, s) : state);
        return without(state, s);
      default: // else: it writes no slots that anybody counts on
        return without(state, s);
    }
  }

  private stored(s: Extract<Statement, { kind: 'store' }>, state: State): State {
    const bytes = this.placeOf(s.to, s.offset, sizeOf(s.memory))?.bytes;
    return bytes ? { ...state, spans: withSpan(state.spans, bytes) } : state;
  }

  private withValue(values: State['values'], { local, value }: Extract<Statement, { kind: 'set' }>): State['values'] {
    const form = value.type === 'i32' || value.type === 'i64' ? this.forms.of(value) : undefined;
    const after = new Map(values);
    if (form && this.isKnown(form)) after.set(local, form);
    else after.delete(local);
    return after;
  }

  /** What all ways have written. */
  private branches(s: Extract<Statement, { kind: 'if' | 'switch' }>, state: State): State | undefined {
    const ends = bodiesOf(s).map((body) => this.list(body, state));
    const reached = ends.filter((e) => e !== undefined);
    const [first] = reached;
    if (!first) return undefined;
    const spans = first.spans.filter((span) => reached.every((e) => e.spans.some((other) => isWithin(span, other))));
    return { spans, values: without(state, s).values };
  }

  private loop(s: For, state: State): State {
    const entered = without(state, s);
    const around = this.aroundOf(s);
    const isWhole = !someStatement(s.body, (x) => (x.kind === 'break' || x.kind === 'continue') && x.label === s.label);
    const outer = this.around;
    this.around = [...outer, around];
    const each = isWhole ? this.writtenBy(s, entered) : [];
    const before = each.flatMap((span) => behindIterations(span, around, undefined) ?? []);
    this.list(s.body, { ...entered, spans: before.reduce(withSpan, entered.spans) });
    this.around = outer;
    const end = around.last && plus(around.last, Number(around.step));
    const behind = end ? each.flatMap((span) => behindIterations(span, around, end) ?? []) : [];
    return { ...entered, spans: behind.reduce(withSpan, entered.spans) };
  }

  /** What one iteration writes. */
  private writtenBy(s: For, entered: State): readonly Span[] {
    const collects = this.collects;
    this.collects = true;
    const made = this.list(s.body, { ...entered, spans: [] });
    this.collects = collects;
    return made?.spans ?? [];
  }

  private aroundOf({ local, from, trips, step }: For): Around {
    const by = step.kind === 'const' ? BigInt(step.value) : 0n;
    const first = this.knownForm(from);
    const count = this.knownForm(trips);
    const last = first && count && by !== 0n ? this.forms.sum(first, plus(count, -1), by) : undefined;
    return { local, first, last, step: by, runs: trips.kind === 'const' && Number(trips.value) > 0 };
  }

  private knownForm(e: Expression): Affine | undefined {
    const form = this.forms.of(e);
    return this.isKnown(form) ? form : undefined;
  }

  /** Of the launch, and of variables of loops around. */
  private isKnown({ terms }: Affine): boolean {
    const isVariable = ({ e }: Atom): boolean => e.kind === 'local' && this.around.some((a) => a.local === e.index);
    return [...terms.values()].every((t) => t.atoms.every((a) => isVariable(a) || this.isOfLaunch(a.e)));
  }

  private isOfLaunch(e: Expression): boolean {
    return !someExpression(e, (x) => {
      if (x.kind === 'special') return !isSize(x.name);
      if (x.kind === 'local') return x.index >= this.fn.params || this.sets[x.index] !== 0;
      return x.kind !== 'const' && x.kind !== 'op';
    });
  }

  /** Undefined where it is no slot. */
  private placeOf(address: Expression, offset: number, bytes: number): Place | undefined {
    const { base, sum } = this.forms.address(address, offset);
    if (base.kind !== 'slot') return undefined;
    const slot = base.index;
    return { slot, bytes: this.isKnown(sum) ? { slot, low: sum, high: plus(sum, bytes) } : undefined };
  }

  private reads(s: Statement, { spans }: State): void {
    if (this.collects) return;
    eachExpressionOf(s, (e) => {
      const place = e.kind === 'load' ? this.placeOf(e.from, e.offset, sizeOf(e.memory)) : undefined;
      if (place) this.require(this.covered(spans, place.bytes ?? this.whole(place.slot)));
    });
  }

  private whole(slot: number): Span {
    return { slot, low: zeroForm, high: plus(zeroForm, this.fn.slots[slot]!.size) };
  }

  private require(asked: readonly Expression[] | undefined): void {
    if (!asked) this.conditions = undefined;
    for (const c of asked ?? []) this.conditions?.set(keyOf(c), c);
  }

  /** What must hold for one of the spans to have all of it: as little as possible. */
  private covered(spans: readonly Span[], { slot, low, high }: Span): readonly Expression[] | undefined {
    let least: readonly Expression[] | undefined;
    for (const s of spans) {
      if (s.slot !== slot) continue;
      const asked = [difference(low, s.low), difference(s.high, high)].map((form) => this.isNotNegative(form));
      if (!asked.every((a) => a !== undefined)) continue;
      const all = asked.flat();
      if (!least || all.length < least.length) least = all;
    }
    return least;
  }

  /** Wherever variables of loops around are; undefined where nobody knows what is enough. */
  private isNotNegative(form: Affine): readonly Expression[] | undefined {
    let least = form;
    for (const { local, first, last, step } of [...this.around].reverse()) {
      const growth = growthOf(least, local);
      if (!growth || !isConstant(growth)) return undefined;
      if (isZero(growth)) continue;
      const end = growth.constant > 0n === step > 0n ? first : last;
      if (!end) return undefined;
      least = withVariable(least, local, growth, end);
    }
    if (isConstant(least)) return least.constant >= 0n ? [] : undefined;
    return this.isKnown(least) ? [op('ge', [expressionOf(least, 'i64')!, integer('i64', 0)])] : undefined;
  }
}

const isSize = (name: SpecialName): boolean => /^n(?:cta|t)id\./.test(name);
const exact = new AffineForms({ bits: 64, keyOf });

/** With `value` in place of a variable that moves it by a constant. */
function withVariable(form: Affine, local: number, growth: Affine, value: Affine): Affine {
  const still = withoutTerms(form, (e) => e.kind === 'local' && e.index === local);
  return exact.sum(still, value, growth.constant);
}

/** What all iterations have written before the variable is `end`; undefined: before the iteration where it is what it is. Undefined where that is not known. */
function behindIterations(span: Span, { local, first, step, runs }: Around, end: Affine | undefined): Span | undefined {
  const [low, high] = [growthOf(span.low, local), growthOf(span.high, local)];
  const bytes = difference(span.high, span.low);
  if (!low || !high || !isConstant(low) || !isConstant(high)) return undefined;
  if (isZero(low) && isZero(high)) return end && runs ? span : undefined;
  const by = low.constant * step;
  // Without holes between them.
  if (!first || !isConstant(bytes) || by === 0n || bytes.constant < (by < 0n ? -by : by)) return undefined;
  const edge = by > 0n ? span.low : span.high;
  const begin = withVariable(edge, local, low, first);
  const reached = end ? withVariable(edge, local, low, end) : edge;
  return by > 0n ? { ...span, low: begin, high: reached } : { ...span, low: reached, high: begin };
}

/** Whether it is so whatever the launch. */
const isAtLeast = (a: Affine, b: Affine): boolean => {
  const apart = difference(a, b);
  return isConstant(apart) && apart.constant >= 0n;
};
const isWithin = (a: Span, b: Span): boolean =>
  a.slot === b.slot && isAtLeast(a.low, b.low) && isAtLeast(b.high, a.high);

/** Spans that meet are one. */
function withSpan(spans: readonly Span[], span: Span): readonly Span[] {
  let all = span;
  const others: Span[] = [];
  for (const s of spans) {
    if (isWithin(s, all)) continue;
    const follows = s.slot === all.slot && isAtLeast(all.low, s.low) && isAtLeast(s.high, all.low);
    const leads = s.slot === all.slot && isAtLeast(s.low, all.low) && isAtLeast(all.high, s.low);
    const joined = follows ? { ...all, low: s.low } : leads ? { ...all, high: s.high } : all;
    if (!isWithin(s, joined)) others.push(s);
    if (!isWithin(all, joined)) others.push(all);
    all = joined;
  }
  return others.length < mostSpans ? [...others, all] : spans;
}

/** Without what is not known behind a statement, of what locals hold. */
function without(state: State, s: Statement): State {
  const values = new Map(state.values);
  for (const l of localsSetIn([s])) values.delete(l);
  return { ...state, values };
}

/** Whether nothing but loads and stores names slots. */
function areOnlyAccessed({ body }: Fn): boolean {
  let [named, accessed] = [0, 0];
  const access = (address: Expression): void => {
    let base = address;
    while (base.kind === 'op' && base.op === 'offset') base = base.args[0]!;
    if (base.kind === 'slot') accessed++;
  };
  eachStatement(body, (s) => {
    if (s.kind === 'store') access(s.to);
    eachExpressionOf(s, (e) => {
      if (e.kind === 'slot') named++;
      if (e.kind === 'load') access(e.from);
    });
  });
  return named === accessed;
}
