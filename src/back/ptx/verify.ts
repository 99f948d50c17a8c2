/** Whether a function's instructions set each of its temporaries on every path that comes to a read of it: what it says of one that is read unset is a mistake of this back end. */
import { eachRead, eachSet, type Instruction, isLocal, type Line, targetsOf } from './instruction.ts';

/** Lines without a label between them or a jump before their last. `missing`: what is read before the block sets it, and where. */
type Block = {
  readonly sets: Set<string>;
  readonly missing: Map<string, Instruction>;
  next: readonly string[];
  falls: boolean;
};

/** The first instruction that reads a temporary which some path to it does not set; undefined where there is none. Locals of the program may be read unset: that is the program's affair. */
export function unsetRead(lines: readonly Line[]): Instruction | undefined {
  const { blocks, labels } = blocksOf(lines);
  // Most temporaries are read where they were set: only what crosses blocks is followed.
  if (blocks.every((b) => b.missing.size === 0)) return undefined;
  const crossing = new Set(blocks.flatMap((b) => [...b.missing.keys()]));
  const known = blocks.map((_, i) => (i === 0 ? new Set<string>() : undefined)) as (Set<string> | undefined)[];
  const given = blocks.map((b) => [...b.sets].filter((r) => crossing.has(r)));
  const pending = [0];
  for (let i = pending.pop(); i !== undefined; i = pending.pop()) {
    const block = blocks[i]!;
    const after = new Set(known[i]);
    for (const r of given[i]!) after.add(r);
    const following = block.next.map((l) => labels.get(l) ?? -1);
    if (block.falls) following.push(i + 1);
    for (const n of following) if (blocks[n] && meet(known, n, after)) pending.push(n);
  }
  for (const [i, block] of blocks.entries())
    for (const [register, line] of block.missing) if (known[i] && !known[i].has(register)) return line;
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

function blocksOf(lines: readonly Line[]): {
  readonly blocks: readonly Block[];
  readonly labels: ReadonlyMap<string, number>;
} {
  const labels = new Map<string, number>();
  const blocks: Block[] = [newBlock()];
  const tables = new Map<string, readonly string[]>();
  for (const line of lines)
    switch (line.kind) {
      case 'table':
        tables.set(line.name, line.targets);
        break;
      case 'label':
        labels.set(line.name, blocks.length);
        blocks.push(newBlock());
        break;
      case 'instruction':
        add(blocks, line, tables);
        break;
      case 'note':
        break;
    }
  return { blocks, labels };
}

function newBlock(): Block {
  return { sets: new Set(), missing: new Map(), next: [], falls: true };
}

function add(blocks: Block[], line: Instruction, tables: ReadonlyMap<string, readonly string[]>): void {
  const block = blocks.at(-1)!;
  eachRead(line, (r) => {
    if (!isLocal(r) && !block.sets.has(r) && !block.missing.has(r)) block.missing.set(r, line);
  });
  eachSet(line, (r) => {
    if (!isLocal(r)) block.sets.add(r);
  });
  const targets = targetsOf(line, tables);
  if (!targets) return;
  block.next = targets.to;
  block.falls = targets.falls;
  blocks.push(newBlock());
}
