/** Who looks at passes: the one that shows the IR, the one that takes their time, the one that verifies what they made. */
import { InternalError } from '../base/impossible.ts';
import type { Program } from '../ir/link.ts';
import type { Fn } from '../ir/module.ts';
import { printFunction } from '../ir/print.ts';
import { type Callable, callableOf, type Names, verifyPass } from '../ir/verify.ts';
import { eachExpressionIn, eachStatement } from '../ir/walk.ts';
import { isTensorInstruction } from './kernel/tensor-cores.ts';
import type { Step, Watch } from './passes.ts';

/** All of them, one after another. */
export function watchedBy(watches: readonly (Watch | undefined)[]): Watch | undefined {
  const given = watches.filter((w) => w !== undefined);
  return given.length === 0 ? undefined : (step) => given.forEach((w) => void w(step));
}

/** `tell` is given the functions that a pass has changed, as text; of one pass, or of each. */
export function showPasses(pass: string | 'all', tell: (text: string) => void): Watch {
  return (step) => {
    if (pass !== 'all' && step.pass !== pass) return;
    const before = new Map(step.before.map((fn) => [fn.name, fn]));
    for (const fn of step.after) {
      if (pass === 'all' && before.get(fn.name)?.body === fn.body) continue;
      tell(`; ${step.target}: after ${step.pass}\n${printFunction(fn)}\n`);
    }
  };
}

type Sum = { milliseconds: number; runs: number; changed: number; nodes: number };

/** The time that each pass took, how many functions it changed, and by how many nodes they grew. */
export class PassTimes {
  private readonly sums = new Map<string, Sum>();

  readonly watch: Watch = ({ target, pass, milliseconds, before, after }) => {
    const key = `${target} ${pass}`;
    const sum = this.sums.get(key) ?? { milliseconds: 0, runs: 0, changed: 0, nodes: 0 };
    this.sums.set(key, sum);
    sum.milliseconds += milliseconds;
    sum.runs++;
    const old = new Map(before.map((fn) => [fn.name, fn]));
    for (const fn of after) {
      const was = old.get(fn.name);
      if (!was || was.body === fn.body) continue;
      sum.changed++;
      sum.nodes += sizeOfFunction(fn) - sizeOfFunction(was);
    }
  };

  /** A table, in the order in which passes first ran. */
  text(): string {
    const rows = [...this.sums].map(([key, s]) => [
      key,
      s.milliseconds.toFixed(1),
      `${s.runs}`,
      `${s.changed}`,
      `${s.nodes > 0 ? '+' : ''}${s.nodes}`,
    ]);
    const total = [...this.sums.values()].reduce((sum, s) => sum + s.milliseconds, 0);
    const all = [['pass', 'ms', 'runs', 'changed', 'nodes'], ...rows, ['all', total.toFixed(1), '', '', '']];
    return all.map(([name, ...rest]) => `${name!.padEnd(32)}${rest.map((c) => c.padStart(9)).join('')}\n`).join('');
  }
}

/** Statements and expressions. */
export function sizeOfFunction(fn: Fn): number {
  let n = 0;
  eachStatement(fn.body, () => n++);
  eachExpressionIn(fn.body, () => n++);
  return n;
}

/** Passes after which more locals may be read unset than before: what was memory that nobody writes, another function's, what the back end sets, or a part of a local. */
const mayReadUnset: ReadonlySet<string> = new Set([
  'mem2reg',
  'promote-cells',
  'split-live-ranges',
  'inline',
  'inline-host',
  'bypass-shared-tiles',
  'bypass-filled-tiles',
  'privatise-histograms',
  'privatise-atomics',
  'privatise-arrays',
  'interchange-plane-loops',
  'interchange-thread-loops',
  'delinearise',
  'form-regions',
  'yielding',
  'fuse-reversed-regions',
  'cache-blocking',
  'rematerialise',
  'aggregate-atomics',
]);

/** A pass whose result no back end could take stops the compiler there and then. */
export const verifyPasses: Watch = (step) => {
  const before = new Map(step.before.map((fn) => [fn.name, fn]));
  const names = namesFor(step);
  for (const fn of step.after) {
    const was = before.get(fn.name);
    if (was && isSame(was, fn)) continue;
    const [fault] = verifyPass(fn, mayReadUnset.has(step.pass) ? undefined : was, names);
    if (fault) throw new InternalError(`${step.target}: pass ${step.pass} made of ${fn.name}: ${fault.what}`, fn.at);
  }
};

/** The same parts, also where they are shown as another object. */
function isSame<T extends object>(a: T, b: T): boolean {
  if (a === b) return true;
  for (const key in b) if (a[key] !== b[key]) return false;
  return Object.keys(a).length === Object.keys(b).length;
}

const known = new WeakMap<Program, Map<string, Callable>>();

function namesFor({ program, after }: Step): Names {
  const own = known.get(program) ?? callablesOf(program);
  known.set(program, own);
  // A pass over all functions may change what they take.
  const made = new Map(after.map((fn) => [fn.name, callableOf(fn)]));
  const get = (name: string): Callable | undefined => made.get(name) ?? own.get(name);
  return {
    globals: program.globals,
    callables: { get, has: (name) => own.has(name) || made.has(name) || isTensorInstruction(name) },
  };
}

function callablesOf(program: Program): Map<string, Callable> {
  const callables = new Map<string, Callable>(program.externs);
  for (const fn of [...program.kernels, ...program.functions.values()]) callables.set(fn.name, callableOf(fn));
  return callables;
}
