/**
 * Runs of extremes written twice: for lanes whose inputs all are numbers and no zeros below zero, where an extreme is one instruction, and for all others. To ask costs two instructions for each input.
 */
import type { Expression, Statement } from '../../../ir/module.ts';
import { realValues } from '../../../opt/analysis/real-values.ts';
import { getLocal, setLocal } from '../expression.ts';
import { gathered } from '../kernel/vote-idioms.ts';
import { close, ifCode, open } from '../statement.ts';
import { type ExtremeRun, extremeRun, fewest } from './extreme-runs.ts';
import { bitwise, vectorRows } from './vector-rows.ts';
import { VectorScalarised } from './vector-scalarised.ts';

const lowest = -0x80000000;
/** Instructions. */
const [savedByExtreme, askedByInput, askedByRun] = [4, 2, 5] as const;

export abstract class VectorExtremes extends VectorScalarised {
  private inRun = false;

  abstract list(list: readonly Statement[]): void;

  /** Writes a run of extremes that begins there; how many statements of the list it is. */
  protected extremes(list: readonly Statement[], from: number): number {
    if (this.inRun) return 0;
    const run = extremeRun(list, from, (s) => this.lanes.wayOf(s) === 'together' && !gathered(s, this.s.single));
    if (!run) return 0;
    const { reals } = this;
    const isKnown = (e: Expression): boolean => reals?.isNumber(e) === true && reals.isNoNegativeZero(e);
    const asked = run.inputs.filter((e) => !isKnown(e));
    const given = new Set(run.inputs.map((e) => e.index));
    const found = realValues(run.late, (l) => run.taken.has(l), {
      isNumber: (l) => given.has(l),
      isNoNegativeZero: (l) => given.has(l),
      isSize: () => false,
    });
    const assumed: typeof found = {
      isNumber: (e) => found.isNumber(e) || reals?.isNumber(e) === true,
      isNoNegativeZero: (e) => found.isNoNegativeZero(e) || reals?.isNoNegativeZero(e) === true,
      isSize: (e) => reals?.isSize(e) === true,
    };
    const plain = run.extremes.filter((e) => !this.plainOrder(e, reals) && this.plainOrder(e, assumed)).length;
    if (plain < fewest || savedByExtreme * plain < askedByInput * asked.length + askedByRun) return 0;
    this.inRun = true;
    this.list(run.early);
    this.askReals(asked);
    this.f.code.hint(false);
    open(this.w, ifCode);
    this.list(run.late);
    this.out.byte(0x05);
    this.reals = assumed;
    this.list(run.late);
    this.reals = reals;
    close(this.w);
    this.inRun = false;
    return run.length;
  }

  /** Whether some of them are no numbers, or zeros below zero, on the stack; seldom yes where none is (infinities of both signs). */
  private askReals(inputs: ExtremeRun['inputs']): void {
    for (const e of inputs) this.prepare(e);
    const masks = (['f32', 'f64'] as const).flatMap((type) => {
      const some = inputs.filter((e) => e.type === type);
      if (some.length === 0) return [];
      return Array.from({ length: this.partCount(type) }, (_, p) => this.areOdd(some, type, p));
    });
    this.test(masks, 'any');
    this.endStatement();
  }

  /** A sum is no number where one of what is added is none. As whole numbers, zeros below zero are the least; of 64 bits the upper half tells. */
  private areOdd(inputs: ExtremeRun['inputs'], type: 'f32' | 'f64', p: number): number {
    const mask = this.temp();
    this.reduced(inputs, p, vectorRows.add![type]!);
    setLocal(this.out, mask);
    getLocal(this.out, mask);
    getLocal(this.out, mask);
    this.simd(vectorRows.ne![type]!);
    this.reduced(inputs, p, vectorRows.min!.i32!);
    this.constant32([lowest, lowest, lowest, lowest]);
    this.simd(vectorRows.eq!.i32!);
    if (type === 'f64') {
      this.constant32([0, -1, 0, -1]);
      this.simd(bitwise.and);
    }
    this.simd(bitwise.or);
    setLocal(this.out, mask);
    return mask;
  }

  /** One vector of several, on the stack; as a tree, so that none waits for all before it. */
  private reduced(inputs: ExtremeRun['inputs'], p: number, instruction: number): void {
    const [only] = inputs;
    if (!only || inputs.length === 1) {
      if (only) this.part(only, p);
      return;
    }
    const half = inputs.length >> 1;
    this.reduced(inputs.slice(0, half), p, instruction);
    this.reduced(inputs.slice(half), p, instruction);
    this.simd(instruction);
  }
}
