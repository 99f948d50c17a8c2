/** Copies of a few bytes as loads and stores: memory.copy is a call, which takes longer than such a copy. */
import type { Expression, Statement } from '../../ir/module.ts';
import { emitPointer, type Frame, getLocal, setLocal } from './expression.ts';

type Copy = Extract<Statement, { kind: 'copy' }>;
type Piece = { readonly bytes: number; readonly load: readonly number[]; readonly store: readonly number[] };

const most = 64;
const pieces: readonly Piece[] = [
  { bytes: 16, load: [0xfd, 0, 0], store: [0xfd, 11, 0] },
  { bytes: 8, load: [0x29, 0], store: [0x37, 0] },
  { bytes: 4, load: [0x28, 0], store: [0x36, 0] },
  { bytes: 2, load: [0x2f, 0], store: [0x3b, 0] },
  { bytes: 1, load: [0x2d, 0], store: [0x3a, 0] },
];

/** False where the copy is not short. Everything is loaded before anything is stored, since the two sides may overlap. */
export function emitShortCopy(f: Frame, s: Copy): boolean {
  if (s.bytes.kind !== 'const' || Number(s.bytes.value) > most) return false;
  const { out } = f.code;
  const [to, from] = [place(f, s.to), place(f, s.from)];
  const done: (readonly [Piece, number])[] = [];
  for (let at = 0; at < Number(s.bytes.value); ) {
    const left = Number(s.bytes.value) - at;
    const piece = pieces.find((p) => p.bytes <= left)!;
    to();
    from();
    out.all(piece.load);
    out.u32(at);
    done.push([piece, at]);
    at += piece.bytes;
  }
  for (const [piece, at] of done.reverse()) {
    out.all(piece.store);
    out.u32(at);
  }
  return true;
}

/** Puts the address on the stack, as often as wanted. */
function place(f: Frame, e: Expression): () => void {
  if (e.kind === 'slot' || e.kind === 'global') return () => emitPointer(f, e);
  const local = f.code.local(f.code.address);
  emitPointer(f, e);
  setLocal(f.code.out, local);
  return () => getLocal(f.code.out, local);
}
