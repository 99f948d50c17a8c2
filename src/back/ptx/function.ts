/** One kernel or device function as PTX text. */
import { InternalError } from '../../base/impossible.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { isPointer } from '../../ir/types.ts';
import { countSets } from '../../ir/uniformity.ts';
import {
  bodiesOf,
  eachExpression,
  eachStatement,
  expressionsOf,
  isLoop,
  localsSet,
  someStatement,
} from '../../ir/walk.ts';
import { type AlignmentOf, congruences } from '../../opt/analysis/congruence.ts';
import type { HostCell } from './artifact.ts';
import { resultDeclaration } from './call.ts';
import { Code } from './code.ts';
import type { Frame, Unit } from './frame.ts';
import { fixedLocals, narrowLocals } from './narrow.ts';
import { classOf, moveTypes, paramType, plainType, registerTypes } from './represent.ts';
import { emitStatements } from './statement.ts';
import { unsetRead } from './verify.ts';

/** The text, and for a kernel the cells of host data that follow its parameters. */
export function writeFunction(unit: Unit, fn: Fn): { readonly text: string; readonly hostCells: readonly HostCell[] } {
  const code = new Code();
  const used = usedLocals(fn);
  const readOnly =
    fn.kind === 'kernel' ? readOnlyData(unit, fn) : { params: new Set<number>(), globals: new Set<string>() };
  const frame: Frame = {
    unit,
    code,
    fn,
    readOnly: readOnly.params,
    readOnlyGlobals: readOnly.globals,
    narrow: narrowLocals(fn),
    fixed: fixedLocals(fn),
    congruence: congruences(fn, (e) => alignmentOf(unit, e)),
    addresses: [],
    depths: loopDepths(fn),
    local: (index) => {
      used.add(index);
      return `%l${index}`;
    },
    slot: (index) => `slot${index}`,
    breaks: new Map(),
    continues: new Map(),
    specials: new Map(),
    waits: [],
    hostCells: [],
    plans: new Map(),
    at: fn.at,
  };
  takeParams(frame, used);
  emitStatements(frame, fn.body);
  code.put('ret');
  const unset = unsetRead([...code.entry, ...code.lines]);
  if (unset !== undefined) throw new InternalError(`\`${unset}\` reads what some path does not set`, fn.at);
  const slots = usedSlots(fn);
  const text = [
    ...heading(unit, fn, frame.hostCells.length),
    '{',
    ...[...slots].map((i) => {
      const s = fn.slots[i]!;
      return `\t.local .align ${Math.max(s.align, s.size >= 16 ? 16 : 8)} .b8 slot${i}[${Math.max(s.size, 1)}];`;
    }),
    ...[...used].map((i) => `\t.reg ${registerTypes[classOf(fn.locals[i]!.type)]} \t%l${i};`),
    ...code.declarations(),
    ...code.entry,
    ...code.lines,
    '}',
    '',
  ].join('\n');
  return { text, hostCells: frame.hostCells };
}

/** Variables are declared with 16 bytes; slots that are smaller are not loaded so widely. Managed ones lie in the host program's memory. */
function alignmentOf({ options }: Unit, e: Parameters<AlignmentOf>[0]): bigint {
  return e.kind === 'global' && options.managed.has(e.name) ? 1n : 16n;
}

/** `.func … name (…)` without its body. */
export function declaration(unit: Unit, fn: Fn): string {
  const results = fn.results.length > 0 ? `(.param ${resultDeclaration(fn.results, 'result')}) ` : '';
  return `.func ${results}${unit.names.of(fn.name)} (${parameters(fn).join(', ')})`;
}

function parameters(fn: Fn): string[] {
  return fn.locals.slice(0, fn.params).map((l, i) => `.param .${paramType(l.type)} p${i}`);
}

function heading(unit: Unit, fn: Fn, hostCells: number): string[] {
  if (fn.kind !== 'kernel') return [declaration(unit, fn)];
  const { maxRegisters } = unit.options;
  const all = [...parameters(fn), ...Array.from({ length: hostCells }, (_, i) => `.param .b64 h${i}`)];
  const params = all.map((p, i) => `\t${p}${i < all.length - 1 ? ',' : ''}`);
  return [
    `.visible .entry ${unit.names.of(fn.name)}(`,
    ...params,
    ')',
    ...(fn.launchBounds ? [`.maxntid ${fn.launchBounds.maxThreads}, 1, 1`] : []),
    ...(fn.launchBounds && fn.launchBounds.minBlocks > 0 ? [`.minnctapersm ${fn.launchBounds.minBlocks}`] : []),
    ...(maxRegisters ? [`.maxnreg ${maxRegisters}`] : []),
    ...(fn.clusterDims ? ['.explicitcluster', `.reqnctapercluster ${fn.clusterDims.join(', ')}`] : []),
  ];
}

function takeParams(f: Frame, used: Set<number>): void {
  for (let i = 0; i < f.fn.params; i++) {
    if (!used.has(i)) continue;
    const { type } = f.fn.locals[i]!;
    if (plainType(type) !== 'bool') {
      f.code.put(`ld.param.${moveTypes[plainType(type)]}`, f.local(i), `[p${i}]`);
      continue;
    }
    const number = f.code.register('r');
    f.code.put('ld.param.b32', number, `[p${i}]`);
    f.code.put('setp.ne.s32', f.local(i), number, '0');
  }
}

function eachOf(fn: Fn, visit: (e: Expression) => void): void {
  eachStatement(fn.body, (s) => {
    for (const whole of expressionsOf(s)) eachExpression(whole, visit);
  });
}

function usedLocals(fn: Fn): Set<number> {
  const used = new Set<number>();
  eachOf(fn, (e) => {
    if (e.kind === 'local') used.add(e.index);
  });
  return used;
}

function usedSlots(fn: Fn): Set<number> {
  const used = new Set<number>();
  eachOf(fn, (e) => {
    if (e.kind === 'slot') used.add(e.index);
  });
  return used;
}

function loopDepths(fn: Fn): ReadonlyMap<number, number> {
  const depths = new Map<number, number>();
  const visit = (list: readonly Statement[], depth: number): void => {
    for (const s of list) {
      const inside = isLoop(s) ? depth + 1 : depth;
      if (inside > 0) for (const l of localsSet(s)) depths.set(l, Math.max(inside, depths.get(l) ?? 0));
      for (const body of bodiesOf(s)) visit(body, inside);
    }
  };
  visit(fn.body, 0);
  return depths;
}

/**
 * Pointer parameters and variables of the device that are only read through. By Fortran's rules nobody else writes such data while the kernel runs.
 * One whose address goes anywhere but into a plain load is not counted.
 */
function readOnlyData(
  unit: Unit,
  fn: Fn,
): { readonly params: ReadonlySet<number>; readonly globals: ReadonlySet<string> } {
  const counts = countSets(fn.body, fn.locals.length);
  const params = new Set<number>();
  const globals = new Set<string>();
  for (let i = 0; i < fn.params; i++) if (isPointer(fn.locals[i]!.type) && counts[i] === 0) params.add(i);
  const calls = someStatement(fn.body, (s) => s.kind === 'call');
  for (const g of unit.program.globals.values()) if (!calls && g.placement === 'global') globals.add(g.name);
  const visit = (e: Expression): void => {
    if (e.kind === 'local') params.delete(e.index);
    else if (e.kind === 'global') globals.delete(e.name);
    else if (e.kind === 'load') visitAddress(e.from, e.volatile === true);
    else if (e.kind === 'op') {
      if ((e.op === 'eq' || e.op === 'ne') && e.args.every((a) => a.kind === 'local' || a.kind === 'const')) return;
      for (const a of e.args) visit(a);
    }
  };
  const visitAddress = (e: Expression, volatile: boolean): void => {
    if (e.kind === 'op' && e.op === 'offset') {
      visitAddress(e.args[0]!, volatile);
      visit(e.args[1]!);
    } else if ((e.kind !== 'local' && e.kind !== 'global') || volatile) visit(e);
  };
  eachStatement(fn.body, (s) => {
    for (const whole of expressionsOf(s)) visit(whole);
  });
  return { params, globals };
}
