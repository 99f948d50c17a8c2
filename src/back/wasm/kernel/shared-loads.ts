/** Loads that neighbouring statements make of the same place come once, before the first that needs them; so do those of a condition and of what it guards. */
import type { Expression, Local, Statement } from '../../../ir/module.ts';
import { keyOf } from '../../../ir/value-key.ts';
import { localsSet, mapExpression, mapStatement, someExpression } from '../../../ir/walk.ts';

type Load = Extract<Expression, { kind: 'load' }>;
type If = Extract<Statement, { kind: 'if' }>;

/** New locals are added to `locals`. */
export function sharedLoads(list: readonly Statement[], locals: Local[]): readonly Statement[] {
  const out: Statement[] = [];
  let run: Statement[] = [];
  const flush = (): void => {
    out.push(...sharedInRun(run, locals));
    run = [];
  };
  for (const s of list) {
    if (s.kind === 'set' || s.kind === 'store') {
      run.push(s);
      continue;
    }
    const inner = mapStatement(s, { expression: (e) => e, body: (b) => sharedLoads(b, locals) });
    if (inner.kind === 'if') run.push(inner);
    flush();
    if (inner.kind !== 'if') out.push(inner);
  }
  flush();
  return out;
}

function sharedInRun(run: readonly Statement[], locals: Local[]): readonly Statement[] {
  const found = new Map<string, number>();
  const count = new Run(
    (_, key) => {
      found.set(key, (found.get(key) ?? 0) + 1);
      return undefined;
    },
    (key) => {
      const n = found.get(key);
      if (n !== undefined) found.set(key, n + 1);
      return undefined;
    },
  );
  count.list(run);
  if (![...found.values()].some((n) => n > 1)) return run;
  const held = new Map<string, number>();
  const change = new Run(
    (e, key, before) => {
      if ((found.get(key) ?? 0) < 2) return undefined;
      let index = held.get(key);
      if (index === undefined) {
        index = locals.push({ name: 'shared', type: e.type }) - 1;
        held.set(key, index);
        before.push({ kind: 'set', local: index, value: e });
      }
      return index;
    },
    (key) => held.get(key),
  );
  return change.list(run);
}

/** Walks a run; each load has a key that is the same only where the same is loaded. */
class Run {
  /** The local that stands for a load of the run itself, and for one under its last condition. */
  private readonly here: (e: Load, key: string, before: Statement[]) => number | undefined;
  private readonly under: (key: string) => number | undefined;
  private versions = new Map<number, number>();
  private memory = 0;

  constructor(
    here: (e: Load, key: string, before: Statement[]) => number | undefined,
    under: (key: string) => number | undefined,
  ) {
    this.here = here;
    this.under = under;
  }

  list(run: readonly Statement[]): readonly Statement[] {
    return run.flatMap((s) => {
      const before: Statement[] = [];
      const change = (e: Expression): Expression => this.replaced(e, (load, key) => this.here(load, key, before));
      const made =
        s.kind === 'if'
          ? this.guarded({ ...s, condition: mapExpression(s.condition, change) })
          : mapStatement(s, { expression: (e) => mapExpression(e, change), body: (b) => b });
      this.after(s);
      return [...before, made];
    });
  }

  private guarded(s: If): Statement {
    const side = (list: readonly Statement[]): readonly Statement[] => {
      const [versions, memory] = [new Map(this.versions), this.memory];
      const made = this.sideOf(list);
      this.versions = versions;
      this.memory = memory;
      return made;
    };
    return { ...s, then: side(s.then), otherwise: side(s.otherwise) };
  }

  /** As far as memory stays as it is. */
  private sideOf(list: readonly Statement[]): readonly Statement[] {
    let open = true;
    const change = (e: Expression): Expression => this.replaced(e, (_, key) => this.under(key));
    return list.map((s) => {
      if (!open) return s;
      open = s.kind === 'set';
      if (s.kind === 'if') return this.guarded({ ...s, condition: mapExpression(s.condition, change) });
      if (s.kind !== 'set' && s.kind !== 'store') return s;
      const made = mapStatement(s, { expression: (e) => mapExpression(e, change), body: (b) => b });
      this.after(s);
      return made;
    });
  }

  private replaced(e: Expression, by: (e: Load, key: string) => number | undefined): Expression {
    if (e.kind !== 'load' || e.volatile) return e;
    let key = `${this.memory} ${e.memory} ${keyOf(e)}`;
    someExpression(e, (x) => {
      if (x.kind === 'local') key += ` ${this.versions.get(x.index) ?? 0}`;
      return false;
    });
    const index = by(e, key);
    return index === undefined ? e : { kind: 'local', type: e.type, index };
  }

  private after(s: Statement): void {
    if (s.kind === 'store') this.memory++;
    else for (const l of localsSet(s)) this.versions.set(l, (this.versions.get(l) ?? 0) + 1);
  }
}
