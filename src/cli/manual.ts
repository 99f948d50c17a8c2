/** The manual: what the tables of commands, options and environment variables say, for the terminal (`cufort help`), the guide (docs/) and man. */
import { environmentVariables } from '../machine/environment.ts';
import { commandLines } from './commands.ts';
import { gpuForms, gpuRows, withoutEffect } from './gpu-words.ts';
import { optionGroups, type Row } from './options.ts';

type Entry = { readonly name: string; readonly says: string };
type Section = { readonly title: string; readonly entries: readonly Entry[]; readonly also?: readonly string[] };

/** Options with an effect by what they are about, and in `also` those that are taken without one. */
function optionSections(): readonly Section[] {
  return Object.entries(optionGroups).map(([title, rows]) => {
    const all = Object.entries(rows);
    const silent = all.filter(([, row]) => row.says === undefined);
    const entries = all.flatMap(([spelling, row]) => entryOf(spelling, row));
    return { title, entries, ...(silent.length > 0 && { also: silent.map(([spelling]) => spelling) }) };
  });
}

function entryOf(spelling: string, { form = '', says }: Row): Entry[] {
  return says === undefined ? [] : [{ name: spelling + form, says }];
}

function gpuSection(): Section {
  const fixed = Object.entries(gpuRows).map(([name, { says }]) => ({ name, says }));
  const forms = Object.entries(gpuForms).map(([name, says]) => ({ name, says }));
  return { title: 'Words after -gpu=', entries: [...fixed, ...forms], also: [...withoutEffect] };
}

export function optionsManual(): readonly Section[] {
  return [...optionSections(), gpuSection()];
}

export function environmentManual(): readonly Section[] {
  const entries = Object.entries(environmentVariables).map(([name, { takes, says }]) => ({
    name: `${name}=${takes}`,
    says,
  }));
  return [{ title: 'Environment', entries }];
}

const indent = 30;
const width = 100;

export function asText(sections: readonly Section[]): string {
  return sections
    .map(({ title, entries, also }) => {
      const lines = entries.map(({ name, says }) => textEntry(name, says));
      const silent = also ? [`  ${wrapped(`Taken without effect: ${also.join(' ')}`, 2)}`] : [];
      return `${[`${title}:`, ...lines, ...silent].join('\n')}\n`;
    })
    .join('\n');
}

function textEntry(name: string, says: string): string {
  const start = `  ${name}`;
  const gap = start.length < indent - 1 ? ' '.repeat(indent - start.length) : `\n${' '.repeat(indent)}`;
  return start + gap + wrapped(says.replaceAll('`', ''), indent);
}

function wrapped(text: string, from: number): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1] ?? '';
    if (last === '') lines[lines.length - 1] = word;
    else if (from + last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join(`\n${' '.repeat(from)}`);
}

const made = '<!-- Made by scripts/guide.ts of the tables that the command reads. -->';

export function asMarkdown(title: string, opening: string, sections: readonly Section[]): string {
  const parts = sections.map(({ title: name, entries, also }) => {
    const rows = entries.map((e) => `| \`${e.name.replaceAll('|', '\\|')}\` | ${e.says.replaceAll('|', '\\|')} |`);
    const table = rows.length > 0 ? `| | |\n| --- | --- |\n${rows.join('\n')}\n` : '';
    const silent = also
      ? `${table === '' ? '' : '\nTaken without effect: '}${also.map((o) => `\`${o}\``).join(' ')}\n`
      : '';
    return `## ${name}\n${table}${silent}`;
  });
  return `# ${title}\n${made}\n\n${opening}\n\n${parts.join('\n')}`;
}

/** man(7). */
export function manPage(version: string): string {
  const commands = Object.values(commandLines).map(([form, what]) => manEntry(`cufort ${form}`, what));
  return [
    `.TH CUFORT 1 "" "cufort ${version}" "User commands"`,
    '.SH NAME',
    'cufort \\- compile and run CUDA Fortran on any machine',
    '.SH SYNOPSIS',
    ...Object.values(commandLines).map(([form]) => `.B cufort\n${man(form)}\n.br`),
    '.SH COMMANDS',
    ...commands,
    '.SH OPTIONS',
    'Spelt as those of nvfortran.',
    ...optionsManual().flatMap(manSection),
    '.SH ENVIRONMENT',
    ...environmentManual().flatMap(({ entries }) => entries.map(({ name, says }) => manEntry(name, says))),
    '.SH EXIT STATUS',
    'Of \\fBcufort run\\fR that of the program; 1 where the sources have mistakes; 70 where cufort has one itself.',
    '',
  ].join('\n');
}

function manSection({ title, entries, also }: Section): string[] {
  const silent = also
    ? ['.PP', man(entries.length > 0 ? `Taken without effect: ${also.join(' ')}` : also.join(' '))]
    : [];
  return [`.SS ${man(title)}`, ...entries.map(({ name, says }) => manEntry(name, says)), ...silent];
}

function manEntry(name: string, says: string): string {
  return `.TP\n.B ${man(name)}\n${man(says)}`;
}

function man(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('`', '')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/, '\\&');
}
