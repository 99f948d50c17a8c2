/** Random numbers, clocks, and what a program sees of its surroundings. */
import { hrtime } from 'node:process';
import { firstState } from '../../library/random.ts';
import { placeOfAddress } from '../linear-memory.ts';
import type { ProgramMemory } from '../program-memory.ts';
import { seedOf, seedSize, stateOf } from '../random.ts';
import type { Calls, Context } from './calls.ts';

export function randomCalls({ memory }: Context): Calls<'random'> {
  const read = (address: number) =>
    Uint32Array.from({ length: seedSize }, (_, i) => memory.view.getUint32(placeOfAddress(address) + 4 * i, true));
  const write = (address: number, words: ArrayLike<number>) => {
    for (let i = 0; i < seedSize; i++) memory.view.setUint32(placeOfAddress(address) + 4 * i, words[i] ?? 0, true);
  };
  const fresh = () => crypto.getRandomValues(new Uint32Array(seedSize));
  return {
    'random.seed-size': () => seedSize,
    'random.seed-put': (seed, state) => write(state, stateOf(seed === 0 ? fresh() : read(seed))),
    'random.seed-get': (seed, state) => write(seed, seedOf(read(state))),
    'random.init': (repeatable, _, state) => write(state, repeatable === 0 ? stateOf(fresh()) : firstState),
  };
}

export function timeCalls({ memory, sleptSeconds }: Context): Calls<'time'> {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  return {
    'time.cpu': () => {
      const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
      return (user + system) / 1e6 + sleptSeconds();
    },
    'time.clock': (bytes) => {
      const now = hrtime.bigint();
      if (bytes >= 8) return [now, 1_000_000_000n, 2n ** 63n - 1n];
      return [(now / 1000n) % 2n ** 31n, 1_000_000n, 2n ** 31n - 1n];
    },
    'time.date': (date, dateLength, time, timeLength, zone, zoneLength, values, kind) => {
      const parts = dateParts(new Date());
      if (date !== 0) memory.setText(date, dateLength, parts.date);
      if (time !== 0) memory.setText(time, timeLength, parts.time);
      if (zone !== 0) memory.setText(zone, zoneLength, parts.zone);
      if (values === 0) return;
      parts.values.forEach((value, i) => {
        setInteger(memory.view, placeOfAddress(values) + kind * i, kind, value);
      });
    },
    'time.epoch': () => BigInt(Math.floor(Date.now() / 1000)),
    'time.text': (address, length) => memory.setText(address, length, dateText(new Date())),
    'time.sleep': (seconds) => {
      if (seconds > 0) Atomics.wait(sleeper, 0, 0, seconds * 1000);
    },
  };
}

/** As C's ctime writes it: `Thu Nov 21 08:05:00 2026`. */
export function dateText(now: Date): string {
  const [week = '', month = '', day = '', year = ''] = now.toDateString().split(' ');
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map((n) => String(n).padStart(2, '0')).join(':');
  return `${week} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`;
}

function setInteger(view: DataView, address: number, kind: number, value: number): void {
  if (kind === 8) view.setBigInt64(address, BigInt(value), true);
  else if (kind === 2) view.setInt16(address, value, true);
  else view.setInt32(address, value, true);
}

function dateParts(now: Date) {
  const minutes = -now.getTimezoneOffset();
  const values = [
    now.getFullYear(),
    now.getMonth() + 1,
    now.getDate(),
    minutes,
    now.getHours(),
    now.getMinutes(),
    now.getSeconds(),
    now.getMilliseconds(),
  ];
  const two = (n = 0) => String(Math.abs(n)).padStart(2, '0');
  return {
    date: `${values[0]}${two(values[1])}${two(values[2])}`,
    time: `${two(values[4])}${two(values[5])}${two(values[6])}.${String(values[7]).padStart(3, '0')}`,
    zone: `${minutes < 0 ? '-' : '+'}${two(Math.trunc(minutes / 60))}${two(minutes % 60)}`,
    values,
  };
}

/** Fills a character variable, where there is one; gives the true length in bytes. */
function fill(memory: ProgramMemory, address: number, length: bigint, text: string): bigint {
  if (address !== 0) memory.setText(address, length, text);
  return BigInt(new TextEncoder().encode(text).length);
}

type Surroundings = Pick<
  Calls<'program'>,
  | 'program.argument-count'
  | 'program.argument'
  | 'program.command'
  | 'program.environment'
  | 'program.execute'
  | 'program.id'
  | 'program.folder'
  | 'program.machine'
  | 'program.enter'
  | 'program.remove'
>;

/** The error number where there is no such service. */
const noService = 38;

export function surroundingsCalls({ memory, host, io }: Context): Surroundings {
  return {
    'program.argument-count': () => host.arguments.length,
    'program.argument': (number, address, length) => {
      const text = number === 0 ? host.command : host.arguments[number - 1];
      const filled = fill(memory, address, length, text ?? '');
      return text === undefined ? -1n : filled;
    },
    'program.command': (address, length) => fill(memory, address, length, [host.command, ...host.arguments].join(' ')),
    'program.environment': (name, nameLength, trim, address, length) => {
      const asked = memory.text(name, nameLength);
      const value = host.environment[trim ? asked.replace(/ +$/, '') : asked];
      const filled = fill(memory, address, length, value ?? '');
      return value === undefined ? -1n : filled;
    },
    'program.id': () => host.system?.id ?? 1,
    'program.folder': (address, length) => {
      fill(memory, address, length, host.system?.folder() ?? '/');
      return 0;
    },
    'program.machine': (address, length) => {
      fill(memory, address, length, host.system?.machine ?? 'localhost');
      return 0;
    },
    'program.enter': (path, length) =>
      host.system?.act('enter', memory.text(path, length).trimEnd(), '', 0) ?? noService,
    'program.remove': (path, length) =>
      host.system?.act('remove', memory.text(path, length).trimEnd(), '', 0) ?? noService,
    'program.execute': (command, length, wait) => {
      io.flushAll();
      const status = host.execute?.(memory.text(command, length), wait !== 0);
      if (status === undefined) return [0, -2];
      // What a shell answers where a command is not found, or is none.
      return [status, status === 126 || status === 127 ? 3 : 0];
    },
  };
}
