/** The command line as NVIDIA's tools read it: long options with `=` or the next word, short ones with the next word, then a command or files. */

/** `flag`: it takes no value; else what its value is, for the help. `ignored`: it asks for what cufort does not have, or always does. */
export type ToolOption = {
  readonly short?: string;
  readonly takes: string | 'flag';
  readonly says: string;
  readonly ignored?: true;
};
export type ToolOptions = Readonly<Record<string, ToolOption>>;

export type ToolWords = {
  /** By the long names, in their order. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** From the first word on that is no option. */
  readonly rest: readonly string[];
  /** Options that the table does not have. */
  readonly unknown: readonly string[];
  /** What the table does not take, in its order: for the command behind. */
  readonly others: readonly string[];
  readonly problem?: string;
};

/** `mixed`: options may stand behind files too. */
export function readWords(words: readonly string[], options: ToolOptions, mixed = false): ToolWords {
  const values = new Map<string, string[]>();
  const unknown: string[] = [];
  const rest: string[] = [];
  const others: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word === '--') return { values, rest: [...rest, ...words.slice(mixed ? i : i + 1)], unknown, others };
    if (!word.startsWith('-') || word === '-') {
      if (!mixed) return { values, rest: words.slice(i), unknown, others };
      rest.push(word);
      others.push(word);
      continue;
    }
    const [spelling = '', joined] = splitAt(word, '=');
    const name = nameOf(spelling, options);
    if (name === undefined) {
      unknown.push(word);
      others.push(word);
      continue;
    }
    const isFlag = options[name]?.takes === 'flag';
    const value = isFlag ? (joined ?? 'true') : (joined ?? words[++i]);
    if (value === undefined) return { values, rest, unknown, others, problem: `option ${spelling} needs a value` };
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return { values, rest, unknown, others };
}

function splitAt(word: string, mark: string): [string, string | undefined] {
  const at = word.startsWith('--') ? word.indexOf(mark) : -1;
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

function nameOf(spelling: string, options: ToolOptions): string | undefined {
  if (spelling.startsWith('--')) return Object.hasOwn(options, spelling.slice(2)) ? spelling.slice(2) : undefined;
  return Object.keys(options).find((name) => options[name]?.short === spelling.slice(1));
}

export function isTrue(text: string | undefined): boolean {
  return text === 'true' || text === 'yes' || text === 'on' || text === '1';
}

export function helpOf(options: ToolOptions): string {
  const lines = Object.entries(options).map(([name, { short, takes, says }]) => {
    const spelled = `${short === undefined ? '    ' : `-${short}, `}--${name}${takes === 'flag' ? '' : `=${takes}`}`;
    return `  ${spelled.padEnd(38)} ${says}`;
  });
  return `${lines.join('\n')}\n`;
}
