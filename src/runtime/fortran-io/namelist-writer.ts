/** Namelist output, line for line as nvfortran writes it (classic flang's nmlwrite): one value per line. */
import { impossible } from '../../base/impossible.ts';
import { defaultComplex, defaultInteger, defaultLogical, defaultReal } from './edit-default.ts';
import { bitsOfBytes, realFromBits } from './item-bits.ts';
import { delimit } from './list-writer.ts';
import {
  type DefinedElement,
  elementAddresses,
  elementBytes,
  elementCodes,
  type NamelistItem,
} from './namelist-item.ts';
import type { OutputRecord } from './output-record.ts';
import type { EditModes, RecordSink } from './transfer.ts';

/** `single`: all in one record, for a scalar that stands for the file. `wide`: how records hold characters of kind 4. */
export function* writeNamelist(
  group: string,
  items: readonly NamelistItem[],
  sink: RecordSink,
  record: OutputRecord,
  modes: EditModes,
  single: boolean | undefined,
  wide: (codes: Uint32Array) => Uint8Array,
): Generator<DefinedElement, void> {
  const separator = modes.comma ? ';' : ',';
  const endLine = () => {
    if (single) return;
    sink.write(record.bytes, record.length);
    record.clear();
  };
  record.put(` &${group.toUpperCase()}`);
  endLine();
  for (const [i, item] of items.entries()) {
    yield* writeItem(item, record, modes, wide, () => {
      record.put(separator);
      endLine();
    });
    if (i < items.length - 1) record.put(separator);
    endLine();
  }
  record.put(' /');
  sink.write(record.bytes, record.length);
  record.clear();
}

function* writeItem(
  item: NamelistItem,
  record: OutputRecord,
  modes: EditModes,
  wide: (codes: Uint32Array) => Uint8Array,
  nextLine: () => void,
): Generator<DefinedElement, void> {
  record.put(` ${item.name.toUpperCase()} = `);
  let first = true;
  for (const address of elementAddresses(item)) {
    if (!first) {
      nextLine();
      record.put(' '.repeat(item.name.length + 4));
    }
    first = false;
    if (item.type === 'defined') {
      yield { item, address };
      continue;
    }
    const bytes = item.type === 'wide' ? wide(elementCodes(item, address)) : elementBytes(item, address);
    if (item.type === 'character' || item.type === 'wide') record.putBytes(quoted(bytes, modes));
    else record.put(valueText(item, bytes, modes));
  }
}

function quoted(bytes: Uint8Array, modes: EditModes): Uint8Array {
  return modes.delim === 'none' ? bytes : delimit(bytes, modes.delim === 'quote' ? 34 : 39);
}

function valueText(item: NamelistItem, bytes: Uint8Array, modes: EditModes): string {
  const { kind, type } = item;
  switch (type) {
    case 'integer':
      return defaultInteger(BigInt.asIntN(8 * kind, bitsOfBytes(bytes)), kind, modes.plus);
    case 'real':
      return defaultReal(realFromBits(bitsOfBytes(bytes), kind), kind, modes);
    case 'complex':
      return defaultComplex(partOf(bytes, 0, kind), partOf(bytes, 1, kind), kind, modes);
    case 'logical':
      return defaultLogical((bytes[0]! & 1) === 1);
    case 'character':
    case 'wide':
    case 'defined':
      return '';
    default:
      return impossible(type);
  }
}

function partOf(bytes: Uint8Array, part: number, kind: number): number {
  return realFromBits(bitsOfBytes(bytes.subarray(part * kind, (part + 1) * kind)), kind);
}
