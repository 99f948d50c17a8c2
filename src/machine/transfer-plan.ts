/**
 * What `io.transfer` is told of a formatted statement that is one call: a constant text. Its cell holds 16 bytes for each item, and before these, of an internal file, its address and
 * length.
 */

/** An item of `io.transfer`. `many`: its 16 bytes of the cell hold an address and a count, of characters or of numbers one after the other; else they hold the value. */
export type TransferItem = {
  readonly type: 'integer' | 'real' | 'complex' | 'logical' | 'character';
  readonly kind: number;
  readonly many: boolean;
};

export type TransferPlan = {
  readonly operation: 'read' | 'write' | 'print';
  readonly items: readonly TransferItem[];
  /** With its parentheses, or `*`. */
  readonly format: string;
};

/** What stands for a statement in its program: a letter for the operation, two characters for each item, a blank, the format. */
export function transferPlan(
  operation: TransferPlan['operation'],
  items: readonly TransferItem[],
  format: string,
): string {
  const letters = items.map(({ type, kind, many }) => {
    const letter = type === 'character' ? 't' : type.slice(0, 1);
    return `${many ? letter.toUpperCase() : letter}${kind}`;
  });
  return `${operation.slice(0, 1)}${letters.join('')} ${format}`;
}

const itemTypes: { readonly [letter: string]: TransferItem['type'] } = {
  i: 'integer',
  r: 'real',
  c: 'complex',
  l: 'logical',
  t: 'character',
};
const operations: { readonly [letter: string]: TransferPlan['operation'] } = { r: 'read', w: 'write', p: 'print' };

export function planIn(text: string): TransferPlan {
  const end = text.indexOf(' ');
  const items: TransferItem[] = [];
  for (let i = 1; i < end; i += 2) {
    const letter = text.slice(i, i + 1).toLowerCase();
    const many = letter !== text.slice(i, i + 1);
    items.push({ type: itemTypes[letter] ?? 'integer', kind: Number(text.slice(i + 1, i + 2)), many });
  }
  return { operation: operations[text.slice(0, 1)] ?? 'read', items, format: text.slice(end + 1) };
}
