/** `X::~X() = default;`: members whose code the compiler writes, asked for outside of their class ([dcl.fct.def.default], 5). */
import type { Expression, FunctionSymbol, Statement } from '../tree.ts';
import { pointerTo, type RecordType, unqualified } from '../types.ts';
import { isCopyOf } from './class-info.ts';
import { callFunction, pointerOf } from './cxx-calls.ts';
import { self } from './member-initialisers.ts';
import { implicitAssignment, implicitCopy, memberDefaults, memberDestructions } from './objects.ts';
import type { Parser } from './parser.ts';

export function defaultedOutside(p: Parser, record: RecordType, fn: FunctionSymbol): void {
  fn.pending = () => {
    fn.pending = undefined;
    fn.body = { kind: 'block', body: bodyOf(p, record, fn), at: fn.at };
  };
}

function bodyOf(p: Parser, record: RecordType, fn: FunctionSymbol): Statement[] {
  const { at } = fn;
  const object = self(fn);
  if (fn.role === 'destructor') return memberDestructions(p, record, object);
  const from = givenTo(fn);
  if (!from) return memberDefaults(p, record, object);
  const [, param] = fn.type.params;
  const isMove = param?.kind === 'reference' && param.rvalue;
  const done = (value: Expression): Statement => ({ kind: 'expression', value, at });
  if (fn.role === 'constructor' && isCopyOf(fn, record))
    return [done(callFunction(p, implicitCopy(p, record, isMove), [pointerOf(object), taken(from, isMove)], at))];
  const assignment = implicitAssignment(p, record, isMove);
  const whole: Expression = { kind: 'assign', to: object, value: from, type: unqualified(object.type), at };
  const assigned = assignment ? callFunction(p, assignment, [pointerOf(object), taken(from, isMove)], at) : whole;
  return [done(assigned), { kind: 'return', value: pointerOf(object), at }];
}

/** What a copy is made of. */
function givenTo(fn: FunctionSymbol): Expression | undefined {
  const v = fn.params[1];
  if (v?.type.kind !== 'reference') return undefined;
  const { to } = v.type;
  const pointer: Expression = { kind: 'variable', variable: v, type: pointerTo(to), at: fn.at, lvalue: true };
  return { kind: 'dereference', of: pointer, type: to, at: fn.at, lvalue: true };
}

const taken = (from: Expression, isMove: boolean): Expression => (isMove ? { ...from, expiring: true } : from);
