/** Walks through analysed statements and expressions. */
import { impossible } from '../../../base/impossible.ts';
import { entering, leaving } from '../../../machine/offload.ts';
import type {
  Actual,
  ConstructorItem,
  Expr,
  IndexLoop,
  IoItem,
  MapEntry,
  Stmt,
  Subscript,
  TeamAct,
  Variable,
} from '../program.ts';

/** Calls `see` for the expressions directly inside an expression. */
export function eachInside(e: Expr, see: (x: Expr) => void): void {
  someInside(e, (x) => {
    see(x);
    return false;
  });
}

/** Whether `test` holds for one of the expressions directly inside an expression; those after it are not asked. */
export function someInside(e: Expr, test: (x: Expr) => boolean): boolean {
  switch (e.kind) {
    case 'constant':
    case 'constant-array':
    case 'variable':
    case 'null':
    case 'procedure':
    case 'builtin':
      return false;
    case 'part':
    case 'complex-part':
      return test(e.base);
    case 'element':
      return test(e.base) || someInSubscripts(e.subscripts, test);
    case 'substring':
      return test(e.base) || holds(e.from, test) || holds(e.to, test);
    case 'convert':
      return test(e.value);
    case 'unary':
      return test(e.operand);
    case 'binary':
      return test(e.left) || test(e.right);
    case 'call':
      return (e.callee.kind === 'pointer' && test(e.callee.pointer)) || someActual(e.args, test);
    case 'intrinsic':
    case 'library-call':
      return someOf(e.args, test);
    case 'array-constructor':
      return someInItems(e.items, test);
    case 'structure':
      return someOf(e.values, test) || holds(e.parent?.value, test);
    default:
      return impossible(e);
  }
}

function holds(e: Expr | undefined, test: (x: Expr) => boolean): boolean {
  return e !== undefined && test(e);
}

function someOf(list: readonly (Expr | undefined)[], test: (x: Expr) => boolean): boolean {
  for (const e of list) if (e && test(e)) return true;
  return false;
}

function someInSubscripts(list: readonly Subscript[], test: (x: Expr) => boolean): boolean {
  for (const s of list) {
    const found = s.kind === 'range' ? holds(s.from, test) || holds(s.to, test) || holds(s.step, test) : test(s.value);
    if (found) return true;
  }
  return false;
}

function someActual(args: readonly Actual[], test: (x: Expr) => boolean): boolean {
  for (const a of args) if (a && a.kind !== 'alternate-return' && test(a)) return true;
  return false;
}

function someInItems(items: readonly ConstructorItem[], test: (x: Expr) => boolean): boolean {
  for (const i of items) {
    if (i.kind === 'value' ? test(i.value) : holds(i.from, test) || holds(i.to, test) || holds(i.step, test))
      return true;
    if (i.kind !== 'value' && someInItems(i.items, test)) return true;
  }
  return false;
}

/** The expressions directly inside an expression. */
export function inside(e: Expr): readonly Expr[] {
  const found: Expr[] = [];
  eachInside(e, (x) => void found.push(x));
  return found;
}

export function inSubscript(s: Subscript): (Expr | undefined)[] {
  return s.kind === 'range' ? [s.from, s.to, s.step] : [s.value];
}

export function inActuals(args: readonly Actual[]): (Expr | undefined)[] {
  return args.map((a) => (a && a.kind !== 'alternate-return' ? a : undefined));
}

/** Calls `see` for every variable in an expression, outer before inner. */
export function eachVariable(e: Expr | undefined, see: (v: Variable, at: Expr) => void): void {
  if (!e || e.kind === 'constant') return;
  const look = (x: Expr): boolean => {
    if (x.kind === 'variable') see(x.variable, x);
    return someInside(x, look);
  };
  look(e);
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

function read(story: Story, value: Expr | undefined): void {
  if (value) story.events.push({ kind: 'read', value });
}

function readActuals(story: Story, args: readonly Actual[]): void {
  for (const a of args) if (a && a.kind !== 'alternate-return') read(story, a);
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
    read(story, l.from);
    read(story, l.to);
    read(story, l.step);
    story.events.push({ kind: 'index', variable: l.index });
  }
}

function tell(story: Story, s: Stmt): void {
  switch (s.kind) {
    case 'assign':
      read(story, s.value);
      writes(story, s.to, s);
      return;
    case 'pointer-assign':
      read(story, s.target);
      writes(story, s.to, s);
      return;
    case 'call':
    case 'launch':
      readActuals(story, s.args);
      for (const a of s.args) if (a?.kind === 'variable' || a?.kind === 'element') writes(story, a, s);
      return;
    case 'intrinsic-call':
    case 'library-call':
      for (const a of s.args) read(story, a);
      return;
    case 'if':
      for (const arm of s.arms) {
        read(story, arm.condition);
        body(story, arm.body);
      }
      body(story, s.otherwise);
      return;
    case 'do':
      loopHeads(story, [s]);
      body(story, s.body);
      return;
    case 'do-while':
      read(story, s.condition);
      body(story, s.body, s.condition !== undefined);
      return;
    case 'do-concurrent':
    case 'forall':
      loopHeads(story, s.indices);
      read(story, s.mask);
      body(story, s.body);
      return;
    case 'block':
    case 'associate':
      for (const inner of s.body) tell(story, inner);
      return;
    case 'select-case':
      read(story, s.selector);
      for (const c of s.cases) body(story, c.body);
      return;
    case 'select-type':
      read(story, s.selector);
      for (const c of s.cases) body(story, c.body);
      return;
    case 'where':
      for (const arm of s.arms) {
        read(story, arm.mask);
        body(story, arm.body);
      }
      return;
    case 'computed-goto':
    case 'return':
      read(story, s.value);
      return;
    case 'stop':
      read(story, s.code);
      read(story, s.quiet);
      return;
    case 'allocate':
      for (const i of s.items)
        for (const b of i.bounds) {
          read(story, b.lower);
          read(story, b.upper);
        }
      return;
    case 'io':
      for (const i of s.items) inIoItem(story, i);
      return;
    case 'kernel-loop':
      loopHeads(story, s.loops);
      body(story, s.body);
      return;
    case 'mapped':
      for (const e of s.entries) if (bringsValues(e)) read(story, e.outer);
      body(story, s.body, false);
      for (const e of s.entries) if (takesValues(e)) writes(story, e.outer, s);
      return;
    case 'atomic':
      read(story, s.value);
      read(story, s.to);
      writes(story, s.to, s);
      if (s.capture) writes(story, s.capture.to, s);
      return;
    case 'team':
      team(story, s);
      return;
    case 'on-device':
      read(story, s.condition);
      read(story, s.device);
      body(story, s.body);
      body(story, s.otherwise);
      return;
    case 'offload-set':
      read(story, s.value);
      return;
    case 'cycle':
    case 'exit':
    case 'goto':
    case 'continue':
    case 'deallocate':
    case 'nullify':
    case 'queue-wait':
    case 'lanes':
      return;
    default:
      impossible(s);
  }
}

function bringsValues(e: MapEntry): boolean {
  return ((e.enter ?? 0) & entering.copy) !== 0;
}

function takesValues(e: MapEntry): boolean {
  return ((e.leave ?? 0) & leaving.copy) !== 0 || e.update?.to === 'host';
}

function team(story: Story, { act, body: inner }: Stmt & { readonly kind: 'team' }): void {
  if (act.how === 'run') {
    read(story, act.threads);
    read(story, act.condition);
  } else if (act.how === 'loop') {
    loopHeads(story, act.loops);
    read(story, act.chunk);
  } else if (act.how === 'masked') read(story, act.thread);
  else if (act.how === 'task') read(story, act.condition);
  body(story, inner, !always.has(act.how));
  if (act.how === 'loop') body(story, act.last);
  if (act.how === 'single') body(story, act.take);
}

/** Acts whose bodies run in any case. */
const always: ReadonlySet<TeamAct['how']> = new Set(['run', 'alone', 'task', 'taskgroup'] as const);

function inIoItem(story: Story, i: IoItem): void {
  if (i.kind === 'value') read(story, i.value);
  else if (i.kind === 'loop') {
    read(story, i.from);
    read(story, i.to);
    read(story, i.step);
    for (const inner of i.items) inIoItem(story, inner);
  } else if (i.call.kind === 'call') readActuals(story, i.call.args);
}
