/** Code of devices in procedures of the host: where `attributes(global)` was forgotten, all of a procedure is told as one mistake. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import type { Span } from '../../../../base/source.ts';
import * as deviceErrors from '../../errors/device.ts';
import type { Expr, Procedure } from '../../program.ts';
import type { Env } from '../context.ts';

type BuiltinName = Extract<Expr, { kind: 'builtin' }>['name'];

/** The index of a thread, or a block's size. */
export function tellBuiltin(env: Env, name: BuiltinName, at: Span): undefined {
  tellKernel(env, deviceErrors.builtinInHostCode(name, at, hostOf(env)));
}

export function tellShared(env: Env, name: string, at: Span): undefined {
  tellKernel(env, deviceErrors.sharedInHost(name, at, hostOf(env)));
}

/** A call that is for devices alone; it may be meant for the host, too, so that it hides nothing else. */
export function tellDeviceCall(env: Env, diagnostic: Diagnostic): undefined {
  const host = hostOf(env);
  if (!host || !env.file.told.has(keyOf(host))) env.file.report(diagnostic);
}

/** A launch of `p`, which is no kernel. */
export function tellLaunched(env: Env, p: Procedure, diagnostic: Diagnostic): undefined {
  tellOnce(env, keyOf(p), diagnostic);
}

function tellKernel(env: Env, diagnostic: Diagnostic): void {
  const host = hostOf(env);
  if (host) tellOnce(env, keyOf(host), diagnostic);
  else env.file.report(diagnostic);
}

function tellOnce(env: Env, key: string, diagnostic: Diagnostic): void {
  const { told, report } = env.file;
  if (!told.has(key)) report(diagnostic);
  told.add(key);
}

/** The procedure that a message is about; none in a main program. */
function hostOf(env: Env): Procedure | undefined {
  const { owner } = env.scope;
  return owner?.origin === 'main' ? undefined : owner;
}

function keyOf(p: Procedure): string {
  return `device code in ${p.linkName} ${p.span.source.path}`;
}
