/** Text made from stretches of sources, each character of which still knows where it came from. */
import { type Source, type Span, span } from '../../base/source.ts';

/**
 * The characters of a text from `at` on, up to the next piece. They stand one to one at `from` in `source`, or, where
 * `width` is not -1, all of them were made from the `width` characters there (a macro's use).
 */
export type Piece = {
  readonly at: number;
  readonly source: Source;
  readonly from: number;
  readonly width: number;
};

/** How lines are laid out. */
export type Form = 'free' | 'fixed';

export type MappedText = { readonly text: string; readonly pieces: readonly Piece[] };

/** The place in the sources of the characters `from` up to `to` of the text. */
export function placeIn(mapped: MappedText, from: number, to: number): Span {
  const first = pieceAt(mapped.pieces, from);
  const start = first.width < 0 ? first.from + from - first.at : first.from;
  if (to <= from) return span(first.source, start, start);
  const last = pieceAt(mapped.pieces, to - 1);
  const end = last.width < 0 ? last.from + to - last.at : last.from + last.width;
  // Characters of our own at the end of a text have no place of theirs.
  if (last.source === first.source && end >= start) {
    return span(first.source, start, Math.min(end, first.source.text.length));
  }
  return span(first.source, start, first.width < 0 ? start + 1 : start + first.width);
}

function pieceAt(pieces: readonly Piece[], offset: number): Piece {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pieces[middle]!.at <= offset) low = middle;
    else high = middle - 1;
  }
  return pieces[low]!;
}

/** The lines of a source, without their ends (LF, CRLF, CR). */
export function* linesOf(source: Source): Generator<MappedText> {
  const { text } = source;
  let from = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (from < text.length) {
    let end = text.indexOf('\n', from);
    if (end < 0) end = text.length;
    const to = end > from && text.charCodeAt(end - 1) === 13 ? end - 1 : end;
    yield { text: text.slice(from, to), pieces: [{ at: 0, source, from, width: -1 }] };
    from = end + 1;
  }
}

/** Collects stretches of mapped texts into a new one. */
export class TextBuilder {
  text = '';
  pieces: Piece[] = [];

  append(line: MappedText, from: number, to: number): void {
    if (to <= from) return;
    const at = this.text.length - from;
    const { pieces } = line;
    for (let i = 0; i < pieces.length; i++) {
      const piece = pieces[i]!;
      const next = pieces[i + 1];
      if (piece.at >= to || (next && next.at <= from)) continue;
      this.appendPiece(piece, Math.max(piece.at, from), at);
    }
    this.text += line.text.slice(from, to);
  }

  private appendPiece(piece: Piece, start: number, shift: number): void {
    const from = piece.width < 0 ? piece.from + start - piece.at : piece.from;
    const made = { at: start + shift, source: piece.source, from, width: piece.width };
    if (this.pieces.length > 0) this.pieces.push(made);
    else this.pieces = [made];
  }

  /** Characters of our own, placed where the last ones end. */
  appendOwn(text: string): void {
    this.text += text;
  }

  /** Characters that were made from the whole of `at`. */
  appendMade(text: string, at: Span): void {
    if (text === '') return;
    this.pieces.push({ at: this.text.length, source: at.source, from: at.from, width: at.to - at.from });
    this.text += text;
  }

  take(): MappedText {
    const made = { text: this.text, pieces: this.pieces };
    this.text = '';
    this.pieces = [];
    return made;
  }
}
