/** What longjmp of C leaves: behind each call on the way the function ends, up to the one with setjmp, which looks itself (`Fn.lands`). */
import { i64, load, op, zeroOf } from './build.ts';
import { callsIn } from './calls.ts';
import type { Fn, Statement } from './module.ts';
import { changeBodies, replaceEach } from './walk.ts';

const source = 'longjmp';
const jumping = '__cufort_jumping';

export function passLongJumps(functions: Map<string, Fn>): void {
  if (!functions.has(source)) return;
  const reaching = functionsThatReach(source, functions);
  for (const name of reaching) {
    const fn = functions.get(name);
    if (fn && fn.kind === 'host' && name !== source && !fn.lands) functions.set(name, endingBehindCalls(fn, reaching));
  }
}

/** Calls by address may lead anywhere. */
function functionsThatReach(name: string, functions: ReadonlyMap<string, Fn>): ReadonlySet<string> {
  const callers = new Map<string, string[]>();
  const found = new Set([name]);
  for (const fn of functions.values())
    for (const s of callsIn(fn.body)) {
      if (s.kind !== 'call') continue;
      if (s.callee.kind !== 'direct') found.add(fn.name);
      else callers.set(s.callee.name, [...(callers.get(s.callee.name) ?? []), fn.name]);
    }
  const queue = [...found];
  for (let one = queue.pop(); one !== undefined; one = queue.pop())
    for (const caller of callers.get(one) ?? [])
      if (!found.has(caller)) {
        found.add(caller);
        queue.push(caller);
      }
  return found;
}

function endingBehindCalls(fn: Fn, reaching: ReadonlySet<string>): Fn {
  const list = (body: readonly Statement[]): readonly Statement[] =>
    replaceEach(body, (s) => {
      const inner = changeBodies(s, list);
      const leaves = inner.kind === 'call' && (inner.callee.kind !== 'direct' || reaching.has(inner.callee.name));
      return leaves ? [inner, endWhereJumping(fn)] : inner;
    });
  return { ...fn, body: list(fn.body) };
}

function endWhereJumping(fn: Fn): Statement {
  const flag = load('i64', { kind: 'global', type: 'ptr.host', name: jumping });
  const values = fn.results.map(zeroOf);
  return {
    kind: 'if',
    condition: op('ne', [flag, i64(0)]),
    then: [{ kind: 'return', values, at: fn.at }],
    otherwise: [],
    at: fn.at,
  };
}
