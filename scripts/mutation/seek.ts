/**
 * Looks for kernels that notice conditions of the optimiser which no case notices: variants of cases, made at random, and kept where they come by at new conditions.
 *   node scripts/mutation/seek.ts SECONDS SEED [--seeds FILE] [PASS…]
 * Those found stand in test/opt/cases/PASS/conditions.ir, each named for what it shows; `WRITE=1 node --test test/opt/cases.test.ts` adds what the passes make of them.
 * `--seeds`: more functions to begin with, as { PASS: [IR…] }.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fn, Module } from '../../src/ir/module.ts';
import { mutatedCopy, root } from './copy.ts';
import { type Case, caseOf, casesOf, notices } from './passes.ts';
import { Pool, Random, smallerThan, variantOf, withoutUnused } from './variants.ts';

const words = process.argv.slice(2);
const at = words.indexOf('--seeds');
const seedFile = at < 0 ? undefined : words.splice(at, 2)[1];
const seconds = Number(words.shift());
const random = new Random(Number(words.shift()));
const { copy, conditions } = await mutatedCopy();
const { site } = copy;

/** They look at a whole program; the others take their functions one by one. */
const wholePrograms = new Set([
  'argument-promotion',
  'inline-host',
  'inline',
  'watch-arithmetic',
  'tensor-cores',
  'math-calls',
  'known-block-size',
  'watch-loops',
]);
const nodesAtMost = 3000;
/** Tries of one condition with variants that come by at it, before it is seldom tried. */
const manyTries = 400;

const cases = casesOf(copy);
const open = new Set(conditions.keys());
for (const id of [...open]) if (cases.some((c) => notices(copy, c, id))) open.delete(id);
console.log(`${conditions.length - open.size} of ${conditions.length} are noticed`);

const seeds: Readonly<Record<string, readonly string[]>> = seedFile ? JSON.parse(readFileSync(seedFile, 'utf8')) : {};
const wanted = words.length > 0 ? words : Object.keys(copy.passes);
const end = Date.now() + 1000 * seconds;
const tries = new Map<number, number>();
for (const [k, pass] of wanted.entries()) {
  const share = (end - Date.now()) / (wanted.length - k);
  const found = seek(pass, Date.now() + share);
  if (found.length > 0) keep(pass, found);
}
console.log(`${conditions.length - open.size} of ${conditions.length} are noticed`);

type Found = { readonly module: Module; readonly shows: readonly number[] };

function seek(pass: string, until: number): readonly Found[] {
  const whole = wholePrograms.has(pass);
  const modules = [...cases.filter((c) => c.pass === pass).map((c) => c.module()), ...parsedSeeds(pass)].flatMap((m) =>
    whole ? [m] : m.functions.map((fn) => ({ ...m, functions: [fn] })),
  );
  const pool = new Pool();
  for (const m of modules) for (const fn of m.functions) pool.add(fn);
  const seen = new Set<number>();
  const population: { readonly module: Module; readonly hits: ReadonlySet<number> }[] = [];
  const found: Found[] = [];
  let runs = 0;
  const consider = (module: Module): void => {
    const c = tried(pass, module);
    if (!c) return;
    runs++;
    const asked = new Set(site.asked);
    const shows = [...c.hits].filter((id) => isTried(id) && notices(copy, c, id));
    if (shows.length > 0) {
      const small = shrunk(pass, module, shows);
      found.push({ module: small, shows });
      for (const id of shows) open.delete(id);
    }
    const isNew =
      [...c.hits].some((id) => !seen.has(id)) || [...asked].some((id) => !seen.has(-1 - id)) || shows.length > 0;
    if (!isNew) return;
    for (const id of c.hits) seen.add(id);
    for (const id of asked) seen.add(-1 - id);
    population.push({ module, hits: c.hits });
  };
  for (const m of modules) if (Date.now() < until) consider(m);
  const before = found.length;
  while (Date.now() < until && population.length > 0) {
    const base = chosen(population);
    const k = random.below(base.module.functions.length);
    const functions = base.module.functions.map((fn, i) => (i === k ? variantOf(fn, random, pool) : fn));
    consider({ ...base.module, functions });
  }
  console.log(
    `${pass}: ${before} of the seeds, ${found.length - before} of ${runs} variants, ${population.length} kept; ${open.size} open`,
  );
  return found;
}

/** Rather one that comes by at conditions that are open. */
function chosen<T extends { readonly hits: ReadonlySet<number> }>(population: readonly T[]): T {
  let best = population[random.below(population.length)]!;
  let most = -1;
  for (let n = 0; n < 4; n++) {
    const one = population[random.below(population.length)]!;
    let value = 0;
    for (const id of one.hits) if (open.has(id)) value += 1 / (1 + (tries.get(id) ?? 0));
    if (value > most) [best, most] = [one, value];
  }
  return best;
}

function isTried(id: number): boolean {
  if (!open.has(id)) return false;
  const n = (tries.get(id) ?? 0) + 1;
  if (n > manyTries && random.below(1 + Math.floor(n / manyTries) ** 2) > 0) return false;
  tries.set(id, n);
  return true;
}

/** A case may name what only the program has that it is from. */
function isSound(module: Module): boolean {
  return copy.verifyModule(module).every(({ what }) => /^(?:no global|no function|calls what)/.test(what));
}

/** Undefined where the verifier refuses it, or the pass does: it may count on what front ends make. */
function tried(pass: string, module: Module): Case | undefined {
  try {
    if (!isSound(module)) return undefined;
    const text = copy.printModule(module);
    if (text.length > 40 * nodesAtMost) return undefined;
    site.asked.clear();
    const c = caseOf(copy, pass, () => copy.parseModule(text));
    const after = { ...module, functions: copy.passes[pass]!.run(module) };
    if (
      !copy.passes[pass]!.isForOthers &&
      copy.verifyModule(after).some(({ what }) => !/^(?:no global|no function|calls what)/.test(what))
    )
      return undefined;
    return c;
  } catch {
    return undefined;
  }
}

function* parsedSeeds(pass: string): Generator<Module> {
  for (const text of seeds[pass] ?? []) {
    try {
      yield copy.parseModule(text);
    } catch {}
  }
}

function shrunk(pass: string, module: Module, shows: readonly number[]): Module {
  let best = module;
  const until = Date.now() + 3000;
  const stillShows = (m: Module): boolean => {
    const c = tried(pass, m);
    return c !== undefined && shows.every((id) => notices(copy, c, id));
  };
  for (let again = true; again && Date.now() < until; ) {
    again = false;
    for (const [k, fn] of best.functions.entries())
      for (const small of smallerThan(fn)) {
        if (Date.now() > until) break;
        const m = { ...best, functions: best.functions.map((f, i) => (i === k ? small : f)) };
        if (weight(m) < weight(best) && stillShows(m)) {
          best = m;
          again = true;
          break;
        }
      }
  }
  const bare = { ...best, functions: best.functions.map(withoutUnused) };
  if (stillShows(bare)) best = bare;
  const named = new Set(copy.printModule({ ...best, globals: [], externs: [] }).match(/"[^"]*"/g));
  const fewer = {
    ...best,
    globals: best.globals.filter((g) => named.has(JSON.stringify(g.name))),
    externs: best.externs.filter((e) => named.has(JSON.stringify(e.name))),
  };
  return stillShows(fewer) ? fewer : best;
}

function weight(m: Module): number {
  return copy.printModule(m).length;
}

/** One file for a pass that takes functions one by one, else one for each. */
function keep(pass: string, found: readonly Found[]): void {
  const folder = join(root, 'test/opt/cases', pass);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'conditions.ir');
  if (wholePrograms.has(pass)) {
    for (const { module, shows } of found) {
      const name = titleOf(shows)
        .replace(/[^a-z0-9]+/gi, '-')
        .replace(/^-|-$/g, '')
        .toLowerCase()
        .slice(0, 60);
      for (let k = 1; ; k++) {
        const own = join(folder, `${name}${k > 1 ? `-${k}` : ''}.ir`);
        if (existsSync(own)) continue;
        writeFileSync(own, copy.printModule(module));
        break;
      }
    }
    return;
  }
  const old = existsSync(path) ? copy.parseModule(readFileSync(path, 'utf8').split(/^---\n/m)[0] ?? '') : undefined;
  let whole: Module = old ?? { name: 'm', functions: [], globals: [], externs: [] };
  for (const { module, shows } of found) {
    const functions = [...whole.functions];
    for (const fn of module.functions) functions.push({ ...fn, name: nameFor(titleOf(shows), functions) });
    const globals = once([...whole.globals, ...module.globals]);
    const more = { ...whole, functions, globals, externs: once([...whole.externs, ...module.externs]) };
    // Two that call the same name otherwise do not go together.
    if (isSound(more)) whole = more;
  }
  writeFileSync(path, copy.printModule(whole));
}

/** The first of each name. */
function once<T extends { readonly name: string }>(list: readonly T[]): readonly T[] {
  return [...new Map(list.toReversed().map((x) => [x.name, x])).values()];
}

/** What the first of the conditions says. */
function titleOf(shows: readonly number[]): string {
  return conditions[shows[0] ?? 0]!.text.replace(/^(?:without|never) /, '')
    .replace(/["\\]/g, "'")
    .slice(0, 80);
}

function nameFor(title: string, functions: readonly Fn[]): string {
  const taken = new Set(functions.map((f) => f.name));
  for (let k = 1; ; k++) {
    const name = k === 1 ? title : `${title} (${k})`;
    if (!taken.has(name)) return name;
  }
}
