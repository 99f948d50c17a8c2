/** What all real devices of one run share. */

import type { Device } from '../../machine/device.ts';
import type { PrintedLine } from '../sim/prints.ts';
import type { EventFacts, StreamBook, StreamFacts } from '../stream-book.ts';
import type { CudaImage } from './cuda-image.ts';
import type { Driver } from './driver-table.ts';
import type { HostMemory } from './host-memory.ts';
import type { LaunchBuffer } from './launch-buffer.ts';
import type { ManagedPages } from './managed-pages.ts';
import type { NativeMemory } from './native-memory.ts';

export type Listener = {
  readonly print: (lines: readonly PrintedLine[]) => void;
  /** A line for the user on the standard error output. */
  readonly message: (text: string) => void;
  /** Whether to tell what the driver's compiler says of registers and memory. */
  readonly verbose: boolean;
  /** Whether to tell which way was taken where there are several. */
  readonly explains?: boolean;
  /** Whether managed data may be pages that move; else they stay page-locked. */
  readonly managedPages?: boolean;
  /** Seconds that a thread may wait for others in a loop. */
  readonly patience: number;
  /** What is put around a device of a program that is checked. */
  readonly checked?: (
    device: Device,
    real: { readonly base: bigint; readonly placeOf: (name: string) => bigint },
  ) => Device;
};

export type Session = Listener & {
  readonly driver: Driver;
  readonly native: NativeMemory;
  readonly launches: LaunchBuffer;
  readonly host: HostMemory;
  readonly managed: ManagedPages;
  readonly image: CudaImage;
  /** How many devices there are. */
  readonly devices: number;
  /** The streams and events of all devices: events of one may be waited for on another. */
  readonly books: StreamBook<StreamFacts, EventFacts>[];
  /** The context that the driver works in now. */
  current: bigint;
};
