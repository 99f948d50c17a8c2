/** Which functions end the program instead of returning: what is done on the way to them is seldom done. */
import type { Fn, Statement } from './module.ts';

/** Of the runtime. */
const endings: ReadonlySet<string> = new Set([
  'program.stop',
  'program.error-stop',
  'program.fail',
  'program.allocation-failed',
  'program.bounds',
]);

export class Endings {
  private readonly functions: ReadonlyMap<string, Fn>;
  private readonly known = new Map<string, boolean>();

  constructor(functions: ReadonlyMap<string, Fn>) {
    this.functions = functions;
  }

  /** Whether the list ends the program unless it is left before. */
  isEnd(list: readonly Statement[]): boolean {
    return list.some((s) => {
      if (s.kind === 'block') return this.isEnd(s.body);
      return s.kind === 'trap' || (s.kind === 'call' && s.callee.kind === 'direct' && this.neverReturns(s.callee.name));
    });
  }

  private neverReturns(name: string): boolean {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    this.known.set(name, false);
    const fn = this.functions.get(name);
    const ends = fn ? this.isEnd(fn.body) : endings.has(name);
    this.known.set(name, ends);
    return ends;
  }
}
