/** Host functions that end by calling themselves go back to their start instead. */
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { someStatement } from '../../ir/walk.ts';

type Call = Extract<Statement, { kind: 'call' }>;

/** Memory of one call must not be that of the next, so a function with slots stays as it is. */
export function eliminateTailCalls(fn: Fn): Fn {
  if (fn.slots.length > 0 || !someStatement(fn.body, (s) => callsItself(s, fn)) || !mayEnd(fn)) return fn;
  const made = new TailCalls(fn);
  const body = made.list(fn.body, undefined);
  if (!made.found) return fn;
  return { ...fn, locals: made.locals, body: [{ kind: 'loop', label: made.label, body: ending(body, fn) }] };
}

/** One that calls itself whatever comes runs out of memory, which is told; a loop would not end. */
function mayEnd(fn: Fn): boolean {
  return someStatement(fn.body, (s) => s.kind === 'if' || s.kind === 'switch');
}

function callsItself(s: Statement, fn: Fn): s is Call {
  return s.kind === 'call' && s.callee.kind === 'direct' && s.callee.name === fn.name;
}

function ending(body: readonly Statement[], fn: Fn): readonly Statement[] {
  return body.at(-1)?.kind === 'return' || fn.results.length > 0 ? body : [...body, { kind: 'return', values: [] }];
}

class TailCalls {
  readonly label = 'tail~';
  readonly locals: Local[];
  found = false;
  private readonly fn: Fn;

  constructor(fn: Fn) {
    this.fn = fn;
    this.locals = [...fn.locals];
  }

  /** `returned`: the values that the function gives where the list falls off its end; undefined where something else comes then. */
  list(list: readonly Statement[], returned: readonly Expression[] | undefined): readonly Statement[] {
    const last = list.length - 1;
    const end = list[last];
    let values = returned;
    let i = last;
    if (end?.kind === 'return') {
      values = end.values;
      i -= 1;
    } else if (list === this.fn.body && this.fn.results.length === 0) values = [];
    const made = list.map((s) => this.nested(s));
    if (!values) return made;
    // Copies between the call and the return.
    let wanted = values;
    for (; i >= 0; i -= 1) {
      const s = list[i]!;
      if (s.kind !== 'set' || s.value.kind !== 'local') break;
      const { local, value } = s;
      wanted = wanted.map((v) => (v.kind === 'local' && v.index === local ? value : v));
    }
    const s = list[i];
    if (!s) return made;
    if (callsItself(s, this.fn) && gives(s, wanted)) return [...made.slice(0, i), ...this.again(s)];
    if (s.kind === 'if') made[i] = { ...s, then: this.list(s.then, wanted), otherwise: this.list(s.otherwise, wanted) };
    else if (s.kind === 'switch')
      made[i] = {
        ...s,
        cases: s.cases.map((c) => ({ ...c, body: this.list(c.body, wanted) })),
        otherwise: this.list(s.otherwise, wanted),
      };
    return made;
  }

  /** What is not at the end may hold returns. */
  private nested(s: Statement): Statement {
    if (s.kind === 'if')
      return { ...s, then: this.list(s.then, undefined), otherwise: this.list(s.otherwise, undefined) };
    if (s.kind === 'block') return { ...s, body: this.list(s.body, undefined) };
    return s;
  }

  private again(call: Call): readonly Statement[] {
    this.found = true;
    const at = call.at && { at: call.at };
    const first = this.locals.length;
    const sets = call.args.map((value, i): Statement => {
      this.locals.push(this.fn.locals[i]!);
      return { kind: 'set', local: first + i, value, ...at };
    });
    const moves = call.args.map((a, i): Statement => {
      const value: Expression = { kind: 'local', type: a.type, index: first + i };
      return { kind: 'set', local: i, value, ...at };
    });
    return [...sets, ...moves, { kind: 'continue', label: this.label, ...at }];
  }
}

/** Are the results of the call, in their order, what the function gives? */
function gives(call: Call, wanted: readonly Expression[]): boolean {
  return (
    wanted.length === call.results.length && wanted.every((v, i) => v.kind === 'local' && v.index === call.results[i])
  );
}
