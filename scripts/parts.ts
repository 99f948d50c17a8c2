/**
 * The command as files of its bundle: `cufort.cjs` with all that a run of a Fortran program may need, and in `parts/` what loads when it is first used (src/base/part.ts) or is
 * shared by several such parts. esbuild divides the sources into modules of ECMAScript; here these become functions that take from each other what they import.
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin, transform } from 'esbuild';

const partCall = /\bpart<typeof import\('([^']+)'\)>\(\s*import\.meta\.url,\s*'([^']+)',?\s*\)/g;

/** `part` as esbuild knows it: an import that is called. */
const dividing: Plugin = {
  name: 'parts',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/](cli|driver)[\\/].*\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(partCall, (_, type: string, module: string) => {
        if (type !== module) throw new Error(`${path}: part of ${type} loads ${module}`);
        return `import('${module}')`;
      }),
      loader: 'ts',
    }));
  },
};

/** Text by file name, below the folder of the bundle. */
export async function partsOf(
  settings: BuildOptions & { readonly entryPoints: readonly [string] },
): Promise<Map<string, string>> {
  const { outputFiles, metafile } = await build({
    ...settings,
    entryPoints: [...settings.entryPoints],
    outdir: 'dist',
    format: 'esm',
    splitting: true,
    write: false,
    metafile: true,
    minifySyntax: true,
    plugins: [dividing],
  });
  const chunks = new Map(outputFiles.map(({ path, text }) => [nameOf(path), text]));
  const records = new Map(Object.entries(metafile.outputs).map(([path, output]) => [nameOf(path), output]));
  const entry = [...records].find(([, { entryPoint }]) => entryPoint === settings.entryPoints[0])?.[0] ?? '';
  const always = loadedWith(entry, records);
  const codeOf = (name: string): string => asFunction(chunks.get(name) ?? '', name, recordOf(name, records));
  const files = new Map<string, string>();
  for (const name of chunks.keys())
    if (!always.includes(name)) files.set(`parts/${name}.cjs`, await small(`module.exports = ${codeOf(name)};`));
  const functions = always.map((name) => `chunks['${name}'] = (${codeOf(name)})(chunk, require, urlOfBundle);`);
  return files.set('cufort.cjs', await small(`${head}\n${functions.join('\n')}\nmodule.exports = chunks['${entry}'];`));
}

const head = `const urlOfBundle = require('node:url').pathToFileURL(__filename).href;
const chunks = Object.create(null);
const chunk = (name) => (chunks[name] ??= require('./parts/' + name + '.cjs')(chunk, require, urlOfBundle));`;

async function small(text: string): Promise<string> {
  return (await transform(text, { minifyWhitespace: true, target: 'node24', legalComments: 'none' })).code;
}

type Output = Metafile['outputs'][string];
type Records = ReadonlyMap<string, Output>;

function recordOf(name: string, records: Records): Output {
  const found = records.get(name);
  if (!found) throw new Error(`no chunk ${name}`);
  return found;
}

/** What a chunk imports comes before it. */
function loadedWith(entry: string, records: Records): readonly string[] {
  const order: string[] = [];
  const visit = (name: string): void => {
    if (order.includes(name)) return;
    for (const { path, kind } of recordOf(name, records).imports)
      if (kind === 'import-statement' && records.has(nameOf(path))) visit(nameOf(path));
    order.push(name);
  };
  visit(entry);
  return order;
}

const importLine = /^import (?:(\w+)|\* as (\w+)|\{([^}]*)\}) from "([^"]+)";$|^import "([^"]+)";$/gm;
const exportLines = /^export \{([^}]*)\};$/gm;

function asFunction(text: string, name: string, { imports, exports }: Output): string {
  const found = { imports: 0, exports: 0 };
  const code = text
    .replace(importLine, (_, whole, all, names, from, alone) => {
      found.imports += 1;
      if (alone) return `${taken(alone)};`;
      return `const ${whole ?? all ?? object(pairs(names))} = ${taken(from)};`;
    })
    .replace(exportLines, (_, names) => {
      const back = pairs(names).map(([here, there]): Pair => [there, here]);
      found.exports += back.length;
      return `return ${object(back)};`;
    })
    .replace(/\bimport\("([^"]+)"\)/g, (_, path) => `chunk('${nameOf(path)}')`);
  const expected = imports.filter((i) => i.kind === 'import-statement').length;
  if (found.imports !== expected || found.exports !== exports.length)
    throw new Error(
      `${name}: ${found.imports} of ${expected} imports, ${found.exports} of ${exports.length} exports found`,
    );
  return `(chunk, require, urlOfBundle) => {\n${code}\n}`;
}

const taken = (from: string): string => (from.startsWith('.') ? `chunk('${nameOf(from)}')` : `require('${from}')`);

/** The name before `as`, and behind it. */
type Pair = readonly [string, string];

function pairs(names: string): Pair[] {
  const trimmed = names.split(',').map((n) => n.trim());
  return trimmed
    .filter((n) => n !== '')
    .map((n) => {
      const [a = n, b = a] = n.split(' as ');
      return [a, b];
    });
}

function object(cells: readonly Pair[]): string {
  return `{ ${cells.map(([key, value]) => `${key}: ${value}`).join(', ')} }`;
}

const nameOf = (path: string): string => basename(path, '.js');
