/** What OpenMP calls internal control variables: what a thread takes along into a region; at first what the environment says. */
import { loopSchedules } from '../../library/runtime-calls.ts';
import { mostLevels } from './team-words.ts';

/** `schedule`: the place in `loopSchedules`. `spin`: microseconds for which a thread that waits stays awake. */
export const settingNames = ['threads', 'limit', 'levels', 'dynamic', 'nested', 'schedule', 'chunk', 'spin'] as const;
export type Settings = Record<(typeof settingNames)[number], number>;

type Environment = Readonly<Record<string, string | undefined>>;

/** As the specification has them; `cores`: threads of a team where nobody says how many. */
export function settingsOf(environment: Environment, cores: number): Settings {
  const dynamic = isTrue(environment.OMP_DYNAMIC);
  const nested = isTrue(environment.OMP_NESTED);
  const { schedule, chunk } = scheduleOf(environment.OMP_SCHEDULE);
  const list = threadsByLevel(environment);
  return {
    threads: list[0] ?? cores,
    limit: positive(environment.OMP_THREAD_LIMIT) ?? 2 ** 31 - 1,
    levels: levelsOf(environment.OMP_MAX_ACTIVE_LEVELS) ?? (nested || list.length > 1 ? mostLevels : 1),
    dynamic: dynamic ? 1 : 0,
    nested: nested ? 1 : 0,
    schedule,
    chunk,
    spin: spinOf(environment.OMP_WAIT_POLICY),
  };
}

/** `OMP_NUM_THREADS=4,2`: threads of regions, and of regions in these. */
export function threadsByLevel(environment: Environment): readonly number[] {
  const list = environment.OMP_NUM_THREADS?.split(',').map(positive) ?? [];
  const end = list.indexOf(undefined);
  return list.slice(0, end < 0 ? mostLevels : end).filter((n) => n !== undefined);
}

function positive(text: string | undefined): number | undefined {
  const n = text === undefined || !/^\s*\d+\s*$/.test(text) ? 0 : Number(text);
  return n > 0 ? n : undefined;
}

function levelsOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d+\s*$/.test(text) ? Math.min(Number(text), mostLevels) : undefined;
}

function isTrue(text: string | undefined): boolean {
  return text?.trim().toLowerCase() === 'true';
}

/** As long as libgomp's: where others use the machine, too, a thread that is woken comes late, and to the processor of the one that woke it. */
const usualSpin = 2000;

function spinOf(policy: string | undefined): number {
  const word = policy?.trim().toLowerCase();
  return word === 'passive' ? 0 : word === 'active' ? 20_000 : usualSpin;
}

const names: readonly string[] = loopSchedules;

/** `[monotonic:]dynamic,4` */
function scheduleOf(text: string | undefined): { readonly schedule: number; readonly chunk: number } {
  const match = /^\s*(?:(?:non)?monotonic\s*:)?\s*([a-z]+)\s*(?:,\s*(\d+)\s*)?$/i.exec(text ?? '');
  const place = names.indexOf(match?.[1]?.toLowerCase() ?? '');
  if (place < 1) return { schedule: loopSchedules.indexOf('dynamic'), chunk: 1 };
  return { schedule: place, chunk: Number(match?.[2] ?? 0) };
}
