/** lfortran's integration tests: single files that gfortran compiles and runs are run by cufort, and what both print is compared. */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { leftOut } from './left-out.ts';
import { firstMessage, run } from './run.ts';
import { firstDifference, sameOutput } from './same-output.ts';
import type { Failure, Measured } from './table.ts';

/** What gfortran made of a file: nothing where it does not compile, or ends with another code than 0. */
type Expected = { readonly out: string; readonly steady: boolean } | undefined;

const seconds = 10;
const flags = ['-w', '-cpp', '-fno-range-check'];

export function lfortran(folder: string, cufort: string, cache: string, only: RegExp): Measured {
  const work = join(cache, 'work');
  const names = readdirSync(folder).filter((name) => /\.(f90|f|F90)$/.test(name) && only.test(name));
  const failures: Failure[] = [];
  const without: Failure[] = [];
  let of = 0;
  for (const [i, name] of names.sort().entries()) {
    const file = join(folder, name);
    const expected = cached(file, cache, () => byGfortran(file, fresh(work, folder)));
    if (!expected) continue;
    const why = leftOut[basename(name, extname(name))];
    if (why) {
      without.push({ name: basename(name, extname(name)), reason: why });
      continue;
    }
    of++;
    const reason = byCufort(file, fresh(work, folder), cufort, expected);
    if (reason) {
      failures.push({ name: basename(name, extname(name)), reason });
      console.error(`${i}/${names.length} ${name}: ${reason}`);
    }
  }
  return {
    title: "lfortran's integration tests",
    rule: `Single files of integration_tests/ that gfortran compiles (${flags.join(' ')}) and that then end with code 0 within ${seconds} s; cufort's program must end with code 0 and print the same words (numbers compared as numbers, spaces and line breaks not). Left out are those that want gfortran's answer to what the standard leaves to the processor.`,
    of,
    failures,
    leftOut: without,
  };
}

function byGfortran(file: string, folder: string): Expected {
  const program = join(folder, 'program.exe');
  if (run(['gfortran', ...flags, '-J', folder, '-o', program, file], { folder, seconds: 60 }).code !== 0)
    return undefined;
  const first = run([program], { folder, seconds });
  if (first.code !== 0) return undefined;
  return { out: first.out, steady: sameOutput(run([program], { folder, seconds }).out, first.out) };
}

function byCufort(file: string, folder: string, cufort: string, expected: NonNullable<Expected>): string | undefined {
  const got = run([process.execPath, cufort, 'run', '-cpp', '-w', '-module', folder, file], { folder, seconds });
  if (got.code !== 0) return firstMessage(got);
  if (!expected.steady || sameOutput(expected.out, got.out)) return undefined;
  return firstDifference(expected.out, got.out);
}

/** An empty folder, but for the data that the tests read. */
function fresh(work: string, sources: string): string {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  for (const name of readdirSync(sources)) {
    if (/\.(txt|dat|nml)$/.test(name)) copyFileSync(join(sources, name), join(work, name));
  }
  return work;
}

function cached(file: string, cache: string, make: () => Expected): Expected {
  const key = createHash('sha1').update(readFileSync(file)).update(flags.join()).digest('hex');
  const entry = join(cache, `${basename(file)}-${key}.json`);
  if (!existsSync(entry)) writeFileSync(entry, JSON.stringify(make() ?? null));
  return JSON.parse(readFileSync(entry, 'utf8')) ?? undefined;
}
