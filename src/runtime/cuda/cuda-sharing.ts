/** Memory and events of a real device that several processes use: the driver's own handles. */
import {
  type Address,
  type ErrorCode,
  type EventId,
  type ProcessHandle,
  type ProcessSharing,
  processHandleWords,
} from '../../machine/device.ts';
import { codeOf } from '../../machine/errors.ts';
import type { CudaContext } from './context.ts';
import type { CudaStreams } from './cuda-streams.ts';

/** Cells of the driver's memory in which a handle stands. */
const firstCell = 8;
/** CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS. */
const lazyPeerAccess = 1;

export class CudaSharing implements ProcessSharing {
  readonly #context: CudaContext;
  readonly #streams: CudaStreams;

  constructor(context: CudaContext, streams: CudaStreams) {
    this.#context = context;
    this.#streams = streams;
  }

  giveMemory(address: Address): { readonly error: ErrorCode; readonly handle: ProcessHandle } {
    const { calls, session } = this.#entered();
    if (session.host.isHost(address)) return { error: codeOf.invalidValue, handle: [] };
    return this.#handle(calls.cuIpcGetMemHandle(session.native.cell(firstCell), address));
  }

  openMemory(handle: ProcessHandle): { readonly error: ErrorCode; readonly address: Address } {
    const { calls, session } = this.#entered();
    const at = this.#put(handle);
    const error = this.#context.note(calls.cuIpcOpenMemHandle_v2(session.native.cell(0), at, lazyPeerAccess));
    return { error, address: error === 0 ? session.native.u64(0) : 0n };
  }

  closeMemory(address: Address): ErrorCode {
    const { calls, session } = this.#entered();
    if (session.host.isHost(address)) return codeOf.invalidValue;
    return this.#context.note(calls.cuIpcCloseMemHandle(address));
  }

  giveEvent(event: EventId): { readonly error: ErrorCode; readonly handle: ProcessHandle } {
    const { calls, session } = this.#entered();
    if (!this.#streams.event(event)) return { error: codeOf.invalidResourceHandle, handle: [] };
    return this.#handle(calls.cuIpcGetEventHandle(session.native.cell(firstCell), event));
  }

  openEvent(handle: ProcessHandle): { readonly error: ErrorCode; readonly event: EventId } {
    const { calls, session } = this.#entered();
    const error = this.#context.note(calls.cuIpcOpenEventHandle(session.native.cell(0), this.#put(handle)));
    if (error !== 0) return { error, event: 0n };
    const event = session.native.u64(0);
    // Whether it has been recorded is known elsewhere.
    this.#streams.book.addEvent(event, { timed: false, recorded: true });
    return { error, event };
  }

  #entered(): CudaContext {
    this.#context.enter();
    return this.#context;
  }

  #handle(code: number): { readonly error: ErrorCode; readonly handle: ProcessHandle } {
    const { native } = this.#context.session;
    const error = this.#context.note(code);
    return {
      error,
      handle: error === 0 ? Array.from({ length: processHandleWords }, (_, i) => native.u64(firstCell + i)) : [],
    };
  }

  /** Where it stands. */
  #put(handle: ProcessHandle): number {
    const { native } = this.#context.session;
    for (const [i, word] of handle.entries()) native.setU64(firstCell + i, word);
    return native.cell(firstCell);
  }
}
