/** The symbols of an analysed file as text, for `--show symbols`: what every name is, procedure by procedure. */
import { rankOf, typeText } from './analyse/types.ts';
import type { Procedure, Program, Shape, Signature, Variable } from './program.ts';

export function showSymbols(program: Program): string {
  const lines: string[] = [];
  for (const m of program.modules) lines.push(`module ${m.name}`);
  for (const v of program.variables) lines.push(`data ${v.linkName}: ${describe(v)}`);
  for (const p of program.procedures) showProcedure(p, '', lines);
  return `${lines.join('\n')}\n`;
}

function showProcedure(p: Procedure, indent: string, lines: string[]): void {
  lines.push(`${indent}${heading(p)}`);
  for (const d of p.signature.dummies)
    if (d !== 'alternate-return') lines.push(`${indent}  ${d.name}: dummy, ${describe(d)}`);
  for (const v of p.body?.variables ?? []) lines.push(`${indent}  ${v.name}: ${v.storage}, ${describe(v)}`);
  for (const inner of p.body?.internals ?? []) showProcedure(inner, `${indent}  `, lines);
}

function heading(p: Procedure): string {
  const { signature } = p;
  const what = p.origin === 'main' ? 'program' : signature.subroutine ? 'subroutine' : 'function';
  const gives = signature.result && !signature.subroutine ? ` gives ${describe(signature.result)}` : '';
  return `${targetsOf(signature)}${what} ${p.name} (${p.linkName})${gives}`;
}

function targetsOf({ targets }: Signature): string {
  const words = [
    targets.grid ? 'grid_global' : targets.global ? 'global' : '',
    targets.device ? 'device' : '',
    targets.host && targets.device ? 'host' : '',
  ].filter((w) => w !== '');
  return words.length > 0 ? `attributes(${words.join(', ')}) ` : '';
}

function describe(v: Variable): string {
  const { attributes } = v;
  const words = [
    v.procedure ? 'procedure' : typeText(v.type),
    shapeText(v.shape),
    attributes.placement === 'host' ? '' : attributes.placement,
    ...(['allocatable', 'pointer', 'target', 'optional', 'value', 'contiguous', 'volatile'] as const).filter(
      (a) => attributes[a],
    ),
    attributes.intent ? `intent(${attributes.intent})` : '',
  ];
  return words.filter((w) => w !== '').join(', ');
}

function shapeText(shape: Shape | undefined): string {
  if (!shape) return '';
  return shape.kind === 'assumed-rank' ? 'any rank' : `rank ${rankOf(shape)} ${shape.kind}`;
}
