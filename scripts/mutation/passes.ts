/**
 * Mutants of the optimiser: in a copy of the project each condition of its passes can be left out (sites.ts), and each pass. What a mutant changes is known from one run of all tests
 * and programs, which says at which conditions each of them comes by with an answer that matters; those that do are run with the mutant until one notices.
 */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Mutant } from '../mutation.ts';
import { instrumented, type Source, sitesOf } from './sites.ts';

const root = join(import.meta.dirname, '../..');
const copied = ['src', 'test', 'scripts', 'bin', 'types', 'dist', 'examples', 'package.json', 'tsconfig.json'];
const mutated = 'src/opt/**/*.ts';
/** Tables of passes and what shows them change nothing of what is made. */
const left = new Set(['src/opt/passes.ts', 'src/opt/watch.ts', 'src/opt/cost.ts']);

/** A test or a program: it ends well, or it has noticed. */
type Trial = { readonly name: string; readonly words: readonly string[]; readonly cost: number };

/** `folder`: where the copy is, or is made; it is used again as it is. */
export function passMutants(folder: string): readonly Mutant[] {
  if (!existsSync(sitesIn(folder))) makeCopy(folder);
  const sources: readonly Source[] = JSON.parse(readFileSync(sitesIn(folder), 'utf8'));
  const trials = trialsIn(folder);
  const comesBy = coverage(folder, trials);
  const conditions = sources.flatMap(({ path, text, sites }) => sites.map((s) => ({ path, text, s })));
  return conditions.map(({ path, text, s }, k) => {
    const line = text.slice(0, s.from).split('\n').length;
    const condition = text.slice(s.from, s.to).replace(/\s+/g, ' ');
    const seen = trials.filter((t) => comesBy.get(t.name)?.has(k)).slice(0, mostTrials);
    return {
      name: `${relative('src/opt', path)}:${line} ${s.without ? 'without' : 'never'} ${condition}`,
      isNoticed: () => seen.some((t) => !endsWell(folder, t, { MUTANT: String(k) })),
    };
  });
}

const mostTrials = 12;

const sitesIn = (folder: string): string => join(folder, 'dist/sites.json');

function makeCopy(folder: string): void {
  const files = globSync(mutated, { cwd: root }).filter((f) => !left.has(f));
  const sources = sitesOf(root, files.sort());
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const site = join(folder, 'src/opt/mutation-site.ts');
  cpSync(join(import.meta.dirname, 'mutation-site.ts'), site);
  let first = 0;
  for (const source of sources) {
    const from = relative(join(folder, dirname(source.path)), site);
    const text = instrumented(source, first, from.startsWith('.') ? from : `./${from}`);
    writeFileSync(join(folder, source.path), text);
    first += source.sites.length;
  }
  const made = spawnSync(process.execPath, ['scripts/dist.mjs'], { cwd: folder, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`the copy can't be built\n${made.stderr}`);
  writeFileSync(sitesIn(folder), JSON.stringify(sources));
}

/** Quick ones first. */
function trialsIn(folder: string): readonly Trial[] {
  const tests = ['opt', 'nest', 'back', 'back-ptx', 'reference', 'sanitizer'].flatMap((room) =>
    globSync(`test/${room}/*.test.ts`, { cwd: folder }).sort(),
  );
  const programs = readdirSync(join(folder, 'test/conformance')).filter((f) => /\.(?:cuf|CUF|f90|F90)$/.test(f));
  return [
    ...tests.map((name, k) => ({ name, words: ['--test', '--test-isolation=none', name], cost: k })),
    ...programs.map((name) => {
      const text = readFileSync(join(folder, 'test/conformance', name), 'utf8');
      const options = /^! options: (.*)$/m.exec(text)?.[1]?.split(' ') ?? [];
      const words = ['bin/cufort.js', 'run', '--device', 'sim', ...options, `test/conformance/${name}`];
      return { name, words, cost: 100 + text.length };
    }),
  ].sort((a, b) => a.cost - b.cost);
}

function endsWell(folder: string, { words }: Trial, env: Readonly<Record<string, string>>): boolean {
  const run = spawnSync(process.execPath, words, {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', CUFORT_VERIFY_PASSES: '1', ...env },
    encoding: 'utf8',
    timeout: 300_000,
    maxBuffer: 1 << 28,
  });
  if (words[0] === '--test') return run.status === 0;
  return run.status === 0 && run.stdout.trimEnd().split('\n').at(-1)?.trim() === 'PASS';
}

/** By trial, the conditions whose answer matters there; kept in the copy. */
function coverage(folder: string, trials: readonly Trial[]): ReadonlyMap<string, ReadonlySet<number>> {
  const path = join(folder, 'dist/hits.jsonl');
  const known = new Map<string, ReadonlySet<number>>();
  if (existsSync(path))
    for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
      const { name, hits }: { name: string; hits: number[] } = JSON.parse(line);
      known.set(name, new Set(hits));
    }
  const hitFile = join(folder, 'dist/hits.now');
  for (const t of trials) {
    if (known.has(t.name)) continue;
    rmSync(hitFile, { force: true });
    const well = endsWell(folder, t, { MUTATION_HITS: hitFile });
    const hits = new Set(
      well && existsSync(hitFile) ? readFileSync(hitFile, 'utf8').split('\n').filter(Boolean).map(Number) : [],
    );
    if (!well) console.log(`  fails as it is: ${t.name}`);
    known.set(t.name, hits);
    appendFileSync(path, `${JSON.stringify({ name: t.name, hits: [...hits] })}\n`);
  }
  return known;
}
