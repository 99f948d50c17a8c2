/** What the compiler tells of a kernel's regions: how many threads go together, and why only one does. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import { type Span, startOf } from '../../../base/source.ts';
import type { Statement } from '../../../ir/module.ts';
import { bodiesOf, eachStatement, expressionsOf, localsSet, someStatement } from '../../../ir/walk.ts';
import type { Lanes, Refusal } from '../vector/lanes.ts';

const reasons: Readonly<Record<Refusal | 'no-gain', string>> = {
  slots: 'it uses memory of the procedure itself',
  waits: 'a thread may wait in a loop for what another one does',
  shared: 'a value that all threads share afterwards is counted on from thread to thread',
  'no-gain': 'it computes little, or what it loads and stores lies scattered',
};

export function alone(kernel: string, body: readonly Statement[], why: Refusal | 'no-gain'): Diagnostic | undefined {
  const at = worthTelling(body);
  if (!at) return undefined;
  return {
    severity: 'remark',
    code: 'one-thread-at-a-time',
    message: `threads of kernel \`${kernel}\` run one at a time here`,
    labels: [{ at }],
    notes: [reasons[why]],
  };
}

/** `widths`: threads that go together. */
export function inChunksOf(
  kernel: string,
  body: readonly Statement[],
  lanes: Lanes,
  widths: readonly number[],
): Diagnostic | undefined {
  const at = worthTelling(body);
  if (!at) return undefined;
  const notes: string[] = [];
  const apart = linesOf(body, (s) => lanes.wayOf(s) === 'apart');
  if (apart) notes.push(`done for each thread by itself: ${apart}`);
  const parted = linesOf(body, (s) => lanes.isParted(s) || isParting(s, lanes));
  if (parted) notes.push(`threads may part: ${parted}`);
  return {
    severity: 'remark',
    code: 'threads-together',
    message: `${widths.join(' or ')} threads of kernel \`${kernel}\` run together here`,
    labels: [{ at }],
    ...(notes.length > 0 && { notes }),
  };
}

function isParting(s: Statement, lanes: Lanes): boolean {
  if (s.kind === 'if' && s.either) return false;
  return s.kind === 'if' && lanes.strideOf(s.condition) !== 0;
}

/** The first line of a region that does more than note where its threads stand. */
function worthTelling(body: readonly Statement[]): Span | undefined {
  const does = (s: Statement): boolean =>
    (bodiesOf(s).length === 0 && localsSet(s).length === 0) || expressionsOf(s).some((e) => e.kind === 'load');
  if (!someStatement(body, does)) return undefined;
  let first: Span | undefined;
  eachStatement(body, (s) => {
    first ??= s.at;
  });
  return first;
}

const mostLines = 6;

function linesOf(body: readonly Statement[], is: (s: Statement) => boolean): string | undefined {
  const lines = new Set<number>();
  eachStatement(body, (s) => {
    if (s.at && is(s)) lines.add(startOf(s.at).line);
  });
  if (lines.size === 0) return undefined;
  const sorted = [...lines].sort((a, b) => a - b);
  const more = sorted.length > mostLines ? ', …' : '';
  return `line${sorted.length > 1 ? 's' : ''} ${sorted.slice(0, mostLines).join(', ')}${more}`;
}
