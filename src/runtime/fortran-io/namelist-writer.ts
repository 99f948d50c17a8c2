/** Namelist output, line for line as nvfortran writes it (classic flang's nmlwrite): one value per line. */
import { impossible } from '../../base/impossible.ts';
import { defaultComplex, defaultLogical } from './edit-default.ts';
import { integerAt, realAt } from './item-cell.ts';
import { delimit, putListedInteger, putListedReal } from './list-writer.ts';
import {
  type DefinedElement,
  elementAddresses,
  elementBytes,
  elementCodes,
  type NamelistItem,
  viewOf,
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
    if (item.type === 'wide') record.putBytes(quoted(wide(elementCodes(item, address)), modes));
    else if (item.type === 'character') record.putBytes(quoted(elementBytes(item, address), modes));
    else putValue(item, address, record, modes);
  }
}

function quoted(bytes: Uint8Array, modes: EditModes): Uint8Array {
  return modes.delim === 'none' ? bytes : delimit(bytes, modes.delim === 'quote' ? 34 : 39);
}

function putValue(item: NamelistItem, address: number, record: OutputRecord, modes: EditModes): void {
  const { kind, type } = item;
  const view = viewOf(item);
  switch (type) {
    case 'integer':
      putListedInteger(record, integerAt(view, address, kind), kind, modes);
      return;
    case 'real':
      putListedReal(record, realAt(view, address, kind), kind, modes);
      return;
    case 'complex':
      record.put(defaultComplex(realAt(view, address, kind), realAt(view, address + kind, kind), kind, modes));
      return;
    case 'logical':
      record.put(defaultLogical((view.getUint8(address) & 1) === 1));
      return;
    case 'character':
    case 'wide':
    case 'defined':
      return;
    default:
      impossible(type);
  }
}
