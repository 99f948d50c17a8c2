/** Writes the strips of turns of host loops (`host-strips.ts`) as vectors. */
import { InternalError } from '../../../base/impossible.ts';
import type { Fn, Statement } from '../../../ir/module.ts';
import { localsSet, someStatement } from '../../../ir/walk.ts';
import { Bytes } from '../encode/encode.ts';
import { setLocal } from '../expression.ts';
import type { Writer } from '../statement.ts';
import { VectorWriter } from '../vector/vector.ts';
import type { VectorSetting } from '../vector/vector-registers.ts';
import { lanesOf, type Strip } from './host-strips.ts';

/** What the strips of a function share: the registers of its locals, and two counters that only kernels need. */
export type HostVectors = {
  /** By the turns of a strip. */
  readonly parts: Map<number, VectorSetting['parts']>;
  readonly counters: { tx: number; t: number };
};

export function writeStrips(
  w: Writer,
  fn: Fn,
  s: Extract<Statement, { kind: 'block' }>,
  { turns, accumulators }: Strip,
  vectors: HostVectors,
): void {
  const { code, slot } = w.frame;
  const lanes = lanesOf(s.body, fn.locals.length, accumulators);
  if (!lanes) throw new InternalError('turns of a loop do not run together', s.at ?? fn.at);
  const constants: VectorSetting['constants'] = new Map();
  const vector = new VectorWriter({
    w,
    lanes,
    locals: fn.locals,
    fours: turns / 4,
    parts: partsFor(vectors, turns),
    loops: false,
    wide: false,
    constants,
    ...vectors.counters,
    lane: undefined,
    single: new Set(),
    orders: undefined,
    sumsWait: false,
    // No turn is left out.
    safe: 0,
    slot: { local: 0, bytes: 0 },
    spill: {
      there: false,
      put: () => {
        throw new InternalError('a loop whose turns part', s.at ?? fn.at);
      },
      slots: new Map(),
      offset: 0,
    },
    isWritten: (l) => someStatement(s.body, (x) => localsSet(x).includes(l)),
  });
  const start = code.out.length;
  vector.list(s.body);
  for (const a of accumulators) {
    if (a.fold === undefined) vector.keep(a.local, () => slot(a.slot));
    else vector.keepFolded(a.local, a.fold, () => slot(a.slot));
  }
  code.insert(start, vector.before);
  const held = new Bytes();
  for (const { local, bytes } of constants.values()) {
    held.all([0xfd, 12, ...bytes]);
    setLocal(held, local);
  }
  code.insert(start, held);
}

function partsFor(vectors: HostVectors, turns: number): VectorSetting['parts'] {
  const known = vectors.parts.get(turns) ?? new Map<number, readonly number[]>();
  vectors.parts.set(turns, known);
  return known;
}
