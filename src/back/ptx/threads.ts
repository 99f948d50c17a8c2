/** Barriers, fences, and what the lanes of a warp tell each other. */
import { InternalError } from '../../base/impossible.ts';
import type { Expression, Statement } from '../../ir/module.ts';
import { symbols } from './artifact.ts';
import { emit, emitRegister } from './expression.ts';
import type { Frame } from './frame.ts';
import { address, type Operand, vector } from './instruction.ts';
import { moveTypes, plainType } from './represent.ts';
import { beginWait, checkWait } from './trap.ts';

type Barrier = Extract<Statement, { kind: 'barrier' }>;
type Warp = Extract<Statement, { kind: 'warp' }>;

export const fences = { block: 'membar.cta', device: 'membar.gl', system: 'membar.sys' } as const;

export function emitBarrier(f: Frame, s: Barrier): void {
  const { code } = f;
  switch (s.scope) {
    case 'block':
      s.reduce ? emitReduction(f, s.reduce) : code.put('bar.sync', '0');
      return;
    case 'warp':
      code.put('bar.warp.sync', s.mask ? emit(f, s.mask) : '-1');
      return;
    case 'cluster':
      code.put('barrier.cluster.arrive.aligned');
      code.put('barrier.cluster.wait.aligned');
      return;
    case 'grid':
      emitGridBarrier(f);
      return;
  }
}

function emitReduction(f: Frame, r: NonNullable<Barrier['reduce']>): void {
  const { code } = f;
  const value = emit(f, r.value);
  if (r.how === 'count') {
    code.put('bar.red.popc.u32', f.local(r.result), '0', value);
    return;
  }
  const all = code.register('p');
  code.put(`bar.red.${r.how}.pred`, all, '0', value);
  code.put('selp.b32', f.local(r.result), '1', '0', all);
}

/**
 * The first thread of each block counts its block in; block 0 adds what is missing to half the range, so that the last one iterations the top bit.
 * Nothing has to be set back for the next time.
 */
function emitGridBarrier(f: Frame): void {
  const { code, unit } = f;
  unit.needs.add('gridBarrier');
  const r = (): string => code.register('r');
  const mov = (from: string): string => {
    const to = r();
    code.put('mov.u32', to, from);
    return to;
  };
  const or = (...from: string[]): string =>
    from.reduce((a, b) => {
      const to = r();
      code.put('or.b32', to, a, b);
      return to;
    });
  code.put('bar.sync', '0');
  const thread = or(mov('%tid.x'), mov('%tid.y'), mov('%tid.z'));
  const block = or(mov('%ctaid.x'), mov('%ctaid.y'), mov('%ctaid.z'));
  const [others, first, done] = [code.register('p'), code.register('p'), code.register('p')];
  const [waits, after] = [code.label('wait'), code.label('met')];
  code.put('setp.ne.s32', others, thread, '0');
  code.putWhere(others, 'bra', after);
  const [xy, blocks, missing, step, old, now, changed] = [r(), r(), r(), r(), r(), r(), r()];
  code.put('mul.lo.s32', xy, mov('%nctaid.x'), mov('%nctaid.y'));
  code.put('mul.lo.s32', blocks, xy, mov('%nctaid.z'));
  code.put('sub.s32', missing, '-2147483647', blocks);
  code.put('setp.eq.s32', first, block, '0');
  code.put('selp.b32', step, missing, '1', first);
  code.put('membar.gl');
  code.put('atom.global.add.u32', old, address(symbols.gridBarrier), step);
  const wait = beginWait(f, f.at, 'waits here for something that does not come');
  code.place(waits);
  checkWait(f, wait);
  code.put('ld.volatile.global.u32', now, address(symbols.gridBarrier));
  code.put('xor.b32', changed, old, now);
  code.put('setp.ge.s32', done, changed, '0');
  code.putWhere(done, 'bra', waits);
  code.put('membar.gl');
  code.place(after);
  code.put('bar.sync', '0');
}

// ---- warps ----------------------------------------------------------------------------------------------------------------

const shuffles = {
  shuffle: { mode: 'idx', clamp: 31 },
  'shuffle.up': { mode: 'up', clamp: 0 },
  'shuffle.down': { mode: 'down', clamp: 31 },
  'shuffle.xor': { mode: 'bfly', clamp: 31 },
} as const;

export function emitWarp(f: Frame, s: Warp): void {
  const { code } = f;
  const [mask, value] = s.args;
  const result = f.local(s.result);
  switch (s.how) {
    case 'shuffle':
    case 'shuffle.up':
    case 'shuffle.down':
    case 'shuffle.xor':
      emitShuffle(f, s, shuffles[s.how]);
      return;
    case 'all':
    case 'any':
      code.put(`vote.sync.${s.how}.pred`, result, emit(f, value!), emit(f, mask!));
      return;
    case 'ballot':
      code.put('vote.sync.ballot.b32', result, emit(f, value!), emit(f, mask!));
      return;
    case 'match.any': {
      const bits = asBits(f, value!);
      code.put(`match.any.sync.b${bits.width}`, result, bits.register, emit(f, mask!));
      return;
    }
    case 'match.all': {
      const bits = asBits(f, value!);
      const to: Operand = s.result2 === undefined ? result : { registers: [result, f.local(s.result2)], as: 'pair' };
      code.put(`match.all.sync.b${bits.width}`, to, bits.register, emit(f, mask!));
      return;
    }
    case 'active':
      code.put('activemask.b32', result);
      return;
    default:
      throw new InternalError(`no warp function ${String(s.how)}`, s.at);
  }
}

/** The bits of a number as an integer register. */
function asBits(f: Frame, e: Expression): { readonly register: string; readonly width: 32 | 64 } {
  const plain = plainType(e.type);
  const x = emitRegister(f, e);
  switch (plain) {
    case 'i32':
      return { register: x, width: 32 };
    case 'i64':
      return { register: x, width: 64 };
    case 'bool': {
      const to = f.code.register('r');
      f.code.put('selp.b32', to, '1', '0', x);
      return { register: to, width: 32 };
    }
    case 'f32':
    case 'f64': {
      const width = plain === 'f32' ? 32 : 64;
      const to = f.code.register(width === 32 ? 'r' : 'rd');
      f.code.put(`mov.b${width}`, to, x);
      return { register: to, width };
    }
  }
}

/** The third operand holds the lanes that a segment spans: PTX ISA 9.7.9.6. */
function emitShuffle(f: Frame, s: Warp, { mode, clamp }: { readonly mode: string; readonly clamp: number }): void {
  const { code } = f;
  const [mask, value, lane, width] = s.args;
  const bits = asBits(f, value!);
  const by = emit(f, lane!);
  const segment = segmentOf(f, width!, clamp);
  const members = emit(f, mask!);
  const move = (from: string): string => {
    const to = code.register('r');
    code.put(`shfl.sync.${mode}.b32`, to, from, by, segment, members);
    return to;
  };
  const plain = plainType(value!.type);
  const result = f.local(s.result);
  if (bits.width === 32) {
    const moved = move(bits.register);
    if (plain === 'bool') {
      code.put('setp.ne.s32', result, moved, '0');
      return;
    }
    code.put(`mov.${moveTypes[plain] === 'f32' ? 'b32' : moveTypes[plain]}`, result, moved);
    return;
  }
  const [low, high] = [code.register('r'), code.register('r')];
  code.put('mov.b64', vector([low, high]), bits.register);
  code.put('mov.b64', result, vector([move(low), move(high)]));
}

function segmentOf(f: Frame, width: Expression, clamp: number): string {
  if (width.kind === 'const') return String(((32 - Number(width.value)) << 8) | clamp);
  const { code } = f;
  const [rest, shifted, to] = [code.register('r'), code.register('r'), code.register('r')];
  code.put('sub.s32', rest, '32', emit(f, width));
  code.put('shl.b32', shifted, rest, '8');
  code.put('or.b32', to, shifted, String(clamp));
  return to;
}
