/** Loops that lanes leave at different turns: all go on together until the last is done, and a mask keeps what the others have. */
import type { Statement } from '../../ir/module.ts';
import { getLocal, setLocal } from './expression.ts';
import { close, emitStatement, ifCode, open } from './statement.ts';
import { VectorApart } from './vector-apart.ts';

import { lane } from './vector-rows.ts';

type Loop = Extract<Statement, { kind: 'loop' | 'for' }>;
const bitAnd = 78;
const bitAndNot = 79;
const bitOr = 80;

export class VectorMasked extends VectorApart {
  /** The loop of `s` holds only cheap sets, and branches around them that may leave it. */
  protected masked(s: Loop): void {
    const active = Array.from({ length: this.s.fours }, () => this.f.code.local('v128'));
    for (const a of active) {
      this.constant32([-1, -1, -1, -1]);
      setLocal(this.out, a);
    }
    const old = this.w.body;
    this.w.body = (list) => {
      for (const x of list) this.maskedStatement(x, active);
    };
    emitStatement(this.w, s);
    this.w.body = old;
  }

  private maskedStatement(s: Statement, active: readonly number[]): void {
    if (s.kind === 'set') {
      this.maskedSet(s, active);
      return;
    }
    if (s.kind !== 'if') return;
    this.prepare(s.condition);
    const [yes, no] = [this.masks(), this.masks()];
    for (let p = 0; p < active.length; p++) {
      getLocal(this.out, active[p]!);
      this.part(s.condition, p);
      this.simd(bitAnd);
      setLocal(this.out, yes[p]!);
      getLocal(this.out, active[p]!);
      getLocal(this.out, yes[p]!);
      this.simd(bitAndNot);
      setLocal(this.out, no[p]!);
    }
    this.endStatement();
    this.side(s.then, yes, active);
    this.side(s.otherwise, no, active);
  }

  private masks(): readonly number[] {
    return Array.from({ length: this.s.fours }, () => this.f.code.local('v128'));
  }

  /** What the lanes of `mask` do; where they leave the loop, they are active no more. */
  private side(list: readonly Statement[], mask: readonly number[], active: readonly number[]): void {
    for (const s of list) {
      if (s.kind === 'set') this.maskedSet(s, mask);
      if (s.kind !== 'break') continue;
      for (let p = 0; p < active.length; p++) {
        getLocal(this.out, active[p]!);
        getLocal(this.out, mask[p]!);
        this.simd(bitAndNot);
        setLocal(this.out, active[p]!);
      }
      this.combined(active, bitOr);
      this.simd(lane.anyTrue);
      this.out.byte(0x45);
      open(this.w, ifCode);
      emitStatement(this.w, s);
      close(this.w);
    }
  }

  protected maskedSet(s: Extract<Statement, { kind: 'set' }>, mask: readonly number[]): void {
    if (this.lanes.strideOfLocal(s.local) !== undefined) {
      emitStatement(this.w, s);
      return;
    }
    this.prepare(s.value);
    const parts = this.partsOf(s.local);
    parts.forEach((local, p) => {
      this.part(s.value, p);
      getLocal(this.out, local);
      this.wideMask((q) => getLocal(this.out, mask[q]!), this.isWide(s.value.type), p);
      this.simd(lane.bitselect);
    });
    for (let p = parts.length - 1; p >= 0; p--) setLocal(this.out, parts[p]!);
    this.endStatement();
  }

  protected combined(parts: readonly number[], instruction: number): void {
    parts.forEach((local, i) => {
      getLocal(this.out, local);
      if (i > 0) this.simd(instruction);
    });
  }
}
