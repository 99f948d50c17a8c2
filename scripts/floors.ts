/**
 * Keeps the house in order: a file of src/ imports from its own room and from lower floors only (type imports included),
 * no files import each other in a circle, passes of the optimiser run from its pipeline alone,
 * switches over kinds in `ir/`, `opt/`, `nest/` and `back/` say what becomes of each, and pages name files that are there. Prints what is wrong and exits with 1.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const floors: Readonly<Record<string, number>> = {
  base: 0,
  machine: 1,
  ir: 2,
  library: 3,
  opt: 3,
  front: 4,
  nest: 4,
  back: 5,
  runtime: 6,
  driver: 7,
  tools: 8,
  cli: 9,
  lsp: 9,
  browser: 9,
};

const root = resolve(import.meta.dirname, '../src');
const imports = new Map(sourceFiles(root).map((file) => [file, importsOf(file)]));
const problems = [...upward(), ...circles(), ...strayPasses(), ...silentSwitches(), ...lostFiles()];
for (const problem of problems) console.error(problem);
console.log(`floors: ${imports.size} files, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const found = text.matchAll(
    /^\s*(?:import|export)\b[^'"]*?from\s+['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]\s*\)/gm,
  );
  return [...found].map((m) => resolve(dirname(file), m[1] ?? m[2] ?? ''));
}

function roomOf(file: string): string {
  return relative(root, file).split('/')[0] ?? '';
}

function* upward(): Generator<string> {
  for (const [file, targets] of imports) {
    const from = roomOf(file);
    if (floors[from] === undefined) yield `${relative(root, file)}: room '${from}' has no floor`;
    for (const target of targets) {
      const to = roomOf(target);
      if (from !== to && (floors[to] ?? 99) >= (floors[from] ?? -1))
        yield `${relative(root, file)} imports upward: ${relative(root, target)}`;
    }
  }
}

/** A pass is what `opt/pipeline.ts` takes from the other folders of its room, but for types and what makes an expression of an expression. */
function* strayPasses(): Generator<string> {
  const pipeline = join(root, 'opt/pipeline.ts');
  const passes = new Set(
    valuesTaken(pipeline)
      .filter((v) => /opt\/(scalar|kernel|math)\//.test(v.from))
      .map((v) => `${v.name} ${v.from}`),
  );
  for (const file of imports.keys()) {
    if (roomOf(file) === 'opt') continue;
    for (const { name, from } of valuesTaken(file))
      if (passes.has(`${name} ${from}`))
        yield `${relative(root, file)} runs ${name} itself: passes belong into opt/pipeline.ts`;
  }
}

/** Over kinds of the IR: a `default` is `impossible`, or tells behind `// else:` why it is right for a kind that nobody has thought of yet. */
function* silentSwitches(): Generator<string> {
  for (const file of imports.keys()) {
    if (!/^(ir|opt|nest|back)$/.test(roomOf(file))) continue;
    const lines = readFileSync(file, 'utf8').split('\n');
    for (const [i, line] of lines.entries()) {
      const [, indent] = /^(\s*)switch \(\w+\.kind\) \{$/.exec(line) ?? [];
      if (indent === undefined) continue;
      const end = lines.findIndex((l, k) => k > i && l.startsWith(`${indent}}`));
      const body = lines.slice(i, end);
      const from = body.findIndex((l) => l.startsWith(`${indent}  default:`));
      if (from >= 0 && !/impossible\(|throw |\/\/ else: /.test(body.slice(from).join('\n')))
        yield `${relative(root, file)}:${i + from + 1}: a default that says nothing of kinds to come`;
    }
  }
}

/** Files that the pages name, from the root, from `src/`, or by the end of their path. */
function* lostFiles(): Generator<string> {
  const top = resolve(root, '..');
  const ours = ['src', 'scripts', 'test', 'bench', 'bin'].flatMap((folder) =>
    readdirSync(join(top, folder), { recursive: true, encoding: 'utf8' }).map((file) => `/${folder}/${file}`),
  );
  const pages = readdirSync(join(top, 'docs')).map((page) => `docs/${page}`);
  for (const page of ['ARCHITECTURE.md', 'CONTRIBUTING.md', ...pages.filter((p) => p.endsWith('.md'))])
    for (const [, name = ''] of readFileSync(join(top, page), 'utf8').matchAll(/`([\w./-]+\.(?:ts|m?js))`/g))
      if (!name.startsWith('dist/') && !ours.some((file) => file.endsWith(`/${name}`)))
        yield `${page} names ${name}, which is not there`;
}

function valuesTaken(file: string): readonly { readonly name: string; readonly from: string }[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/^import \{([^}]*)\} from '(\.[^']+)';/gm)].flatMap(([, names = '', from = '']) =>
    names
      .split(',')
      .map((n) => n.trim())
      .filter((n) => n !== '' && !n.startsWith('type '))
      .map((n) => ({ name: n, from: resolve(dirname(file), from) })),
  );
}

function* circles(): Generator<string> {
  const state = new Map<string, 'open' | 'done'>();
  const path: string[] = [];
  const found: string[] = [];
  const visit = (file: string): void => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      found.push(`circle: ${[...path.slice(path.indexOf(file)), file].map((f) => relative(root, f)).join(' -> ')}`);
      return;
    }
    state.set(file, 'open');
    path.push(file);
    for (const target of imports.get(file) ?? []) visit(target);
    path.pop();
    state.set(file, 'done');
  };
  for (const file of imports.keys()) visit(file);
  yield* found;
}
