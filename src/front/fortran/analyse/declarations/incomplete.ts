/** Types and procedures with a mistake in their definition, which has been told: messages about their use would only repeat it. */
import type { Span } from '../../../../base/source.ts';
import type { Env } from '../context.ts';

const incomplete = new WeakSet<object>();

export function markIncomplete(thing: object): void {
  incomplete.add(thing);
}

export function isIncomplete(thing: object): boolean {
  return incomplete.has(thing);
}

/** Whether the parser has told a mistake in this part of the source: what stands there is not all that was meant. */
export function isBroken(env: Env, part: Span): boolean {
  const told = env.file.options.syntaxErrors ?? [];
  return told.some((at) => at.source === part.source && at.from >= part.from && at.to <= part.to);
}

/** Bodies in abstract interfaces. */
const abstracts = new WeakSet<object>();

export function markAbstract(p: object): void {
  abstracts.add(p);
}

export function isAbstractInterface(p: object): boolean {
  return abstracts.has(p);
}
