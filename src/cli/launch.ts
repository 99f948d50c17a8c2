/** Starts a program image in this process: the surroundings it sees, the device it runs on. */
import { appendFileSync, writeFileSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { children } from '../base/node-parts.ts';
import { mainName } from '../driver/link.ts';
import type { Foreign } from '../ir/foreign.ts';
import type { ModelName } from '../machine/models.ts';
import type { MpiPlaces } from '../runtime/mpi/places.ts';
import { type CompiledProgram, type OpenDevices, type RunOptions, runProgram } from '../runtime/program.ts';
import type { FoundProblem } from '../runtime/sanitizer/found.ts';
import type { CheckedProgram } from '../runtime/sanitizer/sanitizer.ts';
import { type CheckSettings, usualCheckSettings } from '../runtime/sanitizer/settings.ts';
import type { WriterScript } from '../runtime/sim/compiler-process.ts';
import type { WorkerScript } from '../runtime/sim/pool.ts';
import { recordsOf } from '../tools/sanitizer/records.ts';
import { openForeign, type Surroundings } from './foreign-code.ts';
import { launchedBy, mpiFor, threadsFor } from './mpi.ts';
import { nodeFiles } from './node-files.ts';
import { nodeSystem } from './node-system.ts';
import { progress } from './progress.ts';
import { reportTo } from './report-file.ts';
import { youngMemoryGrows } from './young-memory.ts';

export type LaunchSettings = Surroundings & {
  /** As the user called it, and what follows. */
  readonly command: string;
  readonly arguments: readonly string[];
  readonly model: ModelName;
  readonly devices: number;
  readonly threads: number | undefined;
  readonly worker: WorkerScript;
  /** Writes kernels in another process. */
  readonly writer?: () => WriterScript | undefined;
  /** Says what the program runs on. */
  readonly verbose?: boolean;
  readonly openDevices?: OpenDevices;
  readonly startDevice?: boolean;
  /** See `RunOptions`. */
  readonly widen?: () => CompiledProgram;
  readonly native?: RunOptions['native'];
  /** What is said of an instrumented program. */
  readonly checks?: CheckSettings | undefined;
  readonly tellFound?: RunOptions['tellFound'];
  readonly observe?: RunOptions['observe'];
};

/** Machine code comes with the program. */
export type LaunchedProgram = CompiledProgram & { readonly foreign?: Foreign; readonly mpi?: MpiPlaces };

/** Gives the exit status. */
export function launch(image: LaunchedProgram, settings: LaunchSettings): number {
  youngMemoryGrows();
  progress.clear();
  const files = nodeFiles();
  const host = {
    command: settings.command,
    arguments: settings.arguments,
    environment: process.env,
    writeError: (text: string) => void writeSync(2, text),
    execute,
    system: nodeSystem(),
  };
  const launched = launchedBy(process.env);
  const threads = settings.threads ?? positive(process.env.CUFORT_THREADS) ?? threadsFor(launched);
  const tell = (line: string) => void (settings.verbose && writeSync(2, `${line}\n`));
  const mpi = mpiFor(image.mpi, process.env, launched, settings.koffi, tell, image.foreign !== undefined);
  const report = reportTo(
    process.env.CUFORT_REPORT,
    positive(process.env.CUFORT_REPORT_FREQUENCY) ?? 0,
    settings.command,
    process.env.CUFORT_REPORT_STOP,
  );
  const status = runProgram(
    image,
    {
      entry: mainName,
      model: settings.model,
      devices: settings.devices,
      threads,
      workerScript: settings.worker,
      ...(settings.writer && { writerScript: settings.writer }),
      koffi: settings.koffi,
      ...(settings.openDevices && { openDevices: settings.openDevices }),
      ...(image.foreign && { foreign: openedOnce(image.foreign, settings) }),
      ...(mpi && { mpi }),
      ...(settings.native && { native: settings.native }),
      ...checking(image.checks, settings.checks),
      ...(settings.tellFound && { tellFound: settings.tellFound }),
      ...saving(settings.checks),
      ...(settings.observe && { observe: settings.observe }),
      ...(report && { report: report.add, reportStart: report.start, isStopped: report.isStopped }),
      startDevice: settings.startDevice ?? false,
      ...(settings.widen && { widen: settings.widen }),
    },
    host,
    files,
  );
  report?.write();
  return status;
}

/** A program that was built with checks fails where they find something. */
function checking(
  checked: CheckedProgram | undefined,
  asked: CheckSettings | undefined,
): Pick<RunOptions, 'checks' | 'writeChecks' | 'copyChecks'> {
  if (!checked) return {};
  const checks = asked ?? { ...usualCheckSettings, errorExitCode: 1, failsOnWarnings: true };
  const { logFile, save, xml } = checks;
  const to = (name: string) => (text: string) => appendFileSync(fileFor(name), text);
  const saved = save !== undefined && !xml ? save : undefined;
  if (saved !== undefined) writeFileSync(fileFor(saved), '');
  return {
    checks,
    ...(logFile !== undefined && { writeChecks: to(logFile) }),
    ...(saved !== undefined && { copyChecks: to(saved) }),
  };
}

/** Findings in a file, as XML; reports as text go there while they are made. */
function saving(checks: CheckSettings | undefined): Pick<RunOptions, 'tellFound'> {
  const { save, xml } = checks ?? usualCheckSettings;
  if (save === undefined || !xml) return {};
  // As the real tool has them, which reads such files too.
  const whole = (found: FoundProblem): FoundProblem => ({ ...found, path: found.path && resolve(found.path) });
  return { tellFound: (found) => writeFileSync(fileFor(save), recordsOf(found.map(whole))) };
}

/** `%p` in a name is the process, as several may write; `%q{NAME}` a variable of the environment, `%%` a percent sign. */
function fileFor(name: string): string {
  return name.replaceAll(/%(?:p|%|q\{(\w+)\})/g, (form, variable: string | undefined) => {
    if (variable !== undefined) return process.env[variable] ?? '';
    return form === '%p' ? String(process.pid) : '%';
  });
}

/** When the program first asks, so that what is missing is told as the program's other ends are. */
function openedOnce(foreign: Foreign, settings: LaunchSettings): ReturnType<typeof openForeign> {
  let opened: ReturnType<typeof openForeign> | undefined;
  return (memory) => {
    opened ??= openForeign(foreign, settings);
    return opened(memory);
  };
}

function execute(command: string, wait: boolean): number | undefined {
  if (wait) return children().spawnSync('/bin/sh', ['-c', command], { stdio: 'inherit' }).status ?? undefined;
  children().spawn('/bin/sh', ['-c', command], { stdio: 'inherit', detached: true }).unref();
  return 0;
}

function positive(text: string | undefined): number | undefined {
  const n = Number(text);
  return text !== undefined && Number.isInteger(n) && n > 0 ? n : undefined;
}
