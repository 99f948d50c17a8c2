/** Locals that are read where nothing on any path can have set them. */
import { impossible } from '../base/impossible.ts';
import type { Fn, Statement } from './module.ts';
import { eachExpressionOf, eachStatement, isLoop, localsSet } from './walk.ts';

/** What a loop sets counts as set where it begins, and what one branch sets after all of them: what is named is therefore never set before. */
export function unsetReads(fn: Pick<Fn, 'body' | 'params'>): ReadonlySet<number> {
  const walk = new Walk(fn.params);
  walk.list(fn.body);
  return walk.unset;
}

class Walk {
  readonly unset = new Set<number>();
  private readonly set = new Set<number>();
  /** Labels that a jump which is reached leaves. */
  private readonly left = new Set<string>();

  constructor(params: number) {
    for (let i = 0; i < params; i++) this.set.add(i);
  }

  /** Whether its end is reached. */
  list(body: readonly Statement[]): boolean {
    return body.every((s) => this.statement(s));
  }

  private readonly mark = (s: Statement): void => {
    for (const l of localsSet(s)) this.set.add(l);
  };

  private statement(s: Statement): boolean {
    eachExpressionOf(s, (e) => {
      if (e.kind === 'local' && !this.set.has(e.index)) this.unset.add(e.index);
    });
    this.mark(s);
    if (isLoop(s)) eachStatement(s.body, this.mark);
    switch (s.kind) {
      case 'if': {
        const then = this.list(s.then);
        return this.list(s.otherwise) || then;
      }
      case 'switch': {
        const ends = s.cases.map((c) => this.list(c.body));
        return this.list(s.otherwise) || ends.includes(true);
      }
      case 'block':
        return this.list(s.body) || this.left.has(s.label);
      case 'loop':
        this.list(s.body);
        return this.left.has(s.label);
      case 'for':
        this.list(s.body);
        return true;
      case 'break':
        this.left.add(s.label);
        return false;
      case 'continue':
      case 'return':
      case 'trap':
        return false;
      case 'set':
      case 'store':
      case 'call':
      case 'launch':
      case 'copy':
      case 'fill':
      case 'barrier':
      case 'fence':
      case 'atomic':
      case 'warp':
      case 'read-clock':
      case 'print':
        return true;
      default:
        return impossible(s);
    }
  }
}
