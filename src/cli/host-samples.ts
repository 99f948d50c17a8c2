/** Where the host is while a program runs: V8's profiler looks at the thread of the program as often as asked. */
import type { Profiler } from 'node:inspector';
import { inspector } from '../base/node-parts.ts';
import type { HostSample } from '../machine/report.ts';
import { rounded } from '../runtime/trace/event-log.ts';

export type Sampler = {
  /** What was seen; `start`: milliseconds of `performance.now` where times are 0. */
  readonly stop: (start: number) => readonly Sample[];
};
type Sample = HostSample & { readonly time: number };

/** The session is one of this thread: what is posted is done when `post` returns. */
export function startSampling(frequency: number): Sampler {
  const session = new (inspector().Session)();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: Math.max(100, Math.round(1e6 / frequency)) });
  session.post('Profiler.start');
  return {
    stop: (start) => {
      let profile: Profiler.Profile | undefined;
      session.post('Profiler.stop', (_problem, result) => {
        profile = result?.profile;
      });
      session.disconnect();
      return profile ? samplesOf(profile, start) : [];
    },
  };
}

/** Both clocks are the machine's monotonic one. Samples side by side in the same place are one. */
function samplesOf(profile: Profiler.Profile, start: number): readonly Sample[] {
  const zero = Number(process.hrtime.bigint() / 1000n) - 1000 * (performance.now() - start);
  const stacks = stacksOf(profile.nodes);
  const found: (Sample & { duration: number })[] = [];
  let time = profile.startTime - zero;
  for (const [i, node] of (profile.samples ?? []).entries()) {
    time += profile.timeDeltas?.[i] ?? 0;
    const duration = profile.timeDeltas?.[i + 1] ?? profile.endTime - zero - time;
    const stack = stacks.get(node) ?? [];
    const last = found.at(-1);
    if (time < 0 || stack.length === 0) continue;
    if (last && last.stack === stack) last.duration = rounded(time + duration - last.time);
    else found.push({ time: rounded(time), duration: rounded(duration), stack });
  }
  return found;
}

/** By the number of the node. */
function stacksOf(nodes: readonly Profiler.ProfileNode[]): ReadonlyMap<number, readonly string[]> {
  const parents = new Map<number, Profiler.ProfileNode>();
  for (const node of nodes) for (const child of node.children ?? []) parents.set(child, node);
  const known = new Map<string, readonly string[]>();
  return new Map(
    nodes.map((node) => {
      const stack = stackOf(node, parents);
      const key = stack.join('\n');
      const same = known.get(key) ?? stack;
      known.set(key, same);
      return [node.id, same];
    }),
  );
}

/** The program's own procedures; what it waits in or calls of the runtime stands before them. */
function stackOf(leaf: Profiler.ProfileNode, parents: ReadonlyMap<number, Profiler.ProfileNode>): readonly string[] {
  const own: string[] = [];
  for (let node: Profiler.ProfileNode | undefined = leaf; node; node = parents.get(node.id))
    if (isOfProgram(node)) own.push(node.callFrame.functionName);
  return isOfProgram(leaf) ? own : [kindOf(leaf), ...own];
}

function isOfProgram({ callFrame }: Profiler.ProfileNode): boolean {
  return (
    callFrame.url.startsWith('wasm://') && !/^(?:wasm-function\[|js-to-wasm|wasm-to-js)/.test(callFrame.functionName)
  );
}

function kindOf({ callFrame: { functionName, url } }: Profiler.ProfileNode): string {
  if (functionName === 'wait' && url === '') return '[waiting]';
  return functionName === '(program)' ? '[native code]' : '[runtime]';
}
