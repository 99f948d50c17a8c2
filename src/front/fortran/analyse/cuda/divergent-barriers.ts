/** Barriers under a condition that differs between the threads of a block. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import { bodiesOf } from '../../bodies-of.ts';
import * as barrierErrors from '../../errors/barriers.ts';
import type { Expr, Stmt, Variable } from '../../program.ts';
import type { Env } from '../context.ts';
import { inside } from '../walk-program.ts';

/** Local scalars whose values differ between the threads where a statement begins, each with the component of threadIdx that it is made of. */
type Causes = Map<Variable, string>;

export function checkBarriers(env: Env, body: readonly Stmt[]): void {
  if (!hasBarrier(body)) return;
  through(body, new Map(), { report: (d) => env.file.report(d), around: undefined, gone: new Map() });
}

function hasBarrier(list: readonly Stmt[]): boolean {
  return list.some((s) => isBarrier(s) || bodiesOf(s).some(hasBarrier));
}

function isBarrier(s: Stmt): boolean {
  if (s.kind !== 'library-call') return false;
  const { effect, effectEach } = s.routine.routine;
  const done = effectEach?.[s.form] ?? effect;
  return done?.kind === 'barrier' && done.scope !== 'warp';
}

/** `around`: the condition that parts the threads here; `gone`: those under which some threads have left a construct, by its name, or (`return`) the procedure. */
type Look = {
  readonly report: (d: Diagnostic) => void;
  readonly around: barrierErrors.Divergence | undefined;
  readonly gone: Map<string, barrierErrors.Left>;
};

/** `causes` tells of the start of the list, and when it is done, of its end. */
function through(list: readonly Stmt[], causes: Causes, look: Look): void {
  for (const s of list) {
    if (isBarrier(s)) atBarrier(s, look);
    else if (s.kind === 'return' || s.kind === 'exit' || s.kind === 'cycle') leave(s, look);
    else if (s.kind === 'assign') assigned(s, causes);
    else if (s.kind === 'if') branches(s, causes, look);
    else if (isLoop(s)) loop(s, causes, look);
    else alternatives(bodiesOf(s), causes, within(s, causes, look));
    if ('name' in s && s.kind !== 'exit' && s.kind !== 'cycle') look.gone.delete(s.name);
  }
}

function atBarrier(s: Stmt, look: Look): void {
  const [left] = look.gone.values();
  if (look.around) look.report(barrierErrors.divergentBarrier(s.span, look.around));
  else if (left) look.report(barrierErrors.barrierAfterLeaving(s.span, left));
}

/** Threads that begin another turn are back with the others there. */
function leave(s: Extract<Stmt, { kind: 'return' | 'exit' | 'cycle' }>, { around, gone }: Look): void {
  const name = s.kind === 'return' ? 'return' : s.kind === 'exit' ? s.name : `cycle ${s.name}`;
  if (around && !gone.has(name)) gone.set(name, { at: s.span, why: around });
}

function assigned(s: Extract<Stmt, { kind: 'assign' }>, causes: Causes): void {
  if (s.to.kind !== 'variable') return;
  const { variable } = s.to;
  if (variable.shape || variable.attributes.placement !== 'host') return;
  const found = divergence(s.value, causes);
  if (found) causes.set(variable, found.source);
  else causes.delete(variable);
}

function branches(s: Extract<Stmt, { kind: 'if' }>, causes: Causes, look: Look): void {
  const ends: Causes[] = [];
  let around = look.around;
  for (const arm of s.arms) {
    around ??= divergence(arm.condition, causes);
    ends.push(after(arm.body, causes, { ...look, around }));
  }
  ends.push(after(s.otherwise, causes, { ...look, around }));
  replace(causes, ends);
}

function isLoop(s: Stmt): boolean {
  return s.kind === 'do' || s.kind === 'do-while' || s.kind === 'do-concurrent';
}

/** What a turn leaves behind may be there when the next one begins. */
function loop(s: Stmt, causes: Causes, look: Look): void {
  const [body = []] = bodiesOf(s);
  for (let size = -1; size < causes.size; ) {
    size = causes.size;
    const quiet = within(s, causes, { ...look, report: () => {}, around: undefined });
    for (const [v, source] of after(body, causes, quiet)) causes.set(v, source);
    if ('name' in s) look.gone.delete(`cycle ${s.name}`);
  }
  after(body, causes, within(s, causes, look));
  if ('name' in s) look.gone.delete(`cycle ${s.name}`);
}

function within(s: Stmt, causes: Causes, look: Look): Look {
  const asked = s.kind === 'do-while' ? s.condition : s.kind === 'select-case' ? s.selector : undefined;
  const around = look.around ?? (asked && divergence(asked, causes));
  return { ...look, around };
}

/** Bodies of which one runs, or none. */
function alternatives(bodies: readonly (readonly Stmt[])[], causes: Causes, look: Look): void {
  if (bodies.length === 0) return;
  const ends = bodies.map((b) => after(b, causes, look));
  replace(causes, bodies.length === 1 ? ends : [causes, ...ends]);
}

function after(body: readonly Stmt[], causes: Causes, look: Look): Causes {
  const end: Causes = new Map(causes);
  through(body, end, look);
  return end;
}

function replace(causes: Causes, ends: readonly Causes[]): void {
  const all = ends.flatMap((end) => [...end]);
  causes.clear();
  for (const [v, source] of all) causes.set(v, source);
}

/** What the threads agree on in a call of the library (votes, barriers with a result) is the same for all. */
function divergence(e: Expr, causes: ReadonlyMap<Variable, string>): barrierErrors.Divergence | undefined {
  return first(e, e, causes);
}

function first(e: Expr, whole: Expr, causes: ReadonlyMap<Variable, string>): barrierErrors.Divergence | undefined {
  if (e.kind === 'builtin' && e.name === 'threadidx')
    return { at: whole.span, via: undefined, source: `threadIdx${e.axis ? `%${e.axis}` : ''}` };
  if (e.kind === 'variable') {
    const source = causes.get(e.variable);
    if (source !== undefined) return { at: whole.span, via: e.variable, source };
  }
  if (e.kind === 'library-call') return undefined;
  for (const x of inside(e)) {
    const found = first(x, whole, causes);
    if (found) return found;
  }
  return undefined;
}
