/** Barriers that combine values, and functions of warps: what each lane gives is gathered before the cut and read after it. */
import { InternalError } from '../../base/impossible.ts';
import { and, eq, i32, i64, lt, mul, ne, offset, op, or, select, special, sub, wide } from '../../ir/build.ts';
import type { Expression, PrintItem, Statement } from '../../ir/module.ts';
import { type MemoryType, sizeOf, type ValueType } from '../../ir/types.ts';
import { divergentBarrier } from '../../machine/errors.ts';
import { RegionBuilder } from './region-builder.ts';
import { type Context, get, newLabel, newSingle, type Of, put, when } from './region-parts.ts';

function cell(area: number, lane: Expression, type: MemoryType): Expression {
  return offset(get(area, 'ptr.local'), mul(wide(lane), i64(sizeOf(type))));
}

/** The lane that a shuffle reads, its own where that would lie outside its part of the warp. */
export function sourceLane(
  how: 'shuffle' | 'shuffle.up' | 'shuffle.down' | 'shuffle.xor',
  by: Expression,
  width: Expression,
): Expression {
  const lane = special('laneid');
  const inside = sub(width, i32(1));
  const first = and(lane, op('xor', [inside, i32(-1)]));
  const last = or(lane, inside);
  const within = (j: Expression): Expression => select(or(lt(j, first), lt(last, j)), lane, j);
  switch (how) {
    case 'shuffle':
      return or(first, and(by, inside));
    case 'shuffle.up':
      return within(sub(lane, by));
    case 'shuffle.down':
      return within(op('add', [lane, by]));
    case 'shuffle.xor': {
      const j = op('xor', [lane, by]);
      return select(lt(last, j), lane, j);
    }
  }
}

export class RegionExchanges extends RegionBuilder {
  protected cutHere(s: Statement, context: Context): void {
    if (s.kind === 'warp') {
      this.warp(s, context);
      return;
    }
    if (s.kind === 'fence') {
      this.flush();
      this.out.push(s);
      return;
    }
    if (s.kind !== 'barrier') throw new InternalError(`${s.kind} is no cut`, s.at);
    if (context.masked && this.level === 'block' && this.made.checkBarriers) this.mustBeReached(s);
    if (s.scope === 'grid' || s.scope === 'cluster') {
      this.flush();
      this.out.push(s);
      return;
    }
    if (!s.reduce) {
      this.flush();
      return;
    }
    const yes = newSingle(this.made, 'arrived.true', 'i32');
    const all = newSingle(this.made, 'arrived', 'i32');
    this.ahead.push(put(yes, i32(0)), put(all, i32(0)));
    this.add(put(all, op('add', [get(all, 'i32'), i32(1)])), context.masked);
    this.add(when(s.reduce.value, [put(yes, op('add', [get(yes, 'i32'), i32(1)]))]), context.masked);
    this.flush();
    const [heldYes, heldAll] = [this.hold(yes), this.hold(all)];
    const values = {
      and: () => op('to.i32', [eq(heldYes, heldAll)]),
      or: () => op('to.i32', [ne(heldYes, i32(0))]),
      count: () => heldYes,
    };
    this.add(put(s.reduce.result, values[s.reduce.how]()), context.masked);
  }

  /**
   * A thread that has returned need not come (since compute capability 7.0), nor one that has nothing to do but that, which the sanitizer tells of; one that goes on elsewhere would leave
   * the others waiting.
   */
  protected mustBeReached(s: Of<'barrier'>): void {
    const away = [0, this.place('return'), ...(s.told ? [] : this.ending)];
    const elsewhere = away.map((place) => ne(this.skipped(), i32(place))).reduce(and);
    const isDivergent = this.any(elsewhere);
    const told = this.nested(() => {
      if (s.told) this.join(this.tells(s.told));
    });
    const trap: Statement = { kind: 'trap', message: divergentBarrier, ...(s.at && { at: s.at }) };
    this.out.push(when(isDivergent, [...told, trap]));
  }

  /** Of each thread that has not returned: whether it has come. */
  private tells(items: readonly PrintItem[]): Statement {
    const arrived = (value: number): readonly Statement[] => [
      { kind: 'print', items: [...items, { kind: 'integer', bytes: 8, value: i64(value) }] },
    ];
    const isBack = eq(this.skipped(), i32(this.place('return')));
    return when(eq(this.skipped(), i32(0)), arrived(1), [when(isBack, [], arrived(0))]);
  }

  /** A copy that stays when the next iteration of a loop counts anew. */
  protected hold(counter: number): Expression {
    const held = newSingle(this.made, 'held', 'i32');
    this.out.push(put(held, get(counter, 'i32')));
    return get(held, 'i32');
  }

  protected warp(s: Of<'warp'>, context: Context): void {
    const add = (x: Statement): void => this.add(x, context.masked);
    const lane = special('laneid');
    const own = op('shl', [i32(1), lane]);
    const active = newSingle(this.made, 'active', 'i32');
    this.ahead.push(put(active, i32(0)));
    const arrive = (): void => add(put(active, or(get(active, 'i32'), own)));
    switch (s.how) {
      case 'shuffle':
      case 'shuffle.up':
      case 'shuffle.down':
      case 'shuffle.xor': {
        const [, value, by, width] = s.args;
        const from = this.threadLocal('lane', 'i32');
        add(put(from, sourceLane(s.how, by!, width ?? i32(32))));
        this.exchanged(value!, context);
        add(put(s.result, this.received(value!.type, get(from, 'i32'))));
        return;
      }
      case 'all':
      case 'any':
      case 'ballot': {
        const yes = newSingle(this.made, 'votes', 'i32');
        this.ahead.push(put(yes, i32(0)));
        arrive();
        add(when(s.args[1]!, [put(yes, or(get(yes, 'i32'), own))]));
        this.flush();
        const [votes, voters] = [this.hold(yes), this.hold(active)];
        const values = { all: () => eq(votes, voters), any: () => ne(votes, i32(0)), ballot: () => votes };
        add(put(s.result, values[s.how]()));
        return;
      }
      case 'active':
        arrive();
        this.flush();
        add(put(s.result, this.hold(active)));
        return;
      case 'match.any':
      case 'match.all':
        this.match(s, context, active, arrive);
        return;
    }
  }

  protected match(s: Of<'warp'>, context: Context, active: number, arrive: () => void): void {
    const value = s.args[1]!;
    const mine = this.threadLocal('mine', value.type);
    const k = this.threadLocal('k', 'i32');
    const same = this.threadLocal('same', 'i32');
    arrive();
    this.add(put(mine, value), context.masked);
    this.exchanged(get(mine, value.type), context);
    const voters = this.hold(active);
    const bit = op('shl', [i32(1), get(k, 'i32')]);
    const takesPart = ne(and(voters, bit), i32(0));
    const equal = eq(this.received(value.type, get(k, 'i32')), get(mine, value.type));
    this.add(put(same, i32(0)), context.masked);
    this.add(
      {
        kind: 'for',
        label: newLabel(this.made, 'match'),
        local: k,
        from: i32(0),
        trips: i32(32),
        step: i32(1),
        body: [when(and(takesPart, equal), [put(same, or(get(same, 'i32'), bit))])],
      },
      context.masked,
    );
    if (s.how === 'match.any') {
      this.add(put(s.result, get(same, 'i32')), context.masked);
      return;
    }
    const everyone = eq(get(same, 'i32'), voters);
    if (s.result2 !== undefined) this.add(put(s.result2, everyone), context.masked);
    this.add(put(s.result, select(everyone, voters, i32(0))), context.masked);
  }

  /** Each lane writes `value`; after the cut all can be read. */
  protected exchanged(value: Expression, context: Context): void {
    const { write, read } = this.exchange();
    const type = value.type === 'bool' ? 'i32' : value.type;
    const stored = value.type === 'bool' ? op('to.i32', [value]) : value;
    this.add(
      { kind: 'store', memory: type, to: cell(write, special('laneid'), type), offset: 0, value: stored },
      context.masked,
    );
    this.flush();
    this.out.push({ kind: 'copy', to: get(read, 'ptr.local'), from: get(write, 'ptr.local'), bytes: i64(256) });
  }

  protected received(type: ValueType, lane: Expression): Expression {
    const memory = type === 'bool' ? 'i32' : type;
    const value: Expression = {
      kind: 'load',
      type: memory,
      memory,
      from: cell(this.exchange().read, lane, memory),
      offset: 0,
    };
    return type === 'bool' ? ne(value, i32(0)) : value;
  }

  protected exchange(): { readonly write: number; readonly read: number } {
    if (!this.made.exchange) throw new InternalError('no exchange area');
    return this.made.exchange;
  }
}
