/** Jumps that some lanes take without the others. */
import type { Expression, Statement } from '../../../ir/module.ts';
import { bodiesOf, isLoop } from '../../../ir/walk.ts';
import type { Stride } from './strides.ts';

/** The jumps out of a statement, by `break label` and `continue label`; those that some lanes take without the others; whether some of these are within. */
type Jumps = { readonly all: Set<string>; readonly apart: Set<string>; readonly leaves: boolean };

export class LaneJumps {
  private readonly strideOf: (e: Expression) => Stride;
  private jumps = new Map<Statement, Jumps>();

  constructor(strideOf: (e: Expression) => Stride) {
    this.strideOf = strideOf;
  }

  /** What was found is found again: strides have changed. */
  forget(): void {
    this.jumps = new Map();
  }

  /** Whether a jump that some lanes take without the others crosses `s` or leads to it. */
  leavesApart = (s: Statement): boolean => this.jumpsOf(s).leaves;

  private jumpsOf(s: Statement): Jumps {
    let found = this.jumps.get(s);
    if (!found) {
      found = this.findJumps(s);
      this.jumps.set(s, found);
    }
    return found;
  }

  private findJumps(s: Statement): Jumps {
    if (s.kind === 'break' || s.kind === 'continue')
      return { all: new Set([`${s.kind} ${s.label}`]), apart: new Set(), leaves: false };
    const inner = bodiesOf(s).flatMap((b) => b.map((x) => this.jumpsOf(x)));
    const all = new Set(inner.flatMap((j) => [...j.all]));
    let apart = new Set(inner.flatMap((j) => [...j.apart]));
    const construct = isLoop(s) || s.kind === 'block';
    // Where some have left a loop or block, only the others come to the jumps that follow.
    if (this.partsHere(s) || (construct && apart.size > 0)) apart = new Set(all);
    const leaves = apart.size > 0;
    if (construct)
      for (const kind of ['break', 'continue']) for (const set of [all, apart]) set.delete(`${kind} ${s.label}`);
    return { all, apart, leaves };
  }

  private partsHere(s: Statement): boolean {
    if (s.kind === 'if') return !s.either && this.strideOf(s.condition) !== 0;
    if (s.kind === 'switch') return this.strideOf(s.value) !== 0;
    return s.kind === 'for' && this.strideOf(s.trips) !== 0;
  }
}
