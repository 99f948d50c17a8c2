/** The functions that a body calls, those included that make and end its objects. */
import { impossible } from '../../base/impossible.ts';
import type { Expression, FunctionSymbol, Initial, Statement } from './tree.ts';

export type Calls = {
  readonly functions: Set<FunctionSymbol>;
  /** By an address, or by a table of virtual functions. */
  unknown: boolean;
};

export function callsIn(body: Statement): Calls {
  const found: Calls = { functions: new Set(), unknown: false };
  ofStatement(body, found);
  return found;
}

function ofStatement(s: Statement, to: Calls): void {
  const each = (list: readonly (Expression | undefined)[]): void => {
    for (const e of list) if (e) ofExpression(e, to);
  };
  switch (s.kind) {
    case 'expression':
      each([s.value]);
      return;
    case 'variable':
      each([s.variable.size]);
      if (s.variable.initial) ofInitial(s.variable.initial, to);
      return;
    case 'place':
      each([s.place]);
      ofInitial(s.initial, to);
      return;
    case 'tables':
    case 'destroy':
      each([s.place]);
      return;
    case 'block':
      for (const one of s.body) ofStatement(one, to);
      return;
    case 'if':
      each([s.condition]);
      ofStatement(s.then, to);
      if (s.otherwise) ofStatement(s.otherwise, to);
      return;
    case 'loop':
      if (s.first) ofStatement(s.first, to);
      each([s.condition, s.step]);
      ofStatement(s.body, to);
      return;
    case 'switch':
      each([s.value]);
      ofStatement(s.body, to);
      return;
    case 'try':
      each([s.enter, s.unhandled, ...s.handlers.map((h) => h.test)]);
      ofStatement(s.body, to);
      for (const h of s.handlers) ofStatement(h.body, to);
      return;
    case 'return':
      each([s.value]);
      return;
    case 'case':
    case 'break':
    case 'continue':
    case 'empty':
    case 'goto':
    case 'label':
      return;
    default:
      impossible(s);
  }
}

function ofInitial(initial: Initial, to: Calls): void {
  if (initial.kind === 'list') for (const part of initial.parts) ofExpression(part.value, to);
  else ofExpression(initial.value, to);
}

function ofExpression(e: Expression, to: Calls): void {
  const each = (list: readonly (Expression | undefined)[]): void => {
    for (const one of list) if (one) ofExpression(one, to);
  };
  switch (e.kind) {
    case 'number':
    case 'text':
    case 'variable':
    case 'function':
    case 'special':
    case 'overloads':
    case 'facts':
      return;
    case 'negate':
    case 'complement':
    case 'not':
    case 'dereference':
    case 'address':
    case 'convert':
    case 'member':
      each([e.of]);
      return;
    case 'binary':
    case 'distance':
    case 'and':
    case 'or':
    case 'comma':
      each([e.left, e.right]);
      return;
    case 'move':
      each([e.pointer, e.by]);
      return;
    case 'conditional':
      each([e.condition, e.then, e.otherwise]);
      return;
    case 'assign':
    case 'update':
      each([e.to, e.value]);
      return;
    case 'call':
      if (e.virtualSlot || e.callee.kind !== 'function') to.unknown = true;
      else to.functions.add(e.callee.fn);
      each([e.callee, ...e.args]);
      return;
    case 'builtin':
      each(e.args);
      return;
    case 'launch':
      each([e.kernel, e.grid, e.block, e.shared, e.stream, ...e.args]);
      return;
    case 'braces':
      each(e.items);
      return;
    case 'construct':
      to.functions.add(e.fn);
      each(e.args);
      return;
    case 'new':
      each([e.pointer, e.count, e.value, ...(e.items ?? [])]);
      return;
    case 'delete':
      each([e.pointer]);
      return;
    case 'object':
      ofInitial(e.initial, to);
      return;
    case 'statements':
      for (const s of e.body) ofStatement(s, to);
      each([e.value]);
      return;
    default:
      impossible(e);
  }
}
