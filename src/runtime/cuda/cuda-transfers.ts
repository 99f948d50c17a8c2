/** Copies and fills of one real device, as calls of the driver. Gives the driver's codes; who waits is the caller's affair. */
import type { Copy, ErrorCode, Fill } from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import type { CudaContext } from './context.ts';
import type { DriverCalls } from './driver-table.ts';
import { type LoadedModule, loadModule } from './load-module.ts';
import { copySymbol, fillAnySymbol, fillSymbol, supportModule } from './support.ts';

export class CudaTransfers {
  readonly #context: CudaContext;
  /** The kernels of support.ts. */
  #module: LoadedModule | undefined;

  constructor(context: CudaContext) {
    this.#context = context;
  }

  /** The context is gone. */
  clear(): void {
    this.#module = undefined;
  }

  copy(copy: Copy): ErrorCode {
    if (copy.width === 0 || copy.height === 0) return codeOf.success;
    return copy.height === 1 ? this.#copyRun(copy) : this.#copyRows(copy);
  }

  #copyRun({ to, from, width, stream, asynchronous }: Copy): ErrorCode {
    const { calls, session } = this.#context;
    const { host } = session;
    // Between two devices a plain copy waits for the work of both, which only the driver's plain call does.
    if (session.devices > 1 && !asynchronous && stream === 0n && !host.isHost(to) && !host.isHost(from))
      return calls.cuMemcpy(to, from, width);
    if (!session.managed.isEmpty && this.#movesPages(to, from)) return this.#copyOnDevice(to, from, width, stream);
    host.expectCopy(host.isHost(to) ? to : from, width);
    const copy = this.#copier(to, from);
    let at = 0;
    for (const bytes of piecesOf(host.pieces(to, width), host.pieces(from, width))) {
      const offset = BigInt(at);
      const code = copy(host.native(to) + offset, host.native(from) + offset, bytes, stream);
      if (code !== 0) return code;
      at += bytes;
    }
    return codeOf.success;
  }

  /** Whether one side lies in pages that move, and the other in such pages or on the device: the driver's copies would take the former for plain memory of the host. */
  #movesPages(to: bigint, from: bigint): boolean {
    const { host, managed } = this.#context.session;
    const [moving, source] = [managed.holds(to), managed.holds(from)];
    return (moving && (source || !host.isHost(from))) || (source && !host.isHost(to));
  }

  #copyOnDevice(to: bigint, from: bigint, bytes: number, stream: bigint): ErrorCode {
    const { host } = this.#context.session;
    return this.#support(copySymbol, [host.native(to), host.native(from), BigInt(bytes)], bytes / 16, 1, stream);
  }

  /** The driver takes an address that it does not know for one of the host unless it is told: it would read there, and the process would end. */
  #copier(to: bigint, from: bigint): DriverCalls['cuMemcpyAsync'] {
    const { calls, session } = this.#context;
    const { host } = session;
    if (host.isHost(to)) return host.isHost(from) ? calls.cuMemcpyAsync : calls.cuMemcpyDtoHAsync_v2;
    if (host.isHost(from)) return calls.cuMemcpyHtoDAsync_v2;
    // Between devices the driver must see for itself.
    return session.devices > 1 ? calls.cuMemcpyAsync : calls.cuMemcpyDtoDAsync_v2;
  }

  /** CUDA_MEMCPY2D: for source and target x, y, kind of memory (1: host, 2: device, 4: by address), host, device, array, pitch; then width and height. */
  #copyRows(copy: Copy): ErrorCode {
    const { calls, session } = this.#context;
    const { native, host } = session;
    const extent = Math.max(copy.toPitch, copy.fromPitch) * copy.height;
    // The driver takes pitches for sizes.
    if (copy.toPitch < 0 || copy.fromPitch < 0) return this.#copyEachRow(copy);
    const moves = !session.managed.isEmpty && this.#movesPages(copy.to, copy.from);
    if (moves || host.pieces(copy.to, extent).length > 1 || host.pieces(copy.from, extent).length > 1)
      return this.#copyEachRow(copy);
    const first = 16;
    const between = session.devices > 1 && !host.isHost(copy.from) && !host.isHost(copy.to);
    const place = (address: bigint, pitch: number): readonly (number | bigint)[] => {
      const at = host.native(address);
      return host.isHost(address) ? [0, 0, 1, at, 0, 0, pitch] : [0, 0, between ? 4 : 2, 0, at, 0, pitch];
    };
    const fields = [...place(copy.from, copy.fromPitch), ...place(copy.to, copy.toPitch), copy.width, copy.height];
    fields.forEach((value, i) => {
      native.setU64(first + i, value);
    });
    return calls.cuMemcpy2DAsync_v2(native.cell(first), copy.stream);
  }

  #copyEachRow(copy: Copy): ErrorCode {
    for (let row = 0; row < copy.height; row++) {
      const to = copy.to + BigInt(row * copy.toPitch);
      const from = copy.from + BigInt(row * copy.fromPitch);
      const code = this.#copyRun({ ...copy, to, from, height: 1 });
      if (code !== 0) return code;
    }
    return codeOf.success;
  }

  fill({ to, pitch, pattern, patternBytes, count, height, stream }: Fill): ErrorCode {
    if (count === 0 || height === 0) return codeOf.success;
    const { calls, session } = this.#context;
    const at = session.host.native(to);
    const low = Number(BigInt.asUintN(32, pattern));
    const high = Number(BigInt.asUintN(32, pattern >> 32n));
    const rows = height > 1;
    if (!session.managed.isEmpty && session.managed.holds(to))
      return this.#fillPages([at, pattern, BigInt(patternBytes), BigInt(count), BigInt(height), BigInt(pitch)], stream);
    switch (patternBytes) {
      case 1:
        return rows
          ? calls.cuMemsetD2D8Async(at, pitch, low & 0xff, count, height, stream)
          : calls.cuMemsetD8Async(at, low & 0xff, count, stream);
      case 2:
        return rows
          ? calls.cuMemsetD2D16Async(at, pitch, low & 0xffff, count, height, stream)
          : calls.cuMemsetD16Async(at, low & 0xffff, count, stream);
      case 4:
        return rows
          ? calls.cuMemsetD2D32Async(at, pitch, low, count, height, stream)
          : calls.cuMemsetD32Async(at, low, count, stream);
      default:
        if (low === high && !rows) return calls.cuMemsetD32Async(at, low, 2 * count, stream);
        return this.#fillWide([at, pattern, BigInt(count), BigInt(height), BigInt(pitch)], stream);
    }
  }

  #fillWide(
    params: readonly [at: bigint, pattern: bigint, count: bigint, height: bigint, pitch: bigint],
    stream: bigint,
  ) {
    return this.#support(fillSymbol, params, Number(params[2]), Number(params[3]), stream);
  }

  #fillPages(
    params: readonly [at: bigint, pattern: bigint, bytes: bigint, count: bigint, height: bigint, pitch: bigint],
    stream: bigint,
  ): ErrorCode {
    return this.#support(fillAnySymbol, params, Number(params[3]), Number(params[4]), stream);
  }

  /** A kernel of support.ts, with so many threads at least along x unless they go on from place to place. */
  #support(symbol: string, params: readonly bigint[], threads: number, rows: number, stream: bigint): ErrorCode {
    const { calls, session, model, capability } = this.#context;
    const { driver, native, launches } = session;
    this.#module ??= loadModule(driver, native, supportModule(capability), false);
    const blocks = Math.max(1, Math.min(Math.ceil(threads / 256), 32 * model.multiProcessorCount));
    launches.setShape(blocks, Math.min(rows, 65535), 1, 256, 1, 1);
    launches.setRest(0, stream, false);
    launches.setParams(params);
    return launches.launch(calls, Number(this.#module.entry(symbol)));
  }
}

/** Cuts at the places where either side is cut. */
function piecesOf(a: readonly number[], b: readonly number[]): readonly number[] {
  if (a.length === 1) return b;
  if (b.length === 1) return a;
  const edges = new Set<number>();
  for (const list of [a, b]) {
    let at = 0;
    for (const n of list) {
      at += n;
      edges.add(at);
    }
  }
  const sorted = [...edges].sort((x, y) => x - y);
  return sorted.map((edge, i) => edge - (sorted[i - 1] ?? 0));
}
