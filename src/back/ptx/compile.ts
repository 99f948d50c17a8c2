/** IR to PTX: all kernels and device functions of a program as one module's text. Knows no Fortran, no passes and no driver. */
import { InternalError } from '../../base/impossible.ts';
import type { Expression, Fn, Global } from '../../ir/module.ts';
import { isPointer, type ValueType } from '../../ir/types.ts';
import { callableOf } from '../../ir/verify.ts';
import { eachExpression, eachStatement, expressionsOf } from '../../ir/walk.ts';
import type { KernelParam, LaunchFact } from '../../machine/kernel.ts';
import type { UsualFact, UsualKernel } from '../../opt/kernel/unit-strides.ts';
import type { HostCell, Prepared, PtxKernel, PtxModule, PtxOptions } from './artifact.ts';
import type { Unit } from './frame.ts';
import { aboutFunction, anyLaunch, declaration, writeFunction } from './function.ts';
import { writeGlobal, writeNeeds } from './globals.ts';
import { heading, usualParameterBytes } from './heading.ts';
import { hostCellOf } from './host-cells.ts';
import { Names } from './names.ts';

export function compilePtx(prepared: Prepared, options: PtxOptions): PtxModule {
  const { program } = prepared;
  const unit: Unit = {
    program,
    options,
    names: new Names(),
    texts: [],
    traps: [],
    sources: [],
    globals: new Set(),
    byHost: changedByHost(prepared),
    needs: new Set(),
  };
  // They come first, so that no other name takes theirs.
  for (const k of prepared.kernels) unit.names.of(k.name);
  // Host code may name variables that no kernel does.
  for (const g of program.globals.values())
    if (g.placement === 'global' || g.placement === 'constant') unit.globals.add(g.name);
  const functions = prepared.functions.map((fn) =>
    writeFunction(unit, fn, anyLaunch, aboutFunction(fn)).text(unit.names.of(fn.name)),
  );
  const kernels = prepared.kernels.map((fn) => writeKernel(unit, fn, prepared.usual?.get(fn.name)));
  const globals = declareGlobals(unit);
  const lines = [
    heading(options.capability, options.specific, prepared.kernels.some(hasLongParameters)),
    ...unit.sources.map((path, i) => `.file\t${i + 1} ${JSON.stringify(path)}`),
    '',
    ...prepared.functions.map((fn) => `${declaration(unit, fn)};`),
    ...globals,
    ...writeNeeds(unit),
    '',
    ...functions,
    ...kernels.flatMap(({ texts }) => texts),
  ];
  const constantBytes = sizeOf(program.globals.values(), 'constant');
  return {
    text: `${lines.join('\n')}\n`,
    kernels: prepared.kernels.map((k, i) => ({
      ...factsOf(prepared, k, constantBytes),
      ...kernels[i]!.facts,
    })),
    texts: unit.texts,
    traps: unit.traps,
    globals: new Map(
      [...unit.globals]
        .filter((name) => program.globals.get(name)?.placement !== 'shared')
        .map((name) => [name, unit.names.of(name)]),
    ),
    needs: unit.needs,
  };
}

type WrittenKernel = {
  readonly texts: readonly string[];
  readonly facts: Pick<PtxKernel, 'symbol' | 'hostCells' | 'usual'>;
};

/** A kernel for any launch, and where that is worth it a version for usual ones, which bears its name. */
function writeKernel(unit: Unit, fn: Fn, usual: UsualKernel | undefined): WrittenKernel {
  const plain = unit.names.of(fn.name);
  const about = aboutFunction(fn);
  const any = writeFunction(unit, fn, anyLaunch, about);
  const alone: WrittenKernel = { texts: [any.text(plain)], facts: { symbol: plain, hostCells: any.hostCells } };
  if (!usual && !any.missed) return alone;
  const cells = [...any.hostCells];
  const asked = usual?.facts.map((fact) => launchFact(unit, fn, cells, fact)) ?? [];
  if (!asked.every((fact) => fact !== undefined)) return alone;
  const usually = usual?.fn ?? fn;
  const version = { aligned: true, cells, facts: asked };
  const near = writeFunction(unit, usually, version, usually === fn ? about : aboutFunction(usually));
  const facts = [...asked, ...near.facts];
  if (facts.length === 0) return alone;
  const symbol = unit.names.of(`${fn.name}~general`);
  return {
    texts: [near.text(plain), any.text(symbol)],
    facts: { symbol, hostCells: near.hostCells, usual: { symbol: plain, facts } },
  };
}

/** Undefined where the launch does not take along what is asked for. */
function launchFact(unit: Unit, fn: Fn, cells: HostCell[], fact: UsualFact): LaunchFact | undefined {
  if (fact.of === 'block') return { is: fact.is, number: fact.number };
  const { of, ...asked } = fact;
  const param = of.kind === 'local' ? of.index : hostCellOf(unit, fn, cells, of);
  return param === undefined ? undefined : { param, ...asked };
}

/** Data that only host code changes and that device code does nothing with but to load what is at a known place. */
function changedByHost({ program, kernels, functions }: Prepared): ReadonlySet<string> {
  const found = new Set<string>();
  for (const g of program.globals.values()) if (g.byHost && g.placement === 'managed') found.add(g.name);
  const visit = (e: Expression): void => {
    if (e.kind === 'global') found.delete(e.name);
    else if (e.kind === 'op') for (const a of e.args) visit(a);
    else if (e.kind === 'load' && (e.from.kind !== 'global' || e.volatile)) visit(e.from);
  };
  for (const fn of [...kernels, ...functions])
    eachStatement(fn.body, (s) => {
      for (const whole of expressionsOf(s)) visit(whole);
    });
  return found;
}

/** Initial data may name further variables. */
function declareGlobals(unit: Unit): string[] {
  const lines: string[] = [];
  // The set grows while it is walked. PTX wants a name before its use, so what is found last comes first.
  for (const name of unit.globals) {
    const g = unit.program.globals.get(name);
    if (!g) throw new InternalError(`no variable ${name}`);
    lines.unshift(writeGlobal(unit, g));
  }
  return lines;
}

function sizeOf(globals: Iterable<Global>, placement: Global['placement']): number {
  let n = 0;
  for (const g of globals) if (g.placement === placement) n += g.size;
  return n;
}

function factsOf(p: Prepared, fn: Fn, constantBytes: number): Omit<PtxKernel, 'symbol' | 'hostCells' | 'usual'> {
  return {
    name: fn.name,
    params: callableOf(fn).params.map(paramKind),
    ...(fn.rooms && { rooms: fn.rooms }),
    sharedBytes: sizeOf(namedGlobals(p, fn), 'shared'),
    localBytes: fn.slots.reduce((n, s) => n + s.size, 0),
    constantBytes,
    ...(fn.launchBounds && { launchBounds: fn.launchBounds }),
    cooperative: fn.cooperative ?? false,
    ...(fn.clusterDims && { clusterDims: fn.clusterDims }),
  };
}

function paramKind(type: ValueType): KernelParam {
  if (isPointer(type)) return 'address';
  return type === 'bool' ? 'i32' : type;
}

/** The variables that the kernel names, itself or through its functions. */
function namedGlobals(p: Prepared, kernel: Fn): Set<Global> {
  const found = new Set<Global>();
  const seen = new Set<string>();
  const visit = (fn: Fn): void => {
    seen.add(fn.name);
    eachStatement(fn.body, (s) => {
      for (const whole of expressionsOf(s))
        eachExpression(whole, (e) => {
          const g = e.kind === 'global' ? p.program.globals.get(e.name) : undefined;
          if (g) found.add(g);
        });
      if (s.kind !== 'call' || s.callee.kind !== 'direct' || seen.has(s.callee.name)) return;
      const name = s.callee.name;
      const callee = p.functions.find((f) => f.name === name);
      if (callee) visit(callee);
    });
  };
  visit(kernel);
  return found;
}

const hasLongParameters = (kernel: Fn): boolean =>
  callableOf(kernel).params.reduce((sum, type) => sum + (type === 'i32' || type === 'f32' ? 4 : 8), 0) >
  usualParameterBytes;
