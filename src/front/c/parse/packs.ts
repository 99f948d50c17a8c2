/** Expansions of packs: `f(values)...`, `(values + ...)`. */
import type { FunctionSymbol } from '../tree.ts';
import { madeFor } from './class-info.ts';
import type { ParameterName, Parser } from './parser.ts';
import { type Entity, Scope } from './scope.ts';

type Pack = { readonly name: string; readonly list: readonly Entity[] };
type Frame = { total: Pack[]; current: Pack[]; angle: boolean };

const opens: ReadonlySet<string> = new Set(['(', '[', '{']);
const closes: ReadonlySet<string> = new Set([')', ']', '}']);
const casts: ReadonlySet<string> = new Set(['static_cast', 'reinterpret_cast', 'const_cast', 'dynamic_cast']);

/** The packs of what stands here, where `...` follows it, and where that is. */
export function packsAhead(p: Parser): { readonly packs: readonly Pack[]; readonly end: number } | undefined {
  if (!hasDots(p)) return undefined;
  const frames: Frame[] = [{ total: [], current: [], angle: false }];
  const top = (): Frame => frames[frames.length - 1]!;
  const close = (): void => {
    const inner = frames.pop()!;
    top().current.push(...inner.total, ...inner.current);
  };
  for (let i = p.at; ; i++) {
    const t = p.tokens[i];
    if (!t || t.kind === 'end' || (t.text === ';' && t.kind === 'punct' && frames.length === 1)) return undefined;
    if (t.kind === 'name') {
      const entity = p.scope.find(t.text);
      const isMember = p.tokens[i - 1]?.text === '.' || p.tokens[i - 1]?.text === '->';
      if (entity?.kind === 'pack' && !isMember) top().current.push({ name: t.text, list: entity.list });
      if (
        p.tokens[i + 1]?.text === '<' &&
        (isTemplate(entity) || casts.has(t.text) || p.tokens[i - 1]?.text === '::')
      ) {
        frames.push({ total: [], current: [], angle: true });
        i++;
      }
      continue;
    }
    if (t.kind !== 'punct') continue;
    if (opens.has(t.text)) frames.push({ total: [], current: [], angle: false });
    else if (closes.has(t.text)) {
      while (frames.length > 1 && top().angle) close();
      if (frames.length === 1) return undefined;
      close();
    } else if (t.text === '>' && top().angle) close();
    else if (t.text === '>' && p.angle > 0 && frames.length === 1) return undefined;
    else if (t.text === ',') {
      if (frames.length === 1) return undefined;
      top().total.push(...top().current);
      top().current = [];
    } else if (t.text === '...' && p.tokens[i - 1]?.text !== 'sizeof') {
      if (frames.length === 1) return { packs: top().current, end: i };
      top().current = [];
    }
  }
}

/** Whether `...` stands before the comma or the bracket that ends what begins here: most lists need no closer look. */
function hasDots(p: Parser): boolean {
  let depth = 0;
  for (let i = p.at; ; i++) {
    const t = p.tokens[i];
    if (!t || t.kind === 'end') return false;
    if (t.kind !== 'punct') continue;
    if (t.text === '...') return true;
    if (opens.has(t.text)) depth++;
    else if (closes.has(t.text) && depth-- === 0) return false;
    // Behind `<` a comma may belong to arguments of a template.
    else if (t.text === '<') return true;
    else if (depth === 0 && (t.text === ',' || t.text === ';')) return false;
  }
}

const isTemplate = (e: Entity | undefined): boolean =>
  e?.kind === 'template' ||
  (e?.kind === 'functions' && e.templates.length > 0) ||
  (e?.kind === 'type' && madeFor(e.type) !== undefined);

/** Once, or as often as the packs that are expanded here have members. */
export function spread(p: Parser, run: () => void): void {
  const ahead = p.language.cxx ? packsAhead(p) : undefined;
  if (!ahead || ahead.packs.length === 0) {
    run();
    if (ahead) p.take('...');
    return;
  }
  eachOf(p, ahead.packs, run);
  p.at = ahead.end + 1;
}

/** With the packs standing for their members one after another; each time the tokens are read from here on. */
export function eachOf(p: Parser, packs: readonly Pack[], run: () => void): void {
  const from = p.at;
  const count = Math.max(...packs.map((k) => k.list.length));
  for (let i = 0; i < count; i++) {
    p.at = from;
    const inner = new Scope(p.scope.kind === 'block' ? 'block' : 'template', p.scope);
    for (const k of packs) {
      const entity = k.list[i];
      if (entity) inner.names.set(k.name, entity);
    }
    p.within(inner, run);
  }
}

const foldable: ReadonlySet<string> = new Set(
  '+ - * / % ^ & | << >> = += -= *= /= %= ^= &= |= <<= >>= == != < > <= >= && || , .* ->*'.split(' '),
);

/** `...` of a fold expression within the bracket that is open here: where it stands. */
export function foldAhead(p: Parser): number | undefined {
  let depth = 0;
  for (let i = p.at; ; i++) {
    const t = p.tokens[i];
    if (!t || t.kind === 'end' || t.text === ';') return undefined;
    if (t.kind !== 'punct') continue;
    if (opens.has(t.text)) depth++;
    if (closes.has(t.text) && depth-- === 0) return undefined;
    if (t.text === '...' && depth === 0 && (i === p.at || foldable.has(p.tokens[i - 1]!.text))) return i;
  }
}

/** Parameters that a pack of what is around became; `offset`: how many come before them. */
export function packsOf(
  p: Parser,
  params: readonly ParameterName[],
  offset: number,
): Partial<Pick<FunctionSymbol, 'packs' | 'emptyPacks'>> {
  const packs = new Set(params.flatMap((q, i) => (q.packIndex === undefined ? [] : [i + offset])));
  const emptyPacks = p.emptyPacks.splice(0);
  return { ...(packs.size > 0 && { packs }), ...(emptyPacks.length > 0 && { emptyPacks }) };
}
