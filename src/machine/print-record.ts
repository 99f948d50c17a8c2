/**
 * How a running kernel hands over output and failures: the kernel module's tables name what is fixed, the kernel passes what varies.
 *
 * Imports of a kernel module, module name `rt`:
 * `print(format i32, values i32, block i32, thread i32)`: one line of list-directed output. `format` is a place in the kernel module's table of formats;
 *   `values` the address of 8-byte cells, in the order of the items, none for a text:
 *   integer and logical one cell (i64), real one (f64), complex two (f64), string two (address and length, i64; the text is copied at once).
 *   `block` and `thread` are linear (x fastest, from 0) and order the output.
 * `trap(message i32)`: a place in the kernel module's table of traps; an `unreachable` follows it.
 */
export type PrintFormat = readonly PrintField[];

export type PrintField =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'integer' | 'logical' | 'real'; readonly bytes: 1 | 2 | 4 | 8 }
  | { readonly kind: 'complex'; readonly bytes: 4 | 8 }
  | { readonly kind: 'string' };

/** How many 8-byte cells a field takes. */
export function cellsOf(field: PrintField): number {
  switch (field.kind) {
    case 'text':
      return 0;
    case 'integer':
    case 'logical':
    case 'real':
      return 1;
    case 'complex':
    case 'string':
      return 2;
  }
}
