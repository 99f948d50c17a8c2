/** Whether a function's text sets each of its temporaries on every path that comes to a read of it: what it says of one that is read unset is a mistake of this back end. */

/** `sets`: temporaries and locals; `reads`: temporaries; `next`: labels that control may go to; `falls`: whether the line below may follow. */
type Line = {
  readonly sets: readonly string[];
  readonly reads: readonly string[];
  readonly next: readonly string[];
  readonly falls: boolean;
};

/** Lines without a label between them or a jump before their last. `missing`: what is read before the block sets it, and where. */
type Block = {
  readonly sets: Set<string>;
  readonly missing: Map<string, string>;
  next: readonly string[];
  falls: boolean;
};

/** The first line that reads a temporary which some path to it does not set; undefined where there is none. Locals of the program may be read unset: that is the program's affair. */
export function unsetRead(lines: readonly string[]): string | undefined {
  const { blocks, labels } = blocksOf(lines);
  // Most temporaries are read where they were set: only what crosses blocks is followed.
  if (blocks.every((b) => b.missing.size === 0)) return undefined;
  const crossing = new Set(blocks.flatMap((b) => [...b.missing.keys()]));
  const known = blocks.map((_, i) => (i === 0 ? new Set<string>() : undefined)) as (Set<string> | undefined)[];
  const pending = [0];
  for (let i = pending.pop(); i !== undefined; i = pending.pop()) {
    const block = blocks[i]!;
    const after = new Set(known[i]);
    for (const r of block.sets) if (crossing.has(r)) after.add(r);
    const following = block.next.map((l) => labels.get(l) ?? -1);
    if (block.falls) following.push(i + 1);
    for (const n of following) if (blocks[n] && meet(known, n, after)) pending.push(n);
  }
  for (const [i, block] of blocks.entries())
    for (const [register, line] of block.missing) if (known[i] && !known[i].has(register)) return line.trim();
  return undefined;
}

/** Keeps what all paths set; whether that changed. */
function meet(known: (Set<string> | undefined)[], at: number, coming: ReadonlySet<string>): boolean {
  const before = known[at];
  if (!before) {
    known[at] = new Set(coming);
    return true;
  }
  let changed = false;
  for (const r of before)
    if (!coming.has(r)) {
      before.delete(r);
      changed = true;
    }
  return changed;
}

function blocksOf(lines: readonly string[]): {
  readonly blocks: readonly Block[];
  readonly labels: ReadonlyMap<string, number>;
} {
  const labels = new Map<string, number>();
  const blocks: Block[] = [newBlock()];
  const tables = new Map<string, readonly string[]>();
  for (const text of lines) {
    const table = /^(\$\w+): \.branchtargets (.*);/.exec(text);
    const label = table ? undefined : /^(\$\w+):$/.exec(text)?.[1];
    if (table) tables.set(table[1]!, table[2]!.split(', '));
    else if (label !== undefined) {
      labels.set(label, blocks.length);
      blocks.push(newBlock());
    } else add(blocks, text, tables);
  }
  return { blocks, labels };
}

function newBlock(): Block {
  return { sets: new Set(), missing: new Map(), next: [], falls: true };
}

function add(blocks: Block[], text: string, tables: ReadonlyMap<string, readonly string[]>): void {
  const line = lineOf(text, tables);
  const block = blocks.at(-1)!;
  for (const r of line.reads) if (!block.sets.has(r) && !block.missing.has(r)) block.missing.set(r, text);
  for (const r of line.sets) block.sets.add(r);
  if (line.next.length === 0 && line.falls) return;
  block.next = line.next;
  block.falls = line.falls;
  blocks.push(newBlock());
}

/** And locals of the program. */
const temporaries = /%(?:p|h|rd?|fd?|l)\d+\b/g;
const none: readonly string[] = [];
/** Instructions whose first operand is no result. */
const withoutResult =
  /^(?:st|red|bra|brx|ret|exit|call|bar\.sync|bar\.arrive|bar\.warp|barrier|wmma\.store|prefetch|cp)\b/;

export function lineOf(text: string, tables: ReadonlyMap<string, readonly string[]>): Line {
  const [, guard, name, rest] = /^\s*(?:@!?(%\w+)\s+)?([\w.:]+)\s*(.*?);?$/.exec(text) ?? [];
  if (name === undefined || name.startsWith('.')) return { sets: none, reads: none, next: none, falls: true };
  const operands = rest ?? '';
  const first = withoutResult.test(name) ? '' : (/^(?:\{[^}]*\}|[^,]*)/.exec(operands)?.[0] ?? '');
  const sets = isAddress(first) ? none : (first.match(temporaries) ?? none);
  const reads = [
    ...(guard ? [guard] : []),
    ...(operands.slice(isAddress(first) ? 0 : first.length).match(temporaries) ?? none),
  ];
  return { sets, reads: reads.filter((r) => !r.startsWith('%l')), ...flowOf(name, operands, guard, tables) };
}

function isAddress(operand: string): boolean {
  return operand.startsWith('[');
}

function flowOf(
  name: string,
  operands: string,
  guard: string | undefined,
  tables: ReadonlyMap<string, readonly string[]>,
): Pick<Line, 'next' | 'falls'> {
  if (name.startsWith('brx')) return { next: tables.get(operands.split(', ')[1] ?? '') ?? none, falls: false };
  if (name.startsWith('bra')) return { next: [operands], falls: guard !== undefined };
  const ends = name === 'ret' || name === 'exit' || name === 'trap';
  return { next: none, falls: !ends || guard !== undefined };
}
