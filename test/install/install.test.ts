/** The package as users get it: packed, installed for all and into a project, from a registry on this machine. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { execute, root } from '../cufort.ts';
import { openRegistry, type Package, type Registry } from './registry.ts';

const machine = `${platform()}-${arch()}`;
const folder = mkdtempSync(join(tmpdir(), 'cufort-install-'));
const prefix = join(folder, 'prefix');
const packed = join(prefix, 'lib/node_modules/cufort');
const home = join(folder, 'home with späces');
const nodeFolder = dirname(process.execPath);
const systemFolders = (process.env.PATH ?? '').split(delimiter).filter((f) => !f.includes('node_modules'));
let registry: Registry | undefined;
let tarball = '';

const program = `module m
contains
  attributes(global) subroutine fill(a)
    integer :: a(*)
    a(threadIdx%x) = 2*threadIdx%x
  end subroutine
end module
use m
integer, device :: d(32)
integer :: h(32)
call fill<<<1, 32>>>(d)
h = d
print '(i0)', sum(h)
end
`;
const withC = `interface
  integer function twice(n) bind(c)
    integer, value :: n
  end function
end interface
print '(i0)', twice(21)
end
`;

before(async () => {
  mkdirSync(home);
  writeFileSync(join(home, 'a.cuf'), program);
  writeFileSync(join(home, 'b.f90'), withC);
  writeFileSync(join(home, 'c.c'), 'int twice(int n) { return 2 * n; }\n');
  const modules = join(root, 'node_modules');
  const folders = [copyOfClone(), join(modules, 'koffi'), join(modules, `@koromix/koffi-${machine}`)];
  const [own, ...others] = folders.map(manifestOf);
  await npm(['pack', '--ignore-scripts', ...folders], folder);
  if (own) tarball = tarballOf(own);
  registry = await openRegistry(new Map(others.map((m) => [m, tarballOf(m)])));
  await npm(['install', '-g', '--prefix', prefix, tarball], folder);
});

after(() => {
  registry?.server.close();
  rmSync(folder, { recursive: true, force: true });
});

test('installed for all: the command runs and builds, in a folder with blanks and letters beyond ASCII', async () => {
  const run = await installed(['run', 'a.cuf'], nodeFolder);
  assert.deepEqual([run.code, run.stdout, run.stderr], [0, '1056\n', '']);
  const built = await installed(['build', 'b.f90', 'c.c', '-o', 'prögram'], nodeFolder);
  assert.deepEqual([built.code, built.stderr], [0, '']);
  const c = await execute('./prögram', [], { cwd: home });
  assert.deepEqual([c.code, c.stdout, c.stderr], [0, '42\n', '']);
});

test('the tarball has what the command needs, and nothing that only a clone needs', () => {
  const parts = ['LICENSE', 'README.md', 'bin', 'dist', 'docs', 'node_modules', 'package.json', 'src'];
  assert.deepEqual(readdirSync(packed).sort(), parts);
  assert.deepEqual(readdirSync(join(packed, 'src')), ['library']);
  const manifest = Object.keys(JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8')));
  assert.ok(manifest.includes('bin') && !manifest.includes('scripts') && !manifest.includes('devDependencies'));
});

test('npx in another project', async () => {
  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "name": "project", "version": "1.0.0" }\n');
  await npm(['install', tarball], project);
  const run = await execute('npx', ['--no', 'cufort', 'run', join(home, 'a.cuf')], {
    cwd: project,
    env: npmSettings(),
  });
  assert.deepEqual([run.code, run.stdout], [0, '1056\n'], run.stderr);
});

test('the recipes for CI and containers do what they say, in projects of their own', async () => {
  const onGithub = commandsOf('github-actions.yml', /^ +- run: (.*)$/gm);
  assert.deepEqual(commandsOf('gitlab-ci.yml', /^ {4}- (.*)$/gm), onGithub);
  assert.match(await followed('github', onGithub), /largest error:/);
  const inContainer = commandsOf('Containerfile', /^RUN (.*)$/gm);
  assert.match(await followed('container', [...inContainer, './saxpy']), /largest error:/);
});

function commandsOf(recipe: string, command: RegExp): string[] {
  const text = readFileSync(join(packed, 'docs/recipes', recipe), 'utf8');
  const commands = [...text.matchAll(command)].map(([, line]) => line ?? '');
  assert.ok(commands.length > 1, recipe);
  return commands;
}

/** What the last of them prints. */
async function followed(name: string, commands: readonly string[]): Promise<string> {
  const project = join(folder, `project on ${name}`);
  mkdirSync(project);
  cpSync(join(root, 'examples/saxpy.cuf'), join(project, 'saxpy.cuf'));
  cpSync(tarball, join(project, 'cufort.tgz'));
  writeFileSync(join(project, 'Makefile'), 'test: saxpy\n\t./saxpy\nsaxpy: saxpy.cuf\n\tnvfortran -o $@ $<\n');
  const own = join(folder, name);
  const PATH = [join(own, 'bin'), withNode(nodeFolder)].join(delimiter);
  const env = { ...npmSettings(), CUFORT: './cufort.tgz', npm_config_prefix: own, PATH };
  let printed = '';
  for (const line of commands) {
    const done = await execute('sh', ['-c', line], { cwd: project, env, seconds: 120 });
    assert.equal(done.code, 0, `${line}\n${done.stderr}`);
    printed = done.stdout;
  }
  return printed;
}

test('a Node that is too old takes the one of the package, or says what is needed', async (t) => {
  const old = oldNode();
  if (!old) return t.skip('no Node below 24 on PATH');
  const without = await installed(['run', 'a.cuf'], old);
  assert.equal(without.code, 1);
  assert.match(without.stderr, /^cufort needs Node 24 or newer \(this is v[\d.]+\), or the package node-[^\n]*\n$/);
  const name = dirname(createRequire(join(root, 'package.json')).resolve(`node-${machine}/package.json`));
  symlinkSync(name, join(packed, 'node_modules', `node-${machine}`));
  const run = await installed(['run', 'a.cuf'], old);
  assert.deepEqual([run.code, run.stdout, run.stderr], [0, '1056\n', '']);
});

/** What `npm pack` packs, with the manifest that it makes: packing in the clone would build dist/ anew, which other tests run meanwhile. */
function copyOfClone(): string {
  const copy = join(folder, 'clone');
  for (const part of [
    'bin',
    'dist',
    'docs',
    'src/library',
    'README.md',
    'LICENSE',
    'package.json',
    'scripts/packed-manifest.mjs',
  ])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  execFileSync(process.execPath, [join(copy, 'scripts/packed-manifest.mjs'), 'make']);
  return copy;
}

function manifestOf(packageFolder: string): Package {
  const manifest: Package = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  return manifest;
}

function tarballOf({ name, version }: Package): string {
  return join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
}

async function npm(args: readonly string[], cwd: string): Promise<void> {
  const done = await execute('npm', args, { cwd, env: npmSettings(), seconds: 120 });
  assert.equal(done.code, 0, `npm ${args.join(' ')}\n${done.stderr}`);
}

/** Of `npm test` nothing is left, as it would install into the clone. */
function npmSettings(): NodeJS.ProcessEnv {
  const outer = Object.keys(process.env).filter((name) => name.toLowerCase().startsWith('npm_'));
  return {
    ...Object.fromEntries(outer.map((name) => [name, undefined])),
    PATH: withNode(nodeFolder),
    npm_config_cache: join(folder, 'cache'),
    npm_config_registry: registry?.url ?? 'http://127.0.0.1:9',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  };
}

function installed(args: readonly string[], node: string) {
  const env = { PATH: withNode(node), HOME: home, XDG_CACHE_HOME: '', XDG_STATE_HOME: '' };
  return execute(join(prefix, 'bin/cufort'), args, { cwd: home, env });
}

/** PATH without what the clone has. */
function withNode(node: string): string {
  return [node, ...systemFolders].join(delimiter);
}

function oldNode(): string | undefined {
  return systemFolders.find((f) => {
    const { stdout } = spawnSync(join(f, 'node'), ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' });
    return Number(stdout ?? Number.NaN) < 24;
  });
}
