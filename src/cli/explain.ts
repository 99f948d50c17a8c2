/** `cufort explain CODE`: the page on a message; without a code, all codes. */
import { pages } from '../front/fortran/errors/pages/all-pages.ts';
import type { Page } from '../front/fortran/errors/pages/page.ts';
import { print } from './print.ts';
import { proposal } from './proposal.ts';

export function runExplain(words: readonly string[]): number {
  const code = words[0]?.replace(/^\w+\[(.*)\]:?$/, '$1').toLowerCase();
  if (code === undefined) {
    print(`${Object.keys(pages).sort().join('\n')}\n`);
    return 0;
  }
  const page = pages[code];
  if (page) {
    print(pageText(code, page));
    return 0;
  }
  const meant = proposal(code, Object.keys(pages), (near) => `\`${near}\``);
  process.stderr.write(`cufort: there is no message \`${code}\`${meant}\n`);
  return 1;
}

function pageText(code: string, page: Page): string {
  return `${code}\n\n${wrapped(page.says)}\n\nwrong:\n\n${indented(page.wrong)}\n\nright:\n\n${indented(page.right)}\n`;
}

const width = 80;

function wrapped(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '    ');
}
