/**
 * Which iterations of loops threads of a block are in when they do two things with no barrier between: where each iteration passes a barrier, both are in the same one, but
 * for what stands behind an iteration's last barrier and before the first one of the next.
 */
import { isBlockBarrier } from '../../ir/effects.ts';
import type { Statement } from '../../ir/module.ts';
import { bodiesOf, eachExpressionOf, isLoop, someStatement } from '../../ir/walk.ts';
import { sourceOf } from './copy-source.ts';

/** A loop around an access, `passed` of whose `barriers` of each iteration stand before the access. */
type Round = { readonly label: string; readonly loop: Statement; readonly passed: number; readonly barriers: number };
type Rounds = readonly Round[];

/** Gives the labels of loops of which two accesses are made in the same iteration where no barrier is between them. */
export function barrierRounds(body: readonly Statement[]): (a: object, b: object) => ReadonlySet<string> {
  const rounds = new Map<object, Rounds>();
  new Walk(rounds).list(body);
  return (a, b) => sameRounds(rounds.get(a) ?? [], rounds.get(b) ?? []);
}

function sameRounds(a: Rounds, b: Rounds): ReadonlySet<string> {
  const labels = new Set<string>();
  for (const [i, x] of a.entries()) {
    const y = b[i];
    // From an iteration's last barrier to the first one of the next.
    if (!y || x.loop !== y.loop || Math.abs(x.passed - y.passed) >= x.barriers) break;
    labels.add(x.label);
  }
  return labels;
}

class Walk {
  readonly #rounds: Map<object, Rounds>;
  /** Loops around whose iterations all pass barriers, from the outermost to the first one of which that is not known. */
  #around: Rounds = [];
  #isBroken = false;

  constructor(rounds: Map<object, Rounds>) {
    this.#rounds = rounds;
  }

  list(list: readonly Statement[]): void {
    for (const s of list) this.#statement(s);
  }

  #statement(s: Statement): void {
    this.#place(s);
    if (s.kind === 'copy') this.#place(sourceOf(s));
    eachExpressionOf(s, (e) => {
      if (e.kind === 'load') this.#place(e);
    });
    if (isLoop(s)) this.#loop(s);
    else for (const body of bodiesOf(s)) this.list(body);
  }

  #loop(s: Extract<Statement, { readonly kind: 'for' | 'loop' }>): void {
    const [around, isBroken] = [this.#around, this.#isBroken];
    const barriers = repeats(s) ? 0 : s.body.filter(isBlockBarrier).length;
    this.#isBroken ||= barriers === 0;
    let passed = 0;
    for (const part of s.body) {
      if (!this.#isBroken) this.#around = [...around, { label: s.label, loop: s, passed, barriers }];
      this.#statement(part);
      if (isBlockBarrier(part)) passed++;
    }
    this.#around = around;
    this.#isBroken = isBroken;
  }

  /** What stands in several places is in no loop that is known. */
  #place(access: object): void {
    this.#rounds.set(access, this.#rounds.has(access) ? [] : this.#around);
  }
}

/** Whether an iteration may end before its barriers. */
function repeats({ body, label }: Extract<Statement, { readonly kind: 'for' | 'loop' }>): boolean {
  return someStatement(body, (s) => s.kind === 'continue' && s.label === label);
}
