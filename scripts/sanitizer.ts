/**
 * The sanitizer over programs that are right: those of test/conformance and examples/, each with all tools. A program may say in a comment which kinds of findings are meant,
 * and why: `! sanitizer: api (asks for what is not there)`.
 *   node scripts/sanitizer.ts [NAME…]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const cufort = join(root, 'bin/cufort.js');
const seconds = 120;

type Outcome = { readonly name: string; readonly problem: string | undefined; readonly milliseconds: number };

if (process.argv[1] === import.meta.filename) main(process.argv.slice(2));

function main(words: readonly string[]): void {
  const outcomes = programs()
    .filter((path) => words.length === 0 || words.some((w) => path.includes(w)))
    .map(runChecked);
  for (const { name, problem } of outcomes) if (problem !== undefined) console.log(`${name}: ${problem}`);
  const wrong = outcomes.filter((o) => o.problem !== undefined).length;
  console.log(`${outcomes.length - wrong} of ${outcomes.length} programs as expected (${cpus().length} cores)`);
  process.exitCode = wrong > 0 ? 1 : 0;
}

function programs(): readonly string[] {
  return ['test/conformance', 'examples'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((n) => /\.(cuf|CUF|f90|F90|f|F)$/.test(n))
      .map((n) => join(folder, n)),
  );
}

function runChecked(name: string): Outcome {
  const text = readFileSync(join(root, name), 'utf8');
  const expected = new Set(/^! sanitizer: ([a-z, ]+)/m.exec(text)?.[1]?.trim().split(/,\s*/) ?? []);
  if (expected.has('waits for the host')) return { name, problem: undefined, milliseconds: 0 };
  const options = /^! options: (.*)$/m.exec(text)?.[1]?.split(' ') ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'cufort-sanitizer-'));
  const log = join(folder, 'found.sarif');
  const start = performance.now();
  const ran = spawnSync(
    process.execPath,
    [cufort, 'run', '--device', 'sim', '--check', 'all', '--format', `sarif:${log}`, ...options, name],
    { cwd: root, encoding: 'utf8', timeout: seconds * 1000 },
  );
  const milliseconds = performance.now() - start;
  const found = kindsIn(log);
  rmSync(folder, { recursive: true });
  return { name, problem: problemOf(ran, found, expected, name.startsWith('test/')), milliseconds };
}

type Ran = { readonly stdout: string; readonly stderr: string; readonly error?: Error | undefined };

function problemOf(
  { stdout, stderr, error }: Ran,
  found: ReadonlySet<string> | undefined,
  expected: ReadonlySet<string>,
  saysPass: boolean,
): string | undefined {
  if (error) return `does not end within ${seconds} s`;
  if (!found) return `no findings were written\n${stderr}`;
  const more = [...found].filter((kind) => !expected.has(kind));
  if (more.length > 0) return `finds ${more.join(', ')}`;
  const missing = [...expected].filter((kind) => !found.has(kind));
  if (missing.length > 0) return `does not find ${missing.join(', ')}`;
  return saysPass && !expected.has('memory') && !/\bPASS\b/.test(stdout) ? `does not pass\n${stderr}` : undefined;
}

function kindsIn(log: string): ReadonlySet<string> | undefined {
  try {
    const { runs } = JSON.parse(readFileSync(log, 'utf8'));
    return new Set(runs[0].results.map((r: { ruleId: string }) => r.ruleId));
  } catch {
    return undefined;
  }
}
