/** A bug of ours, never a user's mistake: shown as 'internal error' with the stage and the source line. */
import type { Span } from './source.ts';

export class InternalError extends Error {
  readonly at: Span | undefined;
  constructor(message: string, at?: Span) {
    super(message);
    this.name = 'InternalError';
    this.at = at;
  }
}

/** The default of a switch over a closed union: the type checker proves it is never reached. */
export function impossible(value: never, at?: Span): never {
  throw new InternalError(`no case for ${JSON.stringify(value)?.slice(0, 200)}`, at);
}
