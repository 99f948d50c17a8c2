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
export function events(list: readonly Stmt[]): readonly Event[] {
  const story: Story = { events: [], bodies: true };
  for (const s of list) tell(story, s);
  return story.events;
}

/** Those of the statement itself: bodies of branches and loops are entered and left, and nothing happens in them. */
export function ownEvents(s: Stmt): readonly Event[] {
  const story: Story = { events: [], bodies: false };
  tell(story, s);
  return story.events;
}

type Story = { readonly events: Event[]; readonly bodies: boolean };

function reads(story: Story, list: readonly (Expr | undefined)[]): void {
  for (const value of list) if (value) story.events.push({ kind: 'read', value });
}

function writes(story: Story, to: Expr, statement: Stmt): void {
  story.events.push({ kind: 'write', to, statement });
}

function body(story: Story, list: readonly Stmt[], conditional = true): void {
  story.events.push({ kind: 'enter', conditional });
  if (story.bodies) for (const s of list) tell(story, s);
  story.events.push({ kind: 'leave' });
}

function loopHeads(story: Story, loops: readonly IndexLoop[]): void {
  for (const l of loops) {
    reads(story, [l.from, l.to, l.step]);
    story.events.push({ kind: 'index', variable: l.index });
  }
}

function tell(story: Story, s: Stmt): void {
  switch (s.kind) {
    case 'assign':
      reads(story, [s.value]);
      writes(story, s.to, s);
      return;
    case 'pointer-assign':
      reads(story, [s.target]);
      writes(story, s.to, s);
      return;
    case 'call':
    case 'launch':
      reads(story, inActuals(s.args));
      for (const a of inActuals(s.args)) if (a?.kind === 'variable' || a?.kind === 'element') writes(story, a, s);
      return;
    case 'intrinsic-call':
    case 'library-call':
      reads(story, s.args);
      return;
    case 'if':
      for (const arm of s.arms) {
        reads(story, [arm.condition]);
        body(story, arm.body);
      }
      body(story, s.otherwise);
      return;
    case 'do':
      loopHeads(story, [s]);
      body(story, s.body);
      return;
    case 'do-while':
      reads(story, [s.condition]);
      body(story, s.body, s.condition !== undefined);
      return;
    case 'do-concurrent':
    case 'forall':
      loopHeads(story, s.indices);
      reads(story, [s.mask]);
      body(story, s.body);
      return;
    case 'block':
    case 'associate':
      for (const inner of s.body) tell(story, inner);
      return;
    case 'select-case':
      reads(story, [s.selector]);
      for (const c of s.cases) body(story, c.body);
      return;
    case 'select-type':
      reads(story, [s.selector]);
      for (const c of s.cases) body(story, c.body);
      return;
    case 'where':
      for (const arm of s.arms) {
        reads(story, [arm.mask]);
        body(story, arm.body);
      }
      return;
    case 'computed-goto':
    case 'return':
      reads(story, [s.value]);
      return;
    case 'stop':
      reads(story, [s.code, s.quiet]);
      return;
    case 'allocate':
      reads(
        story,
        s.items.flatMap((i) => i.bounds.flatMap((b) => [b.lower, b.upper])),
      );
      return;
    case 'io':
      reads(story, s.items.flatMap(inIoItem));
      return;
    case 'kernel-loop':
      loopHeads(story, s.loops);
      body(story, s.body);
      return;
    case 'cycle':
    case 'exit':
    case 'goto':
    case 'continue':
    case 'deallocate':
    case 'nullify':
      return;
    default:
      impossible(s);
  }
}

function inIoItem(i: IoItem): (Expr | undefined)[] {
  if (i.kind === 'value') return [i.value];
  if (i.kind === 'loop') return [i.from, i.to, i.step, ...i.items.flatMap(inIoItem)];
  return i.call.kind === 'call' ? inActuals(i.call.args) : [];
}
