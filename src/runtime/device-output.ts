/** Lines that kernels printed, written to the standard output: list-directed, or by the format that is their first item. */
import { impossible } from '../base/impossible.ts';
import type { IoRuntime } from './fortran-io/io-runtime.ts';
import type { PrintedItem, PrintedLine } from './sim/prints.ts';

export function printLines(io: IoRuntime, lines: readonly PrintedLine[]): void {
  for (const { items } of lines) {
    io.start('print');
    const [first] = items;
    if (first?.kind === 'format') io.setText('fmt', new TextEncoder().encode(first.text));
    else io.setInteger('star', 1);
    io.go();
    for (const item of items) put(io, item);
    io.end();
  }
}

function put(io: IoRuntime, item: PrintedItem): void {
  switch (item.kind) {
    case 'text':
      io.putText(new TextEncoder().encode(item.text));
      break;
    case 'integer':
      io.putInteger(item.value, item.bytes);
      break;
    case 'logical':
      io.putLogical(item.value !== 0n, item.bytes);
      break;
    case 'real':
      io.putReal(item.value, item.bytes);
      break;
    case 'complex':
      io.putComplex(item.re, item.im, item.bytes);
      break;
    case 'string':
      io.putText(item.value);
      break;
    case 'format':
    case 'part':
      break;
    default:
      impossible(item);
  }
}
