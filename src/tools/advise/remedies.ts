/** Simple remedies as changes of one file: what can be tried without knowing what the program means. */

import { isC } from './language-words.ts';

/** `before` and `after`: the lines that change, from `line` on. */
export type Edit = {
  readonly path: string;
  readonly line: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
};

/** `launchedAt`: where the host launches the kernel. */
export type ToMend = {
  readonly code: string;
  readonly place: string;
  readonly array?: string | undefined;
  readonly launchedAt?: string | undefined;
};

/** Undefined where there is none for the finding, or the source is not written as the remedy needs it. */
export function remedyFor(
  { code, place, array, launchedAt }: ToMend,
  textOf: (path: string) => string,
): Edit | undefined {
  const remedy = remedies[code];
  const at = remedy && ofLaunches.has(remedy) ? (launchedAt ?? '') : place;
  const [, path = '', number = '0'] = /^(.*):(\d+)$/.exec(at) ?? [];
  if (path === '' || !remedy) return undefined;
  const lines = textOf(path).split('\n');
  const found = remedy(lines, Number(number) - 1, array ?? '', isC(path));
  return (
    found && {
      path,
      line: found.at + 1,
      before: lines.slice(found.at, found.at + found.after.length),
      after: found.after,
    }
  );
}

/** The file with the change. */
export function edited(text: string, { line, before, after }: Edit): string {
  const lines = text.split('\n');
  lines.splice(line - 1, before.length, ...after);
  return lines.join('\n');
}

type Change = { readonly at: number; readonly after: readonly string[] };
type Remedy = (lines: readonly string[], at: number, array: string, inC: boolean) => Change | undefined;

const remedies: Readonly<Record<string, Remedy>> = {
  'bank-conflicts': padded,
  'double-literal': single,
  'constant-scatter': inDeviceMemory,
  uncoalesced: (lines, at) => otherLoopOrder(lines, at) ?? swappedIndices(lines, at),
  'register-spills': withoutBounds,
  'small-blocks': largerBlocks,
  'pageable-copy': pinned,
};

/** Those that change the line of the launch. */
const ofLaunches: ReadonlySet<Remedy> = new Set([largerBlocks]);

function changed(lines: readonly string[], at: number, change: (line: string) => string): Change | undefined {
  const line = lines[at];
  if (line === undefined) return undefined;
  const after = change(line);
  return after === line ? undefined : { at, after: [after] };
}

/** The nearest line above that declares the name with an attribute. */
function declaration(lines: readonly string[], from: number, name: string, attribute: string): number {
  return above(lines, from, new RegExp(`^[^!]*\\b${attribute}\\b[^!]*::[^!]*\\b${name}\\b`, 'i'));
}

/** The nearest line above that looks so; -1 for none. */
function above(lines: readonly string[], from: number, is: RegExp): number {
  for (let at = from; at >= 0; at--) if (is.test(lines[at] ?? '')) return at;
  return -1;
}

/** One element more in the extent along which memory goes, of several. */
function padded(lines: readonly string[], at: number, array: string, inC: boolean): Change | undefined {
  if (inC) {
    const last = new RegExp(`(\\b${array}\\s*(?:\\[[^\\]]+\\])+\\[)([^\\]]+)(\\]\\s*[;,])`);
    return changed(lines, above(lines, at, new RegExp(`__shared__.*\\b${array}\\s*\\[`)), (line) =>
      line.replace(last, '$1$2 + 1$3'),
    );
  }
  const extent = new RegExp(`(\\b${array}\\s*\\(\\s*)([^,()]+?)(\\s*,)`, 'i');
  return changed(lines, declaration(lines, at, array, 'shared'), (line) => line.replace(extent, '$1$2+1$3'));
}

function single(lines: readonly string[], at: number, _: string, inC: boolean): Change | undefined {
  if (inC)
    return changed(lines, at, (line) =>
      line.replace(/(?<![\w.])(?:(?:\d+\.\d*|\.\d+)(?:e[+-]?\d+)?|\d+e[+-]?\d+)(?![\w.])/gi, '$&f'),
    );
  return changed(lines, at, (line) =>
    line.replace(/(\d\.?\d*|\.\d+)d([+-]?\d+)/gi, (_, digits: string, power: string) =>
      Number(power) === 0 ? digits + (digits.includes('.') ? '' : '.0') : `${digits}e${power}`,
    ),
  );
}

function inDeviceMemory(lines: readonly string[], at: number, array: string, inC: boolean): Change | undefined {
  if (inC)
    return changed(lines, above(lines, at, new RegExp(`__constant__.*\\b${array}\\b`)), (line) =>
      line.replace('__constant__', '__device__'),
    );
  return changed(lines, declaration(lines, at, array, 'constant'), (line) => line.replace(/\bconstant\b/i, 'device'));
}

/** Directives for two loops whose iterations do not depend on each other. */
const twoLoops =
  /^\s*!\$(?:cuf\s+kernel\s+do\s*\(\s*2\s*\)|acc\s+(?:parallel|kernels|loop)\b.*\bcollapse\s*\(\s*2\s*\)|omp\s+target\b.*\bcollapse\s*\(\s*2\s*\))/i;

/** The two loops below such a directive change places. */
function otherLoopOrder(lines: readonly string[], at: number): Change | undefined {
  for (let up = at; up >= Math.max(0, at - 12); up--) {
    if (!twoLoops.test(lines[up] ?? '')) continue;
    const [outer = '', inner = ''] = [lines[up + 1], lines[up + 2]];
    const loop = /^\s*do\s+(\w+)\s*=/i;
    const [first, second] = [loop.exec(outer)?.[1], loop.exec(inner)?.[1]];
    // The inner loop's bounds must not depend on the outer one.
    if (!first || !second || new RegExp(`\\b${first}\\b`, 'i').test(inner)) return undefined;
    const indent = (line: string): string => /^\s*/.exec(line)?.[0] ?? '';
    return { at: up + 1, after: [indent(outer) + inner.trim(), indent(inner) + outer.trim()] };
  }
  return undefined;
}

/** The place in the grid that x decides and the one that y decides change names. */
function swappedIndices(lines: readonly string[], at: number): Change | undefined {
  const is = (axis: string) => new RegExp(`^(\\s*)(\\w+)(\\s*=[^!]*(?:thread|block)Idx%${axis}\\b.*)$`, 'i');
  let x = -1;
  let y = -1;
  for (let up = at; up >= 0 && !/^\s*attributes\s*\(\s*global/i.test(lines[up] ?? ''); up--) {
    if (is('x').test(lines[up] ?? '')) x = up;
    else if (is('y').test(lines[up] ?? '')) y = up;
  }
  const [ofX, ofY] = [is('x').exec(lines[x] ?? ''), is('y').exec(lines[y] ?? '')];
  if (!ofX || !ofY) return undefined;
  const [first, last] = [Math.min(x, y), Math.max(x, y)];
  const after = lines.slice(first, last + 1);
  after[x - first] = `${ofX[1]}${ofY[2]}${ofX[3]}`;
  after[y - first] = `${ofY[1]}${ofX[2]}${ofY[3]}`;
  return { at: first, after };
}

function withoutBounds(lines: readonly string[], at: number): Change | undefined {
  return changed(lines, at, (line) => line.replace(/\b(?:__)?launch_bounds(?:__)?\s*\([^()]*\)\s*/i, ''));
}

const usualBlock = 256;

/** A block's size as a number, in the grid's size too. */
function largerBlocks(lines: readonly string[], at: number): Change | undefined {
  return changed(lines, at, (line) =>
    line.replace(/<<<(.*),\s*(\d+)\s*>>>/, (whole, grid: string, threads: string) => {
      const known = new RegExp(`\\b${threads}\\b`, 'g');
      return known.test(grid) ? `<<<${grid.replace(known, String(usualBlock))}, ${usualBlock}>>>` : whole;
    }),
  );
}

/** What stands on the host's side of an assignment, if it is allocatable. */
function pinned(lines: readonly string[], at: number): Change | undefined {
  const sides = /^\s*(\w+)[^=]*=\s*(\w+)/.exec(lines[at] ?? '');
  for (const name of sides ? [sides[2], sides[1]] : []) {
    const found = name === undefined ? -1 : declaration(lines, at, name, 'allocatable');
    if (found < 0 || /\b(device|managed|pinned)\b/i.test(lines[found]?.split('::')[0] ?? '')) continue;
    return changed(lines, found, (line) => line.replace(/\ballocatable\b/i, 'allocatable, pinned'));
  }
  return undefined;
}
