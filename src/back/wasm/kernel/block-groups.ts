/**
 * Blocks of one row of threads that begin by loading along memory and go on with what they share: the first regions of some blocks run one after another, each
 * with shared memory and scratch arrays of its own, then what is left of these blocks. So the processor sees longer streams, and loads of a block need not wait
 * for the end of the one before.
 */
import type { Expression, Statement } from '../../../ir/module.ts';
import { eachStatement, expressionsOf, localsSet, someExpression, someStatement } from '../../../ir/walk.ts';
import type { HoistedKernel } from '../../../opt/kernel/hoist-invariants.ts';
import { addIndex } from '../encode/address-code.ts';
import { type BlockSize, blockGroup, launchRecord } from '../encode/artifact.ts';
import { getLocal, i32const, setLocal } from '../expression.ts';
import { blockCode, branchIf, close, emitStatements, jump, loopCode, open, type Writer } from '../statement.ts';
import { nextBlock, tellBlocks } from './kernel-loops.ts';
import { increment, type KernelWriter, loadLaunch, param } from './kernel-writer.ts';
import type { Storage } from './storage.ts';

export type BlockGroups = {
  /** What is computed from the places of shared variables, for each block. */
  readonly places: readonly Statement[];
  /** What leads to the first region, that region, and what follows. */
  readonly leading: readonly Statement[];
  readonly first: Statement;
  readonly rest: readonly Statement[];
};

/** Undefined where it is not worth it, or the first region leaves something in registers. */
export function blockGroups(
  kernel: HoistedKernel,
  storage: Storage,
  block: BlockSize | undefined,
): BlockGroups | undefined {
  if (!block || block[1] > 1 || block[2] > 1 || kernel.exchange) return undefined;
  const at = kernel.body.findIndex((s) => s.kind === 'block' && kernel.threads.has(s.label));
  const first = kernel.body[at];
  if (first?.kind !== 'block') return undefined;
  const [leading, rest] = [kernel.body.slice(0, at), kernel.body.slice(at + 1)];
  const region = storage.regions.get(first.label);
  if (!region || region.carried.length > 0 || !leading.every((s) => s.kind === 'set' && !reads(s.value)))
    return undefined;
  if (!someStatement(rest, (s) => s.kind === 'block' && kernel.threads.has(s.label))) return undefined;
  const varies = (e: Expression): boolean =>
    someExpression(
      e,
      (x) =>
        (x.kind === 'special' && x.name.startsWith('tid.')) ||
        (x.kind === 'local' && kernel.uniformity.varying.has(x.index)),
    );
  const loadsAlong = (s: Statement): boolean => loadsFar(s, varies);
  if (!first.body.every((s) => staysApart(s, kernel.single)) || !someStatement(first.body, loadsAlong))
    return undefined;
  // What is loaded again should still be near.
  if (someStatement(rest, loadsAlong)) return undefined;
  return { places: sharedPlaces(kernel), leading, first, rest };
}

function reads(e: Expression): boolean {
  return someExpression(e, (x) => x.kind === 'load');
}

/** Leaves nothing behind but in shared memory and in scratch arrays. */
function staysApart(s: Statement, single: ReadonlySet<number>): boolean {
  return !someStatement([s], (x) => {
    if (localsSet(x).some((l) => single.has(l))) return true;
    if (x.kind === 'store') return x.to.type !== 'ptr.shared' || x.volatile === true;
    return !['set', 'if', 'for', 'loop', 'block', 'break', 'continue', 'switch', 'warp'].includes(x.kind);
  });
}

function loadsFar(s: Statement, varies: (e: Expression) => boolean): boolean {
  return expressionsOf(s).some((e) =>
    someExpression(e, (x) => x.kind === 'load' && x.from.type !== 'ptr.shared' && varies(x.from)),
  );
}

/** Statements of the launch that depend on where shared memory lies. */
function sharedPlaces(kernel: HoistedKernel): readonly Statement[] {
  const known = new Set<number>();
  return kernel.launch.filter((s) => {
    const depends = expressionsOf(s).some((e) =>
      someExpression(e, (x) => x.type === 'ptr.shared' || (x.kind === 'local' && known.has(x.index))),
    );
    if (depends)
      eachStatement([s], (x) => {
        for (const l of localsSet(x)) known.add(l);
      });
    return depends;
  });
}

/** `perThread`: bytes of a thread in scratch arrays. */
export function eachGroup(k: KernelWriter, w: Writer, groups: BlockGroups, shared: number, perThread: number): void {
  const { out } = k.code;
  const held = (): number => k.code.local('i32');
  const [ofShared, ofArrays, most, blocks, left] = [held(), held(), held(), held(), held()];
  strides(k, shared, perThread, { ofShared, ofArrays, most });
  getLocal(out, k.at.specials.get('ntid.x')!);
  setLocal(out, k.at.span);
  if (k.interchanged.blocks !== undefined) {
    i32const(out, 1);
    setLocal(out, w.frame.local(k.interchanged.blocks));
  }
  const addresses = [param.shared, k.at.dynamic, ...k.arrays.values()];
  const places = [k.at.bx, k.at.by, k.at.bz];
  const kept = (locals: readonly number[]): (() => void) => {
    const copies = locals.map((l) => k.code.local(k.code.params[l] ?? k.code.locals[l - k.code.params.length]!));
    locals.forEach((l, i) => {
      getLocal(out, l);
      setLocal(out, copies[i]!);
    });
    return () =>
      locals.forEach((l, i) => {
        getLocal(out, copies[i]!);
        setLocal(out, l);
      });
  };
  const further = (): void => {
    nextBlock(k, w, () => increment(k, k.at.bx));
    addresses.forEach((l, i) => {
      getLocal(out, l);
      getLocal(out, i < 2 ? ofShared : ofArrays);
      addIndex(k.code);
      setLocal(out, l);
    });
  };
  const eachOf = (body: () => void): void => {
    getLocal(out, blocks);
    setLocal(out, left);
    const head = open(w, loopCode);
    emitStatements(w, groups.places);
    emitStatements(w, groups.leading);
    body();
    further();
    increment(k, left, -1);
    getLocal(out, left);
    jump(w, head, branchIf);
    close(w);
  };
  const end = open(w, blockCode);
  getLocal(out, param.first);
  getLocal(out, param.last);
  out.byte(0x4e);
  jump(w, end, branchIf);
  const head = open(w, loopCode);
  // blocks = min(most, last - first)
  getLocal(out, param.last);
  getLocal(out, param.first);
  out.byte(0x6b);
  setLocal(out, blocks);
  for (const l of [blocks, most, blocks, most]) getLocal(out, l);
  out.all([0x48, 0x1b]);
  setLocal(out, blocks);
  tellBlocks(k, blocks);
  const backPlaces = kept(places);
  const backAddresses = kept(addresses);
  eachOf(() => emitStatements(w, [groups.first]));
  backPlaces();
  backAddresses();
  eachOf(() => {
    k.blockEnd = open(w, blockCode);
    emitStatements(w, groups.rest);
    close(w);
  });
  backAddresses();
  getLocal(out, param.first);
  getLocal(out, blocks);
  out.byte(0x6a);
  setLocal(out, param.first);
  getLocal(out, param.first);
  getLocal(out, param.last);
  out.byte(0x48);
  jump(w, head, branchIf);
  close(w);
  close(w);
}

/** How far a block's memory lies from that of the one before, and how many blocks there are in a group. */
function strides(
  k: KernelWriter,
  shared: number,
  perThread: number,
  to: { readonly ofShared: number; readonly ofArrays: number; readonly most: number },
): void {
  const { out } = k.code;
  loadLaunch(k, launchRecord.dynamicShared);
  i32const(out, shared + 63);
  out.byte(0x6a);
  i32const(out, -64);
  out.byte(0x71);
  setLocal(out, to.ofShared);
  getLocal(out, k.at.threads);
  i32const(out, perThread);
  out.byte(0x6c);
  setLocal(out, to.ofArrays);
  // most = min(blockGroup.most, blockGroup.bytes / (ofShared + ofArrays + 1) | 1)
  i32const(out, blockGroup.bytes);
  getLocal(out, to.ofShared);
  getLocal(out, to.ofArrays);
  out.all([0x6a, 0x41, 1, 0x6a, 0x6e, 0x41, 1, 0x72]);
  setLocal(out, to.most);
  getLocal(out, to.most);
  i32const(out, blockGroup.most);
  getLocal(out, to.most);
  i32const(out, blockGroup.most);
  out.all([0x48, 0x1b]);
  setLocal(out, to.most);
}
