/** Runs what `kernel-mistakes.ts` makes under all checks, and says what is not as it was planted. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { kernelProgram, type Mark, type Mistake } from './kernel-mistakes.ts';

const cufort = resolve(import.meta.dirname, '../../bin/cufort.js');
const rules: Readonly<Record<Mistake, string>> = { none: '', race: 'race', bounds: 'memory', init: 'init' };

/** Undefined where the mistake is found, at its line and with its array, and nothing else. */
export function problemOf(seed: number, mistake: Mistake, count: number): string | undefined {
  const planted = kernelProgram(seed, mistake, count);
  const folder = mkdtempSync(join(tmpdir(), 'cufort-planted-'));
  writeFileSync(join(folder, 'p.cuf'), planted.source);
  const words = [cufort, 'run', '-w', '--device', 'sim', '--check', 'all', '--format', 'sarif', 'p.cuf'];
  const ran = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8', timeout: 120_000 });
  try {
    const found = foundIn(readFileSync(join(folder, 'cufort.sarif'), 'utf8'));
    return planted.marks.length < count && mistake !== 'none'
      ? 'not all kernels have their mistakes'
      : compare(planted.marks, mistake, found);
  } catch {
    return `no findings were written\n${ran.stdout}${ran.stderr}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Found = { readonly rule: string; readonly line: number; readonly text: string };

function foundIn(text: string): readonly Found[] {
  return JSON.parse(text).runs[0].results.map((r: SarifResult) => ({
    rule: r.ruleId,
    line: r.locations[0]?.physicalLocation.region.startLine ?? 0,
    text: r.message.text,
  }));
}

type SarifResult = {
  readonly ruleId: string;
  readonly message: { readonly text: string };
  readonly locations: readonly { readonly physicalLocation: { readonly region: { readonly startLine: number } } }[];
};

function compare(marks: readonly Mark[], mistake: Mistake, found: readonly Found[]): string | undefined {
  const rule = rules[mistake];
  // What follows from a wrong access: the error of the launch.
  const own = found.filter((f) => !follows(mistake, f.rule));
  const isOf = (f: Found, { lines, array }: Mark): boolean =>
    f.rule === rule &&
    (lines.includes(f.line) || lines.some((l) => new RegExp(`p\\.cuf:${l}\\b`).test(f.text))) &&
    new RegExp(`\\b${array}\\b`).test(f.text);
  const missing = marks.find((m) => !own.some((f) => isOf(f, m)));
  if (missing) return `not found: ${rule} of ${missing.array} in line ${missing.lines.join()}`;
  const other = own.find((f) => !marks.some((m) => isOf(f, m)));
  return other && `found: ${other.rule} in line ${other.line}: ${other.text}`;
}

/** What comes of a mistake: the error of the launch, a subscript that was never set, and what is read before the other thread has written it. */
function follows(mistake: Mistake, rule: string): boolean {
  if (mistake === 'bounds') return rule === 'api';
  if (mistake === 'race') return rule === 'init';
  return mistake === 'init' && (rule === 'memory' || rule === 'api');
}
