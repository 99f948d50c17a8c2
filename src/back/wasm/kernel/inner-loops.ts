/**
 * Innermost loops of strips that all lanes go through together: several turns follow each other, from pointers that are counted along, so that what a turn costs
 * besides its arithmetic is little.
 */
import { integer, local, op } from '../../../ir/build.ts';
import type { Expression, Local, Statement } from '../../../ir/module.ts';
import { countUses } from '../../../ir/uniformity.ts';
import {
  changeBodies,
  eachExpressionIn,
  isLoop,
  mapExpression,
  mapStatement,
  replaceEach,
  someStatement,
} from '../../../ir/walk.ts';
import { severalAndRest } from '../../../opt/scalar/unroll.ts';
import type { Lanes } from '../vector/lanes.ts';
import { StrengthReduction } from './strength-reduction.ts';

type Body = readonly Statement[];
type For = Extract<Statement, { kind: 'for' }>;

/** Turns that follow each other, and so many where two vectors take one register: the code is as long. */
const turnsAtOnce = 4;
const wideTurnsAtOnce = 2;
/** Nodes of expressions in a turn that is written several times. */
const mostNodes = 80;

export type LoopFacts = {
  readonly lanes: Lanes;
  /** Locals that others read when the region is done. */
  readonly kept: (local: number) => boolean;
  /** Whether two neighbouring vectors take one register. */
  readonly wide: boolean;
};

/** New locals are added to `locals`; the same list where nothing changes. */
export function innerLoops(body: Body, locals: Local[], { lanes, kept, wide }: LoopFacts): Body {
  if (!someStatement(body, (s) => s.kind === 'for')) return body;
  const uses = countUses(body, locals.length);
  const list = (statements: Body): Body =>
    replaceEach(statements, (s) => {
      if (s.kind !== 'for' || someStatement(s.body, isLoop)) return changeBodies(s, list);
      if (!isStraight(s, lanes) || kept(s.local)) return s;
      const leaves = uses[s.local]! > countUses([s], uses.length)[s.local]!;
      const most = wide ? wideTurnsAtOnce : turnsAtOnce;
      return new InnerLoop(s, most, locals, lanes, (l) => !kept(l) && lanes.isPrivate(s, l)).made(leaves) ?? s;
    });
  return list(body);
}

function isStraight(s: For, lanes: Lanes): boolean {
  if (s.step.kind !== 'const' || Number(s.step.value) === 0 || s.body.length === 0) return false;
  if (lanes.isParted(s) || lanes.strideOf(s.from) !== 0) return false;
  return s.body.every(
    (x) =>
      lanes.wayOf(x) === 'together' &&
      ((x.kind === 'set' && x.local !== s.local) || (x.kind === 'store' && !x.volatile)),
  );
}

class InnerLoop {
  private readonly s: For;
  private readonly locals: Local[];
  private readonly isOwn: (local: number) => boolean;
  private readonly turns: number;
  private readonly pointers: StrengthReduction;
  private readonly step: number;

  /** `isOwn`: whether a local begins its life in each turn and ends it there. */
  constructor(s: For, most: number, locals: Local[], lanes: Lanes, isOwn: (local: number) => boolean) {
    this.s = s;
    this.locals = locals;
    this.isOwn = isOwn;
    const few = s.trips.kind === 'const' && Number(s.trips.value) < most;
    this.turns = few || nodesOf(s.body) > mostNodes ? 1 : most;
    this.pointers = new StrengthReduction(s, this.turns, locals, lanes);
    this.step = s.step.kind === 'const' ? Number(s.step.value) : 0;
  }

  /** `leaves`: whether the loop's variable is read behind it. */
  made(leaves: boolean): Body | undefined {
    const { s, pointers } = this;
    if (this.turns === 1 && !pointers.some) return undefined;
    const before: Statement[] = [];
    const from = this.held('from', s.from, before);
    const begin = [...before, ...pointers.begin(from)];
    if (this.turns === 1) return [...begin, { ...s, from, body: this.several(1) }];
    if (s.trips.kind === 'const') return [...begin, ...this.counted(from, Number(s.trips.value), leaves)];
    const trips = this.held('trips', s.trips, begin);
    return [...begin, ...this.divided(from, trips)];
  }

  /** What stands for an expression that is read several times. */
  private held(name: string, e: Expression, before: Statement[]): Expression {
    if (e.kind === 'const') return e;
    const index = this.locals.push({ name, type: e.type }) - 1;
    before.push({ kind: 'set', local: index, value: e });
    return local(index, e.type);
  }

  private counted(from: Expression, trips: number, leaves: boolean): Body {
    const { s, turns } = this;
    const rest = trips % turns;
    const last = Array.from({ length: rest }, (_, turn) => this.turn(turn)).flat();
    const set: Statement = { kind: 'set', local: s.local, value: this.variable(rest) };
    return [
      this.main(from, integer(s.trips.type, Math.floor(trips / turns))),
      ...last,
      ...(leaves && rest > 0 ? [set] : []),
    ];
  }

  private divided(from: Expression, trips: Expression): Body {
    const { s, turns } = this;
    const { several, rest } = severalAndRest(trips, turns);
    const main = this.main(from, several);
    return [main, { ...s, from: this.variable(0), trips: rest, body: this.several(1) }];
  }

  private main(from: Expression, trips: Expression): Statement {
    const { s, turns } = this;
    const step = integer(s.step.type, turns * this.step);
    return { ...s, label: `${s.label}~several`, from, trips, step, body: this.several(turns) };
  }

  private several(turns: number): Body {
    const all = Array.from({ length: turns }, (_, turn) => this.turn(turn)).flat();
    return [...all, ...this.pointers.behindTurns(turns)];
  }

  private turn(turn: number): Body {
    const { s, locals, pointers } = this;
    const renamed = new Map<number, number>();
    const nameOf = (l: number): number => {
      if (turn === 0 || !this.isOwn(l)) return l;
      const known = renamed.get(l);
      if (known !== undefined) return known;
      const index = locals.push(locals[l]!) - 1;
      renamed.set(l, index);
      return index;
    };
    const variable = this.variable(turn);
    // Each turn has loads of its own: what lies between them may change what is loaded.
    const change = (e: Expression): Expression => {
      if (e.kind === 'local')
        return e.index === s.local ? variable : renamed.has(e.index) ? { ...e, index: nameOf(e.index) } : e;
      return e.kind === 'load' ? { ...e } : e;
    };
    const walked = (e: Expression): Expression => {
      const place = e.kind === 'load' ? pointers.place(e.from, e.offset, turn) : undefined;
      return e.kind === 'load' && place ? { ...e, ...place } : e;
    };
    const body = s.body.map((x) => {
      const place = x.kind === 'store' ? pointers.place(x.to, x.offset, turn) : undefined;
      const moved = x.kind === 'store' && place ? { ...x, to: place.from, offset: place.offset } : x;
      return mapStatement(moved, {
        expression: (e) => mapExpression(mapExpression(e, walked), change),
        body: (b) => b,
        local: nameOf,
      });
    });
    return [...body, ...pointers.behindTurn()];
  }

  private variable(turn: number): Expression {
    const { s } = this;
    const first = local(s.local, s.from.type);
    return turn === 0 ? first : op('add', [first, integer(s.from.type, turn * this.step)]);
  }
}

function nodesOf(body: Body): number {
  let nodes = 0;
  eachExpressionIn(body, () => nodes++);
  return nodes;
}
