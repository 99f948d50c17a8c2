/** What is told of a file that the system fails to write or read, as nvfortran's library does. */
import { FortranRuntimeError } from '../../library/io-errors.ts';
import type { HostFileError } from './host-files.ts';
import type { Unit } from './unit.ts';

/** Of an operation that no statement asks for: at the end of the program, or before something else writes. */
export function hostFailure(host: HostFileError, operation: 'CLOSE' | 'FLUSH', unit: Unit): FortranRuntimeError {
  const where = `unit=${unit.connection.unit}`;
  return new FortranRuntimeError([...hostLines(host, operation, where), fileLine(unit)].join('\n'));
}

export function hostLines(host: HostFileError, operation: string, where: string): readonly string[] {
  return [
    `FIO/stdio: ${host.message}`,
    `FIO-F-/${operation}/${where}/error code returned by host stdio - ${host.errno}.`,
  ];
}

export function fileLine({ connection, nextRecord }: Unit): string {
  const { path, form, access } = connection;
  return ` File name = '${path}',    ${form}, ${access} access   record = ${nextRecord - 1}`;
}
