/** The kernels of a program as an executable carries them, to write code for what is known of their launches while it runs (later-kernels.ts). */
import type { Options } from '../back/wasm/encode/artifact.ts';
import type { Program } from '../ir/link.ts';
import type { Fn } from '../ir/module.ts';
import { eachExpressionIn } from '../ir/walk.ts';
import { packBlanked } from './blanked.ts';

/** What code generation is told, but for who watches it. */
export type KernelSettings = Pick<Options, 'contract' | 'checkBarriers' | 'chunk' | 'reassociate'>;

export type CarriedKernels = { readonly program: Program; readonly settings: KernelSettings };

export function packKernels(program: Program, settings: KernelSettings): Uint8Array {
  const { contract, checkBarriers, chunk, reassociate } = settings;
  const carried: CarriedKernels = {
    program: onDeviceAlone(program),
    settings: {
      ...(contract !== undefined && { contract }),
      ...(checkBarriers !== undefined && { checkBarriers }),
      ...(chunk && { chunk }),
      ...(reassociate !== undefined && { reassociate }),
    },
  };
  return packBlanked(carried);
}

/** Without the host's functions and variables. */
function onDeviceAlone(program: Program): Program {
  const { kernels, addressed, externs } = program;
  const functions = new Map([...program.functions].filter(([, fn]) => fn.kind !== 'host'));
  const named = new Set([...kernels, ...functions.values()].flatMap((fn) => [...variablesOf(fn)]));
  const globals = new Map([...program.globals].filter(([name, g]) => g.placement !== 'host' || named.has(name)));
  return { functions, globals, externs, kernels, addressed, roots: [] };
}

function variablesOf({ body }: Fn): ReadonlySet<string> {
  const found = new Set<string>();
  eachExpressionIn(body, (e) => {
    if (e.kind === 'global') found.add(e.name);
  });
  return found;
}
