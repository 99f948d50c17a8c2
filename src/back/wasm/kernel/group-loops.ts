/** The loops of blocks that run region by region together (`tile-groups.ts`). */
import { addIndex, addressConst, offsetAddress } from '../encode/address-code.ts';
import { getLocal, i32const, setLocal } from '../expression.ts';
import { blockCode, branchIf, close, ifCode, jump, loopCode, open, type Writer } from '../statement.ts';
import { againBelow, increment, type KernelWriter, param, zero } from './kernel-writer.ts';
import { apart } from './tile-groups.ts';

/** Where the tiles of a group begin. */
export function startGroups(k: KernelWriter, tiles: number): void {
  const { group } = k;
  if (!group) return;
  const { out } = k.code;
  getLocal(out, param.scratch);
  offsetAddress(k.code, tiles + apart - 1);
  addressConst(k.code, -apart);
  out.byte(k.code.address === 'i64' ? 0x83 : 0x71);
  setLocal(out, param.shared);
}

/** How many blocks run together from here: those that are left in x and to this worker, up to a limit. */
export function blocksOfGroup(k: KernelWriter, group: NonNullable<KernelWriter['group']>): number {
  const { out } = k.code;
  getLocal(out, param.last);
  getLocal(out, param.first);
  out.byte(0x6b);
  setLocal(out, group.blocks);
  least(k, group.blocks, () => {
    getLocal(out, k.at.specials.get('nctaid.x')!);
    getLocal(out, k.at.bx);
    out.byte(0x6b);
  });
  least(k, group.blocks, () => i32const(out, group.most));
  return group.blocks;
}

/** local = min(local, other) */
export function least(k: KernelWriter, local: number, put: () => void): void {
  const { out } = k.code;
  const other = k.code.local('i32');
  put();
  setLocal(out, other);
  for (const l of [local, other, local, other]) getLocal(out, l);
  out.all([0x48, 0x1b]);
  setLocal(out, local);
}

/** Runs `body` for each block of the group, or for so many from the one at hand on. */
export function eachOfGroup(k: KernelWriter, w: Writer, body: () => void, blocks = k.group?.blocks): void {
  const { group } = k;
  if (!group || blocks === undefined) {
    body();
    return;
  }
  const { out } = k.code;
  const block = k.code.local('i32');
  const first = k.code.local(k.code.address);
  getLocal(out, param.shared);
  setLocal(out, first);
  zero(k, block);
  const head = open(w, loopCode);
  body();
  getLocal(out, param.shared);
  offsetAddress(k.code, group.stride);
  setLocal(out, param.shared);
  increment(k, k.at.bx);
  increment(k, block);
  againBelow(k, w, head, block, blocks);
  getLocal(out, first);
  setLocal(out, param.shared);
  add(k, k.at.bx, blocks, -1);
}

/** Blocks that `isAlike` puts a 1 on the stack for run together as far as they follow each other, `together` so many of them; others run `alone`. */
export function eachRunOfGroup(
  k: KernelWriter,
  w: Writer,
  isAlike: () => void,
  together: (blocks: number) => void,
  alone: () => void,
): void {
  const { group } = k;
  const { out } = k.code;
  if (!group) return;
  const [done, run, ahead] = [k.code.local('i32'), k.code.local('i32'), k.code.local('i32')];
  const first = k.code.local(k.code.address);
  getLocal(out, param.shared);
  setLocal(out, first);
  zero(k, done);
  const head = open(w, loopCode);
  zero(k, run);
  getLocal(out, done);
  setLocal(out, ahead);
  const found = open(w, blockCode);
  const next = open(w, loopCode);
  isAlike();
  out.byte(0x45);
  jump(w, found, branchIf);
  for (const counter of [run, ahead, k.at.bx]) increment(k, counter);
  againBelow(k, w, next, ahead, group.blocks);
  close(w);
  add(k, k.at.bx, run, -1);
  getLocal(out, run);
  open(w, ifCode);
  together(run);
  out.byte(0x05);
  alone();
  i32const(out, 1);
  setLocal(out, run);
  close(w);
  add(k, k.at.bx, run);
  add(k, done, run);
  getLocal(out, first);
  getLocal(out, done);
  i32const(out, group.stride);
  out.byte(0x6c);
  addIndex(k.code);
  setLocal(out, param.shared);
  againBelow(k, w, head, done, group.blocks);
  getLocal(out, first);
  setLocal(out, param.shared);
  add(k, k.at.bx, done, -1);
}

function add(k: KernelWriter, to: number, by: number, sign: 1 | -1 = 1): void {
  const { out } = k.code;
  getLocal(out, to);
  getLocal(out, by);
  out.byte(sign === 1 ? 0x6a : 0x6b);
  setLocal(out, to);
}
