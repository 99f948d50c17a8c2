/** Variables of the device as PTX declarations with their initial bytes. */
import { InternalError } from '../../base/impossible.ts';
import type { Global } from '../../ir/module.ts';
import { printBytes, printHead, symbols } from './artifact.ts';
import { copyFunction, fillFunction } from './byte-runs.ts';
import type { Unit } from './frame.ts';

const stateOf = { global: '.global', constant: '.const', shared: '.shared' } as const;

export function writeGlobal(unit: Unit, g: Global): string {
  const name = unit.names.of(g.name);
  const align = Math.max(g.align, g.placement === 'shared' || g.size >= 16 ? 16 : 8);
  const size = Math.max(1, g.size) + (g.placement === 'global' ? (unit.options.gap ?? 0) : 0);
  switch (g.placement) {
    case 'shared':
      return `.shared .align ${align} .b8 ${name}[${size}];`;
    case 'global':
    case 'constant': {
      const head = `.visible ${stateOf[g.placement]} .align ${align}`;
      if ((g.relocations ?? []).length > 0)
        return `${head} .u64 ${name}[${Math.ceil(size / 8)}] = {${words(unit, g).join(', ')}};`;
      const bytes = bytesOf(g);
      return `${head} .b8 ${name}[${size}]${bytes.length > 0 ? ` = {${bytes.join(', ')}}` : ''};`;
    }
    case 'host':
    case 'managed':
      throw new InternalError(`${g.name} is no variable of the device`);
  }
}

/** Up to the last byte that is not zero. */
function bytesOf(g: Global): Uint8Array {
  const bytes = image(g);
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return bytes.subarray(0, end);
}

function image(g: Global): Uint8Array {
  const last = g.init.reduce((n, piece) => Math.max(n, piece.offset + piece.bytes.length), 0);
  const bytes = new Uint8Array(Math.min(g.size, last));
  for (const piece of g.init)
    bytes.set(piece.bytes.subarray(0, Math.max(0, bytes.length - piece.offset)), piece.offset);
  return bytes;
}

function words(unit: Unit, g: Global): string[] {
  const bytes = new Uint8Array(Math.ceil(Math.max(1, g.size) / 8) * 8);
  bytes.set(image(g));
  const view = new DataView(bytes.buffer);
  const out: string[] = [];
  for (let i = 0; i < bytes.length; i += 8) out.push(String(view.getBigUint64(i, true)));
  for (const r of g.relocations ?? []) {
    const hosted = unit.options.managed.get(r.symbol);
    if (hosted !== undefined) {
      // Where it is loaded it is moved to where the host's memory begins.
      out[r.offset / 8] = String(hosted + r.addend);
      continue;
    }
    const target = unit.program.globals.get(r.symbol);
    const plain = target === undefined && unit.program.functions.get(r.symbol)?.kind === 'device';
    if (!plain && target?.placement !== 'global' && target?.placement !== 'constant')
      throw new InternalError(`${g.name} holds the address of ${r.symbol}, which does not lie on the device`);
    if (target) unit.globals.add(r.symbol);
    const symbol = plain ? unit.names.of(r.symbol) : `generic(${unit.names.of(r.symbol)})`;
    out[r.offset / 8] = r.addend === 0 ? symbol : `${symbol}+${r.addend}`;
  }
  return out;
}

/** What the module's own code needs. */
export function writeNeeds(unit: Unit): string[] {
  const { needs } = unit;
  const lines: string[] = [];
  if (needs.has('hostBase')) lines.push(`.visible .const .align 8 .u64 ${symbols.hostBase};`);
  if (needs.has('trapCell')) lines.push(`.visible .global .align 8 .u64 ${symbols.trapCell};`);
  if (needs.has('lastWords')) lines.push(`.visible .global .align 4 .u32 ${symbols.lastWords};`);
  if (needs.has('patience')) lines.push(`.visible .const .align 8 .u64 ${symbols.patience};`);
  if (needs.has('print')) lines.push(`.visible .global .align 16 .b8 ${symbols.print}[${printHead + printBytes}];`);
  if (needs.has('gridBarrier')) lines.push(`.visible .global .align 4 .u32 ${symbols.gridBarrier};`);
  if (needs.has('dynamicShared')) lines.push(`.extern .shared .align 16 .b8 ${symbols.dynamicShared}[];`);
  if (needs.has('copy')) lines.push(copyFunction());
  if (needs.has('fill')) lines.push(fillFunction());
  return lines;
}
