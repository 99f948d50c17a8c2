/** IR as text, as `--show ir` and the tests write it. parse.ts reads it back. A result that may be missing ends in `!`. Places in the source are left out. */
import { impossible } from '../base/impossible.ts';
import type {
  ArrayAxis,
  ArrayShape,
  Callee,
  Expression,
  Extern,
  Fn,
  Global,
  Module,
  OwnCell,
  PrintItem,
  Statement,
  Triple,
} from './module.ts';

export function printModule(module: Module): string {
  const parts = [
    `module ${quote(module.name)}`,
    ...module.externs.map(printExtern),
    ...module.globals.map(printGlobal),
    ...module.functions.map(printFunction),
  ];
  return `${parts.join('\n')}\n`;
}

function printExtern(e: Extern): string {
  return `extern ${quote(e.name)} ${e.from} (${e.params.join(' ')}) (${e.results.join(' ')})`;
}

function printGlobal(g: Global): string {
  const init = g.init.map((i) => ` init ${i.offset} ${quote(Buffer.from(i.bytes).toString('hex'))}`).join('');
  const relocations = (g.relocations ?? [])
    .map((r) => ` relocation ${r.offset} ${quote(r.symbol)} ${r.addend}`)
    .join('');
  const methods = g.methods ? ` methods ${g.methods.length}${g.methods.map((m) => ` ${quote(m)}`).join('')}` : '';
  return `global ${quote(g.name)} ${g.placement} ${g.linkage} size ${g.size} align ${g.align}${g.byHost ? ' by-host' : ''}${g.fixed ? ' fixed' : ''}${g.undefined ? ' undefined' : ''}${init}${relocations}${methods}`;
}

export function printFunction(f: Fn): string {
  const params = f.locals.slice(0, f.params);
  const locals = f.locals.slice(f.params);
  const attributes = [
    f.launchBounds ? ` bounds ${f.launchBounds.maxThreads} ${f.launchBounds.minBlocks}` : '',
    f.clusterDims ? ` cluster ${f.clusterDims.join(' ')}` : '',
    f.cooperative ? ' cooperative' : '',
    f.blockSize ? ` blocks ${f.blockSize.join(' ')}` : '',
    f.nearParams ? ` near ${f.nearParams.length} ${f.nearParams.join(' ')}` : '',
    f.rooms ? ` rooms ${f.rooms.length} ${f.rooms.join(' ')}` : '',
    f.knownRooms ? ` known-rooms ${f.knownRooms.length} ${f.knownRooms.flat().join(' ')}` : '',
    f.unchanged ? ` unchanged ${f.unchanged.length} ${f.unchanged.join(' ')}` : '',
    f.shareable ? ' shareable' : '',
    f.overlapping ? ` overlapping ${f.overlapping.length} ${f.overlapping.join(' ')}` : '',
    f.nulls ? ' nulls' : '',
    f.shapes ? ` shapes ${f.shapes.length}${f.shapes.map(shape).join('')}` : '',
    f.arguments
      ? ` arguments ${f.arguments.length}${f.arguments.map((a) => ` ${a.argument} ${a.offset} ${a.bytes} ${a.as}`).join('')}`
      : '',
    f.bytewise ? ' bytewise' : '',
  ].join('');
  const lines = [
    `${f.kind} ${quote(f.name)} (${params.map(printLocal).join(' ')}) (${f.results.join(' ')})${attributes} {`,
  ];
  for (const l of locals) lines.push(`  local ${printLocal(l)}`);
  for (const s of f.slots) lines.push(`  slot ${quote(s.name)} ${s.size} ${s.align}`);
  const name = (index: number) => `$${index}`;
  printBody(f.body, '  ', lines, name);
  lines.push('}');
  return lines.join('\n');
}

function printLocal(l: { readonly name: string; readonly type: string }): string {
  return `${quote(l.name)}:${l.type}`;
}

type Naming = (index: number) => string;

/** A list of statements, indented by two. */
export function printStatements(list: readonly Statement[]): string {
  const lines: string[] = [];
  printBody(list, '  ', lines, (index) => `$${index}`);
  return lines.join('\n');
}

function printBody(body: readonly Statement[], indent: string, lines: string[], name: Naming): void {
  for (const s of body) printStatement(s, indent, lines, name);
}

function printStatement(s: Statement, indent: string, lines: string[], name: Naming): void {
  const line = (text: string) => lines.push(indent + text);
  const nested = (body: readonly Statement[]) => printBody(body, `${indent}  `, lines, name);
  const e = printExpression;
  switch (s.kind) {
    case 'set':
      line(`${name(s.local)} = ${e(s.value)}`);
      return;
    case 'store':
      line(`store ${s.memory}${access(s)}${ownCells(s.own)} ${e(s.to)} ${s.offset} ${e(s.value)}`);
      return;
    case 'if':
      line(`if${s.either ? ' either' : ''} ${e(s.condition)} {`);
      nested(s.then);
      if (s.otherwise.length > 0) {
        line('} else {');
        nested(s.otherwise);
      }
      line('}');
      return;
    case 'loop':
    case 'block':
      line(`${s.kind} ${quote(s.label)} {`);
      nested(s.body);
      line('}');
      return;
    case 'for':
      line(
        `for ${quote(s.label)}${s.independent ? ' independent' : ''}${s.uneven ? ' uneven' : ''}${s.alone ? ' alone' : ''} ${name(s.local)} ${e(s.from)} ${e(s.trips)} ${e(s.step)} {`,
      );
      nested(s.body);
      line('}');
      return;
    case 'switch':
      line(`switch ${e(s.value)} {`);
      for (const c of s.cases) {
        line(`  case ${c.values.join(' ')} {`);
        printBody(c.body, `${indent}    `, lines, name);
        line('  }');
      }
      line('  default {');
      printBody(s.otherwise, `${indent}    `, lines, name);
      line('  }');
      line('}');
      return;
    case 'break':
    case 'continue':
      line(`${s.kind} ${quote(s.label)}`);
      return;
    case 'return':
      line(`return (${s.values.map(e).join(' ')})`);
      return;
    case 'call':
      line(`call ${callee(s.callee)} (${s.args.map(e).join(' ')}) (${s.results.map(name).join(' ')})`);
      return;
    case 'launch':
      line(
        `launch ${callee(s.kernel)} ${triple(s.grid)} ${triple(s.block)} ${e(s.shared)} ${e(s.stream)} (${s.args.map(e).join(' ')})`,
      );
      return;
    case 'copy':
      line(`copy ${e(s.to)} ${e(s.from)} ${e(s.bytes)}${s.align ? ` align ${s.align}` : ''}`);
      return;
    case 'fill':
      line(`fill ${e(s.to)} ${e(s.byte)} ${e(s.bytes)}`);
      return;
    case 'barrier':
      line(
        `barrier ${s.scope}${s.reduce ? ` ${s.reduce.how} ${name(s.reduce.result)} ${e(s.reduce.value)}` : ''}${s.mask ? ` mask ${e(s.mask)}` : ''}`,
      );
      return;
    case 'fence':
      line(`fence ${s.scope}`);
      return;
    case 'atomic':
      line(
        `atomic ${s.how} ${s.memory} ${s.scope}${s.near ? ` near ${name(s.near.array)} ${name(s.near.own)} ${name(s.near.cells)}` : ''} ${e(s.to)} (${s.args.map(e).join(' ')})${s.result === undefined ? '' : ` ${name(s.result)}!`}`,
      );
      return;
    case 'warp':
      line(
        `warp ${s.how} (${s.args.map(e).join(' ')}) ${name(s.result)}${s.result2 === undefined ? '' : ` ${name(s.result2)}!`}`,
      );
      return;
    case 'read-clock':
      line(`read-clock ${s.clock} ${name(s.result)}`);
      return;
    case 'print':
      line(`print (${s.items.map(printItem).join(' ')})`);
      return;
    case 'trap':
      line(`trap ${quote(s.message)}`);
      return;
    default:
      impossible(s);
  }
}

export function printExpression(e: Expression): string {
  switch (e.kind) {
    case 'const':
      return `${printValue(e.value)}:${e.type}`;
    case 'local':
      return `$${e.index}:${e.type}`;
    case 'op':
      return `(${e.op}:${e.type}${e.args.map((a) => ` ${printExpression(a)}`).join('')})`;
    case 'load':
      return `(load ${e.memory}${access(e)}${e.usually === undefined ? '' : ` usually ${e.usually}`}${e.cell === undefined ? '' : ` cell ${e.cell}`} ${printExpression(e.from)} ${e.offset})`;
    case 'special':
      return `(special ${e.name})`;
    case 'global':
    case 'function':
      return `(${e.kind} ${quote(e.name)} ${e.type})`;
    case 'slot':
      return `(slot ${e.index} ${e.type})`;
    case 'dynamic-shared':
      return '(dynamic-shared)';
    default:
      return impossible(e);
  }
}

/** Numbers so that they come back to the bit: NaN, inf, -inf, -0 and the shortest decimal form. */
function printValue(value: number | bigint | boolean): string {
  if (typeof value !== 'number') return String(value);
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return Object.is(value, -0) ? '-0' : String(value);
}

function shape({ param, axes }: ArrayShape): string {
  const axis = ({ lower, extent, stride }: ArrayAxis): string =>
    ` ${printExpression(lower)} ${printExpression(extent)}${stride ? ` stride ${printExpression(stride)}` : ''}`;
  return ` ${param} ${axes.length}${axes.map(axis).join('')}`;
}

function ownCells(own: readonly OwnCell[] | undefined): string {
  if (!own) return '';
  return ` own ${own.length}${own.map((o) => ` ${o.cell} where ${printExpression(o.where)}`).join('')}`;
}

function access(x: { readonly volatile?: boolean; readonly cache?: string; readonly align?: number }): string {
  return `${x.volatile ? ' volatile' : ''}${x.cache ? ` cache.${x.cache}` : ''}${x.align ? ` align ${x.align}` : ''}`;
}

function callee(c: Callee): string {
  return c.kind === 'direct'
    ? quote(c.name)
    : `indirect ${printExpression(c.pointer)} (${c.params.join(' ')}) (${c.results.join(' ')})`;
}

function triple(t: Triple): string {
  return `(${t.map(printExpression).join(' ')})`;
}

function printItem(item: PrintItem): string {
  switch (item.kind) {
    case 'text':
    case 'format':
      return `(${item.kind} ${quote(item.text)})`;
    case 'complex':
      return `(complex ${item.bytes} ${printExpression(item.re)} ${printExpression(item.im)})`;
    case 'string':
      return `(string ${printExpression(item.address)} ${printExpression(item.length)})`;
    default: // else: the kinds that hold one value
      return `(${item.kind} ${item.bytes} ${printExpression(item.value)})`;
  }
}

function quote(text: string): string {
  return JSON.stringify(text);
}
