/** Lines that kernels printed, written to the standard output: list-directed, or by the format that is their first item. */
import { impossible } from '../base/impossible.ts';
import { formatted } from './c-format.ts';
import type { IoRuntime } from './fortran-io/io-runtime.ts';
import type { PrintedItem, PrintedLine } from './sim/prints.ts';
import { toldOnce } from './told-once.ts';

export function printLines(io: IoRuntime, lines: readonly PrintedLine[]): void {
  for (const { items } of toldOnce(lines)) {
    const [first] = items;
    if (first?.kind === 'format' && !first.text.startsWith('(')) {
      io.writeStandardOutput(new TextEncoder().encode(printed(first.text.slice(1), items.slice(1))));
      continue;
    }
    io.start('print');
    if (first?.kind === 'format') io.setText('fmt', new TextEncoder().encode(first.text));
    else io.setInteger('star', 1);
    io.go();
    for (const item of items) put(io, item);
    io.end();
  }
}

/** As C's printf has it. */
function printed(format: string, items: readonly PrintedItem[]): string {
  let next = 0;
  const number = (): number | bigint => {
    const item = items[next++];
    return item?.kind === 'integer' || item?.kind === 'real' ? item.value : 0;
  };
  return formatted(format, {
    integer() {
      const item = items[next];
      if (item?.kind === 'text' || item?.kind === 'string') return BigInt(next++);
      const value = number();
      return typeof value === 'bigint' ? value : BigInt(Math.trunc(value));
    },
    real: () => Number(number()),
    text(at) {
      const item = items[Number(at)];
      if (item?.kind === 'string') return new TextDecoder().decode(item.value.slice());
      return item?.kind === 'text' ? item.text : '(null)';
    },
  });
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
