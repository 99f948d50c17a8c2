/** Walks through analysed statements and expressions. */
import { impossible } from '../../../base/impossible.ts';
import type { Actual, ConstructorItem, Expr, IndexLoop, IoItem, Stmt, Subscript, Variable } from '../program.ts';

const none: readonly Expr[] = [];

/** The expressions directly inside an expression. */
export function inside(e: Expr): readonly (Expr | undefined)[] {
  switch (e.kind) {
    case 'constant':
    case 'constant-array':
    case 'variable':
    case 'null':
    case 'procedure':
    case 'builtin':
      return none;
    case 'part':
    case 'complex-part':
      return [e.base];
    case 'element':
      return [e.base, ...e.subscripts.flatMap(inSubscript)];
    case 'substring':
      return [e.base, e.from, e.to];
    case 'convert':
      return [e.value];
    case 'unary':
      return [e.operand];
    case 'binary':
      return [e.left, e.right];
    case 'call':
      return [...(e.callee.kind === 'pointer' ? [e.callee.pointer] : []), ...inActuals(e.args)];
    case 'intrinsic':
    case 'library-call':
      return e.args;
    case 'array-constructor':
      return e.items.flatMap(inItem);
    case 'structure':
      return [...e.values, e.parent?.value];
    default:
      return impossible(e);
  }
}

export function inSubscript(s: Subscript): (Expr | undefined)[] {
  return s.kind === 'range' ? [s.from, s.to, s.step] : [s.value];
}

export function inActuals(args: readonly Actual[]): (Expr | undefined)[] {
  return args.map((a) => (a && a.kind !== 'alternate-return' ? a : undefined));
}

function inItem(i: ConstructorItem): (Expr | undefined)[] {
  return i.kind === 'value' ? [i.value] : [i.from, i.to, i.step, ...i.items.flatMap(inItem)];
}

/** Calls `see` for every variable in an expression, outer before inner. */
export function eachVariable(e: Expr | undefined, see: (v: Variable, at: Expr) => void): void {
  if (!e) return;
  if (e.kind === 'variable') see(e.variable, e);
  for (const x of inside(e)) eachVariable(x, see);
}

/** What a statement does, in the order of execution as far as it is fixed. */
export type Event =
  | { readonly kind: 'read'; readonly value: Expr }
  /** `always`: whenever the statement is reached. */
  | { readonly kind: 'write'; readonly to: Expr; readonly statement: Stmt }
  | { readonly kind: 'index'; readonly variable: Variable }
  | { readonly kind: 'enter'; readonly conditional: boolean }
  | { readonly kind: 'leave' };

/** The reads and writes of statements, in order; bodies that may not run are bracketed as conditional. */
export function* events(list: readonly Stmt[]): Iterable<Event> {
  for (const s of list) yield* eventsOf(s);
}

function* reads(list: readonly (Expr | undefined)[]): Iterable<Event> {
  for (const value of list) if (value) yield { kind: 'read', value };
}

function* body(list: readonly Stmt[], conditional = true): Iterable<Event> {
  yield { kind: 'enter', conditional };
  yield* events(list);
  yield { kind: 'leave' };
}

function* loopHeads(loops: readonly IndexLoop[]): Iterable<Event> {
  for (const l of loops) {
    yield* reads([l.from, l.to, l.step]);
    yield { kind: 'index', variable: l.index };
  }
}

function* eventsOf(s: Stmt): Iterable<Event> {
  switch (s.kind) {
    case 'assign':
      yield { kind: 'read', value: s.value };
      yield { kind: 'write', to: s.to, statement: s };
      return;
    case 'pointer-assign':
      yield* reads([s.target]);
      yield { kind: 'write', to: s.to, statement: s };
      return;
    case 'call':
    case 'launch':
      yield* reads(inActuals(s.args));
      for (const a of inActuals(s.args))
        if (a?.kind === 'variable' || a?.kind === 'element') yield { kind: 'write', to: a, statement: s };
      return;
    case 'intrinsic-call':
    case 'library-call':
      yield* reads(s.args);
      return;
    case 'if':
      for (const arm of s.arms) {
        yield { kind: 'read', value: arm.condition };
        yield* body(arm.body);
      }
      yield* body(s.otherwise);
      return;
    case 'do':
      yield* loopHeads([s]);
      yield* body(s.body);
      return;
    case 'do-while':
      yield* reads([s.condition]);
      yield* body(s.body, s.condition !== undefined);
      return;
    case 'do-concurrent':
    case 'forall':
      yield* loopHeads(s.indices);
      yield* reads([s.mask]);
      yield* body(s.body);
      return;
    case 'block':
    case 'associate':
      yield* events(s.body);
      return;
    case 'select-case':
      yield* reads([s.selector]);
      for (const c of s.cases) yield* body(c.body);
      return;
    case 'select-type':
      yield* reads([s.selector]);
      for (const c of s.cases) yield* body(c.body);
      return;
    case 'where':
      for (const arm of s.arms) {
        yield* reads([arm.mask]);
        yield* body(arm.body);
      }
      return;
    case 'computed-goto':
    case 'return':
      yield* reads([s.value]);
      return;
    case 'stop':
      yield* reads([s.code, s.quiet]);
      return;
    case 'allocate':
      yield* reads(s.items.flatMap((i) => i.bounds.flatMap((b) => [b.lower, b.upper])));
      return;
    case 'io':
      yield* reads(s.items.flatMap(inIoItem));
      return;
    case 'kernel-loop':
      yield* loopHeads(s.loops);
      yield* body(s.body);
      return;
    case 'cycle':
    case 'exit':
    case 'goto':
    case 'continue':
    case 'deallocate':
    case 'nullify':
      return;
    default:
      return impossible(s);
  }
}

function inIoItem(i: IoItem): (Expr | undefined)[] {
  if (i.kind === 'value') return [i.value];
  if (i.kind === 'loop') return [i.from, i.to, i.step, ...i.items.flatMap(inIoItem)];
  return i.call.kind === 'call' ? inActuals(i.call.args) : [];
}
