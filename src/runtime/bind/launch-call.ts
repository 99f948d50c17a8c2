/** The launch of a kernel from host code. */
import { placeOfAddress } from '../linear-memory.ts';
import type { Context } from './calls.ts';

type LaunchCall = (
  kernel: number,
  gx: number,
  gy: number,
  gz: number,
  bx: number,
  by: number,
  bz: number,
  sharedBytes: number,
  stream: bigint,
  params: number,
  count: number,
) => void;

export function launchCall({ cuda, host, checks }: Context): LaunchCall {
  const blocking = (host.environment.CUDA_LAUNCH_BLOCKING ?? '0') !== '0';
  return (kernel, gx, gy, gz, bx, by, bz, sharedBytes, stream, params) => {
    const { device } = cuda;
    // `<<<*, block>>>`: as many blocks as the device holds at once, which are simulated as one.
    const whole = gx === -1;
    const place = placeOfAddress(params);
    const to = stream === 0n || stream === -1n ? cuda.defaultStream() : stream;
    const code =
      device.launchQuickly && !whole
        ? device.launchQuickly(kernel, gx, gy, gz, bx, by, bz, sharedBytes, to, place)
        : device.launch({
            kernel,
            grid: whole ? { x: 1, y: 1, z: 1 } : { x: gx, y: gy, z: gz },
            block: { x: bx, y: by, z: bz },
            sharedBytes,
            stream: to,
            params: BigInt(place),
          });
    if (code !== 0) {
      cuda.note(code);
      checks?.()?.apiError('cudaLaunchKernel', code);
    }
    if (blocking) cuda.note(device.synchronise());
  };
}
