/** Plans of cuFFT: what ours were asked for, and NVIDIA's that are made of it, on other devices when they are first carried out there. */
import { notDone } from '../../bind/native.ts';
import { type Bridge, type Flat, unsigned } from './bridge.ts';
import type { NativeFunction } from './native-libraries.ts';
import type { CFunction, NativeRow } from './signature.ts';

type Plan = {
  /** CUFFT_C2C and so on. */
  readonly type: number;
  /** Makes NVIDIA's in the cell at the address, and gives its status. */
  readonly make: (cell: number) => number;
  stream: bigint;
  readonly made: Map<number, { readonly native: number; stream: bigint }>;
};

const planMany: CFunction = { library: 'cufft', name: 'cufftPlanMany', takes: 'pippiipiiii' };
const setStream: CFunction = { library: 'cufft', name: 'cufftSetStream', takes: 'il' };
const destroy: CFunction = { library: 'cufft', name: 'cufftDestroy', takes: 'i' };
const mostDimensions = 3;
/** What kind of plan a function carries out; with another ours gives the status. */
const typesOfPlans: Readonly<Record<string, number>> = {
  cufftExecC2C: 0x29,
  cufftExecR2C: 0x2a,
  cufftExecC2R: 0x2c,
  cufftExecZ2Z: 0x69,
  cufftExecD2Z: 0x6a,
  cufftExecZ2D: 0x6c,
};

export class CufftPlans {
  readonly #bridge: Bridge;
  readonly #plans = new Map<number, Plan>();
  readonly #streams = new Map<number, bigint>();
  /** Plans whose work areas the program gives, and those of several GPUs: they are ours alone. */
  readonly #manual = new Set<number>();

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  bind(row: NativeRow): (flats: readonly Flat[]) => number {
    switch (row.does) {
      case 'execute':
        return row.calls ? this.#execute(row.calls) : () => notDone;
      case 'plan':
        return (flats) => this.#plan(this.#bridge.integer(flats[0] ?? 0, 4), row.calls, flats.slice(1));
      case 'plan-many':
        return (flats) => this.#planMany(row, this.#bridge.integer(flats[0] ?? 0, 4), flats.slice(1));
      case 'make-plan':
        return (flats) => this.#plan(Number(flats[0]), row.calls, flats.slice(1, -1));
      case 'make-plan-many':
        return (flats) => this.#planMany(row, Number(flats[0]), flats.slice(1, -1));
      case 'setting':
        return (flats) => this.#setAutomatic(Number(flats[0]), Number(flats[1]) !== 0);
      case 'several':
        return (flats) => this.#setAutomatic(Number(flats[0]), false);
      case 'stream':
        return (flats) => this.#setStream(Number(flats[0]), BigInt(flats[1] ?? 0));
      default:
        return (flats) => this.#destroy(Number(flats[0]));
    }
  }

  #execute(wanted: CFunction): (flats: readonly Flat[]) => number {
    let call: NativeFunction | undefined;
    return (flats) => {
      if (!this.#bridge.isFree) return notDone;
      call ??= this.#bridge.function(wanted);
      const plan = call && this.#native(Number(flats[0]), typesOfPlans[wanted.name]);
      if (!call || plan === undefined) return notDone;
      const [, input = 0, output = 0, direction] = flats;
      const args = [plan, this.#bridge.address(input), this.#bridge.address(output)];
      return direction === undefined ? call(...args) : call(...args, direction);
    };
  }

  #native(number: number, type: number | undefined): number | undefined {
    const plan = this.#manual.has(number) ? undefined : this.#plans.get(number);
    if (plan?.type !== type) return undefined;
    const device = this.#bridge.device();
    const made = plan?.made.get(device) ?? (plan && this.#make(plan, device));
    if (!plan || !made) return undefined;
    if (made.stream !== plan.stream) {
      this.#bridge.function(setStream)?.(made.native, plan.stream);
      made.stream = plan.stream;
    }
    return made.native;
  }

  #make(plan: Plan, device: number) {
    if (plan.make(this.#bridge.cells.cell(0)) !== 0) return undefined;
    const made = { native: this.#bridge.cells.i32(0), stream: 0n };
    plan.made.set(device, made);
    return made;
  }

  #keep(number: number, type: Flat | undefined, make: Plan['make']): number {
    const stream = this.#streams.get(number) ?? 0n;
    const plan: Plan = { type: Number(type), make, stream, made: new Map() };
    this.#plans.set(number, plan);
    if (!this.#manual.has(number)) this.#make(plan, this.#bridge.device());
    return notDone;
  }

  #plan(number: number, wanted: CFunction | undefined, flats: readonly Flat[]): number {
    // Of one dimension the number of transforms comes last, else the type.
    const type = wanted?.name === 'cufftPlan1d' ? flats[1] : flats.at(-1);
    return this.#keep(number, type, (cell) => (wanted && this.#bridge.function(wanted)?.(cell, ...flats)) ?? notDone);
  }

  /** rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch: the arrays are the caller's and are copied. */
  #planMany(row: NativeRow, number: number, flats: readonly Flat[]): number {
    const rank = Number(flats[0]);
    const arrays = [1, 2, 5].map((i) => {
      const values = row.packed && i > 1 ? undefined : this.#integers(flats[i] ?? 0, rank);
      return { i, values };
    });
    return this.#keep(number, flats[8], (cell) => {
      const args = flats.map(Number);
      for (const { i, values } of arrays) {
        args[i] = values ? this.#bridge.cells.cell(8 + i * mostDimensions) : 0;
        values?.forEach((v, k) => {
          this.#bridge.cells.setI32(8 + i * mostDimensions, k, v);
        });
      }
      return this.#bridge.function(planMany)?.(cell, ...args) ?? notDone;
    });
  }

  #integers(flat: Flat, rank: number): readonly number[] | undefined {
    const at = unsigned(flat);
    if (at === 0) return undefined;
    return Array.from({ length: rank }, (_, k) => this.#bridge.integer(at + 4 * k, 4));
  }

  #setStream(number: number, stream: bigint): number {
    this.#streams.set(number, stream);
    const plan = this.#plans.get(number);
    if (plan) plan.stream = stream;
    return notDone;
  }

  #setAutomatic(number: number, automatic: boolean): number {
    if (automatic) this.#manual.delete(number);
    else this.#manual.add(number);
    return notDone;
  }

  #destroy(number: number): number {
    for (const { native } of this.#plans.get(number)?.made.values() ?? []) this.#bridge.function(destroy)?.(native);
    this.#plans.delete(number);
    this.#streams.delete(number);
    this.#manual.delete(number);
    return notDone;
  }
}
