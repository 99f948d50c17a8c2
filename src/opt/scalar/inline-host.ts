/**
 * Small host functions are put into those that call them: what goes to and fro by reference (points, vectors, results that are records) can then live in registers,
 * and loops over calls may run in vector chunks. Functions that nobody calls any more are left out.
 */
import { isOfLibrary } from '../../base/source.ts';
import { calleesIn, callsIn } from '../../ir/calls.ts';
import type { Program } from '../../ir/link.ts';
import type { Fn, Statement } from '../../ir/module.ts';
import { bodiesOf, someStatement } from '../../ir/walk.ts';
import { shadow } from '../../machine/check-tools.ts';
import { type Chance, inlineHost } from './inline.ts';
import { promoteCells } from './mem2reg.ts';
import { simplifyCopies } from './simplify.ts';
import { forwardSlots } from './sroa-copies.ts';

/** Statements of a callee: anywhere; in a loop; in a loop, where nobody else calls it. */
const small = 60;
const medium = 120;
const single = 500;
/** Statements of a caller. */
const mostInto = 1500;
/** Bytes that a callee keeps in memory. */
const mostMemory = 1024;

export function inlineSmallHost(program: Program): readonly Fn[] {
  const calls = countCalls(program);
  const own = new Map<string, boolean>();
  // Reports of the sanitizer name the procedures that have called the runtime.
  const isChecked = program.globals.has(shadow.pages);
  const stays = (fn: Fn): boolean => {
    const known = own.get(fn.name) ?? (isApart(fn) || hasLongLoop(fn.body) || (isChecked && hasCalls(fn)));
    own.set(fn.name, known);
    return known;
  };
  const expand = inlineHost(
    program.functions,
    (chance) => fits(chance, calls) && !stays(program.functions.get(chance.callee.name)!),
    tidied,
  );
  const needed = reached(program, expand);
  return [...program.functions.keys()].flatMap((name) => needed.get(name) ?? []);
}

/** As simple as it gets without its callers, before it stands in each of them. */
function tidied(fn: Fn): Fn {
  return simplifyCopies(promoteCells(forwardSlots(fn)));
}

function fits({ callee, size, into, inLoop }: Chance, calls: ReadonlyMap<string, number>): boolean {
  if (into + size > mostInto) return false;
  return size <= (inLoop ? (calls.get(callee.name) === 1 ? single : medium) : small);
}

function countCalls(program: Program): Map<string, number> {
  const calls = new Map<string, number>();
  for (const fn of program.functions.values())
    for (const name of calleesIn(fn.body)) calls.set(name, (calls.get(name) ?? 0) + 1);
  return calls;
}

/** Needs a frame of its own: much memory, or arguments of launches. */
function isApart(fn: Fn): boolean {
  let bytes = 0;
  for (const s of fn.slots) bytes += s.size;
  return bytes > mostMemory || callsIn(fn.body).some((s) => s.kind === 'launch');
}

function hasCalls({ at, body }: Fn): boolean {
  return !isOfLibrary(at.source) && callsIn(body).length > 0;
}

/** Straight code in a loop of many iterations runs in vector chunks, which are long; such a call costs next to nothing. */
function hasLongLoop(list: readonly Statement[]): boolean {
  return someStatement(list, (s) => {
    if (s.kind !== 'for' || (s.trips.kind === 'const' && Number(s.trips.value) <= 4)) return false;
    return s.body.every((x) => bodiesOf(x).length === 0 && x.kind !== 'call');
  });
}

/** The host functions that are still called, or that something outside calls. */
function reached(program: Program, expand: (fn: Fn) => Fn): ReadonlyMap<string, Fn> {
  const needed = new Map<string, Fn>();
  const wanted = [...program.roots, ...program.addressed];
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    const fn = program.functions.get(name);
    if (fn?.kind !== 'host' || needed.has(name)) continue;
    const made = expand(fn);
    needed.set(name, made);
    for (const callee of calleesIn(made.body)) wanted.push(callee);
  }
  return needed;
}
