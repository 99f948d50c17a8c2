/** Procedures of a file that its constructs for devices call, directly or through others: they are procedures of the device too, though no directive says so. */
import type * as tree from '../../tree.ts';
import { eachStatement } from '../walk-tree.ts';

/** Of the compiler's options: what runs on a device. */
type Options = { readonly targets?: boolean; readonly stdpar?: boolean };

type Unit = tree.Subroutine | tree.FunctionUnit;
type Known = { readonly subroutines: Map<string, Unit[]>; readonly functions: Map<string, Unit[]> };

const compute: Readonly<Record<string, RegExp>> = {
  acc: /^(?:parallel|kernels|serial|region)\b/,
  omp: /^target(?! (?:data|enter|exit|update)\b)/,
};
const declares: Readonly<Record<string, string>> = { acc: 'routine', omp: 'declare target' };

export type OnDevice = {
  readonly procedures: ReadonlySet<string>;
  /** Names in the procedures that run on the device. */
  readonly names: ReadonlySet<string>;
};

export function deviceParts(file: tree.File, options: Options): OnDevice {
  const found = new Set<string>();
  const names = new Set<string>();
  const known: Known = { subroutines: new Map(), functions: new Map() };
  const start: tree.Block[] = [];
  const visit = (unit: tree.ProgramUnit): void => {
    if (unit.kind === 'subroutine' || unit.kind === 'function') {
      const list = unit.kind === 'subroutine' ? known.subroutines : known.functions;
      list.set(unit.name.text, [...(list.get(unit.name.text) ?? []), unit]);
      if (isDeclared(unit)) {
        start.push(unit.execution);
        addNames(unit.execution, names);
      }
    }
    if ('execution' in unit) eachStatement(unit.execution, (s) => startsOnDevice(s, options) && start.push(bodyOf(s)));
    if ('contains' in unit) unit.contains.forEach(visit);
  };
  file.units.forEach(visit);
  const work = [...start];
  for (let body = work.pop(); body; body = work.pop())
    for (const unit of callees(body, known)) {
      if (found.has(unit.name.text)) continue;
      found.add(unit.name.text);
      work.push(unit.execution);
      addNames(unit.execution, names);
    }
  return { procedures: found, names };
}

function isDeclared(unit: Unit): boolean {
  return unit.specification.some((d) => d.kind === 'directive' && declares[d.model] === d.name);
}

function startsOnDevice(s: tree.Executable, { stdpar, targets }: Options): boolean {
  if (s.kind === 'directive')
    return (s.model === 'acc' || targets === true) && (compute[s.model]?.test(s.name) ?? false);
  return s.kind === 'do' && s.control?.kind === 'concurrent' && stdpar === true;
}

function bodyOf(s: tree.Executable): tree.Block {
  return s.kind === 'directive' || s.kind === 'do' ? s.body : [];
}

/** The procedures of the file that a body names where a call or a value may stand. */
function callees(body: tree.Block, known: Known): Unit[] {
  const units = new Set<Unit>();
  const see = (x: unknown): void => {
    if (Array.isArray(x)) for (const y of x) see(y);
    else if (isNode(x)) {
      if (x.kind === 'call') add(units, known.subroutines, x.procedure);
      if (x.kind === 'call-or-index') add(units, known.functions, x.base);
      for (const [name, y] of Object.entries(x)) if (name !== 'span' && typeof y === 'object') see(y);
    }
  };
  see(body);
  return [...units];
}

function addNames(x: unknown, names: Set<string>): void {
  if (Array.isArray(x)) for (const y of x) addNames(y, names);
  else if (isNode(x)) {
    if (x.kind === 'name' && 'text' in x) names.add(String(x.text));
    for (const [key, y] of Object.entries(x)) if (key !== 'span' && typeof y === 'object') addNames(y, names);
  }
}

type Node = { readonly kind: string; readonly procedure?: unknown; readonly base?: unknown };

function isNode(x: unknown): x is Node {
  return typeof x === 'object' && x !== null && 'kind' in x;
}

function add(units: Set<Unit>, known: ReadonlyMap<string, Unit[]>, name: unknown): void {
  const text = isNode(name) && name.kind === 'name' && 'text' in name ? String(name.text) : '';
  for (const u of known.get(text) ?? []) units.add(u);
}
