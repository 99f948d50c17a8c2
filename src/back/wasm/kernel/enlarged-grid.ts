/**
 * Kernels of two versions, one of which runs as many blocks as all iterations of the other's loops need: it is given a launch record that says so, and its share of them; or it runs its blocks
 * once for each round, and finds in the record how many lie before that.
 */
import { InternalError } from '../../../base/impossible.ts';
import type { GridAxis } from '../../../opt/analysis/grid-strides.ts';
import type { EnlargedGrid } from '../../../opt/kernel/enlarge-grid.ts';
import { type Device, launchFields, onDevice } from '../device.ts';
import { offsetAddress } from '../encode/address-code.ts';
import { launchRecord } from '../encode/artifact.ts';
import type { Code } from '../encode/encode.ts';
import { emit, type Frame, getLocal, i32const, setLocal } from '../expression.ts';
import { alignUp } from '../layout.ts';
import { loadLaunch, loads, param } from './kernel-writer.ts';

/** Bytes of working storage in front of those that the version needs. */
export const recordBytes = alignUp(launchRecord.round + 4, 64);

/** Says which version runs, and gives the first one what it runs with. */
export class GridWriter {
  private readonly device: Device;
  private readonly code: Code;
  private readonly grid: EnlargedGrid;
  private readonly params: number;
  private readonly locals = new Map<number, number>();
  private readonly frame: Frame;
  /** Blocks along those axes, i64: of the version, and of the launch. */
  private readonly all: number;
  private readonly launched: number;
  /** How far the round is, i32. */
  private readonly round: number | undefined;

  constructor(device: Device, code: Code, grid: EnlargedGrid) {
    this.device = device;
    this.code = code;
    this.grid = grid;
    this.params = grid.fn.params;
    this.all = code.local('i64');
    this.launched = code.local('i64');
    this.round = grid.rounds && code.local('i32');
    this.frame = {
      side: device.side,
      module: device.module,
      code,
      local: (index) => this.localOf(index),
      special: (name) => loadLaunch({ code }, launchFields[name] ?? notHere()),
      global: notHere,
      slot: notHere,
      dynamicShared: notHere,
      blockStride: notHere,
      functionValue: notHere,
    };
  }

  /** 1 where it runs. */
  condition(): void {
    const { blocks, rounds } = this.grid;
    for (const { local, value } of blocks.values()) {
      emit(this.frame, value);
      setLocal(this.code.out, this.localOf(local));
    }
    if (rounds && !rounds.by) {
      emit(this.frame, rounds.count);
      setLocal(this.code.out, this.localOf(rounds.local));
    }
    emit(this.frame, this.grid.when);
  }

  /** The launch record with its own grid; for messages, the blocks of the launch that are meant. */
  before(): void {
    const { code, grid } = this;
    const { out } = code;
    getLocal(out, param.scratch);
    getLocal(out, param.launch);
    i32const(out, launchRecord.size);
    if (code.address === 'i64') out.byte(0xad);
    out.all([0xfc, 10, 0, 0]);
    // Rounds are of the launch's own blocks.
    if (grid.rounds) return;
    for (const [axis, { local }] of grid.blocks) {
      getLocal(out, param.scratch);
      getLocal(out, this.localOf(local));
      out.all([0xa7, 0x36, 2]);
      out.u32(fieldOf(axis));
    }
    this.product(({ local }) => getLocal(out, this.localOf(local)));
    setLocal(out, this.all);
    this.product((_, axis) => this.nctaid(axis));
    setLocal(out, this.launched);
    getLocal(out, param.first);
    out.all([0x24, 0]);
    getLocal(out, param.last);
    getLocal(out, param.first);
    out.all([0x6b, 0x24, 1]);
  }

  /** Arguments of the version, in order. */
  argument(index: number): void {
    const { code, grid } = this;
    switch (index) {
      case param.launch:
        getLocal(code.out, param.scratch);
        return;
      case param.scratch:
        getLocal(code.out, index);
        offsetAddress(code, recordBytes);
        return;
      case param.first:
      case param.last:
        if (grid.rounds) getLocal(code.out, index);
        else this.share(index);
        return;
      default: // else: as they come
        getLocal(code.out, index);
    }
  }

  /** What `call` writes, in each round. */
  run(call: () => void): void {
    const { round, code } = this;
    const { rounds } = this.grid;
    if (round === undefined || !rounds) {
      call();
      return;
    }
    const { out } = code;
    i32const(out, 0);
    setLocal(out, round);
    // While there are some left.
    out.all([0x03, 0x40]);
    getLocal(out, param.scratch);
    getLocal(out, round);
    out.all([0x36, 2]);
    out.u32(launchRecord.round);
    call();
    getLocal(out, round);
    if (rounds.by) loadLaunch({ code }, fieldOf(rounds.by));
    else i32const(out, 1);
    out.byte(0x6a);
    out.byte(0x22);
    out.u32(round);
    out.byte(0xad);
    getLocal(out, this.localOf(rounds.local));
    out.all([0x54, 0x0d, 0, 0x0b]);
  }

  /** Of the blocks along the axes that it has others of. */
  private product(factor: (of: { readonly local: number }, axis: GridAxis) => void): void {
    [...this.grid.blocks].forEach(([axis, of], i) => {
      factor(of, axis);
      if (i > 0) this.code.out.byte(0x7e);
    });
  }

  /** Of the launch, i64. */
  private nctaid(axis: GridAxis): void {
    const { code } = this;
    loadLaunch({ code }, fieldOf(axis));
    code.out.byte(0xad);
  }

  /** How many blocks lie before the same part of all. */
  private share(index: number): void {
    const { out } = this.code;
    getLocal(out, index);
    out.byte(0xad);
    getLocal(out, this.all);
    out.byte(0x7e);
    getLocal(out, this.launched);
    out.all([0x80, 0xa7]);
  }

  private localOf(index: number): number {
    const known = this.locals.get(index);
    if (known !== undefined) return known;
    const { code } = this;
    const type = onDevice(this.device, this.grid.locals[index]!.type);
    const made = code.local(type);
    this.locals.set(index, made);
    if (index >= this.params) return made;
    getLocal(code.out, param.params);
    code.out.all(loads[type]);
    code.out.u32(index * 8);
    setLocal(code.out, made);
    return made;
  }
}

const fieldOf = (axis: GridAxis): number => launchFields[`nctaid.${axis}`] ?? notHere();

function notHere(): never {
  throw new InternalError('the number of blocks hangs on more than parameters and the launch');
}
