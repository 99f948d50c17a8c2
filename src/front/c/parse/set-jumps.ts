/**
 * setjmp: its call becomes a mark and a label before the statement that it stands in. Behind each call of such a function stands a look whether something jumps back
 * (lower/unwind.ts), which leads to the end of the body: there the function goes on at the label that was meant, or ends. See library/c/__jumps.h.
 */
import type { Span } from '../../../base/source.ts';
import { notSupported } from '../errors.ts';
import type { Expression, FunctionSymbol, Statement, VariableSymbol } from '../tree.ts';
import { int, long, type Type } from '../types.ts';
import { asValue, converted } from './convert.ts';
import { callFunction } from './cxx-calls.ts';
import { numberOf } from './numbers.ts';
import { binary } from './operators.ts';
import type { Parser } from './parser.ts';
import { newVariable, variableUse } from './variables.ts';

export const landingLabel = '__landing';

const mark = '__cufort_mark';
const landing = '__cufort_landing';
const landed = '__cufort_landed';

/** Functions that do the jump itself: behind their calls nothing is looked for. */
export const isOfJumps = ({ name }: FunctionSymbol): boolean => name === mark || name === landing || name === landed;

/** `__cufort_setjmp(buffer)` */
export function setJump(p: Parser, at: Span): Expression {
  const buffer = asValue(p.parts.assignment(p));
  const context = p.fn;
  if (!context) return p.fail('a function around `setjmp`');
  context.landings ??= { frame: ownVariable(p, 'frame', long, at), values: [] };
  const { frame, values } = context.landings;
  const value = ownVariable(p, `jump.${values.length}`, int, at);
  const number = values.push(value);
  const marking = call(p, mark, [buffer, variableUse(frame, at), numberOf(BigInt(number), int, { at })], at);
  const label = `${landingLabel}.${number}`;
  context.labels.add(label);
  context.marks.push(set(frame, marking, at), set(value, numberOf(0n, int, { at }), at), {
    kind: 'label',
    name: label,
    at,
  });
  return asValue(variableUse(value, at));
}

/** A statement with the marks of the calls of setjmp in it, apart from those of statements within. */
export function marked(p: Parser, read: () => Statement[]): Statement[] {
  const context = p.fn;
  if (!context) return read();
  const outer = context.marks;
  context.marks = [];
  try {
    const list = read();
    if (context.marks.length === 0) return list;
    if (list[0]?.kind === 'loop') p.report(notSupported('`setjmp` in the condition of a loop', list[0].at));
    return [...context.marks, ...list];
  } finally {
    context.marks = outer;
  }
}

export function withLandings(p: Parser, fn: FunctionSymbol, own: Statement): Statement {
  const landings = p.fn?.landings;
  const flag = p.file.names.get('__cufort_jumping');
  if (!landings || flag?.kind !== 'variable') return own;
  fn.lands = flag;
  const { at } = own;
  const { frame, values } = landings;
  const point = ownVariable(p, 'point', int, at);
  const end = `${landingLabel}.end`;
  const ways = values.map((value, i): Statement => {
    const to: Statement = { kind: 'goto', label: `${landingLabel}.${i + 1}`, at };
    const then: Statement = { kind: 'block', body: [set(value, call(p, landed, [], at), at), to], at };
    const condition = binary(p, '==', variableUse(point, at), numberOf(BigInt(i + 1), int, { at }), at);
    return { kind: 'if', condition, then, otherwise: undefined, at };
  });
  const body: Statement[] = [
    ...[frame, point, ...values].map((variable): Statement => ({ kind: 'variable', variable, at })),
    own,
    { kind: 'goto', label: end, at },
    { kind: 'label', name: landingLabel, at },
    set(point, call(p, landing, [variableUse(frame, at)], at), at),
    ...ways,
    { kind: 'label', name: end, at },
  ];
  return { kind: 'block', body, at };
}

function ownVariable(p: Parser, word: string, type: Type, at: Span): VariableSymbol {
  const v = newVariable(`setjmp.${word}`, `setjmp.${word}`, at, type, 'automatic');
  v.home = p.fn;
  v.initial = { kind: 'value', value: numberOf(0n, type, { at }) };
  return v;
}

function set(variable: VariableSymbol, value: Expression, at: Span): Statement {
  const assign: Expression = {
    kind: 'assign',
    to: variableUse(variable, at),
    value: converted(asValue(value), variable.type),
    type: variable.type,
    at,
  };
  return { kind: 'expression', value: assign, at };
}

function call(p: Parser, name: string, args: readonly Expression[], at: Span): Expression {
  const found = p.file.names.get(name);
  const fn = found?.kind === 'functions' ? found.list[0] : undefined;
  return fn ? callFunction(p, fn, args.map(asValue), at) : p.fail('`#include <setjmp.h>`');
}
