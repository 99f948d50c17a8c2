/** The transfers and modes that a statement's object lends to one statement after the other, made when first used. */
import type { Format } from '../../library/format-parse.ts';
import { initialModes } from './edit-modes.ts';
import { FormattedReader, type Keep } from './formatted-reader.ts';
import { FormattedWriter } from './formatted-writer.ts';
import { ListReader } from './list-reader.ts';
import { ListWriter } from './list-writer.ts';
import type { OutputRecord } from './output-record.ts';
import { RecordReader } from './record-reader.ts';
import type { AdvanceSink, EditModes, RecordSource } from './transfer.ts';

export class SpareTransfers {
  readonly modes: EditModes = initialModes();
  #formattedWriter: FormattedWriter | undefined;
  #listWriter: ListWriter | undefined;
  #formattedReader: FormattedReader | undefined;
  #listReader: ListReader | undefined;
  #records: RecordReader | undefined;

  formattedWriter(sink: AdvanceSink, record: OutputRecord, format: Format, advance: boolean): FormattedWriter {
    const spare = this.#formattedWriter?.begin(sink, record, this.modes, format, advance);
    this.#formattedWriter = spare ?? new FormattedWriter(sink, record, this.modes, format, advance);
    return this.#formattedWriter;
  }

  listWriter(sink: AdvanceSink, record: OutputRecord, split: boolean, continued: boolean): ListWriter {
    const spare = this.#listWriter?.begin(sink, record, this.modes, split, continued);
    this.#listWriter = spare ?? new ListWriter(sink, record, this.modes, split, continued);
    return this.#listWriter;
  }

  formattedReader(
    records: RecordReader,
    format: Format,
    keep: Keep | undefined,
    report: (count: number) => void,
  ): FormattedReader {
    const spare = this.#formattedReader?.begin(records, this.modes, format, keep, report);
    this.#formattedReader = spare ?? new FormattedReader(records, this.modes, format, keep, report);
    return this.#formattedReader;
  }

  listReader(records: RecordReader): ListReader {
    this.#listReader = this.#listReader?.begin(records, this.modes) ?? new ListReader(records, this.modes);
    return this.#listReader;
  }

  records(
    source: RecordSource,
    partial: { readonly record: Uint8Array; readonly at: number } | undefined,
  ): RecordReader {
    this.#records = this.#records?.begin(source, partial) ?? new RecordReader(source, partial);
    return this.#records;
  }
}
