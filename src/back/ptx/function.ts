/** One kernel or device function as PTX text. */
import { InternalError } from '../../base/impossible.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { bodiesOf, eachExpressionIn, isLoop, localsSet } from '../../ir/walk.ts';
import type { LaunchFact } from '../../machine/kernel.ts';
import { type Aliases, aliasesOf } from '../../opt/analysis/alias.ts';
import { congruences } from '../../opt/analysis/congruence.ts';
import { ordersOf, sumNames } from './address-sums.ts';
import { Alignment, type Version } from './alignment.ts';
import type { HostCell } from './artifact.ts';
import { resultDeclaration } from './call.ts';
import { Code } from './code.ts';
import type { Frame, Unit } from './frame.ts';
import { hoistAddresses } from './hoist-addresses.ts';
import { hostCellOf } from './host-cells.ts';
import { address, printLine } from './instruction.ts';
import { addressesFor } from './linear.ts';
import { fixedLocals, narrowLocals } from './narrow.ts';
import { classOf, moveTypes, paramType, plainType, registerTypes } from './represent.ts';
import { reuseValues } from './reuse.ts';
import { emitStatements } from './statement.ts';
import { unsetRead } from './verify.ts';

/** What becomes of a function. `missed`: on the assumption that addresses are aligned there might be more. */
export type Written = {
  /** Under a name. */
  readonly text: (symbol: string) => string;
  /** For a kernel: the cells of host data that follow its parameters. */
  readonly hostCells: readonly HostCell[];
  readonly facts: readonly LaunchFact[];
  readonly missed: boolean;
};

export const anyLaunch: Version = { aligned: false, facts: [], cells: [] };

/** What is asked of a function whichever version of it is written. */
export type About = {
  readonly aliases: Aliases;
  readonly fixed: ReadonlySet<number>;
  readonly depths: ReadonlyMap<number, number>;
  readonly locals: ReadonlySet<number>;
  readonly slots: ReadonlySet<number>;
};

export function aboutFunction(fn: Fn): About {
  const [locals, slots] = [new Set<number>(), new Set<number>()];
  eachExpressionIn(fn.body, (e) => {
    if (e.kind === 'local') locals.add(e.index);
    else if (e.kind === 'slot') slots.add(e.index);
  });
  return { aliases: aliasesOf(fn), fixed: fixedLocals(fn), depths: loopDepths(fn), locals, slots };
}

export function writeFunction(unit: Unit, fn: Fn, version: Version, about: About): Written {
  const code = new Code();
  const { aliases, fixed, depths, slots } = about;
  const used = new Set(about.locals);
  const hostCells = [...version.cells];
  const alignment = new Alignment(unit.options.managed, fn, version, (e) => hostCellOf(unit, fn, hostCells, e));
  const facts = { narrow: narrowLocals(fn, narrowParams(version.facts)), fixed };
  const addressOf = addressesFor(facts);
  const frame: Frame = {
    unit,
    code,
    fn,
    isReadOnly: readOnlyData(unit, fn, aliases),
    mayMeet: (a, b) =>
      !(a.kind === 'global' && unit.byHost.has(a.name)) && aliases.mayMeet(aliases.rootOf(a), aliases.rootOf(b)),
    ...facts,
    addressOf,
    orders: ordersOf(fn, facts, depths, addressOf),
    sumNames: sumNames(facts, addressOf),
    congruence: congruences(fn, alignment.of),
    alignment,
    addresses: new Map(),
    depths,
    local: (index) => {
      used.add(index);
      return `%l${index}`;
    },
    slot: (index) => `slot${index}`,
    breaks: new Map(),
    continues: new Map(),
    specials: new Map(),
    waits: [],
    hostCells,
    plans: new Map(),
    at: fn.at,
  };
  takeParams(frame, used);
  emitStatements(frame, fn.body);
  code.put('ret');
  const lines = hoistAddresses(reuseValues([...code.entry, ...code.lines]));
  const unset = unsetRead(lines);
  if (unset) throw new InternalError(`\`${printLine(unset).trim()}\` reads what some path does not set`, fn.at);
  const text = [
    '{',
    ...[...slots].map((i) => {
      const s = fn.slots[i]!;
      return `\t.local .align ${Math.max(s.align, s.size >= 16 ? 16 : 8)} .b8 slot${i}[${Math.max(s.size, 1)}];`;
    }),
    ...[...used].map((i) => `\t.reg ${registerTypes[classOf(fn.locals[i]!.type)]} \t%l${i};`),
    ...code.declarations(),
    ...lines.map(printLine),
    '}',
    '',
  ].join('\n');
  return {
    text: (symbol) => [...heading(unit, fn, symbol, hostCells.length), text].join('\n'),
    hostCells,
    facts: alignment.facts(),
    missed: alignment.missed,
  };
}

const narrowParams = (facts: readonly LaunchFact[]): readonly number[] =>
  facts.flatMap((fact) => (fact.is === 'narrow' ? [fact.param] : []));

/** `.func … name (…)` without its body. */
export function declaration(unit: Unit, fn: Fn): string {
  const results = fn.results.length > 0 ? `(.param ${resultDeclaration(fn.results, 'result')}) ` : '';
  return `.func ${results}${unit.names.of(fn.name)} (${parameters(fn).join(', ')})`;
}

function parameters(fn: Fn): string[] {
  return fn.locals.slice(0, fn.params).map((l, i) => `.param .${paramType(l.type)} p${i}`);
}

function heading(unit: Unit, fn: Fn, symbol: string, hostCells: number): string[] {
  if (fn.kind !== 'kernel') return [declaration(unit, fn)];
  const { maxRegisters } = unit.options;
  const all = [...parameters(fn), ...Array.from({ length: hostCells }, (_, i) => `.param .b64 h${i}`)];
  const params = all.map((p, i) => `\t${p}${i < all.length - 1 ? ',' : ''}`);
  return [
    `.visible .entry ${symbol}(`,
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
      f.code.put(`ld.param.${moveTypes[plainType(type)]}`, f.local(i), address(`p${i}`));
      continue;
    }
    const number = f.code.register('r');
    f.code.put('ld.param.b32', number, address(`p${i}`));
    f.code.put('setp.ne.s32', f.local(i), number, '0');
  }
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
 * Whether an address leads to what a kernel only reads: data of a dummy argument or a variable of the device. By Fortran's rules nobody else writes such data while the kernel runs.
 */
function readOnlyData(unit: Unit, fn: Fn, aliases: Aliases): (address: Expression) => boolean {
  if (fn.kind !== 'kernel') return () => false;
  return (address) => {
    const root = aliases.rootOf(address);
    if (root.space !== 'global' || root.name === undefined || aliases.mayWrite(root)) return false;
    if (root.name.startsWith('$')) return true;
    return unit.program.globals.get(root.name.slice(1))?.placement === 'global';
  };
}
