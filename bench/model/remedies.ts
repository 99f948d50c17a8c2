/**
 * What the adviser's remedies do on a GPU: each change that it would try is made in a copy of the program, and the kernel that it is about is measured with it and without it.
 *   node bench/model/remedies.ts [--model h200] PROGRAM.cuf …
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { ReportEvent } from '../../src/machine/report.ts';
import { type Edit, edited, remedyFor } from '../../src/tools/advise/remedies.ts';
import type { Advice } from '../../src/tools/advise/report.ts';

const words = process.argv.slice(2);
const at = words.indexOf('--model');
const model = at < 0 ? 'h200' : (words.splice(at, 2)[1] ?? 'h200');
const runs = 3;
const often = 12;
const plainLaunch = /^ *call +(\w+) *<<<.*>>> *\(.*\) *$/gim;
const command = resolve(import.meta.dirname, '../../bin/cufort.js');
const folder = mkdtempSync(join(tmpdir(), 'cufort-remedies-'));
process.on('exit', () => rmSync(folder, { recursive: true }));

console.log(
  '| kernel | finding | model | measured, us | with the remedy | gain |\n| --- | --- | ---: | ---: | ---: | ---: |',
);
// Advice needs processors, and measuring the GPU alone.
const advised = await Promise.all(words.map(adviceOf));
for (const [i, program] of words.entries()) measure(program, advised[i]!);

async function adviceOf(program: string): Promise<Advice> {
  const json = join(folder, `${basename(program)}.json`);
  const args = [command, 'advise', '--quiet', '--try=false', '--model', model, '--json', json, program];
  await new Promise((done) => spawn(process.execPath, args, { stdio: 'ignore' }).on('exit', done));
  return JSON.parse(readFileSync(json, 'utf8'));
}

function measure(program: string, advice: Advice): void {
  let usual: readonly (number | undefined)[] | undefined;
  for (const [k, { kernel, launchedAt, findings, times }] of advice.kernels.entries())
    for (const { code, place, array, before, after } of findings) {
      const edit = remedyFor({ code, place, array, launchedAt }, (path) => readFileSync(path, 'utf8'));
      if (!edit) continue;
      usual ??= timesOf(program, undefined, advice);
      const was = usual?.[k];
      const is = timesOf(program, edit, advice)[k];
      if (was === undefined || is === undefined) {
        console.error(
          `${basename(program)}: ${kernel} was not measured ${was === undefined ? 'as it is' : 'with the remedy'}`,
        );
        continue;
      }
      const gain = (from: number, to: number): string => `${(100 * (1 - to / from)).toFixed(0)} %`;
      const name = `${basename(program)} ${kernel.slice(kernel.indexOf('.') + 1)}${times > 1 ? ` x ${times}` : ''}`;
      console.log(`| ${[name, code, gain(before, after), was.toFixed(1), is.toFixed(1), gain(was, is)].join(' | ')} |`);
    }
}

/** The least time of each kernel of the advice, by its name and its launch, microseconds. */
function timesOf(program: string, edit: Edit | undefined, { kernels }: Advice): readonly (number | undefined)[] {
  const copy = join(folder, basename(program));
  const text = readFileSync(program, 'utf8');
  writeFileSync(copy, launchedOften(edit ? edited(text, edit) : text));
  const repeated = oftenIn(program);
  const best = new Map<string, number>();
  for (let run = 0; run < runs; run++) {
    const report = join(folder, 'report');
    cufort(['run', '--device', 'cuda', copy], { CUFORT_REPORT: report });
    const seen = new Map<string, number>();
    for (const line of readFileSync(report, 'utf8').trim().split('\n')) {
      const event: ReportEvent = JSON.parse(line);
      if (event.kind !== 'kernel') continue;
      // Launches of a kernel are told apart by their order alone: a remedy may change their shape.
      const n = seen.get(event.name) ?? 0;
      seen.set(event.name, n + 1);
      const own = event.name.slice(event.name.lastIndexOf('.') + 1);
      const key = `${event.name} ${Math.floor(n / (repeated.has(own) ? often : 1))}`;
      best.set(key, Math.min(best.get(key) ?? Number.POSITIVE_INFINITY, event.duration));
    }
  }
  const seen = new Map<string, number>();
  return kernels.map(({ kernel, times }) => {
    const n = seen.get(kernel) ?? 0;
    seen.set(kernel, n + times);
    return best.get(`${kernel} ${n}`);
  });
}

/** Each plain launch several times: the first one is cold. */
function launchedOften(text: string): string {
  return text.replace(plainLaunch, (line) => Array.from({ length: often }, () => line).join('\n'));
}

function oftenIn(program: string): ReadonlySet<string> {
  return new Set([...readFileSync(program, 'utf8').matchAll(plainLaunch)].map(([, name = '']) => name.toLowerCase()));
}

function cufort(args: readonly string[], environment: Readonly<Record<string, string>>): void {
  const { status, stderr } = spawnSync(process.execPath, [command, ...args], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  });
  if (status !== 0) console.error(`${args.join(' ')}: ${status}: ${stderr.split('\n')[0]}`);
}
