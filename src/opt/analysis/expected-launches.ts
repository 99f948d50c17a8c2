/**
 * How large the blocks of a program's launches will be, as far as its host code tells: literals, variables that hold one number wherever they are set, shapes that the
 * runtime chooses. A guess, for code that is written before the launch: who takes it must be right without it.
 */

import { callsIn } from '../../ir/calls.ts';
import type { Program } from '../../ir/link.ts';
import type { Expression, Fn, LaunchShape, Statement } from '../../ir/module.ts';
import { eachStatement } from '../../ir/walk.ts';
import { chooseShape } from '../../machine/cuf-shape.ts';

/** `shapes`: those that are known, each once. `isWhole`: all launches of the kernel have one of them. */
export type ExpectedLaunches = { readonly shapes: readonly LaunchShape[]; readonly isWhole: boolean };

const maxThreads = 1024;

/** By the names of kernels. `functions`: host code behind its passes. */
export function expectedLaunches(
  functions: readonly Fn[],
  globals: Program['globals'],
): ReadonlyMap<string, ExpectedLaunches> {
  if (!functions.some(launches)) return new Map();
  const stored = new Map<string, Numbers>();
  for (const fn of functions)
    eachStatement(fn.body, (s) => {
      const place = s.kind === 'store' ? placeIn(s.to, s.offset) : undefined;
      if (s.kind === 'store' && place?.global !== undefined) add(stored, place.key, numberOf(s.value));
    });
  const ofGlobal: NumberAt = (key, name, offset) => only(stored.get(key)) ?? initial(globals.get(name), offset);
  const found = new Map<string, ExpectedLaunches>();
  for (const fn of functions.filter(launches))
    for (const { kernel, shape } of launchesOf(fn, ofGlobal)) found.set(kernel, joined(found.get(kernel), shape));
  return found;
}

const launches = ({ body }: Fn): boolean => callsIn(body).some((s) => s.kind === 'launch');

/** What is stored somewhere: constants, or something else. */
type Numbers = Set<number | undefined>;
type NumberAt = (key: string, global: string, offset: number) => number | undefined;

function joined(known: ExpectedLaunches | undefined, shape: LaunchShape | undefined): ExpectedLaunches {
  const { shapes, isWhole } = known ?? { shapes: [], isWhole: true };
  if (!shape) return { shapes, isWhole: false };
  const isThere = shapes.some(
    ({ block, dynamic }) => dynamic === shape.dynamic && block.every((n, i) => n === shape.block[i]),
  );
  return { shapes: isThere ? shapes : [...shapes, shape], isWhole };
}

function* launchesOf(
  fn: Fn,
  ofGlobal: NumberAt,
): Generator<{ readonly kernel: string; readonly shape: LaunchShape | undefined }> {
  const found: Extract<Statement, { kind: 'launch' }>[] = [];
  const locals = new Map<number, Expression[]>();
  const slots = new Map<string, Numbers>();
  eachStatement(fn.body, (s) => {
    if (s.kind === 'launch') found.push(s);
    else if (s.kind === 'set') {
      const values = locals.get(s.local);
      if (values) values.push(s.value);
      else locals.set(s.local, [s.value]);
    } else if (s.kind === 'store') {
      const place = placeIn(s.to, s.offset);
      if (place && place.global === undefined) add(slots, place.key, numberOf(s.value));
    } else if (s.kind === 'call' && s.callee.kind === 'direct' && s.callee.name === 'cuf.shape')
      chosen(s.args).forEach(([key, number]) => {
        add(slots, key, number);
      });
  });
  const value = (e: Expression, depth: number): number | undefined => {
    if (e.kind === 'local' && depth > 0) {
      const values = new Set((locals.get(e.index) ?? []).map((v) => value(v, depth - 1)));
      return only(values);
    }
    if (e.kind !== 'load') return numberOf(e);
    const place = placeIn(e.from, e.offset);
    if (!place) return undefined;
    return place.global === undefined ? only(slots.get(place.key)) : ofGlobal(place.key, place.global, place.offset);
  };
  for (const { kernel, block, shared } of found) {
    if (kernel.kind !== 'direct') continue;
    const [x, y, z, dynamic] = [...block, shared].map((e) => value(e, 2));
    const isKnown = x !== undefined && y !== undefined && z !== undefined && x * y * z <= maxThreads;
    const isShape = isKnown && Math.min(x, y, z) > 0 && dynamic !== undefined && dynamic >= 0;
    yield { kernel: kernel.name, shape: isShape ? { block: [x, y, z], dynamic } : undefined };
  }
}

/** Where the shape of a CUF kernel's blocks lies, and what the simulated device chooses there. Loops of unknown length are long. */
function chosen(args: readonly Expression[]): readonly (readonly [string, number])[] {
  const place = placeIn(args[10], 0);
  const numbers = args.slice(4, 10).map(numberOf);
  const trips = args.slice(1, 4).map((e) => BigInt(numberOf(e) ?? 2 ** 20));
  if (!place || trips.length < 3 || !numbers.every((n) => n !== undefined)) return [];
  const [gx = 0, gy = 0, gz = 0, bx = 0, by = 0, bz = 0] = numbers;
  const shape = chooseShape([trips[0]!, trips[1]!, trips[2]!], [gx, gy, gz], [bx, by, bz], 1, true);
  return [3, 4, 5].flatMap((i) => {
    const at = placeIn(args[10], 4 * i);
    return at ? [[at.key, shape[i]!] as const] : [];
  });
}

type Place = { readonly key: string; readonly offset: number; readonly global?: string };

/** A number of bytes behind the start of a variable or slot. */
function placeIn(e: Expression | undefined, offset: number): Place | undefined {
  if (e?.kind === 'global') return { key: `${e.name} ${offset}`, offset, global: e.name };
  if (e?.kind === 'slot') return { key: `${e.index} ${offset}`, offset };
  if (e?.kind !== 'op' || e.op !== 'offset') return undefined;
  const by = e.args[1] && numberOf(e.args[1]);
  return by === undefined ? undefined : placeIn(e.args[0], offset + by);
}

function numberOf(e: Expression): number | undefined {
  return e.kind === 'const' && typeof e.value !== 'boolean' ? Number(e.value) : undefined;
}

function add(to: Map<string, Numbers>, key: string, number: number | undefined): void {
  const numbers = to.get(key);
  if (numbers) numbers.add(number);
  else to.set(key, new Set([number]));
}

function only(numbers: Numbers | undefined): number | undefined {
  const [first] = numbers ?? [];
  return numbers?.size === 1 ? first : undefined;
}

function initial(global: ReturnType<Program['globals']['get']>, offset: number): number | undefined {
  const part = global?.init.find((i) => offset >= i.offset && offset + 4 <= i.offset + i.bytes.length);
  if (!part) return undefined;
  const { buffer, byteOffset, length } = part.bytes;
  return new DataView(buffer, byteOffset, length).getInt32(offset - part.offset, true);
}
