/** Where a thread stands: registers for its place and its launch's sizes, and what is computed from them. */
import { InternalError } from '../../../base/impossible.ts';
import type { SpecialName } from '../../../ir/operations.ts';
import { launchRecord } from '../encode/artifact.ts';
import type { Code } from '../encode/encode.ts';
import { getLocal, i32const } from '../expression.ts';
import { type KernelWriter, loadLaunch, type Places } from './kernel-writer.ts';

export function places(code: Code): Places {
  const one = (): number => code.local('i32');
  const address = (): number => code.local(code.address);
  const specials = new Map<SpecialName, number>();
  const at = {
    tx: one(),
    ty: one(),
    tz: one(),
    t: one(),
    span: one(),
    bx: one(),
    by: one(),
    bz: one(),
    threads: one(),
    dynamic: address(),
    lane: one(),
    lanes: one(),
    warp: one(),
    wx: one(),
    wy: one(),
    wz: one(),
    slots: address(),
    slot: address(),
    specials,
  };
  const known: readonly (readonly [SpecialName, number])[] = [
    ['tid.x', at.tx],
    ['tid.y', at.ty],
    ['tid.z', at.tz],
    ['ctaid.x', at.bx],
    ['ctaid.y', at.by],
    ['ctaid.z', at.bz],
    ['ntid.x', one()],
    ['ntid.y', one()],
    ['ntid.z', one()],
    ['nctaid.x', one()],
    ['nctaid.y', one()],
    ['nctaid.z', one()],
  ];
  for (const [name, local] of known) specials.set(name, local);
  return at;
}

export function emitSpecial(k: KernelWriter, name: SpecialName): void {
  const { out } = k.code;
  const known = k.at.specials.get(name);
  if (known !== undefined) {
    getLocal(out, known);
    return;
  }
  switch (name) {
    case 'laneid':
      if (k.inWarp) {
        getLocal(out, k.at.lane);
        return;
      }
      getLocal(out, k.at.t);
      out.all([0x41, 31, 0x71]);
      return;
    case 'chunk.lane':
      // Of a vector's lanes the first one's is held.
      i32const(out, 0);
      return;
    case 'chunk.lanes':
      i32const(out, k.lanes);
      return;
    case 'cluster.rank':
      emitClusterRank(k);
      return;
    case 'cluster.size':
      emitClusterSize(k);
      return;
    case 'dynamic.bytes':
      loadLaunch(k, launchRecord.dynamicShared);
      return;
    case 'launch.alone':
      loadLaunch(k, launchRecord.alone);
      return;
    case 'launch.round':
      loadLaunch(k, launchRecord.round);
      return;
    case 'cluster.nctaid.x':
      loadLaunch(k, launchRecord.clusterX);
      return;
    case 'cluster.nctaid.y':
      loadLaunch(k, launchRecord.clusterY);
      return;
    case 'cluster.nctaid.z':
      loadLaunch(k, launchRecord.clusterZ);
      return;
    default:
      throw new InternalError(`${name} is not held`);
  }
}

const clusterAxes = [
  [launchRecord.clusterX, 'bx'],
  [launchRecord.clusterY, 'by'],
  [launchRecord.clusterZ, 'bz'],
] as const;

function emitClusterSize(k: KernelWriter): void {
  clusterAxes.forEach(([field], i) => {
    loadLaunch(k, field);
    if (i > 0) k.code.out.byte(0x6c);
  });
}

/** (bz % cz * cy + by % cy) * cx + bx % cx */
function emitClusterRank(k: KernelWriter): void {
  const { out } = k.code;
  i32const(out, 0);
  for (const [field, block] of [...clusterAxes].reverse()) {
    loadLaunch(k, field);
    out.byte(0x6c);
    getLocal(out, k.at[block]);
    loadLaunch(k, field);
    out.all([0x70, 0x6a]);
  }
}
