/** Kernels that stop by themselves: at a trap of the program, or in a loop in which a thread has waited for others for too long. */
import type { Span } from '../../base/source.ts';
import { assertionText } from '../../machine/errors.ts';
import { symbols } from './artifact.ts';
import type { Frame, Wait } from './frame.ts';
import { address, vector } from './instruction.ts';

/** Iterations between looks at the clock, a power of two. */
const iterationsBetween = 1024;

/** The place's number goes to host memory that outlives the failed context. */
export function emitTrap(f: Frame, message: string, at: Span | undefined): void {
  const place = f.unit.traps.push({ message, at: at ?? f.at, kernel: kernelOf(f), waits: false }) - 1;
  stop(f, place, message.startsWith(assertionText) ? blockNumber(f) : undefined);
}

function kernelOf(f: Frame): string {
  return f.fn.kind === 'kernel' ? f.fn.name : '';
}

function stop(f: Frame, place: number, block?: string): void {
  const { code } = f;
  f.unit.needs.add('trapCell');
  const [cell, none] = [code.register('rd'), code.register('p')];
  code.put('ld.global.u64', cell, address(symbols.trapCell));
  code.put('setp.eq.s64', none, cell, '0');
  code.putUnless(
    none,
    'st.volatile.global.v2.u32',
    address(cell),
    vector([numberIn(f, place + 1), block ?? numberIn(f, 0)]),
  );
  code.put('membar.sys');
  code.put('trap');
}

function numberIn(f: Frame, n: number): string {
  const to = f.code.register('r');
  f.code.put('mov.u32', to, String(n));
  return to;
}

// ---- waiting --------------------------------------------------------------------------------------------------------------

/** Before the loop. */
export function beginWait(f: Frame, at: Span | undefined, message: string): Wait {
  const wait: Wait = { iterations: f.code.register('r'), since: f.code.register('rd'), at, message };
  gotOn(f, wait);
  return wait;
}

/** Where a thread has done something: its waiting begins anew. */
export function gotOn(f: Frame, wait: Wait): void {
  f.code.put('mov.b32', wait.iterations, '0');
  f.code.put('mov.b64', wait.since, '0');
}

/** At the head of the loop. */
export function checkWait(f: Frame, { iterations, since, at, message }: Wait): void {
  const { code, unit } = f;
  unit.needs.add('patience');
  const [some, early, fresh, ever, soon] = [0, 1, 2, 3, 4].map(() => code.register('p'));
  const part = code.register('r');
  const [now, limit, waited] = [code.register('rd'), code.register('rd'), code.register('rd')];
  const on = code.label('on');
  code.put('add.s32', iterations, iterations, '1');
  code.put('and.b32', part, iterations, String(iterationsBetween - 1));
  code.put('setp.ne.s32', some!, part, '0');
  code.putWhere(some!, 'bra', on);
  code.put('mov.u64', now, '%globaltimer');
  code.put('setp.eq.s64', fresh!, since, '0');
  code.put('selp.b64', since, now, since, fresh!);
  code.put('ld.const.u64', limit, address(symbols.patience));
  code.put('setp.eq.s64', ever!, limit, '0');
  code.put('sub.s64', waited, now, since);
  code.put('setp.lt.u64', soon!, waited, limit);
  code.put('or.pred', early!, ever!, soon!);
  code.putWhere(early!, 'bra', on);
  stop(f, unit.traps.push({ message, at: at ?? f.at, kernel: kernelOf(f), waits: true }) - 1, blockNumber(f));
  code.place(on);
}

/** Counted from one, x first. */
function blockNumber(f: Frame): string {
  const { code } = f;
  const special = (name: string): string => {
    const to = code.register('r');
    code.put('mov.u32', to, name);
    return to;
  };
  const [zy, all, number] = [code.register('r'), code.register('r'), code.register('r')];
  code.put('mad.lo.s32', zy, special('%ctaid.z'), special('%nctaid.y'), special('%ctaid.y'));
  code.put('mad.lo.s32', all, zy, special('%nctaid.x'), special('%ctaid.x'));
  code.put('add.s32', number, all, '1');
  return number;
}
