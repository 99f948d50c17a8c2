/**
 * A WebAssembly engine begins with quick code, and counts what a function does to compile it well later; a call that runs long stays in the quick code to its end.
 * Host functions that are called seldom and loop over much work ask for good code when they are first entered.
 */
import { calleesIn, callsIn } from '../../../ir/calls.ts';
import type { Fn, Statement } from '../../../ir/module.ts';
import { bodiesOf, eachStatement, isLoop, someStatement } from '../../../ir/walk.ts';
import { addressConst } from '../encode/address-code.ts';
import type { Code, ModuleWriter } from '../encode/encode.ts';
import { getLocal, i32const } from '../expression.ts';
import { close, ifCode, open, type Writer } from '../statement.ts';

/** Compiling larger ones takes too long. */
const mostStatements = 4000;

/** Names of the functions that ask. */
export function topTier(functions: readonly Fn[]): ReadonlySet<string> {
  const often = calledOften(functions);
  const seldom = functions.filter((fn) => !often.has(fn.name));
  return new Set(seldom.filter(loopsOverWork).map((fn) => fn.name));
}

/** From loops, or by those that are called from loops. */
function calledOften(functions: readonly Fn[]): ReadonlySet<string> {
  const byName = new Map(functions.map((fn) => [fn.name, fn]));
  const often = new Set<string>();
  const mark = (name: string): void => {
    const fn = byName.get(name);
    if (!fn || often.has(name)) return;
    often.add(name);
    for (const callee of calleesIn(fn.body)) mark(callee);
  };
  const look = (list: readonly Statement[], inLoop: boolean): void => {
    for (const s of list) {
      if (inLoop && s.kind === 'call' && s.callee.kind === 'direct') mark(s.callee.name);
      for (const body of bodiesOf(s)) look(body, inLoop || isLoop(s));
    }
  };
  for (const fn of functions) if (callsIn(fn.body).length > 0) look(fn.body, false);
  return often;
}

function loopsOverWork(fn: Fn): boolean {
  let statements = 0;
  eachStatement(fn.body, () => statements++);
  if (statements > mostStatements) return false;
  return someStatement(fn.body, (s) => isLoop(s) && someStatement(s.body, (x) => isLoop(x) || x.kind === 'call'));
}

/** At the function's start: until it is granted, calls ask for `top-tier.N` of the module's exports; the one that gets it calls the function again. */
export function emitTopTier(module: ModuleWriter, w: Writer, fn: Fn): void {
  const { code } = w.frame;
  const done = module.global(`top-tier-done.${fn.name}`, code.address, 0);
  module.export(fn.name, `top-tier.${done}`);
  useGlobal(code, 0x23, done);
  code.out.byte(code.address === 'i64' ? 0x50 : 0x45);
  open(w, ifCode);
  i32const(code.out, done);
  code.call(module.import('rt', 'top-tier', ['i32'], ['i32']));
  open(w, ifCode);
  addressConst(code, 1);
  useGlobal(code, 0x24, done);
  for (let i = 0; i < fn.params; i++) getLocal(code.out, i);
  code.call(fn.name);
  code.out.byte(0x0f);
  close(w);
  close(w);
}

function useGlobal(code: Code, opcode: number, index: number): void {
  code.out.byte(opcode);
  code.out.u32(index);
}
