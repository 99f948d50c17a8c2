/**
 * Calls whose arguments or results are not of the types of the definition: of addresses only the kind may differ, as C sees them all alike. Where a function of the
 * library takes an integer of 32 bits and the program's own interface says 64 (handles as `type(c_ptr)`), the lower half goes, as in a register; where it takes 64
 * (size_t) and the interface says 32, the number is the same. Of a result its lower half is taken.
 */
import type { Diagnostic } from '../base/diagnostic.ts';
import { nowhere } from '../base/source.ts';
import { local, op } from './build.ts';
import { type Call, callsIn } from './calls.ts';
import type { Expression, Fn, Local, Statement } from './module.ts';
import type { ValueType } from './types.ts';
import { callableOf } from './verify.ts';
import { changeBodies, eachExpressionIn, replaceEach } from './walk.ts';

/** `isOwn`: is a function of this name the program's, not the library's? */
export function withAgreeingCalls(
  fn: Fn,
  functions: ReadonlyMap<string, Fn>,
  isOwn: (name: string) => boolean,
  diagnostics: Diagnostic[],
): Fn {
  const canAgree = (args: readonly Expression[], callee: Fn) => argumentsCanAgree(args, callee, isOwn(callee.name));
  let differs = false;
  for (const s of callsIn(fn.body)) {
    const callee = calleeOf(s, functions);
    if (!callee || (agrees(s.args, callee) && givesAsTaken(s, callee, fn))) continue;
    if (!canAgree(s.args, callee)) diagnostics.push(mismatch(callee, s, fn, 'arguments'));
    else if (!canGive(s, callee, fn, isOwn(callee.name))) diagnostics.push(mismatch(callee, s, fn, 'result'));
    else differs = true;
  }
  return differs ? agreeing(fn, functions, canAgree, isOwn) : fn;
}

type CanAgree = (args: readonly Expression[], callee: Fn) => boolean;

function agreeing(
  fn: Fn,
  functions: ReadonlyMap<string, Fn>,
  canAgree: CanAgree,
  isOwn: (name: string) => boolean,
): Fn {
  const locals: Local[] = [...fn.locals];
  const list = (body: readonly Statement[]): readonly Statement[] =>
    replaceEach(body, (s) => {
      const inner = changeBodies(s, list);
      const callee = inner.kind === 'call' || inner.kind === 'launch' ? calleeOf(inner, functions) : undefined;
      if (!callee || (inner.kind !== 'call' && inner.kind !== 'launch') || !canAgree(inner.args, callee)) return inner;
      if (!canGive(inner, callee, fn, isOwn(callee.name))) return inner;
      const call = { ...inner, args: inner.args.map((a, i) => asType(a, callee.locals[i]!.type)) };
      return call.kind === 'launch' || givesAsTaken(call, callee, fn) ? call : takenAsGiven(call, callee, fn, locals);
    });
  const body = list(fn.body);
  return { ...fn, body, locals };
}

/** The results in locals of the types that the definition gives, then as the caller wants them. */
function takenAsGiven(call: Call & { readonly kind: 'call' }, callee: Fn, fn: Fn, locals: Local[]): Statement[] {
  if (callee.results.length === 0) return [{ ...call, results: [] }];
  const places = callee.results.map((type) => locals.push({ name: 'result', type }) - 1);
  const sets = call.results.map((to, i): Statement => {
    const from = local(places[i]!, callee.results[i]!);
    return { kind: 'set', local: to, value: asType(from, fn.locals[to]!.type) };
  });
  return [{ ...call, results: places }, ...sets];
}

/** Calls that ignore results are another matter (ignore-results.ts). */
function givesAsTaken(s: Call, callee: Fn, fn: Fn): boolean {
  if (s.kind === 'launch' || s.results.length === 0) return true;
  return (
    s.results.length === callee.results.length && s.results.every((r, i) => fn.locals[r]!.type === callee.results[i])
  );
}

function canGive(s: Call, callee: Fn, fn: Fn, own: boolean): boolean {
  if (givesAsTaken(s, callee, fn)) return true;
  if (s.kind === 'launch') return false;
  // C before its standard of 1999: a function without a declaration gives int, which nobody looks at.
  if (callee.results.length === 0) return s.results.every((r) => isUnread(r, fn));
  if (s.results.length !== callee.results.length) return false;
  return s.results.every((r, i) => {
    const wanted = fn.locals[r]!.type;
    const given = callee.results[i]!;
    return wanted === given || (isAddress(given) && isAddress(wanted)) || isNarrow(wanted, given, own);
  });
}

function isUnread(index: number, fn: Fn): boolean {
  let reads = false;
  eachExpressionIn(fn.body, (e) => {
    reads ||= e.kind === 'local' && e.index === index;
  });
  return !reads;
}

/** Half of what is given: of an address only where the library gives it, to a caller that looks whether it is null. */
function isNarrow(wanted: ValueType, given: ValueType, own: boolean): boolean {
  return wanted === 'i32' && (given === 'i64' || (!own && isAddress(given)));
}

function calleeOf(s: Call, functions: ReadonlyMap<string, Fn>): Fn | undefined {
  const callee = s.kind === 'call' ? s.callee : s.kernel;
  return callee.kind === 'direct' ? functions.get(callee.name) : undefined;
}

function agrees(args: readonly Expression[], callee: Fn): boolean {
  const { params } = callableOf(callee);
  return args.length === params.length && args.every((a, i) => a.type === params[i]);
}

function argumentsCanAgree(args: readonly Expression[], callee: Fn, own: boolean): boolean {
  const { params } = callableOf(callee);
  return args.length === params.length && args.every((a, i) => canBecome(a.type, params[i]!, callee, own));
}

function canBecome(given: ValueType, taken: ValueType, callee: Fn, own: boolean): boolean {
  if (given === taken || (isAddress(given) && isAddress(taken))) return true;
  if (given === 'i32' && taken === 'i64') return !own;
  return isAddress(given) && taken === 'i32' && callee.at === nowhere;
}

/** A C pointer, or an integer that holds one. */
function isAddress(t: ValueType): boolean {
  return t === 'i64' || t.startsWith('ptr.');
}

function asType(e: Expression, wanted: ValueType): Expression {
  if (e.type === wanted) return e;
  if (e.type === 'i32' && wanted === 'i64') return op('extend', [e]);
  const given = ofAnyMemory(e);
  if (given.type === wanted) return given;
  const number = given.type === 'i64' ? given : op('to.address', [given]);
  if (wanted === 'i32') return op('wrap', [number]);
  return wanted === 'i64' ? number : op('from.address', [number], wanted);
}

/** An address whose number says nothing elsewhere as one that is the same in all code of the device. */
function ofAnyMemory(e: Expression): Expression {
  return e.type === 'ptr.local' || e.type === 'ptr.shared' ? op('cast.space', [e], 'ptr.generic') : e;
}

function mismatch(callee: Fn, s: Call, fn: Fn, what: 'arguments' | 'result'): Diagnostic {
  const at = s.at ?? fn.at;
  return {
    severity: 'error',
    code: 'interface-mismatch',
    message: `the ${what} of this call ${what === 'arguments' ? 'do' : 'does'} not agree with the definition of \`${callee.name}\``,
    labels: [{ at, text: 'called here' }, ...(callee.at === nowhere ? [] : [{ at: callee.at, text: 'defined here' }])],
    help: 'write the interface block like the definition: the same number of arguments, the same types, kinds and `value`',
  };
}
