/** What the driver of this project hands over for a real device: the kernels' text for a compute capability, and where host code looks for addresses. */
import { withCapability } from '../../back/ptx/heading.ts';
import type { KernelParam, LaunchFact } from '../../machine/kernel.ts';

/** Where a kernel stops by itself. `kernel` is empty in a procedure of several; `waits`: it has waited for too long. */
export type CudaTrap = {
  readonly message: string;
  readonly place: string;
  readonly kernel: string;
  readonly waits: boolean;
};

export type CudaCode = {
  readonly text: string;
  readonly kernels: readonly {
    readonly name: string;
    readonly symbol: string;
    /** The entry for launches of which these facts hold. */
    readonly usual?: { readonly symbol: string; readonly facts: readonly LaunchFact[] };
    readonly params: readonly KernelParam[];
    /** As KernelFacts.rooms. */
    readonly rooms?: readonly number[];
    readonly cooperative: boolean;
    /** Places of 8 bytes in the program's memory whose values follow the parameters; `isAddress`: maybe one in that memory. */
    readonly hostCells: readonly { readonly at: number; readonly isAddress: boolean }[];
  }[];
  readonly texts: readonly string[];
  readonly traps: readonly CudaTrap[];
  /** Variables of the device by the program's name: their symbols. */
  readonly globals: ReadonlyMap<string, string>;
  /** Variables of the runtime, by what they are for; empty where the code needs none. */
  readonly symbols: Readonly<Record<'hostBase' | 'trapCell' | 'print' | 'patience', string>>;
  /** Where behind the trap's cell a thread's last words stand, and how many bytes they have at most; undefined where no thread says anything. */
  readonly lastWords?: { readonly at: number; readonly bytes: number };
  readonly printHead: number;
  readonly printBytes: number;
};

export type CudaImage = {
  /** Made once per capability. */
  readonly ptx: (capability: number) => CudaCode;
  /** Cells of 8 bytes in the program's memory that hold the address of a variable on the current device, plus an addend. */
  readonly cells: readonly { readonly at: number; readonly name: string; readonly addend: number }[];
  /** Managed variables: they lie in the program's own memory. */
  readonly managed: readonly { readonly at: number; readonly bytes: number }[];
  /** Where the last of them ends; 0 where there is none. */
  readonly managedEnd: number;
  /** Kernels reach all of the program's memory (`-gpu=mem:unified`). */
  readonly unified?: boolean;
};

/** The same with the text already made, as an executable carries it. `open`: the device at hand says for which capability; else it is said in the text. */
export type PackedCuda = Omit<CudaImage, 'ptx'> & { readonly code: CudaCode; readonly open: boolean };

export function unpackCuda({ code, open, ...rest }: PackedCuda): CudaImage {
  const made = new Map<number, CudaCode>();
  const ptx = (capability: number): CudaCode => {
    if (!open) return code;
    const known = made.get(capability) ?? { ...code, text: withCapability(code.text, capability) };
    made.set(capability, known);
    return known;
  };
  return { ...rest, ptx };
}
