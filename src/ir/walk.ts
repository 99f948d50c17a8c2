/** Ways through the IR: the parts of an expression or statement, and copies with some parts replaced. Unchanged expressions stay the same objects. */
import { impossible } from '../base/impossible.ts';
import type { Callee, Expression, Fn, PrintItem, Statement, Triple } from './module.ts';

const none: readonly Expression[] = [];
const noBodies: readonly (readonly Statement[])[] = [];
const noLocals: readonly number[] = [];

/** The expressions directly below `e`. */
export function partsOf(e: Expression): readonly Expression[] {
  switch (e.kind) {
    case 'op':
      return e.args;
    case 'load':
      return [e.from];
    case 'const':
    case 'local':
    case 'special':
    case 'global':
    case 'slot':
    case 'function':
    case 'dynamic-shared':
      return none;
    default:
      return impossible(e);
  }
}

/** `visit` for `e` and everything below it, parents first. */
export function eachExpression(e: Expression, visit: (e: Expression) => void): void {
  visit(e);
  if (e.kind === 'op') for (const a of e.args) eachExpression(a, visit);
  else if (e.kind === 'load') eachExpression(e.from, visit);
}

export function someExpression(e: Expression, is: (e: Expression) => boolean): boolean {
  if (is(e)) return true;
  if (e.kind === 'op') {
    for (const a of e.args) if (someExpression(a, is)) return true;
    return false;
  }
  return e.kind === 'load' && someExpression(e.from, is);
}

/** Whether it is made of so many expressions at most. */
export function hasAtMost(e: Expression, most: number): boolean {
  let left = most;
  const isLong = (): boolean => left-- <= 0;
  return !someExpression(e, isLong);
}

/** The expressions that stand in the statement itself, not in its nested bodies. */
export function expressionsOf(s: Statement): readonly Expression[] {
  switch (s.kind) {
    case 'set':
      return [s.value];
    case 'store':
      return s.own ? [s.to, s.value, ...s.own.map((o) => o.where)] : [s.to, s.value];
    case 'if':
      return [s.condition];
    case 'for':
      return [s.from, s.trips, s.step];
    case 'switch':
      return [s.value];
    case 'return':
      return s.values;
    case 'call':
      return [...calleeParts(s.callee), ...s.args];
    case 'launch':
      return [...calleeParts(s.kernel), ...s.grid, ...s.block, s.shared, s.stream, ...s.args];
    case 'copy':
      return [s.to, s.from, s.bytes];
    case 'fill':
      return [s.to, s.byte, s.bytes];
    case 'barrier':
      return [...(s.reduce ? [s.reduce.value] : []), ...(s.mask ? [s.mask] : [])];
    case 'atomic':
      return [s.to, ...s.args];
    case 'warp':
      return s.args;
    case 'print':
      return s.items.flatMap(itemParts);
    case 'loop':
    case 'block':
    case 'break':
    case 'continue':
    case 'fence':
    case 'read-clock':
    case 'trap':
      return none;
    default:
      return impossible(s);
  }
}

function calleeParts(c: Callee): readonly Expression[] {
  return c.kind === 'indirect' ? [c.pointer] : none;
}

function itemParts(i: PrintItem): readonly Expression[] {
  switch (i.kind) {
    case 'text':
    case 'format':
      return none;
    case 'integer':
    case 'logical':
    case 'real':
    case 'part':
      return [i.value];
    case 'complex':
      return [i.re, i.im];
    case 'string':
      return [i.address, i.length];
    default:
      return impossible(i);
  }
}

/** `visit` for each of the expressions that stand in the statement itself. */
export function eachPartOf(s: Statement, visit: (e: Expression) => void): void {
  switch (s.kind) {
    case 'set':
    case 'switch':
      visit(s.value);
      return;
    case 'store':
      visit(s.to);
      visit(s.value);
      for (const { where } of s.own ?? []) visit(where);
      return;
    case 'if':
      visit(s.condition);
      return;
    case 'for':
      visit(s.from);
      visit(s.trips);
      visit(s.step);
      return;
    default: // else: what `expressionsOf` says of each kind
      for (const e of expressionsOf(s)) visit(e);
  }
}

/** `visit` for every expression in the statement itself, parents first. */
export function eachExpressionOf(s: Statement, visit: (e: Expression) => void): void {
  eachPartOf(s, (e) => eachExpression(e, visit));
}

/** `visit` for every expression in `list`, nested statements included. */
export function eachExpressionIn(list: readonly Statement[], visit: (e: Expression) => void): void {
  const whole = (e: Expression): void => eachExpression(e, visit);
  eachStatement(list, (s) => eachPartOf(s, whole));
}

/** The statement lists nested in `s`. */
export function bodiesOf(s: Statement): readonly (readonly Statement[])[] {
  switch (s.kind) {
    case 'if':
      return [s.then, s.otherwise];
    case 'loop':
    case 'for':
    case 'block':
      return [s.body];
    case 'switch':
      return [...s.cases.map((c) => c.body), s.otherwise];
    case 'set':
    case 'store':
    case 'break':
    case 'continue':
    case 'return':
    case 'call':
    case 'launch':
    case 'copy':
    case 'fill':
    case 'barrier':
    case 'fence':
    case 'atomic':
    case 'warp':
    case 'read-clock':
    case 'print':
    case 'trap':
      return noBodies;
    default:
      return impossible(s);
  }
}

/** Whether its body runs again and again. */
export function isLoop(s: Statement): s is Extract<Statement, { kind: 'for' | 'loop' }> {
  return s.kind === 'for' || s.kind === 'loop';
}

/** The labels of the loops and blocks in a list: jumps to others lead out of it. */
export function labelsIn(list: readonly Statement[]): ReadonlySet<string> {
  const found = new Set<string>();
  eachStatement(list, (s) => {
    if (isLoop(s) || s.kind === 'block') found.add(s.label);
  });
  return found;
}

/** Whether statements can be nested in `s`. */
export function hasBodies(s: Statement): boolean {
  return bodiesOf(s) !== noBodies;
}

/** `visit` for every statement of `list`, nested ones too, parents first. */
export function eachStatement(list: readonly Statement[], visit: (s: Statement) => void): void {
  for (let i = 0; i < list.length; i++) {
    const s = list[i]!;
    visit(s);
    switch (s.kind) {
      case 'if':
        eachStatement(s.then, visit);
        eachStatement(s.otherwise, visit);
        break;
      case 'loop':
      case 'for':
      case 'block':
        eachStatement(s.body, visit);
        break;
      case 'switch':
        for (const c of s.cases) eachStatement(c.body, visit);
        eachStatement(s.otherwise, visit);
        break;
      case 'set':
      case 'store':
      case 'break':
      case 'continue':
      case 'return':
      case 'call':
      case 'launch':
      case 'copy':
      case 'fill':
      case 'barrier':
      case 'fence':
      case 'atomic':
      case 'warp':
      case 'read-clock':
      case 'print':
      case 'trap':
        break;
      default:
        impossible(s);
    }
  }
}

export function someStatement(list: readonly Statement[], is: (s: Statement) => boolean): boolean {
  for (let i = 0; i < list.length; i++) {
    const s = list[i]!;
    if (is(s)) return true;
    if (hasBodies(s)) for (const body of bodiesOf(s)) if (someStatement(body, is)) return true;
  }
  return false;
}

/** Whether `is` holds for some expression in `list`, nested statements included. */
export function someExpressionIn(list: readonly Statement[], is: (e: Expression) => boolean): boolean {
  return someStatement(list, (s) => {
    let found = false;
    eachPartOf(s, (e) => {
      found ||= someExpression(e, is);
    });
    return found;
  });
}

/** The locals that the statement itself writes. */
export function localsSet(s: Statement): readonly number[] {
  switch (s.kind) {
    case 'set':
    case 'for':
      return [s.local];
    case 'call':
      return s.results;
    case 'barrier':
      return s.reduce ? [s.reduce.result] : [];
    case 'atomic':
      return s.result === undefined ? [] : [s.result];
    case 'warp':
      return s.result2 === undefined ? [s.result] : [s.result, s.result2];
    case 'read-clock':
      return [s.result];
    case 'store':
    case 'if':
    case 'loop':
    case 'block':
    case 'switch':
    case 'break':
    case 'continue':
    case 'return':
    case 'launch':
    case 'copy':
    case 'fill':
    case 'fence':
    case 'print':
    case 'trap':
      return noLocals;
    default:
      return impossible(s);
  }
}

/** The locals that the statements write, those in their bodies with them. */
export function localsSetIn(list: readonly Statement[]): Set<number> {
  const found = new Set<number>();
  eachStatement(list, (s) => {
    for (const l of localsSet(s)) found.add(l);
  });
  return found;
}

/** `e` with each of the expressions directly below it changed; itself where none does. */
export function changeParts(e: Expression, change: (e: Expression) => Expression): Expression {
  if (e.kind === 'op') {
    const args = mapEach(e.args, change);
    return args === e.args ? e : { ...e, args };
  }
  if (e.kind !== 'load') return e;
  const from = change(e.from);
  return from === e.from ? e : { ...e, from };
}

/** `e` with every node replaced by `change` of it, from the leaves up. */
export function mapExpression(e: Expression, change: (e: Expression) => Expression): Expression {
  const whole = (x: Expression): Expression => change(changeParts(x, whole));
  return whole(e);
}

/** `e` with `value` in place of a local. */
export function withLocal(e: Expression, index: number, value: Expression): Expression {
  return mapExpression(e, (x) => (x.kind === 'local' && x.index === index ? value : x));
}

/** The same with several at once; what stands for a local is not looked into. */
export function withLocals(e: Expression, values: ReadonlyMap<number, Expression>): Expression {
  return values.size === 0 ? e : mapExpression(e, (x) => (x.kind === 'local' ? (values.get(x.index) ?? x) : x));
}

export type Mapping = {
  /** Applied to each whole expression that stands in a statement. */
  readonly expression: (e: Expression) => Expression;
  /** Applied to each nested statement list. */
  readonly body: (list: readonly Statement[]) => readonly Statement[];
  /** Applied to each local that is written. */
  readonly local?: (index: number) => number;
  readonly label?: (label: string) => string;
};

const same = <T>(x: T): T => x;

/** A copy of `s` with its parts mapped: where statements are written several times, each is an object of its own. */
export function mapStatement(s: Statement, m: Mapping): Statement {
  const made = changeStatement(s, m);
  return made === s ? { ...s } : made;
}

/** The same statements as objects of their own, for a list that stands in two places. */
export function copyOf(list: readonly Statement[]): readonly Statement[] {
  return list.map((s) => mapStatement(s, { expression: (e) => e, body: copyOf }));
}

/** `s` with its parts mapped; where none changes, `s` itself. */
export function changeStatement(s: Statement, m: Mapping): Statement {
  const x = m.expression;
  const local = m.local ?? same;
  const label = m.label ?? same;
  switch (s.kind) {
    case 'set': {
      const to = local(s.local);
      const value = x(s.value);
      return to === s.local && value === s.value ? s : { ...s, local: to, value };
    }
    case 'store': {
      const to = x(s.to);
      const value = x(s.value);
      const own = s.own && mapEach(s.own, (o) => updated(o, { where: x(o.where) }));
      if (to === s.to && value === s.value && own === s.own) return s;
      return { ...s, to, value, ...(own && { own }) };
    }
    case 'if': {
      const condition = x(s.condition);
      const then = m.body(s.then);
      const otherwise = m.body(s.otherwise);
      if (condition === s.condition && then === s.then && otherwise === s.otherwise) return s;
      return { ...s, condition, then, otherwise };
    }
    case 'loop':
    case 'block':
      return updated(s, { label: label(s.label), body: m.body(s.body) });
    case 'for':
      return updated(s, {
        label: label(s.label),
        local: local(s.local),
        from: x(s.from),
        trips: x(s.trips),
        step: x(s.step),
        body: m.body(s.body),
      });
    case 'switch':
      return updated(s, {
        value: x(s.value),
        cases: mapEach(s.cases, (c) => updated(c, { body: m.body(c.body) })),
        otherwise: m.body(s.otherwise),
      });
    case 'break':
    case 'continue':
      return updated(s, { label: label(s.label) });
    case 'return':
      return updated(s, { values: mapEach(s.values, x) });
    case 'call':
      return updated(s, {
        callee: mapCallee(s.callee, x),
        args: mapEach(s.args, x),
        results: mapEach(s.results, local),
      });
    case 'launch':
      return updated(s, {
        kernel: mapCallee(s.kernel, x),
        grid: mapTriple(s.grid, x),
        block: mapTriple(s.block, x),
        shared: x(s.shared),
        stream: x(s.stream),
        args: mapEach(s.args, x),
      });
    case 'copy':
      return updated(s, { to: x(s.to), from: x(s.from), bytes: x(s.bytes) });
    case 'fill':
      return updated(s, { to: x(s.to), byte: x(s.byte), bytes: x(s.bytes) });
    case 'barrier': {
      const { reduce, mask } = s;
      return updated(s, {
        ...(reduce && { reduce: updated(reduce, { value: x(reduce.value), result: local(reduce.result) }) }),
        ...(mask && { mask: x(mask) }),
      });
    }
    case 'atomic':
      return updated(s, {
        to: x(s.to),
        args: mapEach(s.args, x),
        ...(s.result !== undefined && { result: local(s.result) }),
      });
    case 'warp':
      return updated(s, {
        args: mapEach(s.args, x),
        result: local(s.result),
        ...(s.result2 !== undefined && { result2: local(s.result2) }),
      });
    case 'read-clock':
      return updated(s, { result: local(s.result) });
    case 'print':
      return updated(s, { items: mapEach(s.items, (i) => mapItem(i, x)) });
    case 'fence':
    case 'trap':
      return s;
    default:
      return impossible(s);
  }
}

/** `s` with its nested lists changed; itself where none does. */
export function changeBodies(s: Statement, body: Mapping['body']): Statement {
  return hasBodies(s) ? changeStatement(s, { expression: same, body }) : s;
}

/** `whole` with these parts; itself where they are the ones that it has. */
function updated<T extends object>(whole: T, parts: Partial<T>): T {
  for (const key in parts) if (parts[key] !== whole[key]) return { ...whole, ...parts };
  return whole;
}

/** `list` with each of its members changed; the same list where none does. */
export function mapEach<T>(list: readonly T[], change: (x: T, i: number) => T): readonly T[] {
  let made: T[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const old = list[i]!;
    const now = change(old, i);
    if (now === old && !made) continue;
    made ??= list.slice(0, i);
    made.push(now);
  }
  return made ?? list;
}

/** `list` with what takes the place of each statement: one, none or several; the same list where that is the statement itself everywhere. */
export function replaceEach(
  list: readonly Statement[],
  change: (s: Statement) => Statement | readonly Statement[],
): readonly Statement[] {
  let made: Statement[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const old = list[i]!;
    const now = change(old);
    if (now === old && !made) continue;
    made ??= list.slice(0, i);
    if (isList(now)) for (const s of now) made.push(s);
    else made.push(now);
  }
  return made ?? list;
}

function isList(s: Statement | readonly Statement[]): s is readonly Statement[] {
  return Array.isArray(s);
}

function mapCallee(c: Callee, x: Mapping['expression']): Callee {
  return c.kind === 'indirect' ? updated(c, { pointer: x(c.pointer) }) : c;
}

function mapTriple(t: Triple, x: Mapping['expression']): Triple {
  const [a, b, c] = [x(t[0]), x(t[1]), x(t[2])];
  return a === t[0] && b === t[1] && c === t[2] ? t : [a, b, c];
}

function mapItem(i: PrintItem, x: Mapping['expression']): PrintItem {
  switch (i.kind) {
    case 'text':
    case 'format':
      return i;
    case 'integer':
    case 'logical':
    case 'real':
    case 'part':
      return updated(i, { value: x(i.value) });
    case 'complex':
      return updated(i, { re: x(i.re), im: x(i.im) });
    case 'string':
      return updated(i, { address: x(i.address), length: x(i.length) });
    default:
      return impossible(i);
  }
}

/** Every expression of every statement of `list` changed node by node. */
export function mapBody(list: readonly Statement[], change: (e: Expression) => Expression): readonly Statement[] {
  const mapping: Mapping = {
    expression: (e) => mapExpression(e, change),
    body: (inner) => mapBody(inner, change),
  };
  return list.map((s) => mapStatement(s, mapping));
}

/** The same for one list that stays in its place: statements in which nothing changes are themselves, and so is the list. */
export function changeExpressions(
  list: readonly Statement[],
  change: (e: Expression) => Expression,
): readonly Statement[] {
  return changeWholes(list, (e) => mapExpression(e, change));
}

/** The same with `change` of each whole expression that stands in a statement. */
export function changeWholes(list: readonly Statement[], change: (e: Expression) => Expression): readonly Statement[] {
  const mapping: Mapping = { expression: change, body: (inner) => changeWholes(inner, change) };
  return mapEach(list, (s) => changeStatement(s, mapping));
}

/** The same for a function. */
export function changeFunction(fn: Fn, change: (e: Expression) => Expression): Fn {
  const body = changeExpressions(fn.body, change);
  return body === fn.body ? fn : { ...fn, body };
}

export function readsLocal(e: Expression, local: number): boolean {
  return someExpression(e, (x) => x.kind === 'local' && x.index === local);
}

/** Conditions that hold together where a condition does. */
export function conjuncts(e: Expression): readonly Expression[] {
  return e.kind === 'op' && e.op === 'and' && e.type === 'bool' ? e.args.flatMap(conjuncts) : [e];
}
