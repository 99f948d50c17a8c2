/** Ways through the IR: the parts of an expression or statement, and copies with some parts replaced. Unchanged expressions stay the same objects. */
import { impossible } from '../base/impossible.ts';
import type { Callee, Expression, PrintItem, Statement, Triple } from './module.ts';

const none: readonly Expression[] = [];
const noBodies: readonly (readonly Statement[])[] = [];

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

/** The expressions that stand in the statement itself, not in its nested bodies. */
export function expressionsOf(s: Statement): readonly Expression[] {
  switch (s.kind) {
    case 'set':
      return [s.value];
    case 'store':
      return [s.to, s.value];
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
    default:
      return noBodies;
  }
}

/** `visit` for every statement of `list`, nested ones too, parents first. */
export function eachStatement(list: readonly Statement[], visit: (s: Statement) => void): void {
  for (const s of list) {
    visit(s);
    for (const body of bodiesOf(s)) eachStatement(body, visit);
  }
}

export function someStatement(list: readonly Statement[], is: (s: Statement) => boolean): boolean {
  for (const s of list) {
    if (is(s)) return true;
    for (const body of bodiesOf(s)) if (someStatement(body, is)) return true;
  }
  return false;
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
    default:
      return [];
  }
}

/** `e` with every node replaced by `change` of it, from the leaves up. */
export function mapExpression(e: Expression, change: (e: Expression) => Expression): Expression {
  if (e.kind === 'op') {
    let args: Expression[] | undefined;
    for (let i = 0; i < e.args.length; i++) {
      const old = e.args[i]!;
      const made = mapExpression(old, change);
      if (made !== old) {
        args ??= [...e.args];
        args[i] = made;
      }
    }
    return change(args ? { ...e, args } : e);
  }
  if (e.kind === 'load') {
    const from = mapExpression(e.from, change);
    return change(from === e.from ? e : { ...e, from });
  }
  return change(e);
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

/** A copy of `s` with its parts mapped. */
export function mapStatement(s: Statement, m: Mapping): Statement {
  const x = m.expression;
  const local = m.local ?? same;
  const label = m.label ?? same;
  switch (s.kind) {
    case 'set':
      return { ...s, local: local(s.local), value: x(s.value) };
    case 'store':
      return { ...s, to: x(s.to), value: x(s.value) };
    case 'if':
      return { ...s, condition: x(s.condition), then: m.body(s.then), otherwise: m.body(s.otherwise) };
    case 'loop':
    case 'block':
      return { ...s, label: label(s.label), body: m.body(s.body) };
    case 'for':
      return {
        ...s,
        label: label(s.label),
        local: local(s.local),
        from: x(s.from),
        trips: x(s.trips),
        step: x(s.step),
        body: m.body(s.body),
      };
    case 'switch':
      return {
        ...s,
        value: x(s.value),
        cases: s.cases.map((c) => ({ ...c, body: m.body(c.body) })),
        otherwise: m.body(s.otherwise),
      };
    case 'break':
    case 'continue':
      return m.label ? { ...s, label: label(s.label) } : s;
    case 'return':
      return s.values.length === 0 ? s : { ...s, values: s.values.map(x) };
    case 'call':
      return { ...s, callee: mapCallee(s.callee, x), args: s.args.map(x), results: s.results.map(local) };
    case 'launch':
      return {
        ...s,
        kernel: mapCallee(s.kernel, x),
        grid: mapTriple(s.grid, x),
        block: mapTriple(s.block, x),
        shared: x(s.shared),
        stream: x(s.stream),
        args: s.args.map(x),
      };
    case 'copy':
      return { ...s, to: x(s.to), from: x(s.from), bytes: x(s.bytes) };
    case 'fill':
      return { ...s, to: x(s.to), byte: x(s.byte), bytes: x(s.bytes) };
    case 'barrier':
      return {
        ...s,
        ...(s.reduce && { reduce: { how: s.reduce.how, value: x(s.reduce.value), result: local(s.reduce.result) } }),
        ...(s.mask && { mask: x(s.mask) }),
      };
    case 'atomic':
      return { ...s, to: x(s.to), args: s.args.map(x), ...(s.result !== undefined && { result: local(s.result) }) };
    case 'warp':
      return {
        ...s,
        args: s.args.map(x),
        result: local(s.result),
        ...(s.result2 !== undefined && { result2: local(s.result2) }),
      };
    case 'read-clock':
      return { ...s, result: local(s.result) };
    case 'print':
      return { ...s, items: s.items.map((i) => mapItem(i, x)) };
    case 'fence':
    case 'trap':
      return s;
    default:
      return impossible(s);
  }
}

function mapCallee(c: Callee, x: Mapping['expression']): Callee {
  return c.kind === 'indirect' ? { ...c, pointer: x(c.pointer) } : c;
}

function mapTriple(t: Triple, x: Mapping['expression']): Triple {
  return [x(t[0]), x(t[1]), x(t[2])];
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
      return { ...i, value: x(i.value) };
    case 'complex':
      return { ...i, re: x(i.re), im: x(i.im) };
    case 'string':
      return { ...i, address: x(i.address), length: x(i.length) };
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
