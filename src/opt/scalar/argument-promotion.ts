/**
 * Scalars that a host function only reads are passed by value where the front end says that they stay as they are during the call, and nobody calls the function by
 * its address: the caller keeps them in registers, and a recursive function needs no memory.
 */
import type { Program } from '../../ir/link.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import {
  changeBodies,
  changeParts,
  changeStatement,
  eachStatement,
  expressionsOf,
  localsSet,
  mapEach,
  replaceEach,
} from '../../ir/walk.ts';

type Load = Extract<Expression, { kind: 'load' }>;
type Call = Extract<Statement, { kind: 'call' }>;
/** A parameter that may go by value: how it is loaded, once that is known, and the parameters that it is handed on to. */
type Candidate = { load: Load | undefined; readonly handedTo: { readonly fn: string; readonly param: number }[] };
type Candidates = Map<string, Map<number, Candidate>>;

export function promoteArguments(program: Program): Program {
  const candidates = candidatesOf(program);
  if (candidates.size === 0) return program;
  settle(candidates);
  const functions = new Map<string, Fn>();
  for (const [name, fn] of program.functions) functions.set(name, fn.kind === 'host' ? rewritten(fn, candidates) : fn);
  return { ...program, functions };
}

function candidatesOf(program: Program): Candidates {
  const outside = new Set([...program.roots, ...program.addressed]);
  const candidates: Candidates = new Map();
  for (const fn of program.functions.values()) {
    if (fn.kind !== 'host' || !fn.unchanged?.length || outside.has(fn.name)) continue;
    const own = new Map(fn.unchanged.map((p): [number, Candidate] => [p, { load: undefined, handedTo: [] }]));
    lookAtUses(fn, own);
    if (own.size > 0) candidates.set(fn.name, own);
  }
  return candidates;
}

/** What is used in another way than by loads of one kind and as an argument is none. */
function lookAtUses(fn: Fn, own: Map<number, Candidate>): void {
  const meant = meaningIn(fn);
  const look = (e: Expression): void => {
    if (e.kind === 'local') own.delete(meant(e.index));
    else if (e.kind === 'op') e.args.forEach(look);
    else if (e.kind === 'load' && e.from.kind === 'local' && own.has(meant(e.from.index)))
      lookAtLoad(e, meant(e.from.index), own);
    else if (e.kind === 'load') look(e.from);
  };
  eachStatement(fn.body, (s) => {
    if (s.kind === 'set' && meant(s.local) !== s.local) return;
    for (const l of localsSet(s)) own.delete(l);
    if (s.kind !== 'call' || s.callee.kind !== 'direct') {
      expressionsOf(s).forEach(look);
      return;
    }
    const { name } = s.callee;
    s.args.forEach((arg, param) => {
      const passed = arg.kind === 'local' ? own.get(meant(arg.index)) : undefined;
      if (passed) passed.handedTo.push({ fn: name, param });
      else look(arg);
    });
  });
}

/** The parameter that a local is a copy of: one that is set once, to a parameter that never is. Others mean themselves. */
function meaningIn(fn: Fn): (local: number) => number {
  const times = new Map<number, number>();
  const copies = new Map<number, number>();
  eachStatement(fn.body, (s) => {
    for (const l of localsSet(s)) times.set(l, (times.get(l) ?? 0) + 1);
    if (s.kind === 'set' && s.value.kind === 'local' && s.value.index < fn.params) copies.set(s.local, s.value.index);
  });
  for (const [copy, param] of copies) if (times.get(copy) !== 1 || times.has(param)) copies.delete(copy);
  return (local) => copies.get(local) ?? local;
}

function lookAtLoad(load: Load, param: number, own: Map<number, Candidate>): void {
  const candidate = own.get(param)!;
  if (load.volatile || load.offset !== 0 || !agree(load, candidate.load)) own.delete(param);
  else candidate.load ??= load;
}

function agree(a: Load | undefined, b: Load | undefined): boolean {
  return !a || !b || (a.memory === b.memory && a.type === b.type);
}

/** Those whose address somebody wants, or that nobody loads, go; what they were handed on by, too. */
function settle(candidates: Candidates): void {
  const one = (fn: string, param: number): Candidate | undefined => candidates.get(fn)?.get(param);
  for (let changed = true; changed; ) {
    changed = false;
    for (const own of candidates.values())
      for (const [param, c] of own) {
        const heirs = c.handedTo.map((h) => one(h.fn, h.param));
        const known = heirs.find((h) => h?.load)?.load;
        if (heirs.some((h) => !h || !agree(h.load, c.load ?? known))) {
          own.delete(param);
          changed = true;
        } else if (!c.load && known) {
          c.load = known;
          changed = true;
        }
      }
  }
  // A ring of procedures that only hand it on.
  for (const own of candidates.values()) for (const [param, c] of own) if (!c.load) own.delete(param);
  if (
    [...candidates.values()].some((own) => [...own.values()].some((c) => c.handedTo.some((h) => !one(h.fn, h.param))))
  )
    settle(candidates);
}

function rewritten(fn: Fn, candidates: Candidates): Fn {
  const own = candidates.get(fn.name) ?? new Map<number, Candidate>();
  const meant = own.size > 0 ? meaningIn(fn) : (local: number): number => local;
  const asValue = (e: Expression): Expression => {
    if (e.kind === 'load' && isOwnLoad(e) && e.from.kind === 'local')
      return { kind: 'local', type: e.type, index: meant(e.from.index) };
    return changeParts(e, asValue);
  };
  const isOwnLoad = (e: Expression): boolean =>
    e.kind === 'load' && e.from.kind === 'local' && own.has(meant(e.from.index));
  const argument = (call: Call, arg: Expression, k: number): Expression => {
    const wanted = call.callee.kind === 'direct' ? candidates.get(call.callee.name)?.get(k)?.load : undefined;
    if (!wanted) return own.size === 0 ? arg : asValue(arg);
    if (arg.kind === 'local' && own.has(meant(arg.index)))
      return { kind: 'local', type: wanted.type, index: meant(arg.index) };
    return { kind: 'load', type: wanted.type, memory: wanted.memory, from: asValue(arg), offset: 0 };
  };
  const body = (list: readonly Statement[]): readonly Statement[] =>
    replaceEach(list, (s) => {
      if (s.kind === 'set' && meant(s.local) !== s.local && own.has(meant(s.local))) return [];
      if (s.kind === 'call' && s.callee.kind === 'direct') {
        const args = mapEach(s.args, (arg, k) => argument(s, arg, k));
        return args === s.args ? s : { ...s, args };
      }
      return own.size === 0 ? changeBodies(s, body) : changeStatement(s, { expression: asValue, body });
    });
  const made = body(fn.body);
  if (own.size === 0) return made === fn.body ? fn : { ...fn, body: made };
  const locals = fn.locals.map((l, i) => {
    const load = own.get(i)?.load;
    return load ? { ...l, type: load.type } : l;
  });
  return { ...fn, locals, body: made };
}
