/** What a program's source says of what the sanitizer finds in it, and the reports that it writes. */

/** `text`: the designator that is underlined; `-` in what is expected: whatever it is. */
export type Finding = { readonly file: string; readonly line: number; readonly title: string; readonly text: string };

/** Lines `! finds: LINE TITLE: TEXT` (in C behind `//`): a finding's line, how its first line begins, and the designator. */
export function expectedIn(source: string, file: string): readonly Finding[] {
  return [...source.matchAll(/^(?:!|\/\/) finds: (\d+) (.*)$/gm)].map(([, line, what = '']) => {
    const [, title = what, text = '-'] = /^(.*\bbytes|Subscript.*bounds): (.*)$/.exec(what) ?? [];
    return { file, line: Number(line), title, text };
  });
}

export function agree(expected: Finding, found: Finding): boolean {
  const { file, line, title, text } = expected;
  const isThere = file === found.file && line === found.line;
  return isThere && found.title.startsWith(title) && (text === '-' || text === found.text);
}

/** Each report once, whichever threads it is of, without what follows from a wrong access. */
export function findingsIn(output: string): readonly Finding[] {
  const reports = output.split(/^=========(?= \S)/m).slice(1);
  return reports.flatMap((report) => {
    const [title = '', ...rest] = report.split('\n').map((l) => l.replace(/^=========/, ''));
    const places = [title, ...rest].map((l) => /^ +.*? in (\S+):(\d+)$/.exec(l));
    const [, file = '', line] = places.find((p) => p !== null) ?? [];
    if (line === undefined || /\(error 719\)/.test(title)) return [];
    const marks = rest.findIndex((l) => /^ +\| +\^+$/.test(l));
    const [code = '', under = ''] = [rest[marks - 1], rest[marks]];
    const text = code.slice(under.indexOf('^'), under.lastIndexOf('^') + 1);
    return [{ file, line: Number(line), title: title.trim(), text }];
  });
}
