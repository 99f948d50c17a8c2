/** The end of a specification part: every name is evaluated, storage is shared out, data statements are taken in. */
import type { Env } from '../context.ts';
import { meaningOf } from '../scope.ts';
import { takeData } from './data.ts';
import { shareStorage } from './storage.ts';

export function finishSpecification(env: Env): void {
  const { scope } = env;
  for (const entry of [...scope.types.values()]) if (!entry.meaning) env.file.resolveType(entry);
  for (const entry of [...scope.names.values()]) if (!entry.meaning) meaningOf(entry);
  for (const entry of scope.operators.values()) if (!entry.meaning) meaningOf(entry);
  shareStorage(env);
  for (const d of scope.data) takeData(env, d);
}
