/** Where copies of sections lie, and how their elements move: on the host and on the current device. */
import type { CudaRuntime } from '../machine/device.ts';
import { codeOf, errorText } from '../machine/errors.ts';
import { ProgramExit } from './program-exit.ts';
import type { ProgramMemory } from './program-memory.ts';
import type { Rows, SectionMemory } from './sections.ts';

/** `cuda` is asked for when there is something on the device. */
export function sectionMemory(memory: ProgramMemory, cuda: () => CudaRuntime): SectionMemory {
  return {
    take: (bytes, isOnDevice) =>
      isOnDevice ? Number(cuda().device.allocate(bytes, 'device')) : memory.allocate(bytes, 64),
    give: (place, isOnDevice) => {
      if (isOnDevice) cuda().device.free(BigInt(place));
      else memory.heap.free(place);
    },
    copy: (rows, isOnDevice) => {
      if (isOnDevice) copyOnDevice(rows, cuda());
      else copyOnHost(rows, memory);
    },
  };
}

function copyOnDevice({ to, from, ...rows }: Rows, cuda: CudaRuntime): void {
  const stream = cuda.defaultStream();
  const code = cuda.device.copy({ ...rows, to: BigInt(to), from: BigInt(from), stream, asynchronous: false });
  if (code !== codeOf.success)
    throw new ProgramExit(127, `a section on the device cannot be copied: ${code}(${errorText(code)})`);
}

/** Elements of one or two words are the usual ones. */
function copyOnHost({ to, toPitch, from, fromPitch, width, height }: Rows, { words, memory }: ProgramMemory): void {
  if ((to | toPitch | from | fromPitch) % 4 === 0 && (width === 4 || width === 8)) {
    const [step, stride] = [toPitch / 4, fromPitch / 4];
    let [at, source] = [to / 4, from / 4];
    for (let i = 0; i < height; i++) {
      words[at] = words[source] ?? 0;
      if (width === 8) words[at + 1] = words[source + 1] ?? 0;
      at += step;
      source += stride;
    }
    return;
  }
  const bytes = new Uint8Array(memory.buffer);
  for (let i = 0; i < height; i++)
    bytes.copyWithin(to + i * toPitch, from + i * fromPitch, from + i * fromPitch + width);
}
