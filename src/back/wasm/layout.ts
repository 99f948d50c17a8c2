/** Addresses of the program's static storage, and the bytes it begins with. */

import { kernelValues } from '../../ir/launcher.ts';
import type { Program } from '../../ir/link.ts';
import type { Global } from '../../ir/module.ts';
import { heapStateName } from '../../machine/device-heap.ts';
import { scratchMargin } from '../../machine/kernel.ts';
import type { AddressType, DataRange, Layout, Options, ThreadLayout } from './encode/artifact.ts';

/** Address arithmetic relies on it: constants below this fold into an instruction's offset, since no valid address lies so low. */
export const guardBytes = 0x10000;

export function alignUp(n: number, align: number): number {
  return Math.ceil(n / align) * align;
}

/** Static data up to here leave room for the rest in a memory of 4 GiB. */
const roomyBytes = 3 * 2 ** 30;

/** `memory`: bits of an address, where the choice is made already. */
export function placeGlobals(
  program: Program,
  stackBytes: number,
  memory: 32 | 64 | undefined,
  { separateDevice = false, gap = 0 }: Pick<Options, 'separateDevice' | 'gap'> = {},
): Layout {
  const addresses = new Map<string, number>();
  const deviceCells = new Map<string, number>();
  const deviceData: DataRange[] = [];
  let next = guardBytes + scratchMargin;
  let constantBytes = 0;
  const place = (g: Global): void => {
    next = alignUp(next, Math.max(g.align, g.size >= 64 ? 64 : 8));
    addresses.set(g.name, next);
    next += g.size;
    if (g.placement !== 'host') next += gap;
  };
  // Behind the first thread's own variables lies what those of all begin with.
  const placeOwn = (own: readonly Global[]): ThreadLayout => {
    const lock = alignUp(next, 64);
    const at = lock + 64;
    next = at;
    for (const g of own) place(g);
    const bytes = alignUp(next - at, 64);
    next = at + 2 * bytes;
    return { lock, own: { at, bytes }, image: at + bytes };
  };
  const ofThreads = runsThreads(program) ? [...program.globals.values()].filter((g) => g.own) : [];
  for (const g of program.globals.values()) {
    if (ofThreads.includes(g)) continue;
    if (g.placement === 'constant') constantBytes += g.size;
    if (separateDevice && (g.placement === 'global' || g.placement === 'constant')) {
      next = alignUp(next, 8);
      deviceCells.set(g.name, next);
      next += 8;
    } else if (g.placement !== 'shared') {
      place(g);
      if (g.placement === 'global' || g.placement === 'constant')
        deviceData.push({ at: addresses.get(g.name)!, bytes: g.size });
    }
  }
  const threads = runsThreads(program) ? placeOwn(ofThreads) : undefined;
  const staticEnd = alignUp(next, 16);
  const stackLow = alignUp(staticEnd, 4096);
  const stackHigh = stackLow + alignUp(stackBytes, 4096);
  const address: AddressType = (memory ?? (staticEnd > roomyBytes ? 64 : 32)) === 64 ? 'i64' : 'i32';
  return {
    address,
    addresses,
    guard: guardBytes,
    staticEnd,
    stackLow,
    stackHigh,
    heapStart: alignUp(stackHigh, guardBytes),
    tableIndices: new Map(program.addressed.map((name, i) => [name, i + 1])),
    kernelIds: new Map(program.kernels.map((k, i) => [k.name, i])),
    constantBytes,
    deviceCells,
    deviceData,
    ...(asksForRoom(program) && { variables: rangesOf(program, addresses) }),
    ...(threads && { threads }),
    ...heapState(addresses.get(heapStateName), deviceCells.get(heapStateName)),
  };
}

function asksForRoom(program: Program): boolean {
  return program.externs.has('memory.room-in-block') || program.kernels.some((k) => k.rooms);
}

/** Whether several threads may run host code. */
function runsThreads(program: Program): boolean {
  return program.externs.has('team.run');
}

function rangesOf(program: Program, addresses: ReadonlyMap<string, number>): readonly DataRange[] {
  return [...addresses].map(([name, at]) => ({ at, bytes: program.globals.get(name)?.size ?? 0 }));
}

function heapState(at: number | undefined, cell: number | undefined): Pick<Layout, 'heapState'> {
  if (at !== undefined) return { heapState: { at, isCell: false } };
  return cell === undefined ? {} : { heapState: { at: cell, isCell: true } };
}

export type DataPiece = { readonly address: number; readonly bytes: Uint8Array };

/** The initial data, relocations put in, one piece per initialised stretch. */
export function initialData(program: Program, layout: Layout): readonly DataPiece[] {
  const pieces: DataPiece[] = [];
  for (const g of program.globals.values()) {
    const at = layout.addresses.get(g.name);
    if (at === undefined) continue;
    const places = layout.threads && g.own ? [at, at + layout.threads.image - layout.threads.own.at] : [at];
    for (const place of places) pieces.push(...piecesOf(g, place, layout));
  }
  return pieces;
}

/** What stands for a function or a kernel in memory. */
export function functionValueIn({ kernelIds, tableIndices }: Layout, name: string): number | undefined {
  const kernel = kernelIds.get(name);
  return kernel === undefined ? tableIndices.get(name) : kernelValues + kernel;
}

function piecesOf(g: Global, at: number, layout: Layout): readonly DataPiece[] {
  const pieces: DataPiece[] = [];
  for (const piece of g.init)
    if (piece.bytes.length > 0) pieces.push({ address: at + piece.offset, bytes: piece.bytes });
  for (const r of g.relocations ?? []) {
    const value = layout.addresses.get(r.symbol) ?? functionValueIn(layout, r.symbol) ?? 0;
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(value + r.addend), true);
    pieces.push({ address: at + r.offset, bytes });
  }
  return pieces;
}
