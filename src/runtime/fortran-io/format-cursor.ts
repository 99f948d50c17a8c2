/** Walks a format: runs its control edits on a FormatTarget and stops at the data edit for the next item. */
import type { ControlName, DataEdit, Format } from '../../library/format-parse.ts';
import { ioFailure } from '../../library/io-errors.ts';
import type { DefinedStyle } from './transfer.ts';

/** What the edits that need no item act on: the record being written or read. */
export interface FormatTarget {
  text(bytes: Uint8Array): void;
  control(name: ControlName, value: number): void;
  nextRecord(): void;
}

/** What DT tells the procedure. */
export function styleOf(edit: DataEdit): DefinedStyle {
  if (edit.letter !== 'DT') throw ioFailure(235);
  return { type: `DT${edit.defined?.text ?? ''}`, list: edit.defined?.list ?? [] };
}

const none: Format = { steps: [{ kind: 'end' }], reversion: 0 };

type Group = { readonly open: number; left: number; edits: number };

export class FormatCursor {
  #format: Format = none;
  readonly #target: FormatTarget;
  #at = 0;
  #edit: DataEdit | undefined;
  #editsLeft = 0;
  /** Data edits met so far: an unlimited group without any would never end. */
  #edits = 0;
  readonly #groups: Group[] = [];

  constructor(target: FormatTarget) {
    this.#target = target;
  }

  begin(format: Format): void {
    this.#format = format;
    this.#at = 0;
    this.#edit = undefined;
    this.#editsLeft = 0;
    this.#edits = 0;
    this.#groups.length = 0;
  }

  /** The edit for the next item; reverts to the last group as often as needed. */
  next(): DataEdit {
    if (this.#edit && this.#editsLeft > 0) {
      this.#editsLeft -= 1;
      return this.#edit;
    }
    let reverted = false;
    for (;;) {
      const stop = this.#run(false);
      if (stop === 'data') {
        this.#editsLeft -= 1;
        return this.#edit!;
      }
      if (reverted) throw ioFailure(246);
      reverted = true;
      this.#target.nextRecord();
      this.#at = this.#format.reversion;
      this.#groups.length = 0;
    }
  }

  /** No items are left: run the edits up to a data edit, a colon or the end. */
  finish(): void {
    if (this.#editsLeft === 0) this.#run(true);
  }

  #run(finishing: boolean): 'data' | 'end' {
    for (;;) {
      const step = this.#format.steps[this.#at]!;
      switch (step.kind) {
        case 'data':
          if (!finishing) this.#at += 1;
          this.#edit = step;
          this.#editsLeft = step.repeat;
          this.#edits += 1;
          return 'data';
        case 'text':
          for (let i = 0; i < step.repeat; i += 1) this.#target.text(step.bytes);
          break;
        case 'control':
          this.#target.control(step.name, step.value);
          break;
        case 'slash':
          for (let i = 0; i < step.repeat; i += 1) this.#target.nextRecord();
          break;
        case 'colon':
          if (finishing) return 'end';
          break;
        case 'open':
          this.#groups.push({ open: this.#at, left: step.repeat, edits: this.#edits });
          break;
        case 'close':
          this.#close(step.open);
          break;
        case 'end':
          return 'end';
      }
      this.#at += 1;
    }
  }

  #close(open: number): void {
    const group = this.#groups[this.#groups.length - 1];
    if (!group) return;
    group.left -= 1;
    if (group.left === Number.POSITIVE_INFINITY && group.edits === this.#edits) throw ioFailure(246);
    group.edits = this.#edits;
    if (group.left > 0) this.#at = open;
    else this.#groups.pop();
  }
}
