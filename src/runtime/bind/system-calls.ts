/** What a program asks of the system and does with streams of C: the calls of library/fortran/other. */
import { systemActs, systemNumbers, systemTexts } from '../../library/system-names.ts';
import { formatted } from '../c-format.ts';
import type { CStreams } from '../c-streams.ts';
import { placeOfAddress } from '../linear-memory.ts';
import type { ProgramMemory } from '../program-memory.ts';
import type { Calls, Context } from './calls.ts';
import { dateText } from './surroundings-calls.ts';

/** The error number where there is no such service. */
const noService = 38;
const noUnit = 9;

export function systemCalls({ memory, host, io, errors, cuda }: Context): Calls<'system'> & Calls<'unit'> {
  const { system } = host;
  const pathAt = (address: number, length: bigint) => memory.text(address, length).replace(/[ \0]+$/, '');
  const noted = (status: number): number => {
    if (status !== 0) errors.last = status;
    return status;
  };
  return {
    'system.path': (act, path, length, other, otherLength, number) => {
      const name = systemActs[act];
      if (!system || name === undefined) return noted(noService);
      return noted(system.act(name, pathAt(path, length), pathAt(other, otherLength), number));
    },
    'system.stat': (ofLink, path, length, values) => {
      const found = system ? system.stat(pathAt(path, length), ofLink !== 0) : noService;
      if (typeof found === 'number') return noted(found);
      found.forEach((n, i) => {
        memory.view.setBigInt64(placeOfAddress(values) + 8 * i, BigInt(Math.trunc(n)), true);
      });
      return 0;
    },
    'system.list': (path, length, to, room) => {
      const found = system ? system.list(pathAt(path, length)) : noService;
      if (typeof found === 'number') return BigInt(-noted(found));
      const all = new TextEncoder().encode(found.map((entry) => `${entry}\0`).join(''));
      memory.bytes(to, room).set(all.subarray(0, Number(room)));
      return BigInt(all.length);
    },
    'system.number': (which, argument) => {
      switch (systemNumbers[which]) {
        case 'process':
          return BigInt(system?.id ?? 1);
        case 'user':
          return BigInt(system?.user.id ?? -1);
        case 'group':
          return BigInt(system?.user.group ?? -1);
        case 'error':
          return BigInt(argument === 0n ? errors.last : taken());
        case 'mask':
          return BigInt(system?.mask(Number(argument)) ?? 0);
        case 'terminal':
          return io.isTerminal(Number(argument)) ? 1n : 0n;
        default:
          return BigInt(io.descriptor(Number(argument)));
      }
    },
    'system.text': (which, argument, address, length) => {
      const text = textOf(which, argument);
      memory.setText(address, length, text);
      return BigInt(new TextEncoder().encode(text).length);
    },
    'system.time': (seconds, universal, values) => {
      timeParts(new Date(Number(seconds) * 1000), universal !== 0).forEach((n, i) => {
        memory.view.setInt32(placeOfAddress(values) + 4 * i, n, true);
      });
    },
    'system.call': (procedure, number) => cuda.callProcedure(BigInt(procedure), [number]),
    'system.signal': (process, signal) => noted(system?.signal(process, signal) ?? noService),
    'unit.tell': (unit) => BigInt(io.tell(unit) ?? -1),
    'unit.seek': (unit, offset, from) => noted(io.seek(unit, Number(offset), from) ? 0 : noUnit),
  };

  /** Whoever keeps it then is told of it once. */
  function taken(): number {
    const { last } = errors;
    errors.last = 0;
    return last;
  }

  function textOf(which: number, argument: bigint): string {
    switch (systemTexts[which]) {
      case 'user':
        return system?.user.name ?? '';
      case 'error':
        return system?.errorText(Number(argument)) ?? `error ${argument}`;
      case 'date':
        return dateText(new Date(Number(argument) * 1000));
      case 'folder':
        return system?.folder() ?? '/';
      default:
        return system?.temporaryFolder ?? '/tmp';
    }
  }
}

/** As of C's struct tm: seconds, minutes, hours, day, month from 0, years since 1900, day of the week, of the year from 0, summer time. */
function timeParts(at: Date, universal: boolean): number[] {
  const shifted = universal ? at : new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  const year = shifted.getUTCFullYear();
  const dayOfYear = Math.floor((shifted.getTime() - Date.UTC(year, 0, 1)) / 86_400_000);
  const clock = [shifted.getUTCSeconds(), shifted.getUTCMinutes(), shifted.getUTCHours()];
  const winter = Math.max(new Date(year, 0, 1).getTimezoneOffset(), new Date(year, 6, 1).getTimezoneOffset());
  const summer = !universal && at.getTimezoneOffset() < winter ? 1 : 0;
  return [...clock, shifted.getUTCDate(), shifted.getUTCMonth(), year - 1900, shifted.getUTCDay(), dayOfYear, summer];
}

/** The handle that stands for unit 6 and the error stream: see c_library. */
const standardOutput = 1;
const standardError = 2;

export function streamCalls({ memory, io, host, streams }: Context): Calls<'stream'> {
  const bytes = (address: number, count: bigint) => memory.bytes(address, count);
  return {
    'stream.open': (path, mode) => BigInt(streams.open(cText(memory, path), cText(memory, mode))),
    'stream.reopen': (path, mode, stream) => {
      flush(stream, io, streams);
      return streams.reopen(cText(memory, path), cText(memory, mode), stream);
    },
    'stream.close': (stream) => streams.close(stream),
    'stream.flush': (stream) => flush(stream, io, streams),
    'stream.read': (stream, address, count) => BigInt(streams.read(stream, bytes(address, count))),
    'stream.write': (stream, address, count) => {
      if (streams.isOpen(stream)) return BigInt(streams.write(stream, memory.copied(address, count)));
      if (stream === standardOutput) io.writeStandardOutput(memory.copied(address, count));
      else if (stream === standardError) host.writeError(memory.text(address, count));
      else return BigInt(streams.write(stream, memory.copied(address, count)));
      return count;
    },
    'stream.line': (stream, address, room) => BigInt(streams.line(stream, bytes(address, room))),
    'stream.seek': (stream, offset, from) => streams.seek(stream, Number(offset), from),
    'stream.tell': (stream) => BigInt(streams.tell(stream)),
    'stream.end': (stream) => (streams.atEnd(stream) ? 1 : 0),
    'stream.format': (format, from, to, room) => {
      const text = formatted(cText(memory, format), argumentsAt(memory, from));
      const target = bytes(to, room);
      const shown = text.slice(0, Math.max(0, target.length - 1));
      for (let i = 0; i < shown.length; i++) target[i] = shown.charCodeAt(i);
      if (target.length > 0) target[shown.length] = 0;
      return text.length;
    },
  };
}

function flush(stream: number, io: Context['io'], streams: CStreams): number {
  const isStandard = stream === standardOutput || stream === standardError;
  if (stream !== 0 && (!isStandard || streams.isOpen(stream))) return streams.flush(stream);
  io.flushAll();
  if (stream === 0) streams.flushAll();
  return 0;
}

function argumentsAt(memory: ProgramMemory, address: number) {
  let next = placeOfAddress(address);
  const place = () => {
    const at = next;
    next += 8;
    return at;
  };
  return {
    integer: () => memory.view.getBigInt64(place(), true),
    real: () => memory.view.getFloat64(place(), true),
    text: (from: bigint) => (from === 0n ? '(null)' : cText(memory, Number(from))),
  };
}

/** The bytes up to a zero, one character each. */
function cText(memory: ProgramMemory, address: number): string {
  const all = new Uint8Array(memory.view.buffer, placeOfAddress(address));
  let text = '';
  for (let i = 0; i < all.length && all[i] !== 0; i++) text += String.fromCharCode(all[i]!);
  return text;
}
