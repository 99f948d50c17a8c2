/** In a program for a real device, routines of the library modules ask the runtime first, or tell it afterwards: NVIDIA's libraries may do their work. */
import { i32, local, op } from '../ir/build.ts';
import type { Program } from '../ir/link.ts';
import type { Extern, Fn, Statement } from '../ir/module.ts';
import { nativePrefix, notDone } from '../runtime/bind/native.ts';
import { nativeRoutines } from '../runtime/cuda/libraries/native-routines.ts';

export function withNativeRoutines(program: Program): Program {
  const functions = new Map(program.functions);
  const externs = new Map(program.externs);
  for (const [name, fn] of program.functions) {
    const row = nativeRoutines.get(name);
    if (!row || fn.kind !== 'host') continue;
    const own: Fn = { ...fn, name: `${name}@own` };
    const extern = externOf(fn, row.when);
    externs.set(extern.name, extern);
    functions.set(own.name, own);
    functions.set(name, row.when === 'before' ? asking(fn, own, extern) : telling(fn, own, extern));
  }
  return { ...program, functions, externs };
}

function externOf(fn: Fn, when: 'before' | 'after'): Extern {
  const params = fn.locals.slice(0, fn.params).map((l) => l.type);
  return {
    name: nativePrefix + fn.name,
    from: 'runtime',
    params: when === 'before' ? params : [...params, 'i32'],
    results: ['i32'],
  };
}

/** A function that only calls others: with the parameters of `fn` and one local for the status. */
function shell(fn: Fn, body: readonly Statement[]): Fn {
  const locals = [...fn.locals.slice(0, fn.params), { name: 'status', type: 'i32' } as const];
  return { ...fn, locals, slots: [], body };
}

const parameters = (fn: Fn) => fn.locals.slice(0, fn.params).map((l, i) => local(i, l.type));

function call(name: string, args: ReturnType<typeof parameters>, result: number): Statement {
  return { kind: 'call', callee: { kind: 'direct', name }, args, results: [result] };
}

function asking(fn: Fn, own: Fn, extern: Extern): Fn {
  const status = fn.params;
  const isNotDone = op('eq', [local(status, 'i32'), i32(notDone)]);
  return shell(fn, [
    call(extern.name, parameters(fn), status),
    { kind: 'if', condition: isNotDone, then: [call(own.name, parameters(fn), status)], otherwise: [] },
    { kind: 'return', values: [local(status, 'i32')] },
  ]);
}

function telling(fn: Fn, own: Fn, extern: Extern): Fn {
  const status = fn.params;
  const unused = fn.params + 1;
  const made = shell(fn, [
    call(own.name, parameters(fn), status),
    call(extern.name, [...parameters(fn), local(status, 'i32')], unused),
    { kind: 'return', values: [local(status, 'i32')] },
  ]);
  return { ...made, locals: [...made.locals, { name: 'unused', type: 'i32' }] };
}
