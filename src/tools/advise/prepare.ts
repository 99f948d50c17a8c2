/** From a linked program to one that is looked at while it runs on the simulated device. */

import type { Image } from '../../driver/link.ts';
import { withMpiRoutines } from '../../driver/mpi-routines.ts';
import type { Options } from '../../driver/options.ts';
import { imageToRun } from '../../driver/program.ts';
import type { Program } from '../../ir/link.ts';
import type { Global } from '../../ir/module.ts';
import type { Device } from '../../machine/device.ts';
import { deviceModels, type ModelName } from '../../machine/models.ts';
import { optimiseLinked, optimisePtx } from '../../opt/pipeline.ts';
import { framePlaces } from '../../runtime/backtrace.ts';
import type { ProgramMemory } from '../../runtime/program-memory.ts';
import { gpus } from './gpu.ts';
import type { Range } from './managed-pages.ts';
import { Observer } from './observer.ts';
import { plainAddresses } from './plain-addresses.ts';
import { TransferBook } from './transfers.ts';

export type Prepared = {
  readonly image: Image;
  readonly observe: (device: Device, memory: ProgramMemory) => Device;
  /** Of all devices, once the program has run. */
  readonly observers: readonly Observer[];
  readonly transfers: readonly TransferBook[];
};

/** Functions of the math library stay operations, and fragments of matrices the procedures that they are without tensor cores. */
const withoutTensorCores = 60;

export function prepare(
  linked: Program,
  options: Options,
  modelName: ModelName,
  wanted: (kernel: string) => boolean,
): Prepared {
  const asking = withMpiRoutines(linked);
  const program = optimiseLinked(asking, options, { target: 'ptx', program: asking, watch: undefined });
  const unit = optimisePtx(
    program,
    {
      globals: program.globals,
      capability: withoutTensorCores,
      contract: options.gpu.fma,
      keep: new Set(),
      mathName: () => undefined,
      mathFunction: () => undefined,
    },
    { target: 'ptx', program, watch: undefined },
  );
  const image = imageToRun(linked, options);
  const observers: Observer[] = [];
  const transfers: TransferBook[] = [];
  const place = (): string => {
    const [innermost] = framePlaces(new Error('a copy'), image.host.lines);
    return innermost ? `${innermost.path}:${innermost.line}` : '';
  };
  const variables = (wanted: ReadonlySet<Global['placement']>): readonly Range[] =>
    [...linked.globals.values()].flatMap(({ name, placement, size }) => {
      const base = image.layout.addresses.get(name);
      return wanted.has(placement) && base !== undefined ? [{ base, bytes: size }] : [];
    });
  const managed = variables(new Set(['managed']));
  const called = [...unit.program.functions.values(), ...unit.functions].filter(({ kind }) => kind !== 'host');
  const functions = new Map(called.map((fn) => [fn.name, plainAddresses(fn)]));
  const kernels = new Map(unit.kernels.map((fn) => [fn.name, plainAddresses(fn)]));
  const observe = (device: Device, memory: ProgramMemory): Device => {
    const book = new TransferBook(memory, managed, place);
    transfers.push(book);
    const observer = new Observer({
      program: { ...unit.program, functions },
      kernels,
      addresses: image.layout.addresses,
      model: deviceModels[modelName],
      gpu: gpus[modelName],
      wanted,
      view: () => memory.view,
      transfers: book,
      variables: variables(new Set(['managed', 'global'])),
    });
    observers.push(observer);
    return observer.observe(device);
  };
  return { image, observe, observers, transfers };
}
