/** The routines of omp_lib that ask a thread about its team, or set what it takes along. Arguments come as compiled code passes them. */
import { hrtime } from 'node:process';
import type { Team } from './team.ts';
import { mostLevels } from './team-words.ts';

type Arg = number | bigint;
type Routine = (...args: Arg[]) => number | bigint | undefined;

/** By the names of imports: `omp_lib.` and the routine's. */
export function ompRoutines(team: Team): Readonly<Record<string, Routine>> {
  const rows = { ...asked(team), ...set(team), ...locks(team), ...nestedLocks(team) };
  return Object.fromEntries(Object.entries(rows).map(([name, routine]) => [`omp_lib.${name}`, routine]));
}

const yes = (b: boolean): number => (b ? 1 : 0);

function asked(team: Team): Readonly<Record<string, Routine>> {
  const { settings } = team;
  const start = hrtime.bigint();
  return {
    omp_get_num_threads: () => team.size,
    omp_get_max_threads: () => Math.min(settings.threads, settings.limit),
    omp_get_num_procs: () => team.cores,
    omp_get_thread_num: () => team.number,
    omp_get_thread_limit: () => settings.limit,
    omp_in_parallel: () => yes(team.active > 0),
    omp_get_dynamic: () => settings.dynamic,
    omp_get_nested: () => yes(settings.levels > 1),
    omp_get_level: () => team.level,
    omp_get_active_level: () => team.active,
    omp_get_max_active_levels: () => settings.levels,
    omp_get_supported_active_levels: () => mostLevels,
    omp_get_ancestor_thread_num: (level) => (level === 0 ? 0 : (team.at(Number(level))?.number ?? -1)),
    omp_get_team_size: (level) => (level === 0 ? 1 : (team.at(Number(level))?.size ?? -1)),
    omp_get_wtime: () => Number(hrtime.bigint() - start) / 1e9 + Number(start / 1_000_000_000n),
    omp_get_schedule: (kind, chunk) => {
      team.cells[team.cell(kind ?? 0)] = settings.schedule;
      team.cells[team.cell(chunk ?? 0)] = settings.chunk;
      return undefined;
    },
  };
}

function set(team: Team): Readonly<Record<string, Routine>> {
  const { settings } = team;
  const put =
    (name: keyof typeof settings): Routine =>
    (value) => {
      settings[name] = Number(value);
      return undefined;
    };
  return {
    omp_set_num_threads: (n) => {
      if (Number(n) > 0) settings.threads = Number(n);
      return undefined;
    },
    omp_set_dynamic: put('dynamic'),
    omp_set_nested: (on) => {
      settings.levels = on ? mostLevels : 1;
      return undefined;
    },
    omp_set_max_active_levels: (n) => {
      if (Number(n) >= 0) settings.levels = Math.min(Number(n), mostLevels);
      return undefined;
    },
    omp_set_schedule: (kind, chunk) => {
      const schedule = Number(kind) & 0x7fffffff;
      if (schedule < 1 || schedule > 4) return undefined;
      settings.schedule = schedule;
      settings.chunk = Math.max(0, Number(chunk));
      return undefined;
    },
  };
}

function locks(team: Team): Readonly<Record<string, Routine>> {
  const free: Routine = (lock = 0) => {
    team.cells[team.cell(lock)] = 0;
    team.cells[team.cell(lock) + 1] = 0;
    return undefined;
  };
  return {
    omp_init_lock: free,
    omp_init_lock_with_hint: free,
    omp_destroy_lock: () => undefined,
    omp_set_lock: (lock = 0) => void team.enter(lock),
    omp_unset_lock: (lock = 0) => void team.leave(lock),
    omp_test_lock: (lock = 0) => {
      team.serve();
      return yes(team.tryEnter(lock));
    },
    omp_init_nest_lock: free,
    omp_init_nest_lock_with_hint: free,
    omp_destroy_nest_lock: () => undefined,
  };
}

/** The second word of a nested lock: its owner's number, from 1, above 16 bits of how often it has been taken. */
function nestedLocks(team: Team): Readonly<Record<string, Routine>> {
  const me = team.thread + 1;
  const count = (lock: Arg): number => {
    const word = Atomics.load(team.cells, team.cell(lock) + 1);
    return word >>> 16 === me ? word & 0xffff : 0;
  };
  const note = (lock: Arg, n: number): void =>
    void Atomics.store(team.cells, team.cell(lock) + 1, n === 0 ? 0 : (me << 16) | n);
  return {
    omp_set_nest_lock: (lock = 0) => {
      const taken = count(lock);
      if (taken === 0) team.enter(lock);
      note(lock, taken + 1);
      return undefined;
    },
    omp_test_nest_lock: (lock = 0) => {
      const taken = count(lock);
      if (taken === 0 && !team.tryEnter(lock)) return 0;
      note(lock, taken + 1);
      return taken + 1;
    },
    omp_unset_nest_lock: (lock = 0) => {
      const taken = count(lock);
      if (taken === 0) return undefined;
      note(lock, taken - 1);
      if (taken === 1) team.leave(lock);
      return undefined;
    },
  };
}
