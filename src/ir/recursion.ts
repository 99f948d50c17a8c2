/** Whether host functions of a program call themselves, directly or through others. */
import type { Program } from './link.ts';
import { eachStatement } from './walk.ts';

export function hasRecursion({ functions }: Pick<Program, 'functions'>): boolean {
  const done = new Set<string>();
  const open = new Set<string>();
  const visit = (name: string): boolean => {
    if (open.has(name)) return true;
    const fn = functions.get(name);
    if (fn?.kind !== 'host' || done.has(name)) return false;
    open.add(name);
    const callees = new Set<string>();
    eachStatement(fn.body, (s) => {
      if (s.kind === 'call' && s.callee.kind === 'direct') callees.add(s.callee.name);
    });
    const found = [...callees].some(visit);
    open.delete(name);
    done.add(name);
    return found;
  };
  return [...functions.keys()].some(visit);
}
