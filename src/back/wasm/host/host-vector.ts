/** Writes the chunks of iterations of host loops (`loop-vectoriser.ts`) as vectors. */
import { InternalError } from '../../../base/impossible.ts';
import type { Fn, Statement } from '../../../ir/module.ts';
import { keyOf } from '../../../ir/value-key.ts';
import { localsSet, someStatement } from '../../../ir/walk.ts';
import { realValues } from '../../../opt/analysis/real-values.ts';
import { Bytes } from '../encode/encode.ts';
import { setLocal } from '../expression.ts';
import type { Writer } from '../statement.ts';
import type { Lanes } from '../vector/lanes.ts';
import { type NarrowBody, narrowBody } from '../vector/narrow-lanes.ts';
import { writeNarrow } from '../vector/narrow-writer.ts';
import { VectorWriter } from '../vector/vector.ts';
import { isQuick } from '../vector/vector-cost.ts';
import type { VectorSetting } from '../vector/vector-registers.ts';
import { type Access, accessesOf } from './loop-references.ts';
import { type Chunk, lanesOf } from './loop-vectoriser.ts';

/** What the chunks of a function share: the registers of its locals, and two counters that only kernels need. */
export type HostVectors = {
  /** By the iterations of a chunk. */
  readonly parts: Map<number, VectorSetting['parts']>;
  readonly counters: { tx: number; t: number };
  /** Puts the address of the memory on the stack in which vectors are taken apart. */
  readonly spill: (() => void) | undefined;
  /** An address that may always be read, with 64 KiB behind it. */
  readonly safe: number;
  /** Whether nobody else writes to memory while host code runs. */
  readonly alone: boolean;
};

export function writeChunks(
  w: Writer,
  fn: Fn,
  s: Extract<Statement, { kind: 'block' }>,
  { iterations, accumulators }: Chunk,
  vectors: HostVectors,
): void {
  const { code, slot } = w.frame;
  const lanes = lanesOf(s.body, fn.locals.length, accumulators);
  if (!lanes) throw new InternalError('turns of a loop do not run together', s.at ?? fn.at);
  const narrow = accumulators.length === 0 ? narrowLoop(s, iterations, lanes) : undefined;
  const constants: VectorSetting['constants'] = new Map();
  const { counters } = vectors;
  const vector = new VectorWriter({
    w,
    lanes,
    locals: fn.locals,
    fours: iterations / 4,
    parts: partsFor(vectors, iterations),
    loops: false,
    wide: false,
    joinsReals: false,
    constants,
    ...counters,
    lane: undefined,
    single: new Set(),
    whole: false,
    orders: undefined,
    sums: 0,
    waiting: new Map(),
    safe: vectors.safe,
    slot: () => ({ local: 0, bytes: 0 }),
    spill: {
      there: vectors.spill !== undefined,
      put:
        vectors.spill ??
        (() => {
          throw new InternalError('a loop whose iterations part', s.at ?? fn.at);
        }),
      slots: new Map(),
      offset: 0,
    },
    inVain: isQuick,
    reals: realValues(s.body, () => false),
    storesBack: storesBack(s, vectors.alone),
    narrow: (list) => {
      if (!narrow || list !== narrow.body) return false;
      writeNarrow(w, narrow, lanes.strideOf, constants);
      return true;
    },
    isWritten: (l) => someStatement(s.body, (x) => localsSet(x).includes(l)),
  });
  const start = code.out.length;
  vector.list(s.body);
  for (const a of accumulators) {
    vector.meet(a, () => slot(a.slot));
    vector.keepMet(a, () => slot(a.slot));
  }
  code.insert(start, vector.before);
  const held = new Bytes();
  for (const { local, bytes } of constants.values()) {
    held.all([0xfd, 12, ...bytes]);
    setLocal(held, local);
  }
  code.insert(start, held);
}

/** The loop over the chunks, where all its numbers are short. */
function narrowLoop(
  { body }: Extract<Statement, { kind: 'block' }>,
  iterations: number,
  { strideOf }: Lanes,
): NarrowBody | undefined {
  const loop = body.find((x) => x.kind === 'for');
  return loop?.kind === 'for' ? narrowBody(loop.body, iterations, strideOf) : undefined;
}

/**
 * What each iteration reads or writes in any case nobody else writes meanwhile, and it is there. Elsewhere somebody may (kernels, copies), unless the host is alone.
 */
function storesBack(block: Extract<Statement, { kind: 'block' }>, alone: boolean): VectorSetting['storesBack'] {
  const sure = new Set<string>();
  const keyOfPlace = ({ from, offset, memory }: Access): string => `${memory} ${offset} ${keyOf(from)}`;
  for (const loop of block.body)
    if (loop.kind === 'for') for (const s of loop.body) for (const a of accessesOf(s)) sure.add(keyOfPlace(a));
  return ({ to, offset, memory }) => {
    if (sure.has(keyOfPlace({ from: to, offset, memory }))) return 'always';
    return alone ? 'within memory' : 'never';
  };
}

function partsFor(vectors: HostVectors, iterations: number): VectorSetting['parts'] {
  const known = vectors.parts.get(iterations) ?? new Map<number, readonly number[]>();
  vectors.parts.set(iterations, known);
  return known;
}
