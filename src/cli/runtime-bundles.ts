/** The scripts that executables carry, how esbuild makes them of the sources: what they start with, the runtime, its threads, and what writes kernels. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

export const bundleSettings = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  logLevel: 'warning',
  legalComments: 'none',
} as const;

export const runtimeBundles = {
  'start.cjs': { entry: 'bin/private-folder.js', settings: { minify: true, format: 'cjs' } },
  'program.cjs': {
    entry: 'src/cli/program-main.ts',
    settings: { minifyWhitespace: true, minifySyntax: true, format: 'cjs' },
  },
  'kernels.cjs': { entry: 'src/driver/later-kernels.ts', settings: { minify: true, format: 'cjs' } },
  'worker.cjs': { entry: 'src/runtime/sim/worker.ts', settings: { format: 'cjs' } },
} as const;

export type BundleName = keyof typeof runtimeBundles;

/** Made now, for a cufort that runs from its sources; undefined where esbuild is not installed. `root`: the folder above src/. */
export function freshBundle(name: BundleName, root: string): string | undefined {
  let esbuild: typeof import('esbuild');
  try {
    esbuild = createRequire(join(root, 'package.json'))('esbuild');
  } catch {
    return undefined;
  }
  const { entry, settings } = runtimeBundles[name];
  const made = esbuild.buildSync({
    ...bundleSettings,
    ...settings,
    absWorkingDir: root,
    entryPoints: [entry],
    write: false,
  });
  return made.outputFiles[0]?.text;
}
