/** The loops of blocks that run region by region together (`tile-groups.ts`). */
import { addressConst, offsetAddress } from '../encode/address-code.ts';
import { getLocal, i32const, setLocal } from '../expression.ts';
import { loopCode, open, type Writer } from '../statement.ts';
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

/** Runs `body` for each block of the group; `block`: a local with its number in there. */
export function eachOfGroup(k: KernelWriter, w: Writer, body: (block?: number) => void): void {
  const { group } = k;
  if (!group) {
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
  body(block);
  getLocal(out, param.shared);
  offsetAddress(k.code, group.stride);
  setLocal(out, param.shared);
  increment(k, k.at.bx);
  increment(k, block);
  againBelow(k, w, head, block, group.blocks);
  getLocal(out, first);
  setLocal(out, param.shared);
  getLocal(out, k.at.bx);
  getLocal(out, group.blocks);
  out.byte(0x6b);
  setLocal(out, k.at.bx);
}
