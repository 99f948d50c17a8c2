/** What a pipeline is made of, and how it runs: rows with a name each, one after another, under the eyes of whoever wants to see, time or verify them. */
import { workGoesOn } from '../base/long-work.ts';
import type { Program } from '../ir/link.ts';
import type { Fn } from '../ir/module.ts';

/** `S`: what it works on; itself where a pass changes nothing. `C`: what it may know of the target. */
export type Pass<S, C> = {
  readonly name: string;
  readonly run: (state: S, setting: C) => S;
  /** Only where an earlier row of its list has changed something since it ran last: what it would tidy up is not there else. */
  readonly afterChange?: true;
};

/** Rows that run again while one of them finds something, since what one run finds lets the next one find more; at most `times`. */
export type Repeat<S, C> = {
  readonly times: number;
  readonly rows: readonly Pass<S, C>[];
  readonly when?: (state: S) => boolean;
};

export type Row<S, C> = Pass<S, C> | Repeat<S, C>;

/** The functions of a program on their way: those that somebody outside starts, and those that they call. */
export type Unit = { readonly program: Program; readonly kernels: readonly Fn[]; readonly functions: readonly Fn[] };

export type Target = 'host' | 'sim' | 'ptx';

/** One pass over one function (or over all of them) when it is done. */
export type Step = {
  readonly target: Target;
  readonly pass: string;
  readonly milliseconds: number;
  readonly program: Program;
  readonly before: readonly Fn[];
  readonly after: readonly Fn[];
};

export type Watch = (step: Step) => void;

/** Who watches which program. Where nobody does, nothing is measured. */
export type Watched = { readonly target: Target; readonly program: Program; readonly watch: Watch | undefined };

/** `shown`: the functions of a state. `clean`: where rows that tidy up have nothing to do the first time either. */
export function runPasses<S, C>(
  rows: readonly Row<S, C>[],
  state: S,
  setting: C,
  watched: Watched,
  shown: (state: S) => readonly Fn[],
  clean?: S,
): S {
  let made = state;
  /** What rows that tidy up left. */
  const tidy = new Map<string, S>();
  for (const row of rows) {
    if ('run' in row) {
      if (row.afterChange && made === (tidy.get(row.name) ?? clean)) continue;
      made = runOne(row, made, setting, watched, shown);
      if (row.afterChange) tidy.set(row.name, made);
      continue;
    }
    for (let time = 0; time < row.times && (row.when?.(made) ?? true); time++) {
      const before = made;
      made = runPasses(row.rows, made, setting, watched, shown, made);
      if (made === before) break;
    }
  }
  return made;
}

function runOne<S, C>(row: Pass<S, C>, state: S, setting: C, watched: Watched, shown: (state: S) => readonly Fn[]): S {
  return runStep(
    row.name,
    watched,
    () => row.run(state, setting),
    shown,
    () => shown(state),
  );
}

/** One step, which may make another kind of thing of what it is given: `before` are the functions that it was given. */
export function runStep<S>(
  name: string,
  { watch, ...of }: Watched,
  run: () => S,
  shown: (state: S) => readonly Fn[],
  before: () => readonly Fn[],
): S {
  workGoesOn();
  if (!watch) return run();
  const start = performance.now();
  const made = run();
  const milliseconds = performance.now() - start;
  watch({ ...of, pass: name, milliseconds, before: before(), after: shown(made) });
  return made;
}

/** The names of the rows, in their order. */
export function namesOf<S, C>(rows: readonly Row<S, C>[]): readonly string[] {
  return rows.flatMap((row) => ('run' in row ? [row.name] : namesOf(row.rows)));
}
