/**
 * Long messages from buffers on a GPU for a library without CUDA, in pieces: one is on its way to the other process while the next one comes from the GPU, and the one before goes
 * to the other's. In place of the message itself goes an envelope, which names the pieces; they go through a communicator of the runtime's own. Whoever receives looks whether
 * it has an envelope: so all processes must do it alike, which they agree on when MPI starts.
 */
import type { StagingBlocks } from './staging-blocks.ts';

/** Between the processes of MPI_COMM_WORLD, by their ranks there. Places are addresses of the host program. */
export type Messages = {
  /** Once MPI has started, in all processes: gives the own rank. */
  readonly start: () => number;
  /** Numbers of all processes. */
  readonly gather: (numbers: readonly number[]) => readonly (readonly number[])[];
  readonly worldRank: (comm: number, rank: number) => number;
  /** Give a request. */
  readonly send: (place: number, bytes: number, to: number, tag: number) => number;
  readonly receive: (place: number, bytes: number, from: number, tag: number) => number;
  readonly wait: (request: number) => void;
  readonly isDone: (request: number) => boolean;
  /** Bytes of a message into a buffer of a type, and back. */
  readonly unpack: (from: number, bytes: number, to: number, count: number, datatype: number) => void;
  readonly pack: (from: number, count: number, datatype: number, to: number, bytes: number) => void;
};

export type PieceHost = {
  readonly messages: Messages;
  readonly blocks: StagingBlocks;
  readonly begin: (to: number, from: number, bytes: number) => number;
  readonly wait: (copy: number) => void;
  readonly word: (place: number) => number;
  readonly setWord: (place: number, value: number) => void;
  readonly refuse: (why: string) => never;
  /** Milliseconds. */
  readonly now: () => number;
};

/** An envelope's bytes: words of a seal, bytes in all (two words), rank, tag, bytes of a piece; an odd number of bytes, since few messages have it. */
export const envelopeBytes = 61;
const sealWords = 8;
const leastBytes = 1 << 18;
const [leastPiece, mostPiece] = [1 << 17, 1 << 20];
const tags = 1 << 14;
/** Pieces that are on their way from the GPU while one is sent. */
const ahead = 16;
/** Bytes that surely go to another process in a millisecond, where it takes them. */
const surely = 1e6;

type Sent = { readonly requests: number[]; readonly block: number; readonly bytes: number };

export class Pieces {
  readonly #host: PieceHost;
  readonly #seal: number[] = [];
  readonly #sent = new Set<Sent>();
  #rank = 0;
  #tag = 0;

  constructor(host: PieceHost) {
    this.#host = host;
  }

  /** In all processes, when MPI has started. `can`: whether this one's program does nothing that would see envelopes. */
  start(can: boolean): void {
    const { messages } = this.#host;
    this.#rank = messages.start();
    const own = Array.from({ length: sealWords }, () => Math.floor(Math.random() * 2 ** 32) | 0);
    const [first, ...others] = messages.gather([can ? 1 : 0, ...own]);
    if (first?.[0] === 1 && others.every(([c]) => c === 1)) this.#seal.push(...first.slice(1));
  }

  get isOn(): boolean {
    return this.#seal.length > 0;
  }

  splits(bytes: number): boolean {
    return this.isOn && bytes >= leastBytes;
  }

  /** Begins to send what lies on the device. `post` sends an envelope as the program wants the message to be sent. Gives what waits for the pieces, where they are taken soon. */
  send(device: number, bytes: number, comm: number, to: number, post: (envelope: number) => void): () => void {
    const { messages, blocks, begin, wait, refuse } = this.#host;
    this.#reclaim();
    const whole = bytes + 2 * envelopeBytes;
    const block = blocks.take(whole);
    if (block === 0) refuse(`no room in host memory for ${bytes} bytes of a buffer on the GPU`);
    const world = messages.worldRank(comm, to);
    const tag = this.#tag++ % tags;
    const pieces = piecesOf(bytes);
    const copies: number[] = [];
    const copyNext = (): void => {
      const piece = pieces[copies.length];
      if (piece) copies.push(begin(block + piece.at, device + piece.at, piece.length));
    };
    for (let i = 0; i < ahead; i++) copyNext();
    const envelope = 8 * Math.ceil((block + bytes) / 8);
    this.#write(envelope, bytes, tag, pieces[0]?.length ?? bytes);
    post(envelope);
    const sent: Sent = { requests: [], block, bytes: whole };
    this.#sent.add(sent);
    for (const [i, { at, length }] of pieces.entries()) {
      wait(copies[i] ?? 0);
      copyNext();
      sent.requests.push(messages.send(block + at, length, world, tag));
    }
    return () => this.#settle(sent);
  }

  /** The receiver may be busy with something that comes after it: then the pieces go when it takes them. */
  #settle(sent: Sent): void {
    const { now } = this.#host;
    const end = now() + 1 + sent.bytes / surely;
    while (!this.#isDone(sent)) if (now() > end) return;
    this.#forget(sent);
  }

  #isDone({ requests }: Sent): boolean {
    while (requests.length > 0) {
      if (!this.#host.messages.isDone(requests[0] ?? 0)) return false;
      requests.shift();
    }
    return true;
  }

  #forget(sent: Sent): void {
    if (this.#sent.delete(sent)) this.#host.blocks.leave(sent.block, sent.bytes);
  }

  #reclaim(): void {
    for (const sent of this.#sent) if (this.#isDone(sent)) this.#forget(sent);
  }

  /** Before MPI ends. */
  finish(): void {
    for (const sent of this.#sent) for (const request of sent.requests) this.#host.messages.wait(request);
    this.#sent.clear();
  }

  /** Whether a message of so many bytes that lies there is an envelope. */
  isEnvelope(place: number, bytes: number): boolean {
    return (
      bytes === envelopeBytes && this.isOn && this.#seal.every((word, i) => this.#host.word(place + 4 * i) === word)
    );
  }

  /** Of the message that an envelope stands for. */
  bytesOf(envelope: number): number {
    const { word } = this.#host;
    return (word(envelope + 32) >>> 0) + 2 ** 32 * word(envelope + 36);
  }

  /** Receives the pieces to a place of the host, which may be where the envelope lies, and hands each on when it is there. */
  receive(envelope: number, place: number, arrived: (at: number, length: number) => void): void {
    const { messages, word } = this.#host;
    const bytes = this.bytesOf(envelope);
    const [from, tag, piece] = [40, 44, 48].map((at) => word(envelope + at)) as [number, number, number];
    const requests: number[] = [];
    for (let at = 0; at < bytes; at += piece)
      requests.push(messages.receive(place + at, Math.min(piece, bytes - at), from, tag));
    for (const [i, request] of requests.entries()) {
      messages.wait(request);
      arrived(i * piece, Math.min(piece, bytes - i * piece));
    }
  }

  #write(envelope: number, bytes: number, tag: number, piece: number): void {
    const words = [...this.#seal, (bytes % 2 ** 32) | 0, Math.floor(bytes / 2 ** 32), this.#rank, tag, piece];
    for (const [i, word] of words.entries()) this.#host.setWord(envelope + 4 * i, word);
  }
}

function piecesOf(bytes: number): readonly { readonly at: number; readonly length: number }[] {
  const wanted = Math.min(Math.max(Math.ceil(bytes / 8), leastPiece), mostPiece);
  const piece = Math.ceil(wanted / 4096) * 4096;
  return Array.from({ length: Math.ceil(bytes / piece) }, (_, i) => ({
    at: i * piece,
    length: Math.min(piece, bytes - i * piece),
  }));
}
