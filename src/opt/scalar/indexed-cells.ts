/**
 * Small arrays of a thread whose indices are constants but for one that holds one of a few (the row of a pivot, when the loops around it are unrolled): an access at such an index chooses
 * among the cells that it may mean. The array then needs no address and its cells become locals; memory would be waited for at each access.
 */
import { i64, integer, load, op, select } from '../../ir/build.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { sizeOf } from '../../ir/types.ts';
import {
  changeStatement,
  eachExpression,
  eachPartOf,
  eachStatement,
  localsSet,
  mapExpression,
  replaceEach,
  withLocal,
} from '../../ir/walk.ts';
import type { ChoiceCost } from '../cost.ts';
import { folded } from './fold.ts';
import { placeOf } from './slot-cells.ts';
import { splitLiveRanges } from './split-live-ranges.ts';

type Access = Extract<Expression | Statement, { readonly kind: 'load' | 'store' }>;
/** The cells that an access may mean, by the number that the local holds. */
type Choice = { readonly by: Extract<Expression, { kind: 'local' }>; readonly cells: ReadonlyMap<number, Expression> };

export function chooseCells(fn: Fn, cost: ChoiceCost): Fn {
  if (fn.slots.length === 0 || new Search(fn, cost).chosen().size === 0) return fn;
  // A local that is used again and again holds fewer numbers at a time.
  const split = splitLiveRanges(fn, true);
  return changed(split, new Search(split, cost).chosen());
}

class Search {
  readonly #fn: Fn;
  readonly #cost: ChoiceCost;
  /** The numbers that locals are set to; undefined where one is no constant. */
  readonly #values = new Map<number, Set<number> | undefined>();
  readonly #choices = new Map<number, Map<Access, Choice>>();
  readonly #kept = new Set<number>();

  constructor(fn: Fn, cost: ChoiceCost) {
    this.#fn = fn;
    this.#cost = cost;
  }

  /** What the accesses of such slots choose from. */
  chosen(): ReadonlyMap<Access, Choice> {
    this.#findValues();
    eachStatement(this.#fn.body, (s) => this.#look(s));
    const found = new Map<Access, Choice>();
    for (const [slot, choices] of this.#choices) {
      if (this.#kept.has(slot) || this.#fn.slots[slot]!.size > this.#cost.bytes) continue;
      const selects = [...choices.values()].reduce((n, { cells }) => n + cells.size, 0);
      if (selects <= this.#cost.selects) for (const [access, choice] of choices) found.set(access, choice);
    }
    return found;
  }

  #findValues(): void {
    for (let l = 0; l < this.#fn.params; l++) this.#values.set(l, undefined);
    eachStatement(this.#fn.body, (s) => {
      for (const l of localsSet(s)) {
        const known = this.#values.has(l) ? this.#values.get(l) : new Set<number>();
        const value =
          s.kind === 'set' && s.value.kind === 'const' && s.value.type === 'i32' ? s.value.value : undefined;
        this.#values.set(l, known && value !== undefined ? known.add(Number(value)) : undefined);
      }
    });
  }

  #look(s: Statement): void {
    const visit = (e: Expression): void => {
      if (e.kind === 'slot') this.#kept.add(e.index);
      else if (e.kind === 'load') this.#access(e, e.from, visit);
      else if (e.kind === 'op') for (const a of e.args) visit(a);
    };
    if (s.kind === 'store') {
      this.#access(s, s.to, visit);
      visit(s.value);
      return;
    }
    const moved = s.kind === 'copy' ? [s.to, s.from] : s.kind === 'fill' ? [s.to] : [];
    eachPartOf(s, (e) => {
      if (!moved.includes(e) || !placeOf(e, 0)) visit(e);
    });
  }

  #access(access: Access, address: Expression, visit: (e: Expression) => void): void {
    if (placeOf(address, 0)) return;
    const slot = slotOf(address);
    const choice = slot === undefined ? undefined : this.#choiceOf(access, address, slot);
    if (slot === undefined || !choice) {
      visit(address);
      return;
    }
    const known = this.#choices.get(slot) ?? new Map<Access, Choice>();
    this.#choices.set(slot, known.set(access, choice));
  }

  #choiceOf(access: Access, address: Expression, slot: number): Choice | undefined {
    if (access.volatile || access.memory === 'f16') return undefined;
    const locals = new Map<number, Choice['by']>();
    let loads = false;
    eachExpression(address, (e) => {
      if (e.kind === 'local') locals.set(e.index, e);
      if (e.kind === 'load') loads = true;
    });
    const [by, ...others] = locals.values();
    const values = by && this.#values.get(by.index);
    if (!by || !values || others.length > 0 || loads || values.size > this.#cost.values) return undefined;
    const cells = new Map<number, Expression>();
    for (const value of values) {
      const at = mapExpression(withLocal(address, by.index, integer(by.type, value)), folded);
      const place = placeOf(at, access.offset);
      if (!place) return undefined;
      // What lies outside of the array is not asked for.
      const inside = place.offset >= 0 && place.offset + sizeOf(access.memory) <= this.#fn.slots[slot]!.size;
      if (inside) cells.set(value, op('offset', [slotIn(at), i64(place.offset)]));
    }
    return cells.size > 0 ? { by, cells } : undefined;
  }
}

function slotIn(address: Expression): Expression {
  return address.kind === 'op' ? slotIn(address.args[0]!) : address;
}

function slotOf(address: Expression): number | undefined {
  if (address.kind === 'slot') return address.index;
  return address.kind === 'op' && (address.op === 'offset' || address.op === 'cast.space')
    ? slotOf(address.args[0]!)
    : undefined;
}

function changed(fn: Fn, choices: ReadonlyMap<Access, Choice>): Fn {
  const locals: Local[] = [...fn.locals];
  const is = (by: Expression, value: number): Expression => op('eq', [by, integer(by.type, value)]);
  const loaded = (access: Access, { by, cells }: Choice): Expression =>
    [...cells]
      .map(([value, cell]) => ({ value, e: load(access.memory, cell) }))
      .reduceRight((rest, { value, e }) => ({ value, e: select(is(by, value), e, rest.e) })).e;
  // What is looked for is the node as it was found, before its parts change.
  const expression = (e: Expression): Expression => {
    const choice = e.kind === 'load' ? choices.get(e) : undefined;
    if (e.kind === 'load' && choice) return loaded(e, choice);
    if (e.kind === 'op') return { ...e, args: e.args.map(expression) };
    return e.kind === 'load' ? { ...e, from: expression(e.from) } : e;
  };
  const list = (body: readonly Statement[]): readonly Statement[] =>
    replaceEach(body, (s) => {
      const choice = s.kind === 'store' ? choices.get(s) : undefined;
      if (s.kind !== 'store' || !choice) return changeStatement(s, { expression, body: list });
      const value = expression(s.value);
      const held: Expression = { kind: 'local', type: value.type, index: locals.length };
      locals.push({ name: 'value', type: value.type });
      const at = s.at && { at: s.at };
      const stores = [...choice.cells].map(([number, cell]): Statement => {
        const chosen = select(is(choice.by, number), held, load(s.memory, cell));
        return { kind: 'store', memory: s.memory, to: cell, offset: 0, value: chosen, ...at };
      });
      return [{ kind: 'set', local: held.index, value, ...at }, ...stores];
    });
  return { ...fn, body: list(fn.body), locals };
}
