/** Loads of neighbouring cells in a stretch without branches go as one, where their address turns out to be aligned (as back/ptx writes them). */
import type { Expression, Statement } from '../../ir/module.ts';
import { sizeOf } from '../../ir/types.ts';
import { keyOf } from '../../ir/value-key.ts';
import { eachExpression, expressionsOf } from '../../ir/walk.ts';
import { has, isMany, type Lanes, laneOf, warpSize } from './lanes.ts';

/** `isBegun`: one of its loads has been written. */
export type Vector = { readonly bytes: number; isBegun: boolean };
/** `from`: bytes from the vector's first cell. */
export type Cell = { readonly vector: Vector; readonly from: number };

type LoadNode = Extract<Expression, { readonly kind: 'load' }>;
/** `at`: bytes from what the addresses of a family have in common. */
type Load = { readonly node: LoadNode; readonly at: number };

const widest = 16;

export function vectorsIn(list: readonly Statement[]): ReadonlyMap<Expression, Cell> {
  const found = new Map<Expression, Cell>();
  let families = new Map<string, Load[]>();
  const close = (): void => {
    for (const family of families.values()) group(family, found);
    families = new Map();
  };
  for (const s of list) {
    if (s.kind !== 'set' && s.kind !== 'store') {
      close();
      continue;
    }
    for (const whole of expressionsOf(s)) eachExpression(whole, (e) => collect(e, families));
    if (s.kind === 'store') close();
    else for (const [key, [load]] of families) if (load && reads(load.node.from, s.local)) leave(key, families, found);
  }
  close();
  return found;
}

function collect(e: Expression, families: Map<string, Load[]>): void {
  if (e.kind !== 'load' || e.volatile) return;
  const { key, bytes } = parted(e.from);
  const family = `${e.memory} ${key}`;
  families.set(family, [...(families.get(family) ?? []), { node: e, at: bytes + e.offset }]);
}

/** An address as what changes, and bytes. */
function parted(e: Expression): { readonly key: string; readonly bytes: number } {
  const [base, by] = e.kind === 'op' && e.op === 'offset' ? e.args : [];
  if (!base || !by) return { key: keyOf(e), bytes: 0 };
  const { key, bytes } = parted(base);
  return by.kind === 'const' ? { key, bytes: bytes + Number(by.value) } : { key: `${key} ${keyOf(by)}`, bytes };
}

function leave(key: string, families: Map<string, Load[]>, found: Map<Expression, Cell>): void {
  group(families.get(key) ?? [], found);
  families.delete(key);
}

function reads(address: Expression, local: number): boolean {
  let is = false;
  eachExpression(address, (e) => {
    is ||= e.kind === 'local' && e.index === local;
  });
  return is;
}

/** Four, else two cells side by side. */
function group(family: readonly Load[], found: Map<Expression, Cell>): void {
  const places = [...new Set(family.map(({ at }) => at))].toSorted((a, b) => a - b);
  const size = sizeOf(family[0]?.node.memory ?? 'i32');
  for (let i = 0; i < places.length; ) {
    const cells = [widest / size, widest / size / 2].find((many) => many >= 2 && isRow(places, i, many, size));
    if (cells === undefined) {
      i++;
      continue;
    }
    const vector: Vector = { bytes: cells * size, isBegun: false };
    for (const { node, at } of family) {
      const from = at - places[i]!;
      if (from >= 0 && from < vector.bytes) found.set(node, { vector, from });
    }
    i += cells;
  }
}

function isRow(offsets: readonly number[], from: number, many: number, size: number): boolean {
  for (let i = 1; i < many; i++) if (offsets[from + i] !== offsets[from]! + i * size) return false;
  return true;
}

export function isAligned(at: Lanes, bytes: number, mask: number): boolean {
  if (!isMany(at)) return Number(at) % bytes === 0;
  for (let lane = 0; lane < warpSize; lane++)
    if (has(mask, lane) && Number(laneOf(at, lane)) % bytes !== 0) return false;
  return true;
}
