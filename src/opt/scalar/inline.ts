/** Functions are put into those that call them, wherever they do not call themselves: all device functions that fit, and host functions that somebody chooses. */
import { isOfLibrary, type Span } from '../../base/source.ts';
import { calleesIn } from '../../ir/calls.ts';
import { isRendezvous } from '../../ir/effects.ts';
import type { Program } from '../../ir/link.ts';
import type { Expression, Fn, Local, Slot, Statement } from '../../ir/module.ts';
import { Endings } from '../../ir/never-returns.ts';
import {
  changeBodies,
  eachStatement,
  isLoop,
  localsSetIn,
  mapExpression,
  mapStatement,
  replaceEach,
  someStatement,
} from '../../ir/walk.ts';

/** A caller grows to about so many statements, then large callees stay calls. */
const budget = 20000;
const large = 300;

export type Inlined = {
  /** Kernels with their callees put in. */
  readonly kernels: readonly Fn[];
  /** Device functions that are still called, or whose value is taken. */
  readonly functions: readonly Fn[];
};

/** A call that may go: to a function of `size` statements, from one of `into` statements. */
export type Chance = { readonly callee: Fn; readonly size: number; readonly into: number; readonly inLoop: boolean };
type Choice = (chance: Chance) => boolean;

/** Puts `functions` into `fn` where it calls them. */
export function inlineInto(fn: Fn, functions: ReadonlyMap<string, Fn>): Fn {
  return new Inliner(functions, 'device', ofDevice(new Set())).expand(fn);
}

/** Host functions with those callees inside that `choose` takes, each as `tidy` makes it: once, and not in each of its copies. */
export function inlineHost(functions: ReadonlyMap<string, Fn>, choose: Choice, tidy: (fn: Fn) => Fn): (fn: Fn) => Fn {
  const inliner = new Inliner(functions, 'host', choose, tidy);
  return (fn) => inliner.expand(fn);
}

function ofDevice(keep: ReadonlySet<string>): Choice {
  return ({ callee, size, into }) =>
    !keep.has(callee.name) && (size <= large || into + size <= budget || needsBlock(callee));
}

/** `keep`: functions that stay calls, since they are seldom called. */
export function inline(program: Program, keep: ReadonlySet<string> = new Set()): Inlined {
  const inliner = new Inliner(program.functions, 'device', ofDevice(keep));
  const kernels = program.kernels.map((k) => inliner.expand(k));
  const kept: Fn[] = [];
  const seen = new Set<string>();
  const queue = [...kernels.flatMap((k) => calleesIn(k.body)), ...program.addressed];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const fn = program.functions.get(name);
    if (seen.has(name) || fn?.kind !== 'device') continue;
    seen.add(name);
    const expanded = inliner.expand(fn);
    kept.push(expanded);
    queue.push(...calleesIn(expanded.body));
  }
  return { kernels, functions: kept };
}

export function countStatements(fn: Fn): number {
  let n = 0;
  eachStatement(fn.body, () => n++);
  return n;
}

class Inliner {
  private readonly functions: ReadonlyMap<string, Fn>;
  private readonly kind: 'host' | 'device';
  private readonly choose: Choice;
  private readonly tidy: (fn: Fn) => Fn;
  private readonly done = new Map<string, Fn>();
  private readonly tidied = new Map<Fn, Fn>();
  private readonly recursive: ReadonlySet<string>;
  private readonly sizes = new Map<string, number>();
  private readonly endings: Endings;

  constructor(
    functions: ReadonlyMap<string, Fn>,
    kind: 'host' | 'device',
    choose: Choice,
    tidy: (fn: Fn) => Fn = (fn) => fn,
  ) {
    this.functions = functions;
    this.kind = kind;
    this.choose = choose;
    this.tidy = tidy;
    this.endings = new Endings(functions);
    this.recursive = findRecursive(functions, kind);
  }

  /** `fn` with its callees inside. */
  expand(fn: Fn): Fn {
    const known = this.done.get(fn.name);
    if (known) return known;
    const { bytewise = false } = fn;
    const target: Target = {
      locals: [...fn.locals],
      slots: [...fn.slots],
      copies: 0,
      size: countStatements(fn),
      bytewise,
    };
    const body = this.list(fn.body, target, false);
    const made: Fn =
      target.copies === 0
        ? fn
        : {
            ...fn,
            body,
            locals: target.locals,
            slots: target.slots,
            ...(target.bytewise && { bytewise: true }),
          };
    this.done.set(fn.name, made);
    this.sizes.set(fn.name, target.size);
    return made;
  }

  private list(list: readonly Statement[], target: Target, inLoop: boolean): readonly Statement[] {
    const isCold = (b: readonly Statement[]): boolean => this.kind === 'host' && this.endings.isEnd(b);
    const within = (b: readonly Statement[]): readonly Statement[] => (isCold(b) ? b : this.list(b, target, inLoop));
    const repeated = (b: readonly Statement[]): readonly Statement[] => this.list(b, target, !this.takesLong(b));
    return replaceEach(list, (s) => {
      const callee = this.callee(s, target, inLoop);
      if (!callee || s.kind !== 'call') return changeBodies(s, repeats(s) ? repeated : within);
      const out: Statement[] = [];
      paste(s, this.forCopies(callee), target, out);
      return out;
    });
  }

  private forCopies(fn: Fn): Fn {
    const made = this.tidied.get(fn) ?? this.tidy(fn);
    this.tidied.set(fn, made);
    return made;
  }

  /** Whether each iteration of a host loop waits for something beside which a call costs nothing. */
  private takesLong(body: readonly Statement[]): boolean {
    return this.kind === 'host' && body.some(isSlow);
  }

  /** The function that takes the place of the call. */
  private callee(s: Statement, target: Target, inLoop: boolean): Fn | undefined {
    if (s.kind !== 'call' || s.callee.kind !== 'direct') return undefined;
    const fn = this.functions.get(s.callee.name);
    if (fn?.kind !== this.kind || this.recursive.has(fn.name)) return undefined;
    const callee = this.expand(fn);
    const size = this.sizes.get(fn.name) ?? 0;
    if (!this.choose({ callee, size, into: target.size, inLoop })) return undefined;
    target.size += size;
    return callee;
  }
}

/** Launches, and calls of the runtime that come to files and devices. */
function isSlow(s: Statement): boolean {
  if (s.kind === 'block') return s.body.some(isSlow);
  return s.kind === 'launch' || (s.kind === 'call' && s.callee.kind === 'direct' && slowCalls.test(s.callee.name));
}

const slowCalls = /^(copy|cudafor|device|io|managed|pinned)\./;

/** Not a loop of C that only makes one statement of several: do { … } while (0). */
function repeats(s: Statement): boolean {
  if (!isLoop(s)) return false;
  const last = s.kind === 'loop' ? s.body.at(-1) : undefined;
  return !(last?.kind === 'break' && s.label === last.label) || continues(s.body, s.label);
}

function continues(list: readonly Statement[], label: string): boolean {
  return someStatement(list, (s) => s.kind === 'continue' && s.label === label);
}

/** Barriers and warp functions are cut in a kernel's own code only. */
function needsBlock(fn: Fn): boolean {
  return someStatement(fn.body, isRendezvous);
}

/** Functions of one kind on a cycle of calls. */
function findRecursive(functions: ReadonlyMap<string, Fn>, kind: Fn['kind']): ReadonlySet<string> {
  const recursive = new Set<string>();
  const state = new Map<string, 'open' | 'done'>();
  const path: string[] = [];
  const visit = (name: string): void => {
    const fn = functions.get(name);
    if (!fn || (fn.kind === 'host') !== (kind === 'host')) return;
    if (state.get(name) === 'open') for (const n of path.slice(path.indexOf(name))) recursive.add(n);
    if (state.has(name)) return;
    state.set(name, 'open');
    path.push(name);
    for (const callee of calleesIn(fn.body)) visit(callee);
    path.pop();
    state.set(name, 'done');
  };
  for (const name of functions.keys()) visit(name);
  return recursive;
}

export type Target = {
  readonly locals: Local[];
  readonly slots: Slot[];
  copies: number;
  size: number;
  /** As Fn.bytewise, of what was put in. */
  bytewise?: boolean;
  /** What labels of the ends of copies begin with. */
  readonly exit?: string;
};

/** Puts the callee's body in the place of the call. */
export function paste(call: Extract<Statement, { kind: 'call' }>, callee: Fn, target: Target, out: Statement[]): void {
  const copy = ++target.copies;
  if (callee.bytewise) target.bytewise = true;
  const at = call.at;
  // What a program calls of the library is told of at the call.
  const isForeign = at !== undefined && !isOfLibrary(at.source) && isOfLibrary(callee.at.source);
  const placed = (of: Span | undefined): { readonly at?: Span } => (isForeign ? { at } : of ? { at: of } : {});
  const written = localsSetIn(callee.body);
  const firstLocal = target.locals.length;
  const firstSlot = target.slots.length;
  target.locals.push(...callee.locals);
  target.slots.push(...callee.slots);
  const replaced = new Map<number, Expression>();
  call.args.forEach((arg, i) => {
    if (!written.has(i) && isSimple(arg)) replaced.set(i, arg);
    else out.push({ kind: 'set', local: firstLocal + i, value: arg, ...(at && { at }) });
  });
  const rename = (e: Expression): Expression => {
    if (e.kind === 'local') return replaced.get(e.index) ?? { ...e, index: e.index + firstLocal };
    return e.kind === 'slot' ? { ...e, index: e.index + firstSlot } : e;
  };
  // No label of the callee begins so.
  const exit = `~${target.exit ?? ''}${copy}`;
  const results = callee.results.map((type, i) => {
    if (callee.results.length === 1) return call.results[0]!;
    target.locals.push({ name: `result${i}`, type });
    return target.locals.length - 1;
  });
  const copied = (list: readonly Statement[]): readonly Statement[] =>
    list.flatMap((s): readonly Statement[] => {
      if (s.kind === 'return')
        return [
          ...s.values.map(
            (v, i): Statement => ({
              kind: 'set',
              local: results[i]!,
              value: mapExpression(v, rename),
              ...placed(s.at),
            }),
          ),
          { kind: 'break', label: exit, ...placed(s.at) },
        ];
      const made = mapStatement(s, {
        expression: (e) => mapExpression(e, rename),
        body: copied,
        local: (l) => l + firstLocal,
        label: (l) => `${l}~${copy}`,
      });
      return [isForeign ? { ...made, at } : made];
    });
  const body = withoutLastJump(copied(callee.body), exit);
  if (jumpsTo(body, exit)) out.push({ kind: 'block', label: exit, body, ...(at && { at }) });
  else out.push(...body);
  if (results.length > 1)
    results.forEach((r, i) => {
      out.push({ kind: 'set', local: call.results[i]!, value: { kind: 'local', type: callee.results[i]!, index: r } });
    });
}

/** Costs nothing to repeat, and means the same throughout the callee. */
function isSimple(e: Expression): boolean {
  switch (e.kind) {
    case 'const':
    case 'slot':
    case 'global':
    case 'special':
    case 'function':
    case 'dynamic-shared':
    case 'local':
      return true;
    case 'op':
      return e.op === 'cast.space'
        ? isSimple(e.args[0]!)
        : e.op === 'offset' && isSimple(e.args[0]!) && e.args[1]!.kind === 'const';
    case 'load':
      return false;
  }
}

function withoutLastJump(body: readonly Statement[], label: string): readonly Statement[] {
  const last = body.at(-1);
  return last?.kind === 'break' && last.label === label ? body.slice(0, -1) : body;
}

function jumpsTo(body: readonly Statement[], label: string): boolean {
  return someStatement(body, (s) => s.kind === 'break' && s.label === label);
}
