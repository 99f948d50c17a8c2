/** Which values of a kernel are the same in all threads of a block that compute them. */
import { impossible } from '../base/impossible.ts';
import type { Expression, Fn, Statement } from './module.ts';
import { eachExpressionOf, eachStatement, localsSet } from './walk.ts';

export type Uniformity = {
  /** Locals that may differ between the threads of a block. */
  readonly varying: Set<number>;
  readonly isUniform: (e: Expression) => boolean;
};

const threadSpecials: ReadonlySet<string> = new Set(['tid.x', 'tid.y', 'tid.z', 'laneid']);

/** What a kernel's locals are. Parameters are uniform unless the kernel sets them to something else. */
export function analyseUniformity(fn: Pick<Fn, 'body'>, uniformResults: ReadonlySet<number> = new Set()): Uniformity {
  const varying = new Set<number>();
  const isUniform = (e: Expression): boolean => uniform(e, varying);
  const walk: Walk = { varying, isUniform, uniformResults, divergentLabels: new Set(), open: [], changed: true };
  while (walk.changed) {
    walk.changed = false;
    visit(fn.body, false, walk);
  }
  return { varying, isUniform };
}

/** The same where threads have more locals of their own. */
export function alsoVarying(known: Uniformity, locals: readonly number[]): Uniformity {
  const varying = new Set([...known.varying, ...locals]);
  return { varying, isUniform: (e) => uniform(e, varying) };
}

function uniform(e: Expression, varying: ReadonlySet<number>): boolean {
  switch (e.kind) {
    case 'const':
    case 'global':
    case 'function':
    case 'dynamic-shared':
      return true;
    case 'local':
      return !varying.has(e.index);
    case 'special':
      return !threadSpecials.has(e.name);
    // Each thread has its own.
    case 'slot':
      return false;
    case 'op':
      return e.args.every((a) => uniform(a, varying));
    case 'load':
      return e.from.type !== 'ptr.local' && !e.volatile && uniform(e.from, varying);
    default:
      return impossible(e);
  }
}

type Walk = {
  readonly varying: Set<number>;
  readonly isUniform: (e: Expression) => boolean;
  readonly uniformResults: ReadonlySet<number>;
  /** Loops and blocks that some threads leave or repeat while others go on. */
  readonly divergentLabels: Set<string>;
  readonly open: string[];
  changed: boolean;
};

function mark(local: number, w: Walk): void {
  if (w.varying.has(local)) return;
  w.varying.add(local);
  w.changed = true;
}

/** All open loops and blocks from the innermost to `label` (all of them for a return) part their threads. */
function diverge(label: string | undefined, w: Walk): void {
  for (let i = w.open.length - 1; i >= 0; i--) {
    const open = w.open[i]!;
    if (!w.divergentLabels.has(open)) {
      w.divergentLabels.add(open);
      w.changed = true;
    }
    if (open === label) return;
  }
}

function visit(list: readonly Statement[], divergent: boolean, w: Walk): void {
  for (const s of list) visitStatement(s, divergent, w);
}

function inside(label: string, body: readonly Statement[], divergent: boolean, w: Walk): void {
  w.open.push(label);
  visit(body, divergent || w.divergentLabels.has(label), w);
  w.open.pop();
}

function visitStatement(s: Statement, divergent: boolean, w: Walk): void {
  switch (s.kind) {
    case 'set':
      if (divergent || !w.isUniform(s.value)) mark(s.local, w);
      return;
    case 'if': {
      const parts = divergent || !w.isUniform(s.condition);
      visit(s.then, parts, w);
      visit(s.otherwise, parts, w);
      return;
    }
    case 'switch': {
      const parts = divergent || !w.isUniform(s.value);
      for (const c of s.cases) visit(c.body, parts, w);
      visit(s.otherwise, parts, w);
      return;
    }
    case 'for': {
      const trips = w.isUniform(s.trips);
      if (!trips && !w.divergentLabels.has(s.label)) {
        w.divergentLabels.add(s.label);
        w.changed = true;
      }
      if (divergent || !trips || w.divergentLabels.has(s.label) || !w.isUniform(s.from) || !w.isUniform(s.step))
        mark(s.local, w);
      inside(s.label, s.body, divergent, w);
      return;
    }
    case 'loop':
    case 'block':
      inside(s.label, s.body, divergent, w);
      return;
    case 'break':
    case 'continue':
      if (divergent) diverge(s.label, w);
      return;
    case 'return':
      if (divergent) diverge(undefined, w);
      return;
    case 'barrier':
      if (s.reduce && divergent) mark(s.reduce.result, w);
      return;
    default: // else: what is set differs between threads unless somebody knows better
      for (const l of localsSet(s)) if (divergent || !w.uniformResults.has(l)) mark(l, w);
  }
}

/** How many statements set each local. */
export function countSets(list: readonly Statement[], locals: number): Uint32Array {
  const counts = new Uint32Array(locals);
  eachStatement(list, (s) => {
    if (s.kind === 'set' || s.kind === 'for') counts[s.local]!++;
    else for (const l of localsSet(s)) counts[l]!++;
  });
  return counts;
}

/** What locals hold that are set once. */
export function valuesOf(body: readonly Statement[], locals: number): ReadonlyMap<number, Expression> {
  const counts = countSets(body, locals);
  const values = new Map<number, Expression>();
  eachStatement(body, (s) => {
    if (s.kind === 'set' && counts[s.local] === 1) values.set(s.local, s.value);
  });
  return values;
}

const setsByBody = new WeakMap<Fn['body'], Uint32Array>();

/** The same of a function: passes that find nothing to do leave it to the next one. Nobody writes to it. */
export function setsIn({ body, locals }: Pick<Fn, 'body' | 'locals'>): Uint32Array {
  const known = setsByBody.get(body);
  if (known?.length === locals.length) return known;
  const made = countSets(body, locals.length);
  setsByBody.set(body, made);
  return made;
}

/** How often each local is set or read. */
export function countUses(list: readonly Statement[], locals: number): Uint32Array {
  const uses = new Uint32Array(locals);
  eachStatement(list, (s) => {
    for (const l of localsSet(s)) uses[l]!++;
    eachExpressionOf(s, (x) => {
      if (x.kind === 'local') uses[x.index]!++;
    });
  });
  return uses;
}
